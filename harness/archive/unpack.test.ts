import { describe, expect, it } from 'vitest';
import { readArchive } from './read.js';
import { sniffFormat } from './sniff.js';
import { LIMITS } from './testing/limits.js';
import { tarOf, tgzOf, type TarSpec } from './testing/tar-writer.js';
import { zipOf } from './testing/zip-writer.js';
import { unpack } from './unpack.js';

const link = (name: string, target: string): TarSpec => ({ name, type: '2', link: target });
const hard = (name: string, target: string): TarSpec => ({ name, type: '1', link: target });
const dir = (name: string): TarSpec => ({ name, type: '5' });

async function tree(...parts: TarSpec[]) {
  const { files, directories } = unpack(await readArchive(tarOf(...parts), 'tar', LIMITS));
  return {
    files: Object.fromEntries([...files].map(([path, content]) => [path, Buffer.from(content).toString()])),
    directories: [...directories].sort(),
  };
}

describe('unpack', () => {
  it.each<[string, TarSpec[], Record<string, string>, string[]]>([
    ['normal paths', [dir('./'), { name: './a//b', data: '1' }, dir('c/./')], { 'a/b': '1' }, ['a', 'c']],
    [
      'the last of several',
      [
        { name: 'a', data: '1' },
        { name: './a', data: '2' },
      ],
      { a: '2' },
      [],
    ],
    ['unsafe names', [{ name: '../a' }, { name: '/b' }, { name: 'c\\d' }, { name: 'C:e' }], {}, []],
    [
      'a link to a file',
      [{ name: 'a/f', data: '1' }, link('a/l', './f'), link('m', 'a/l')],
      { 'a/f': '1', 'a/l': '1', m: '1' },
      ['a'],
    ],
    [
      'a link to a directory',
      [{ name: 'a/b/f', data: '1' }, link('l', 'a/b')],
      { 'a/b/f': '1', 'l/f': '1' },
      ['a', 'a/b', 'l'],
    ],
    [
      'a link in a linked directory',
      [{ name: 'x', data: '1' }, link('a/b/up', '../../x'), link('l', 'a/b')],
      { x: '1', 'a/b/up': '1', 'l/up': '1' },
      ['a', 'a/b', 'l'],
    ],
    [
      'a file put behind a link',
      [dir('a/'), link('l', 'a'), { name: 'l/f', data: '1' }],
      { 'a/f': '1', 'l/f': '1' },
      ['a', 'l'],
    ],
    [
      'a hard link keeps the old bytes',
      [{ name: 'a', data: '1' }, hard('h', 'a'), { name: 'a', data: '2' }],
      { a: '2', h: '1' },
      [],
    ],
    ['dangling links', [link('l', 'gone'), hard('h', 'gone')], {}, []],
    ['links out', [link('l', '../x'), link('m', '/etc/passwd'), { name: 'm/x' }, hard('h', '../x')], {}, []],
    ['loops', [link('a', 'b'), link('b', 'a'), link('c', 'c')], {}, []],
    [
      'a link to its own parent',
      [{ name: 'd/f', data: '1' }, link('d/self', '.'), link('d/up', '..')],
      { 'd/f': '1' },
      ['d'],
    ],
    [
      'devices',
      [
        { name: 'n', type: '3' },
        { name: 'p', type: '6' },
      ],
      {},
      [],
    ],
    ['a file where a directory was', [dir('a/'), { name: 'a', data: '1' }], { a: '1' }, []],
    [
      'a file as a directory',
      [
        { name: 'a', data: '1' },
        { name: 'a/b', data: '2' },
      ],
      { a: '1' },
      [],
    ],
  ])('%s', async (_, parts, files, directories) => expect(await tree(...parts)).toEqual({ files, directories }));

  it('is not drowned by directories that link to each other', async () => {
    const parts = Array.from({ length: 60 }, (_, level) => [
      link(`d${level}/a`, `../d${level + 1}`),
      link(`d${level}/b`, `../d${level + 1}`),
    ]).flat();
    const archive = await readArchive(tarOf(...parts, { name: 'd60/f', data: '1' }), 'tar', LIMITS);
    const began = performance.now();
    expect(unpack(archive).files.size).toBeLessThan(200_000);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it('leaves out what could not be decoded', async () => {
    const archive = await readArchive(zipOf([{ name: 'a', method: 12 }, { name: 'b' }]), 'zip', LIMITS);
    expect([...unpack(archive).files.keys()]).toEqual(['b']);
  });
});

describe('sniffFormat', () => {
  const zip = zipOf([{ name: 'a' }]);
  it.each<[string, Uint8Array, string | undefined]>([
    ['tar.gz', tgzOf({}), 'tar.gz'],
    ['zip', zip, 'zip'],
    ['an empty zip', zipOf([]), 'zip'],
    ['zip with data before it', Buffer.concat([Buffer.from('#!/bin/sh'), zip]), 'zip'],
    ['tar', tarOf({}), 'tar'],
    ['tar of v7', tarOf({ magic: 'v7' }), 'tar'],
    ['tar with a zip at its end', Buffer.concat([tarOf({}), zip]), 'tar'],
    ['tar whose checksum is wrong', tarOf({ checksum: 'wrong' }), 'tar'],
    ['nothing', new Uint8Array(), undefined],
    ['zeros', new Uint8Array(2048), undefined],
    ['text', Buffer.from('# Probe'), undefined],
    ['text of a zip', Buffer.from('PK is for Phil Katz'), undefined],
  ])('%s', (_, bytes, format) => expect(sniffFormat(bytes)).toBe(format));
});
