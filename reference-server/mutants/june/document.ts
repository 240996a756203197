import { JUNE } from '../../revision.js';
import type { JsonObject } from '../../json.js';
import type { Mutant } from '../mutant.js';
import { LAST_MD } from '../target.js';
import { inIndexed } from './edits.js';
import { FRONTMATTER, LAST_ZIP, TYPED } from './target.js';

/** The digest of nothing: well formed, and wrong for every file that is served here with content. */
const NOTHING = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** What may be wrong with `skill://index.json`. */
export const documentMutants: Mutant[] = [
  {
    id: 'index-cut',
    revisions: JUNE,
    breaks: ['index/json'],
    title: 'The text of the index ends too early.',
    hooks: { index: (document) => JSON.stringify(document).slice(0, -1) },
  },
  {
    id: 'index-mime-plain',
    revisions: JUNE,
    breaks: ['index/mime-type'],
    title: 'The index is read as text/plain.',
    hooks: { indexContents: (item) => void (item['mimeType'] = 'text/plain') },
  },
  {
    id: 'index-twice',
    revisions: JUNE,
    breaks: ['index/json'],
    title: 'The index comes twice in its `contents`.',
    hooks: { indexContents: (item) => [item, { ...item }] },
  },
  {
    id: 'index-schema-missing',
    revisions: TYPED,
    breaks: ['index/schema-uri'],
    title: 'The index has no `$schema`.',
    hooks: { index: (document) => void delete document['$schema'] },
  },
  {
    id: 'index-digest-skill-md',
    revisions: JUNE,
    breaks: ['manifest/digest-matches'],
    title: 'The digest of the last SKILL.md is that of nothing.',
    hooks: inIndexed(LAST_MD, (entry) => void (entry['digest'] = NOTHING)),
  },
  {
    id: 'index-digest-archive',
    revisions: JUNE,
    breaks: ['archive/digest-matches'],
    title: 'The digest of the last archive is that of nothing.',
    hooks: inIndexed(LAST_ZIP, (archive) => void (archive['digest'] = NOTHING)),
  },
  {
    id: 'index-description-cut',
    revisions: TYPED,
    breaks: ['index/entry-description'],
    title: 'The `description` in the entry of the last SKILL.md is cut.',
    hooks: inIndexed(LAST_MD, (entry) => void (entry['description'] = String(entry['description']).slice(0, 12))),
  },
  {
    id: 'index-frontmatter-curated',
    revisions: FRONTMATTER,
    breaks: ['frontmatter/identical'],
    title: 'The `frontmatter` of the last entry has name and description alone.',
    hooks: inIndexed(LAST_MD, (entry) => {
      const { name, description } = entry['frontmatter'] as JsonObject;
      entry['frontmatter'] = { name, description };
    }),
  },
];
