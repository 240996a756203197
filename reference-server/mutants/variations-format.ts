import { rename, yaml } from './edits.js';
import type { Variation } from './mutant.js';
import { elsewhere } from './variation-edits.js';

const DESCRIPTION = /^description: .*$/m;
const PREFIX_FREE = 'Resource Mapping: no further constraints are imposed on prefix segments.';
const ANY_SCHEME = 'Resource Mapping: a server MAY serve skills under another scheme native to its domain.';

const roots: Variation[] = [
  elsewhere('single', 'skill://night-watch', 'Resource Mapping: the path MAY be a single segment.'),
  elsewhere('deep', 'skill://zz/a/b/c/d/e/f/g/night-watch', 'Resource Mapping: nested to arbitrary depth.'),
  elsewhere('underscore', 'skill://my_team/night-watch', 'RFC 3986 allows `_` in a reg-name.'),
  elsewhere('upper-case', 'skill://ZZ-Corp/Ops/night-watch', PREFIX_FREE),
  elsewhere('dots', 'skill://zz.example/v1.2/night-watch', PREFIX_FREE),
  elsewhere('address', 'skill://127.1/night-watch', 'The authority carries no special semantics.'),
  elsewhere('encoded', 'skill://zz/%C3%BCber%20uns/night-watch', PREFIX_FREE),
  elsewhere('github', 'github://zz/repo/skills/night-watch', ANY_SCHEME),
  elsewhere('https', 'https://zz.example/skills/night-watch', ANY_SCHEME),
];

const named = (id: string, name: string, why: string): Variation => ({
  id: `name-${id}`,
  title: `Its last skill is called ${name}.`,
  why,
  hooks: rename(name),
});

const NAMES = 'Agent Skills, name field: 1 to 64 lower-case letters, digits and hyphens.';
const names: Variation[] = [
  named('one-letter', 'n', NAMES),
  named('64', `n${'i'.repeat(62)}t`, NAMES),
  named('digits', '2nd-watch-24', NAMES),
  named('device', 'con', NAMES),
  named('brand', 'claude-mcp-proxy', 'Agent Skills reserves no words.'),
];

/** SKILL.md written in other YAML; the entry says what YAML 1.2 reads. */
const written = (id: string, title: string, edit: (text: string) => string): Variation => ({
  id: `yaml-${id}`,
  title,
  why: 'Agent Skills: the frontmatter is YAML, of whatever style.',
  hooks: yaml(edit),
});

const yamls: Variation[] = [
  written('folded', 'The description is a folded block.', (text) =>
    text.replace(DESCRIPTION, 'description: >-\n  Keep watch\n  until the morning.'),
  ),
  written('literal', 'The description is a literal block with an indented fence in it.', (text) =>
    text.replace(DESCRIPTION, 'description: |\n  Keep watch\n  ---\n  until the morning.'),
  ),
  written('quoted-lines', 'The description is a quoted scalar over two lines.', (text) =>
    text.replace(DESCRIPTION, 'description:\n  "Keep watch\n  until the morning."'),
  ),
  written(
    'comment',
    'The frontmatter has comments.',
    (text) => `# who keeps watch\n${text.replace('license: MIT', 'license: MIT # for now')}`,
  ),
  written(
    'flow',
    'A field is a flow mapping.',
    (text) => `${text}x-zz-flow: {list: [1, {k: v}], flag: true, none: null}\n`,
  ),
  written('alias', 'A field is an alias of another.', (text) => `${text}x-zz-one: &one {k: v}\nx-zz-two: *one\n`),
  written('key-order', 'The description stands before the name.', (text) => {
    const name = /^name: .*\n/m.exec(text)![0];
    return text.replace(name, '').replace('license: MIT\n', (license) => license + name);
  }),
];

const lengths: Variation[] = [
  written('description-1024', 'The description has 1024 characters of two bytes.', (text) =>
    text.replace(DESCRIPTION, `description: ${'é'.repeat(1024)}`),
  ),
  written('compatibility-500', 'The compatibility has 500 characters.', (text) =>
    text.replace(/^compatibility: .*$/m, `compatibility: ${'c'.repeat(500)}`),
  ),
  written(
    'least',
    'The frontmatter has nothing but name and description.',
    (text) => text.split('\n').slice(0, 2).join('\n') + '\n',
  ),
];

/** Unusual places, names and frontmatters. */
export const formatVariations: Variation[] = [...roots, ...names, ...yamls, ...lengths];
