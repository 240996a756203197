import { JUNE } from '../../revision.js';
import type { Json, JsonObject } from '../../json.js';
import { fingerprint } from '../../digest.js';
import type { Hooks } from '../../hooks.js';
import { addFile, inResource, together } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { LAST, LAST_MD, OTHER_MD } from '../target.js';
import { inEntriesOf, inIndex, inIndexed, packs } from './edits.js';
import { FRONTMATTER, LAST_ZIP, TAR_ONLY, ZIP_ONLY } from './target.js';

const ZERO = '0'.repeat(64);
/** The digest of nothing: well formed, and wrong for every file that is served here with content. */
const NOTHING = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const fields = (id: string, title: string, value: Json | undefined, root: string = LAST): Mutant => ({
  id: `fields-${id}`,
  revisions: FRONTMATTER,
  breaks: ['entry/frontmatter-fields'],
  title,
  hooks: inEntriesOf(root, (entry) => void (entry['frontmatter'] = value)),
});

const field = (id: string, title: string, name: string, value: Json | undefined, root: string = LAST): Mutant => ({
  ...fields(id, title, undefined),
  hooks: inEntriesOf(root, (entry) => void ((entry['frontmatter'] as JsonObject)[name] = value)),
});

/** The frontmatter of the last entry is not that of the file. */
const other = (id: string, title: string, edit: (frontmatter: JsonObject) => JsonObject | void): Mutant => ({
  id: `index-frontmatter-${id}`,
  revisions: FRONTMATTER,
  breaks: ['frontmatter/identical'],
  title,
  hooks: inEntriesOf(LAST, (entry) => {
    const frontmatter = entry['frontmatter'] as JsonObject;
    entry['frontmatter'] = edit(frontmatter) ?? frontmatter;
  }),
});

const metadata = (frontmatter: JsonObject) => frontmatter['metadata'] as JsonObject;
const identical: Mutant[] = [
  other('curated', 'The last entry has name and description alone.', ({ name, description }) => ({
    name,
    description,
  })),
  other('typed', 'A string of the last frontmatter is a number in its entry.', (all) => {
    metadata(all)['version'] = 3;
  }),
  other('added', 'The last entry has a field that the file has not.', (all) => void (all['tags'] = ['night'])),
  other('nested', 'A nested value of the last entry differs.', (all) => {
    const shifts = all['x-zz-shifts'] as JsonObject;
    (shifts['first'] as JsonObject)['crew'] = ['mo', 'li'];
  }),
  other('list', 'The tools of the last entry are a list.', (all) => void (all['allowed-tools'] = ['Read', 'Grep'])),
  other('key-case', 'A key of the last entry is written in camel case.', ({ 'allowed-tools': tools, ...all }) => ({
    ...all,
    allowedTools: tools,
  })),
  other('description', 'The last description is another one.', (all) => void (all['description'] = 'Sleep well.')),
  other('space', 'The last description has a space behind it.', (all) => {
    all['description'] = `${String(all['description'])} `;
  }),
  other('metadata-null', 'The metadata of the last entry are null.', (all) => void (all['metadata'] = null)),
];

const spelling = (id: string, what: string, spell: (hex: string) => Json): Mutant[] =>
  [
    [LAST_MD, 'md', 'SKILL.md'],
    [LAST_ZIP, 'zip', 'archive'],
  ].map(([url, short, name]) => ({
    id: `index-digest-${short}-${id}`,
    revisions: JUNE,
    breaks: ['manifest/digest-format'],
    title: `The digest of the last ${name} is ${what}.`,
    hooks: inIndexed(url!, (item) => {
      item['digest'] = spell(String(item['digest']).slice('sha256:'.length));
    }),
  }));

