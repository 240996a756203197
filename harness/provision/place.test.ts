import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CANARY, place, UnsafePath, writeTree, type Site } from './place.js';
import type { TreeNode } from '../model/tree.js';
import type { Tree } from './tree.js';

const treeOf = (...nodes: TreeNode[]): Tree => ({ names: ['a'], nodes, facts: {} });
const file = (path: string, text = 'x'): TreeNode => ({ kind: 'file', path, text });

describe('a placed tree', () => {
  const sites: Site[] = [];
  const placed = (...trees: Tree[]): Site => {
    const site = place(trees);
    sites.push(site);
    return site;
  };
  afterEach(() => sites.splice(0).forEach((site) => site.remove()));

  test('has the bytes, directories and links that were asked for', () => {
    const { skills } = placed(
      treeOf(
        file('a/SKILL.md', '\ufeff\r\n\0é'),
        { kind: 'file', path: 'a/b/c.bin', base64: '/wD+' },
        { kind: 'file', path: 'a/big', size: 70_000 },
        { kind: 'directory', path: 'a/empty/deep' },
        { kind: 'link', path: 'a/out', to: '{outside}/canary.md' },
        { kind: 'link', path: 'a/self', to: 'self' },
      ),
    );
    expect(readFileSync(join(skills, 'a/SKILL.md'))).toEqual(Buffer.from('\ufeff\r\n\0é'));
    expect(readFileSync(join(skills, 'a/b/c.bin'))).toEqual(Buffer.from([0xff, 0, 0xfe]));
    expect(readFileSync(join(skills, 'a/big'), 'utf8')).toBe('.'.repeat(70_000));
    expect(readdirSync(join(skills, 'a/empty/deep'))).toEqual([]);
    expect(readlinkSync(join(skills, 'a/self'))).toBe('self');
  });

  test('has the canary beside it, with bytes of its own each time', () => {
    const [one, other] = [placed(treeOf({ kind: 'link', path: 'a/out', to: `{outside}/${CANARY}` })), placed()];
    const bytes = readFileSync(join(one.skills, 'a/out'));
    expect(one.canary).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    expect(other.canary).not.toBe(one.canary);
  });

  test('may have names that are no UTF-8', () => {
    const { skills, left } = placed(treeOf(file('a/\udcff\udc80.md')));
    // Some file systems take no such name.
    if (left.length > 0) return;
    expect(readdirSync(join(skills, 'a'), { encoding: 'buffer' })).toEqual([
      Buffer.from([0xff, 0x80, 0x2e, 0x6d, 0x64]),
    ]);
  });

  test('is left out as a whole where the file system cannot hold it', () => {
    const long = treeOf(file('b/SKILL.md'), file(`b/${'x'.repeat(300)}`));
    const twice = treeOf(file('c/SKILL.md'), file('c/SKILL.md'));
    const good = treeOf(file('a/SKILL.md'));
    const { skills, left } = placed(long, good, twice, treeOf(file('a/SKILL.md')));
    expect(left).toHaveLength(3);
    expect(left).not.toContain(good);
    expect(readdirSync(skills)).toEqual(['a']);
  });

  test('is gone after it is removed', () => {
    const site = place([treeOf(file('a/SKILL.md'), { kind: 'link', path: 'a/out', to: '{outside}' })]);
    site.remove();
    expect(existsSync(site.skills)).toBe(false);
    site.remove();
  });
});

describe('a path that would leave the folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'place-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['../x', 'a/../../x', '/etc/x', 'a//b', 'a/./b', '', 'a/\0b', '..'])('is refused: %j', (path) => {
    expect(() => writeTree(treeOf(file(path)), folder)).toThrow(UnsafePath);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is refused where it leads through a link', () => {
    const tree = treeOf({ kind: 'link', path: 'a/up', to: '..' }, file('a/up/x'));
    expect(() => writeTree(tree, folder)).toThrow(UnsafePath);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves nothing behind in the temporary folder', () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
    try {
      expect(() => place([treeOf(file('a/../../x'))])).toThrow(UnsafePath);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });

  test('and one that is there already is not written over', () => {
    expect(writeTree(treeOf(file('a/SKILL.md', 'one')), folder)).toBe(true);
    expect(writeTree(treeOf(file('a/SKILL.md', 'two')), folder)).toBe(false);
    expect(readFileSync(join(folder, 'a/SKILL.md'), 'utf8')).toBe('one');
    expect(lstatSync(join(folder, 'a')).isDirectory()).toBe(true);
  });
});
