import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../../../harness/model/json.js';
import type { Tree } from '../../../harness/provision/tree.js';
import { bytesOf } from '../../../harness/model/tree.js';
import { control } from './control.js';
import { factsOf } from './facts.js';
import { treeSuite } from './index.js';
import { bigTree, goodTree } from './skill.js';

const many = (count: number, trees: fc.Arbitrary<Tree> = treeSuite.trees): Tree[] =>
  fc.sample(trees, { seed: 7, numRuns: count });

const skillMdOf = (tree: Tree): string => {
  const node = tree.nodes.find(({ path }) => path === `${factsOf(tree).folder}/SKILL.md`);
  return node?.kind === 'file' ? bytesOf(node).toString('utf8') : '';
};

const blockOf = (text: string): string => /^---\r?\n([\s\S]*?\r?\n)---\r?\n/.exec(text)?.[1] ?? '';

/** The smallest tree that still has something. */
function smallest(trees: fc.Arbitrary<Tree>, has: (tree: Tree) => boolean): Tree {
  const found = fc.check(
    fc.property(trees, (tree) => !has(tree)),
    { seed: 11, numRuns: 5000, endOnFailure: false },
  );
  expect(found.counterexample).not.toBeNull();
  return found.counterexample![0];
}

describe('generated trees', () => {
  test('are data that a file system can hold, below their own names', () => {
    for (const tree of many(2000)) {
      expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
      const paths = tree.nodes.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      const leaves = new Set(tree.nodes.filter(({ kind }) => kind !== 'directory').map(({ path }) => path));
      for (const path of paths) {
        const segments = path.split('/');
        expect(tree.names).toContain(segments[0]);
        expect(segments.every((name) => !/^\.{0,2}$/.test(name) && Buffer.byteLength(name) <= 255)).toBe(true);
        segments.slice(1).forEach((_, at) => expect(leaves.has(segments.slice(0, at + 1).join('/'))).toBe(false));
      }
      for (const name of tree.names) expect(control.names).not.toContain(name);
    }
  });

  test('that must be served are skills by the rules, and every YAML reads them alike', () => {
    for (const tree of many(1500, goodTree)) {
      const { folder, frontmatter, state } = factsOf(tree);
      expect(state).not.toBe('open');
      const value: unknown = JSON.parse(frontmatter);
      const block = blockOf(skillMdOf(tree));
      for (const version of ['1.1', '1.2'] as const)
        expect(parse(block, { version, schema: version === '1.1' ? 'yaml-1.1' : 'core' })).toEqual(value);
      expect(isObject(value) && value['name']).toBe(folder);
      expect(folder).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
      const { description, compatibility = 'a' } = value as Record<string, string>;
      expect(description!.trim()).not.toBe('');
      expect([...description!].length).toBeLessThanOrEqual(1024);
      expect([...compatibility].length).toBeLessThanOrEqual(500);
    }
  });

  test('stay within the limits of the text, and reach both', () => {
    const sizes = many(300, bigTree).map(({ nodes }) => ({
      files: nodes.length,
      bytes: nodes.reduce(
        (sum, node) => sum + (node.kind === 'file' ? ('size' in node ? node.size : bytesOf(node).length) : 0),
        0,
      ),
    }));
    expect(Math.max(...sizes.map(({ files }) => files))).toBe(512);
    expect(Math.max(...sizes.map(({ bytes }) => bytes))).toBe(16_777_216);
  });

  test.each<[string, (tree: Tree) => boolean]>([
    ['hidden files', ({ nodes }) => nodes.some(({ path }) => /\/\./.test(path))],
    ['names with an underscore', ({ nodes }) => nodes.some(({ path }) => /\/_/.test(path))],
    ['empty directories', ({ nodes }) => nodes.some(({ kind }) => kind === 'directory')],
    ['deep files', ({ nodes }) => nodes.some(({ path }) => path.split('/').length > 5)],
    ['empty files', ({ nodes }) => nodes.some((node) => 'text' in node && node.text === '')],
    ['byte order marks', ({ nodes }) => nodes.some((node) => 'text' in node && node.text.startsWith('\ufeff'))],
    ['CRLF in a SKILL.md that is good', (tree) => factsOf(tree).state !== 'open' && skillMdOf(tree).includes('\r\n')],
    ['bytes that are no UTF-8', ({ nodes }) => nodes.some((node) => 'base64' in node)],
    ['both Unicode forms of a name', ({ nodes }) => nodes.some(({ path }) => path !== path.normalize('NFC'))],
    ['names that need escaping', ({ nodes }) => nodes.some(({ path }) => /[ #?%+&;]/.test(path))],
    [
      'names that differ in case alone',
      ({ nodes }) => new Set(nodes.map(({ path }) => path.toLowerCase())).size < nodes.length,
    ],
    ['nested skills', ({ nodes }) => nodes.some(({ path }) => path.endsWith('/inner/SKILL.md'))],
    ['links to the canary', ({ nodes }) => nodes.some((node) => node.kind === 'link' && node.to.includes('outside'))],
    ['values that readers dispute', (tree) => factsOf(tree).what.includes('disagree')],
    ['bad skills', (tree) => factsOf(tree).state === 'open'],
  ])('hold %s often enough for the default number', (_, has) => {
    expect(many(1000).filter(has).length).toBeGreaterThan(25);
  });

  test('shrink to one skill of one file', () => {
    const tree = smallest(treeSuite.trees, () => true);
    expect(tree.nodes).toEqual([{ kind: 'file', path: 'b/SKILL.md', text: '---\nname: b\ndescription: "a"\n---\n' }]);
    expect(factsOf(tree).state).toBe('portable');
  });

  test.each<[string, (tree: Tree) => boolean, number]>([
    [
      'a file with CRLF',
      ({ nodes }) =>
        nodes.some((node) => 'text' in node && !node.path.endsWith('/SKILL.md') && node.text.includes('\r\n')),
      3,
    ],
    ['a file four deep', ({ nodes }) => nodes.some(({ path }) => path.split('/').length > 5), 3],
    ['a link', ({ nodes }) => nodes.some(({ kind }) => kind === 'link'), 2],
    ['a nested skill', ({ nodes }) => nodes.some(({ path }) => path.endsWith('inner/SKILL.md')), 2],
  ])('shrink around %s', (_, has, nodes) => {
    expect(smallest(treeSuite.trees, has).nodes.length).toBeLessThanOrEqual(nodes);
  });
});
