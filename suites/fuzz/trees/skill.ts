import * as fc from 'fast-check';
import type { TreeNode } from '../../../harness/model/tree.js';
import type { Tree } from '../../../harness/provision/tree.js';
import { content, fileNode } from './contents.js';
import type { Facts, State } from './facts.js';
import { description, disputed, fields, frontmatterText, frontmatterValue, type Field } from './frontmatter.js';
import { directory, fileName, isPlain, pair, skillName } from './names.js';

/** A file below the root of a skill. */
export interface Item {
  readonly at: readonly string[];
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a skill is made of. */
export interface Parts {
  readonly name: string;
  readonly about: string;
  readonly more: readonly Field[];
  readonly crlf: boolean;
  readonly body: string;
  readonly files: readonly Item[];
  readonly empty: readonly (readonly string[])[];
  /** Nested skills; a broken one is a supporting file like any other. */
  readonly nested: readonly {
    readonly at: readonly string[];
    readonly files: readonly Item[];
    readonly broken: boolean;
  }[];
}

const file: fc.Arbitrary<Item> = fc.record({ at: directory, name: fileName, bytes: content });

/** Two files side by side whose names are easily taken for one. */
const twins: fc.Arbitrary<Item[]> = fc
  .record({ at: directory, names: pair, bytes: fc.tuple(content, content) })
  .map(({ at, names, bytes }) => names.map((name, index) => ({ at, name, bytes: bytes[index]! })));

const files: fc.Arbitrary<Item[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { withCrossShrink: true },
        { arbitrary: file.map((one) => [one]), weight: 9 },
        { arbitrary: twins, weight: 3 },
      ),
      { maxLength: 5, size: 'max' },
    ),
    // As many that one page does not hold them.
    fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(0), weight: 15 }, fc.integer({ min: 1, max: 40 })),
  )
  .map(([some, count]) => [
    ...some.flat(),
    ...Array.from({ length: count }, (_, index) => ({
      at: [],
      name: `f${index}.txt`,
      bytes: Buffer.from(`${index}`),
    })),
  ]);

const rarely = (weight: number): fc.Arbitrary<boolean> =>
  fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(false), weight: weight - 1 }, fc.constant(true));

/** A nested skill has this name: no other skill of any tree has it. */
const INNER = 'inner';

const parts: fc.Arbitrary<Parts> = fc.record({
  name: skillName,
  about: description,
  more: fields,
  crlf: rarely(9),
  body: fc.constantFrom('', '\n', '# A skill\n', '\nSee `references/`.\n\n---\n\n\u00e9 \u{1f600}\n', 'no line end'),
  files,
  empty: fc.array(directory, { maxLength: 2 }),
  nested: fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant([]), weight: 5 },
    {
      arbitrary: fc.array(fc.record({ at: directory, files: fc.array(file, { maxLength: 2 }), broken: rarely(4) }), {
        minLength: 1,
        maxLength: 2,
      }),
      weight: 1,
    },
  ),
});

/** Collects nodes; what stands in the way of what is there already is left out. */
export class Folder {
  readonly nodes: TreeNode[] = [];
  readonly #kinds = new Map<string, 'leaf' | 'directory'>();

