import { JUNE } from '../../revision.js';
import type { JsonObject } from '../../json.js';
import { forUri, inContents, inResult } from '../edits.js';
import type { Mutant, Variation } from '../mutant.js';
import { inIndex, inOffers, setIndexed } from './edits.js';
import { FRONTMATTER, LAST_PRODUCT_MD, LAST_ZIP, TYPED, ZIP_ONLY } from './target.js';
import { LAST_MD } from '../target.js';

const readable = (id: string, title: string, edit: (item: JsonObject, bytes: Uint8Array) => void): Mutant => ({
  id: `archive-${id}`,
  revisions: JUNE,
  breaks: ['archive/readable'],
  title,
  hooks: inContents(edit, LAST_ZIP),
});

/** Servers whose one defect a careless judge tells twice, or lays at another door. */
export const blameMutants: readonly Mutant[] = [
  {
    id: 'index-contents-empty',
    revisions: JUNE,
    breaks: ['index/json'],
    title: 'The index is read as empty `contents`.',
    hooks: { indexContents: () => [] },
  },
  {
    id: 'index-entry-null',
    revisions: JUNE,
    breaks: ['index/schema'],
    title: 'The last element of `skills` is null.',
    hooks: inIndex((skills) => [...skills, null as unknown as JsonObject]),
  },
  {
    id: 'index-entry-string',
    revisions: JUNE,
    breaks: ['index/schema'],
    title: 'The last element of `skills` is a bare URI.',
    hooks: inIndex((skills) => [...skills, LAST_MD as unknown as JsonObject]),
  },
  {
    id: 'index-url-archive-relative',
    revisions: JUNE,
    breaks: ['index/entry-url'],
    title: 'The url of an archive is relative, and served so.',
    hooks: inOffers((offers) => offers.map((offer) => ({ ...offer, uri: 'packed/phrasebook.zip' })), ZIP_ONLY),
  },
  {
    id: 'index-type-zip',
    revisions: TYPED,
    breaks: ['index/entry-type'],
    title: 'The type of the last archive is "zip".',
    hooks: setIndexed(LAST_ZIP, 'type', 'zip'),
  },
  {
    id: 'index-digest-null',
    revisions: TYPED,
    breaks: ['index/digest'],
    title: 'The digest of the last SKILL.md is null.',
    hooks: setIndexed(LAST_MD, 'digest', null),
  },
  {
    id: 'archive-unknown-typed',
    revisions: TYPED,
    breaks: ['archive/offers-common-format', 'archive/url-suffix'],
    title: 'A skill that is served as an archive alone has the type and suffix of a format that hosts need not know.',
    hooks: inOffers(
      (offers) =>
        offers.map((offer) => ({ ...offer, uri: `${ZIP_ONLY}.7z`, mimeType: 'application/x-7z-compressed' })),
      ZIP_ONLY,
    ),
  },
  {
    id: 'archive-mime-no-archive',
    revisions: FRONTMATTER,
    breaks: ['archive/fields'],
    title: 'The last archive has a `mimeType` that names no archive format.',
    hooks: inOffers((offers) =>
      offers.map((offer) => (offer.uri === LAST_ZIP ? { ...offer, mimeType: 'text/plain' } : offer)),
    ),
  },
  readable('text-base64', 'The last archive comes as text that holds its base64.', (item) => {
    item['text'] = item['blob'];
    delete item['blob'];
  }),
  readable('text-latin1', 'The last archive comes as text, a character for each byte.', (item, bytes) => {
    item['text'] = Buffer.from(bytes).toString('latin1');
    delete item['blob'];
  }),
  readable('blob-data-url', 'The blob of the last archive is a data URL.', (item) => {
    item['blob'] = `data:application/zip;base64,${String(item['blob'])}`;
  }),
  {
    id: 'template-resolved-empty',
    revisions: TYPED,
    breaks: ['template/resolves'],
    title: 'The skill of the last offered value is read as empty `contents`.',
    hooks: inResult('resources/read', (result) => void (result['contents'] = []), forUri(LAST_PRODUCT_MD)),
  },
];

/** Unusual servers that look like what they are not. */
export const blameVariations: readonly Variation[] = [
  {
    id: 'index-both-forms',
    revisions: TYPED,
    title: 'The entries have the members of 2026-06-09 beside their own.',
    why: 'Clients SHOULD ignore unrecognized fields.',
    hooks: inIndex((skills) => {
      for (const skill of skills) {
        if (skill['type'] !== 'skill-md') continue;
        skill['frontmatter'] = { name: skill['name'], description: skill['description'] };
        skill['archives'] = [];
      }
    }),
  },
];
