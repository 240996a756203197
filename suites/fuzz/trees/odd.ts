import * as fc from 'fast-check';
import type { Tree } from '../../../harness/provision/tree.js';
import type { Facts, State } from './facts.js';
import { CONTESTED, frontmatterText } from './frontmatter.js';
import { directory, oneOf, skillName } from './names.js';
import { addSkill, bare, Folder, joined, tree } from './skill.js';

/** Where links of a skill lead, and what is said of it. */
const LINKS: readonly (readonly [string, string])[] = [
  // So that it can shrink into a plain skill.
  ['', ''],
  ['SKILL.md', 'a link to a file beside it'],
  ['nowhere', 'a broken link'],
  ['{outside}/canary.md', 'a link to a file outside'],
  ['{outside}', 'a link to a directory outside'],
  ['.', 'a link to its own directory'],
  ['..', 'a link to the directory above'],
  ['link', 'a link to itself'],
  ['target', 'a link to a directory'],
  ['../../outside/canary.md', 'a relative link to a file outside'],
];

/** Skills with symbolic links. Whether a server follows those that stay inside is its own business. */
export const linkTree: fc.Arbitrary<Tree> = fc
  .record({ name: skillName, at: directory, link: oneOf(LINKS) })
  .map(({ name, at, link: [to, what] }) => {
    const folder = new Folder();
    const facts = addSkill(folder, bare(name));
    if (to === '') return tree([name], folder, facts);
    const here = joined(name, ...at);
    if (to === 'target') folder.file(`${here}/target/a.md`, 'a');
    // It is relative to where it stands; only from the root of a skill is a relative path to the canary right.
    if (to.startsWith('../..')) folder.link(`${name}/link`, to);
    else folder.link(`${here}/link`, to === 'SKILL.md' ? `${'../'.repeat(at.length)}SKILL.md` : to);
    // Whoever refuses a skill for a link that leads out, nowhere or in circles is careful, not wrong.
    const state = to === 'SKILL.md' || to === 'target' ? 'unusual' : 'open';
    return tree([name], folder, { ...facts, state, what: `a skill with ${what}`, sort: what });
  });

type Spoil = (folder: Folder, name: string) => void;

const skillMd =
  (text: (name: string) => string | Uint8Array): Spoil =>
  (folder, name) =>
    folder.file(`${name}/SKILL.md`, text(name));

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const plain = (name: string): string => frontmatterText(name, 'a', []);