  add(path: string, make: (path: string) => TreeNode): void {
    const segments = path.split('/');
    const above = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
    if (this.#kinds.has(path) || above.some((one) => this.#kinds.get(one) === 'leaf')) return;
    const node = make(path);
    for (const one of above) this.#kinds.set(one, 'directory');
    this.#kinds.set(path, node.kind === 'directory' ? 'directory' : 'leaf');
    this.nodes.push(node);
  }

  file(path: string, bytes: Uint8Array | string): void {
    this.add(path, (at) => fileNode(at, Buffer.from(bytes)));
  }

  directory(path: string): void {
    this.add(path, (at) => ({ kind: 'directory', path: at }));
  }

  link(path: string, to: string): void {
    this.add(path, (at) => ({ kind: 'link', path: at, to }));
  }
}

export const tree = (names: readonly string[], folder: Folder, facts: Facts): Tree => ({
  names,
  nodes: folder.nodes,
  facts: { ...facts },
});

export const joined = (...path: readonly string[]): string => path.filter((one) => one !== '').join('/');

/** Writes a skill into a folder, and says how sure it is that a server takes it. */
export function addSkill(folder: Folder, given: Parts): Facts {
  const { name, about, more, crlf, body } = given;
  const lf = frontmatterText(name, about, more) + body;
  folder.file(`${name}/SKILL.md`, crlf ? lf.replaceAll('\n', '\r\n') : lf);
  for (const { at, name: last, bytes } of given.files) folder.file(joined(name, ...at, last), bytes);
  for (const { at, files: inner, broken } of given.nested) {
    const root = joined(name, ...at, INNER);
    folder.file(`${root}/SKILL.md`, broken ? 'Not a skill.\n' : frontmatterText(INNER, 'A nested skill.', []));
    for (const one of inner) folder.file(joined(root, ...one.at, one.name), one.bytes);
  }
  for (const at of given.empty) if (at.length > 0) folder.directory(joined(name, ...at));
  const isDisputed = more.some(({ value }) => value === undefined);
  const reasons = [
    ...(isDisputed ? ['values that readers of YAML disagree on'] : []),
    ...(crlf ? ['CRLF line ends in SKILL.md'] : []),
    ...(more.some(({ fancy }) => fancy === true) ? ['block or plain styles of YAML'] : []),
    ...(given.nested.length > 0 ? ['a nested skill'] : []),
    // Characters are counted in more than one way.
    ...(about.length > 1024 ? ['a description of 1024 characters outside of the basic plane'] : []),
    ...(folder.nodes.some(({ path }) => !isPlain(path)) ? ['unusual names'] : []),
  ];
  const state: State = reasons.length === 0 ? 'portable' : 'unusual';
  return {
    folder: name,
    state,
    what: reasons.length === 0 ? 'a plain skill' : `a skill with ${reasons.join(', ')}`,
    sort: '',
    frontmatter: isDisputed ? '' : JSON.stringify(frontmatterValue(name, about, more)),
    nests: given.nested.length > 0,
  };
}

const one = (given: Parts): Tree => {
  const folder = new Folder();
  return tree([given.name], folder, addSkill(folder, given));
};

/** Well-formed skills of all sorts. */
export const goodTree: fc.Arbitrary<Tree> = parts.map(one);

/** Well-formed skills with values that readers disagree on. */
export const disputedTree: fc.Arbitrary<Tree> = fc
  .record({ name: skillName, more: disputed })
  .map(({ name, more }) => one({ ...bare(name), more }));

/** The least that a skill is made of. */
export const bare = (name: string): Parts => ({
  name,
  about: 'a',
  more: [],
  crlf: false,
  body: '',
  files: [],
  empty: [],
  nested: [],
});

const MOST_FILES = 512;
const MOST_BYTES = 16 * 1024 * 1024;

/** Skills up to the limits of the text, and exactly at them. */
export const bigTree: fc.Arbitrary<Tree> = fc
  .record({
    name: skillName,
    count: fc.constantFrom(0, 20, 100, MOST_FILES - 1),
    bytes: fc.constantFrom(70_000, 1_200_000, MOST_BYTES),
  })
  .map(({ name, count, bytes }) => {
    const folder = new Folder();
    const facts = addSkill(folder, bare(name));
    // Either limit alone: both together only cost more.
    if (count > 0) {
      for (let index = 0; index < count; index += 1) folder.file(`${name}/f${index}.txt`, '');
    } else {
      const [skillMd] = folder.nodes;
      const used = skillMd !== undefined && 'text' in skillMd ? Buffer.byteLength(skillMd.text) : 0;
      folder.add(`${name}/big.txt`, (path) => ({ kind: 'file', path, size: Math.min(bytes, MOST_BYTES - used) }));
    }
    return tree([name], folder, { ...facts, what: 'a big skill' });
  });