const digests: Mutant[] = [
  ...spelling('upper', 'in upper case', (hex) => `sha256:${hex.toUpperCase()}`),
  ...spelling('bare', 'without `sha256:`', (hex) => hex),
  ...spelling('short', 'cut', (hex) => `sha256:${hex.slice(0, 12)}`),
  ...spelling('base64', 'in base64', (hex) => `sha256-${Buffer.from(hex, 'hex').toString('base64')}`),
  {
    id: 'index-digest-skill-md',
    revisions: JUNE,
    breaks: ['manifest/digest-matches'],
    title: 'The digest of the last SKILL.md is that of nothing.',
    hooks: inIndexed(LAST_MD, (entry) => void (entry['digest'] = NOTHING)),
  },
  {
    id: 'index-digest-other-skill',
    revisions: JUNE,
    breaks: ['manifest/digest-matches'],
    title: 'The digest of the last SKILL.md is that of another one.',
    hooks: inIndex((skills) => {
      const other = skills.find(({ url }) => url === OTHER_MD);
      for (const skill of skills) if (skill['url'] === LAST_MD) skill['digest'] = other?.['digest'];
    }),
  },
  {
    id: 'index-digest-crlf',
    revisions: JUNE,
    breaks: ['manifest/digest-matches'],
    title: 'The digest of the last SKILL.md was taken over CRLF line ends.',
    hooks: inIndex((skills, catalogue) => {
      const text = Buffer.from(catalogue.files.get(LAST_MD)!.bytes()).toString();
      const { digest } = fingerprint(Buffer.from(text.replaceAll('\n', '\r\n')));
      for (const skill of skills) if (skill['url'] === LAST_MD) skill['digest'] = digest;
    }),
  },
  {
    id: 'index-digest-zero',
    revisions: JUNE,
    breaks: ['manifest/digest-matches'],
    title: 'The digest of the last SKILL.md is a placeholder of zeros.',
    hooks: inIndexed(LAST_MD, (entry) => void (entry['digest'] = `sha256:${ZERO}`)),
  },
];

const INNER = '---\nname: inner\ndescription: A skill in a skill.\n---\n\n# Inner\n';
const nesting = (id: string, title: string, hooks: Mutant['hooks']): Mutant => ({
  id: `nesting-${id}`,
  revisions: JUNE,
  breaks: ['format/no-nesting'],
  title,
  hooks,
});

/** One more SKILL.md, which is no skill of the index; `resources/list` has it as any other. */
const inner = (uri: string): Hooks =>
  together(
    { catalogue: (catalogue) => addFile(catalogue, uri, INNER) },
    inResource((resource) => Object.assign(resource, { name: 'inner', description: 'A skill in a skill.' }), uri),
  );

const nestings: Mutant[] = [
  nesting('file', 'A directory of the last skill holds another SKILL.md.', inner(`${LAST}/inner/SKILL.md`)),
  nesting(
    'deep',
    'A deep directory of the last skill holds another one.',
    inner(`${LAST}/walks/tower/inner/SKILL.md`),
  ),
  nesting('indexed', 'A skill of the index lies in the last one.', {
    catalogue: (catalogue) => {
      addFile(catalogue, `${LAST}/inner/SKILL.md`, INNER);
      catalogue.skills.push({ root: `${LAST}/inner`, listed: true, dynamic: false });
    },
  }),
  nesting(
    'zip',
    'A zip alone holds another SKILL.md in a directory.',
    packs({ path: 'inner/SKILL.md', bytes: INNER }),
  ),
  nesting(
    'tar',
    'A tar.gz alone holds another SKILL.md in a directory.',
    packs({ path: 'a/inner/SKILL.md', bytes: INNER }, TAR_ONLY, 'tar.gz'),
  ),
];

/** What may be wrong with frontmatter and digests in the index, and with skills inside of skills. */
export const contentMutants: Mutant[] = [
  fields('missing', 'The last entry has no `frontmatter`.', undefined),
  fields(
    'string',
    'The frontmatter of the last entry is YAML in a string.',
    'name: night-watch\ndescription: Keep\n',
  ),
  fields('null', 'The frontmatter of the last entry is null.', null),
  fields('array', 'The frontmatter of the last entry is an array.', []),
  fields('missing-packed', 'An entry of an archive alone has no `frontmatter`.', undefined, ZIP_ONLY),
  field('name', 'The frontmatter of the last entry has no `name`.', 'name', undefined),
  field('name-number', 'The name of the last entry is a number.', 'name', 7),
  field('description', 'The frontmatter of the last entry has no `description`.', 'description', undefined),
  ...identical,
  ...digests,
  ...nestings,
];