/** What is no skill, or none by every reader. It may be left out; nothing else may suffer from it. */
const BAD: readonly (readonly [string, Spoil])[] = [
  ['a SKILL.md without frontmatter', skillMd(() => '# No frontmatter\n')],
  ['an empty SKILL.md', skillMd(() => '')],
  ['frontmatter that is no YAML', skillMd((name) => `---\nname: ${name}\ndescription: a: b\n---\n`)],
  ['frontmatter with a bracket that nothing closes', skillMd((name) => `---\nname: ${name}\ndescription: [a\n---\n`)],
  ['frontmatter that nothing closes', skillMd((name) => `---\nname: ${name}\ndescription: "a"\n`)],
  ['empty frontmatter', skillMd(() => '---\n---\n')],
  ['frontmatter that is a list', skillMd(() => '---\n- a\n---\n')],
  ['frontmatter that is one word', skillMd(() => '---\na\n---\n')],
  ['no name', skillMd(() => '---\ndescription: "a"\n---\n')],
  ['no description', skillMd((name) => `---\nname: ${name}\n---\n`)],
  ['a name that is a number', skillMd(() => '---\nname: 1\ndescription: "a"\n---\n')],
  ['a name that is null', skillMd(() => '---\nname:\ndescription: "a"\n---\n')],
  ['a name that is a list', skillMd(() => '---\nname: [a]\ndescription: "a"\n---\n')],
  ['a description that is a map', skillMd((name) => `---\nname: ${name}\ndescription:\n  a: "b"\n---\n`)],
  ['an empty description', skillMd((name) => frontmatterText(name, '', []))],
  ['another name than that of its folder', skillMd((name) => plain(`${name.slice(0, 40)}-other`))],
  ['a name with capitals', skillMd((name) => plain(name.toUpperCase()))],
  ['a name that leads elsewhere', skillMd(() => frontmatterText('"../a"', 'a', []))],
  ['metadata that is a list', skillMd((name) => `---\nname: ${name}\ndescription: "a"\nmetadata:\n  - "a"\n---\n`)],
  ['a description of 1025 characters', skillMd((name) => frontmatterText(name, 'x'.repeat(1025), []))],
  ['a SKILL.md that is binary', skillMd(() => Buffer.from([0, 0xff, 0xfe, 1, 2, 0x80]))],
  ['a SKILL.md in UTF-16', skillMd((name) => utf16(plain(name)))],
  ['a SKILL.md in Latin-1', skillMd((name) => Buffer.from(frontmatterText(name, '\u00e9', []), 'latin1'))],
  ['a SKILL.md with a byte order mark', skillMd((name) => `\ufeff${plain(name)}`)],
  ['a SKILL.md that begins with an empty line', skillMd((name) => `\n${plain(name)}`)],
  ['a SKILL.md whose lines end in CR', skillMd((name) => plain(name).replaceAll('\n', '\r'))],
  ['blanks behind the fences', skillMd((name) => plain(name).replaceAll('---\n', '--- \n'))],
  ['a SKILL.md that is a directory', (folder, name) => folder.file(`${name}/SKILL.md/a.md`, 'a')],
  ['a SKILL.md that is an empty directory', (folder, name) => folder.directory(`${name}/SKILL.md`)],
  ['a SKILL.md that is a broken link', (folder, name) => folder.link(`${name}/SKILL.md`, 'nowhere')],
  ['a SKILL.md that is a link to itself', (folder, name) => folder.link(`${name}/SKILL.md`, 'SKILL.md')],
  [
    'a SKILL.md that is a link to the canary',
    (folder, name) => folder.link(`${name}/SKILL.md`, '{outside}/canary.md'),
  ],
  ['a skill.md in lower case', (folder, name) => folder.file(`${name}/skill.md`, plain(name))],
  ['no SKILL.md', (folder, name) => folder.file(`${name}/README.md`, 'a')],
  ['nothing in its folder', (folder, name) => folder.directory(name)],
  ['a file in the place of its folder', (folder, name) => folder.file(name, 'a')],
  ['a broken link in the place of its folder', (folder, name) => folder.link(name, 'nowhere')],
  ['a link to the folder of all skills in the place of its folder', (folder, name) => folder.link(name, '.')],
  ['a link to the outside in the place of its folder', (folder, name) => folder.link(name, '{outside}')],
  [
    // U+DCFF stands for the byte 0xff; see `pathBytes`.
    'a file whose name is no UTF-8',
    (folder, name) => {
      folder.file(`${name}/SKILL.md`, plain(name));
      folder.file(`${name}/\udcff.md`, 'a');
    },
  ],
];

const odd = (name: string, folder: Folder, what: string, state: State = 'open'): Tree => {
  const facts: Facts = { folder: name, state, what, sort: what, frontmatter: '', nests: false };
  return tree([name], folder, facts);
};

/** Folders that are no skill. */
export const badTree: fc.Arbitrary<Tree> = fc
  .record({ name: skillName, bad: oneOf(BAD) })
  .map(({ name, bad: [what, spoil] }) => {
    const folder = new Folder();
    spoil(folder, name);
    return odd(name, folder, what);
  });

/** Skills whose frontmatter some readers refuse. */
export const contestedTree: fc.Arbitrary<Tree> = fc
  .record({ name: skillName, line: oneOf(CONTESTED) })
  .map(({ name, line }) => {
    const folder = new Folder();
    folder.file(`${name}/SKILL.md`, `---\nname: ${name}\ndescription: "a"\n${line}\n---\n`);
    return odd(name, folder, `a skill with YAML that readers refuse or read apart: ${line.replaceAll('\n', ', ')}`);
  });
