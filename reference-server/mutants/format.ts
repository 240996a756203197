import type { Hooks } from '../hooks.js';
import { editFile, inEntry, keepFrontmatter, rename, skillMd, yaml, refuse } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST_MD, NESTED, LAST } from './target.js';
import { move } from './edits.js';

/** SKILL.md changes, the entry stays as it was: for files whose frontmatter cannot be read. */
const unreadable = (edit: (text: string) => string): Hooks => ({
  catalogue: (catalogue) => {
    keepFrontmatter(catalogue);
    editFile(catalogue, LAST_MD, edit);
  },
});

/** Rows about fields, and the comparison, cannot be judged for a frontmatter that cannot be read. */
const first = (id: string, title: string, edit: (text: string) => string): Mutant => ({
  id: `format-${id}`,
  breaks: ['format/frontmatter-first'],
  title,
  hooks: unreadable(edit),
});
const broken = (id: string, title: string, edit: (text: string) => string): Mutant => ({
  id: `yaml-${id}`,
  breaks: ['format/frontmatter-yaml'],
  title,
  hooks: unreadable(edit),
});

const name = (id: string, value: string, what: string, quoted?: string): Mutant => ({
  id: `name-${id}`,
  breaks: ['format/name-rules'],
  title: `The last skill has a name ${what}.`,
  hooks: rename(value, quoted),
});

/** One field of the last skill's frontmatter has another value; the entry follows the file. */
const field = (id: string, breaks: string | string[], title: string, from: RegExp, to: string): Mutant => ({
  id,
  breaks: [breaks].flat(),
  title,
  hooks: yaml((text) => text.replace(from, () => to)),
});

const DESCRIPTION = /^description: .*$/m;
const NAME = /^name: .*$/m;
const COMPATIBILITY = /^compatibility: .*$/m;
const LICENSE = /^license: .*$/m;
const TOOLS = /^allowed-tools: .*$/m;
const METADATA = /^metadata:\n(?: {2}.*\n)+/m;
const VERSION = '  version: "3.0"';

const fields: Mutant[] = [
  field('name-missing', ['format/name-required'], 'SKILL.md and entry have no `name`.', /^name: .*\n/m, ''),
  field('name-number', ['format/name-required'], 'The `name` is a number.', NAME, 'name: 123'),
  field('name-null', ['format/name-required'], 'The `name` is null.', NAME, 'name:'),
  field(
    'name-other',
    'format/name-is-directory',
    'The `name` is not the last segment of the path.',
    NAME,
    'name: day-watch',
  ),
  {
    id: 'name-other-directory',
    breaks: ['format/name-is-directory'],
    title: 'The directory of the last skill is called otherwise than the skill.',
    hooks: { catalogue: (catalogue) => move(catalogue, LAST, 'skill://zz/ops/watch-at-night') },
  },
  field(
    'description-missing',
    ['format/description-required'],
    'SKILL.md and entry have no `description`.',
    /^description: .*\n/m,
    '',
  ),
  field(
    'description-number',
    ['format/description-required'],
    'The `description` is a number.',
    DESCRIPTION,
    'description: 2026',
  ),
  field(
    'description-empty',
    'format/description-required',
    'The `description` is empty.',
    DESCRIPTION,
    'description: ""',
  ),
  field(
    'description-blank',
    'format/description-required',
    'The `description` is blank.',
    DESCRIPTION,
    'description: "   "',
  ),
  field(
    'description-1025',
    'format/description-required',
    'The `description` has 1025 characters.',
    DESCRIPTION,
    `description: ${'d'.repeat(1025)}`,
  ),
  field(
    'compatibility-501',
    'format/compatibility-length',
    '`compatibility` has 501 characters.',
    COMPATIBILITY,
    `compatibility: ${'c'.repeat(501)}`,
  ),
  field(
    'compatibility-empty',
    'format/compatibility-length',
    '`compatibility` is empty.',
    COMPATIBILITY,
    'compatibility: ""',
  ),
  field(
    'compatibility-list',
    'format/compatibility-length',
    '`compatibility` is a list.',
    COMPATIBILITY,
    'compatibility:\n  - pager',
  ),
  field(
    'metadata-number',
    'format/metadata-map',
    'A value of `metadata` is a number.',
    /^ {2}version: .*$/m,
    '  version: 3',
  ),
  field(
    'metadata-boolean',
    'format/metadata-map',
    'A value of `metadata` is a boolean.',
    /^ {2}version: .*$/m,
    '  version: true',
  ),
  field(
    'metadata-nested',
    'format/metadata-map',
    'A value of `metadata` is a mapping.',
    /^ {2}version: .*$/m,
    '  version:\n    major: "3"',
  ),
  field('metadata-list', 'format/metadata-map', '`metadata` is a list.', METADATA, 'metadata:\n  - author\n'),
  field('metadata-string', 'format/metadata-map', '`metadata` is a string.', METADATA, 'metadata: none at all\n'),
  field(
    'metadata-reserved',
    'format/metadata-reserved-keys',
    'A key of `metadata` has the prefix that is reserved for extensions.',
    /^ {2}version: .*$/m,
    `${VERSION}\n  io.modelcontextprotocol/origin: "zz"`,
  ),
  field(
    'tools-list',
    'format/allowed-tools-string',
    '`allowed-tools` is a list.',
    TOOLS,
    'allowed-tools:\n  - Read\n  - Grep',
  ),
  field(
    'tools-map',
    'format/allowed-tools-string',
    '`allowed-tools` is a mapping.',
    TOOLS,
    'allowed-tools:\n  Read: all',
  ),
  field('license-list', 'format/license-string', '`license` is a list.', LICENSE, 'license:\n  - MIT'),
  field('license-number', 'format/license-string', '`license` is a number.', LICENSE, 'license: 2'),
];

