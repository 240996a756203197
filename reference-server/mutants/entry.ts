import type { Json, JsonObject } from '../json.js';
import { addFile, alias, hide, inEntry, inFrontmatter, together } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST, LAST_MD } from './target.js';

/** The `resources` of the last skill are something else. */
const resources = (id: string, value: Json | undefined, what: string): Mutant => ({
  id: `entry-resources-${id}`,
  breaks: ['entry/resources-form'],
  title: `The entry of the last skill has ${what} as \`resources\`.`,
  hooks: inEntry((entry) => void (entry['resources'] = value)),
});

/** The `frontmatter` of the last skill is no object, or lacks what every skill has. */
const frontmatter = (id: string, value: Json | undefined, what: string): Mutant => ({
  id: `entry-frontmatter-${id}`,
  breaks: ['entry/frontmatter-fields'],
  title: `The entry of the last skill has ${what} as \`frontmatter\`.`,
  hooks: inEntry((entry) => void (entry['frontmatter'] = value)),
});

/** The last manifest has one more element, which is malformed. */
const element = (id: string, title: string, item: (last: JsonObject) => Json): Mutant => ({
  id: `entry-element-${id}`,
  breaks: ['entry/schema'],
  title,
  hooks: inEntry((entry) => {
    const items = entry['resources'] as JsonObject[];
    items.push(item({ ...items.at(-1)! }) as JsonObject);
  }),
});

export const entry: Mutant[] = [
  {
    id: 'entry-uri-relative',
    breaks: ['entry/uri'],
    title: 'The `uri` of the last entry is relative.',
    hooks: {
      ...inEntry((item) => void (item['uri'] = 'night-watch/SKILL.md')),
      ...alias('skills/get', 'night-watch/SKILL.md', LAST_MD),
    },
  },
  {
    id: 'entry-uri-number',
    breaks: ['entry/uri'],
    title: 'The `uri` of the last entry is a number.',
    hooks: inEntry((item) => void (item['uri'] = 7)),
  },
  {
    id: 'entry-uri-missing',
    breaks: ['entry/uri'],
    title: 'The last entry has no `uri`.',
    hooks: inEntry((item) => void delete item['uri']),
  },
  {
    id: 'entry-uri-root',
    breaks: ['entry/uri'],
    title: 'The `uri` of the last entry is the root directory instead of SKILL.md.',
    hooks: {
      ...inEntry((item) => void (item['uri'] = LAST)),
      ...alias('skills/get', LAST, LAST_MD),
    },
  },
  {
    id: 'entry-uri-lower-case',
    breaks: ['entry/uri'],
    title: 'The `uri` of the last entry ends in `/skill.md`, as does the file.',
    hooks: together(
      inEntry((item) => void (item['uri'] = `${LAST}/skill.md`)),
      alias('skills/get', `${LAST}/skill.md`, LAST_MD),
      hide(`${LAST}/skill.md`, { list: true }),
      {
        catalogue: (catalogue) => addFile(catalogue, `${LAST}/skill.md`, catalogue.files.get(LAST_MD)!.bytes()),
      },
    ),
  },
  frontmatter('null', null, 'null'),
  frontmatter('array', [], 'an array'),
  frontmatter('missing', undefined, 'nothing'),
  frontmatter('string', 'name: night-watch', 'the YAML text'),
  {
    id: 'entry-description-missing',
    breaks: ['entry/frontmatter-fields'],
    title: 'The `frontmatter` of the last entry lacks the `description` that the file has.',
    hooks: inFrontmatter((fields) => void delete fields['description']),
  },
  {
    id: 'entry-name-number',
    breaks: ['entry/frontmatter-fields'],
    title: 'The `frontmatter` of the last entry has a number as `name`.',
    hooks: inFrontmatter((fields) => void (fields['name'] = 7)),
  },
  resources('missing', undefined, 'nothing'),
  resources('null', null, 'null'),
  resources('object', {}, 'an empty object'),
  resources('dynamic-upper', 'Dynamic', 'the string "Dynamic"'),
  resources('none', 'none', 'the string "none"'),
  resources('true', true, 'true'),
  {
    id: 'entry-archives-only',
    breaks: ['entry/resources-form'],
    title: 'The last entry has `archives` as an older draft had, and no `resources`.',
    hooks: inEntry((item) => {
      delete item['resources'];
      item['archives'] = [{ url: `${LAST}.zip`, mimeType: 'application/zip', digest: `sha256:${'0'.repeat(64)}` }];
    }),
  },
  element('string', 'The last element of the last manifest is a bare URI.', ({ uri }) => uri!),
  element('dynamic', 'The last manifest ends with the word "dynamic".', () => 'dynamic'),
  element('null', 'The last manifest ends with null.', () => null),
  element('uri-missing', 'The last element of the last manifest has no `uri`.', (last) => ({
    ...last,
    uri: undefined,
  })),
  element('uri-number', 'The last element of the last manifest has a number as `uri`.', (last) => ({
    ...last,
    uri: 7,
  })),
];