const names: Mutant[] = [
  name('upper', 'Night-Watch', 'with capitals'),
  name('hyphens', 'night--watch', 'with two hyphens in a row'),
  name('hyphen-first', '-night-watch', 'that begins with a hyphen'),
  name('hyphen-last', 'night-watch-', 'that ends with a hyphen'),
  name('underscore', 'night_watch', 'with an underscore'),
  name('dot', 'night.watch', 'with a dot'),
  name('space', 'night watch', 'with a space'),
  name('65', `n${'i'.repeat(63)}t`, 'of 65 characters'),
  name('newline', 'night-watch\n', 'that ends with a line break'),
  name('unicode-upper', 'Ähre', 'with a capital beyond ASCII'),
  name('unicode', 'wächter', 'with a letter beyond ASCII, which the text leaves open'),
];

export const format: Mutant[] = [
  {
    id: 'skill-md-unreadable',
    breaks: ['format/skill-md-at-root'],
    title: 'SKILL.md of the last skill cannot be read.',
    hooks: refuse('resources/read', LAST_MD),
  },
  first('no-frontmatter', 'SKILL.md has no frontmatter.', (text) => text.slice(text.indexOf('\n---\n') + 5)),
  first('blank-line', 'A blank line stands before the frontmatter.', (text) => `\n${text}`),
  first('heading', 'A heading stands before the frontmatter.', (text) => `# Night watch\n\n${text}`),
  first('space', 'A space stands before the first fence.', (text) => ` ${text}`),
  first('unterminated', 'The frontmatter is never closed.', (text) => text.replace('\n---\n', '\n')),
  first('bom', 'A byte order mark stands before the frontmatter.', (text) => `\uFEFF${text}`),
  broken('duplicate', 'The frontmatter has a key twice.', (text) =>
    text.replace('license: MIT', 'license: MIT\nlicense: ISC'),
  ),
  broken('colon', 'An unquoted value holds a colon and a space.', (text) =>
    text.replace(DESCRIPTION, 'description: Use when: dark'),
  ),
  broken('tab', 'The frontmatter is indented with a tab.', (text) => text.replace('  author', '\tauthor')),
  broken('list', 'The frontmatter is a list.', (text) =>
    text.replace(/^---\n[\s\S]*?\n---\n/, '---\n- name\n- description\n---\n'),
  ),
  broken('text', 'The frontmatter is plain text.', (text) =>
    text.replace(/^---\n[\s\S]*?\n---\n/, '---\njust words\n---\n'),
  ),
  broken('quote', 'A quoted value is never closed.', (text) => text.replace('"Zz Operations"', '"Zz Operations')),
  broken('empty', 'The frontmatter is empty.', (text) => text.replace(/^---\n[\s\S]*?\n---\n/, '---\n---\n')),
  ...names,
  ...fields,
  {
    id: 'nested-marked',
    breaks: ['format/nested-flat'],
    title: 'The entry of a nested skill names its parent.',
    hooks: inEntry((entry) => void (entry['parent'] = 'skill://release-train/SKILL.md'), NESTED),
  },
  {
    id: 'body-600-lines',
    breaks: ['format/body-length'],
    title: 'SKILL.md has more than 600 lines.',
    hooks: skillMd((text) => text + 'One more line.\n'.repeat(600)),
  },
  {
    id: 'link-broken',
    breaks: ['format/broken-reference'],
    title: 'SKILL.md links to a file that is not there.',
    hooks: skillMd((text) => `${text}\nSee [the map](references/map.md).\n`),
  },
  {
    id: 'file-scheme',
    breaks: ['format/no-filesystem-dependence'],
    title: 'The last skill is served under the path it has on the server.',
    hooks: { catalogue: (catalogue) => move(catalogue, LAST, 'file:///srv/skills/night-watch') },
  },
];
