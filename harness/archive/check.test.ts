import { describe, expect, it } from 'vitest';
import type { Archive } from './archive.js';
import { checkArchive } from './check.js';
import { readArchive } from './read.js';
import { LIMITS, problemsOf } from './testing/limits.js';
import { paxEntry, tarOf, type TarSpec } from './testing/tar-writer.js';
import { zipOf } from './testing/zip-writer.js';

const MD: TarSpec = { name: 'SKILL.md', data: '# Probe' };
const link = (name: string, target: string): TarSpec => ({ name, type: '2', link: target });
const hard = (name: string, target: string): TarSpec => ({ name, type: '1', link: target });
const tar = (...parts: (TarSpec | Uint8Array)[]): Promise<Archive> => readArchive(tarOf(...parts), 'tar', LIMITS);
const names = async (...parts: (TarSpec | Uint8Array)[]): Promise<string[]> => problemsOf(await tar(...parts));

describe('skill-md-at-root', () => {
  it.each<[string, TarSpec[]]>([
    ['a file', [MD]],
    ['a file below ./', [{ ...MD, name: './SKILL.md' }]],
    ['a link to a file', [{ ...MD, name: 'real.md' }, link('SKILL.md', 'real.md')]],
    ['a hard link', [{ ...MD, name: 'real.md' }, hard('SKILL.md', 'real.md')]],
    ['a second one deeper', [MD, { ...MD, name: 'a/SKILL.md' }]],
  ])('%s passes', async (_, parts) => expect(await names(...parts)).toEqual([]));

  it.each<[string, TarSpec[], string, string]>([
    [
      'a wrapper',
      [
        { name: 'pdf/', type: '5' },
        { ...MD, name: 'pdf/SKILL.md' },
      ],
      'wrapped pdf/SKILL.md',
      '`pdf/SKILL.md` — wrapped in `pdf/`',
    ],
    [
      'a wrapper beside macOS metadata',
      [
        { ...MD, name: '__MACOSX/SKILL.md' },
        { ...MD, name: '__MACOSX/probe/._SKILL.md' },
        { ...MD, name: 'probe/SKILL.md' },
      ],
      'wrapped probe/SKILL.md',
      'wrapped in `probe/`',
    ],
    ['two wrappers', [{ ...MD, name: 'a/b/SKILL.md' }], 'wrapped a/b/SKILL.md', 'wrapped in `a/b/`'],
    ['lower case', [{ ...MD, name: 'skill.md' }], 'misspelled skill.md', '"skill.md"'],
    ['a space', [{ ...MD, name: 'SKILL.md ' }], 'misspelled SKILL.md ', 'exactly'],
    ['nowhere', [{ ...MD, name: 'README.md' }], 'missing', 'nowhere'],
    ['no entries', [], 'missing', 'no entry'],
    ['only as metadata', [{ ...MD, name: '__MACOSX/SKILL.md' }], 'missing', 'nowhere'],
    ['a directory', [{ name: 'SKILL.md/', type: '5' }], 'not-a-file SKILL.md', 'directory'],
    ['a dangling link', [link('SKILL.md', 'gone')], 'not-a-file SKILL.md', 'no file'],
    ['a label', [{ name: 'SKILL.md', type: 'V' }], 'missing', 'no entry'],
  ])('%s', async (_, parts, name, detail) => {
    const archive = await tar(...parts);
    expect(problemsOf(archive)).toEqual([`skill-md-at-root: ${name}`]);
    expect(checkArchive(archive, LIMITS)[0]!.detail).toContain(detail);
  });

  it('what is wrong with its name or type is said once', async () => {
    expect(await names({ ...MD, name: '/SKILL.md' })).toEqual(['relative-paths: absolute /SKILL.md']);
    expect(await names({ name: 'SKILL.md', type: '6' })).toEqual([
      'skill-md-at-root: not-a-file SKILL.md',
      'regular-entries: fifo SKILL.md',
    ]);
    expect(await names(hard('SKILL.md', 'gone'))).toEqual([
      'skill-md-at-root: not-a-file SKILL.md',
      'links-inside: hardlink-dangling SKILL.md',
    ]);
    expect(await names({ ...MD, name: 'pdf\\SKILL.md' })).toEqual([
      'skill-md-at-root: wrapped pdf\\SKILL.md',
      'relative-paths: backslash pdf\\SKILL.md',
    ]);
  });

  it('is not told of an archive that was not read to its end', async () => {
    const stopped = await readArchive(tarOf({ name: 'a' }, MD), 'tar', { ...LIMITS, entries: 1 });
    expect(problemsOf(stopped)).toEqual(['bounded: entries']);
    const cut = await readArchive(tarOf({ name: 'a' }, MD).subarray(0, 600), 'tar', LIMITS);
    expect(problemsOf(cut)).toEqual(['format-agrees: truncated']);
  });
});

describe('relative-paths', () => {
  it.each(['./a', 'a//b', './/a/./b', '..foo', 'a..b', '...', 'a/...', 'a/..b/c', 'ab:c', ' ', '~', '-rf', 'a\nb'])(
    '%j passes',
    async (name) => expect(await names(MD, { name })).toEqual([]),
  );

  it.each([
    ['../a', 'dot-dot'],
    ['a/../b', 'dot-dot'],
    ['a/..', 'dot-dot'],
    ['..', 'dot-dot'],
    ['..\\a', 'dot-dot'],
    ['/a', 'absolute'],
    ['//host/a', 'absolute'],
    ['C:', 'drive'],
    ['C:\\a', 'drive'],
    ['c:/a', 'drive'],
    ['\\\\host\\share', 'unc'],
    ['\\a', 'backslash'],
    ['a\\b', 'backslash'],
    ['', 'empty'],
    ['.', 'empty'],
  ])('%j: %s', async (name, word) => {
    expect(await names(MD, { name })).toEqual([`relative-paths: ${word}${name === '' ? ' ' : ` ${name}`}`]);
  });

  it('a NUL', async () => {
    expect(await names(MD, paxEntry({ path: 'a\0b' }), {})).toEqual(['relative-paths: nul a\0b']);
    const zip = await readArchive(zipOf([{ name: 'SKILL.md' }, { name: 'SKILL.md\0.txt' }]), 'zip', LIMITS);
    expect(problemsOf(zip)).toEqual(['relative-paths: nul SKILL.md\0.txt']);
  });

  it('./ is the root', async () => expect(await names({ name: './', type: '5' }, MD)).toEqual([]));
  it('the label of a volume is no path', async () =>
    expect(await names({ name: '/a/../b', type: 'V' }, MD)).toEqual([]));
});

describe('links-inside', () => {
  it.each<[string, TarSpec[]]>([
    ['a sibling', [link('l', 'SKILL.md')]],
    ['up and down', [link('a/l', '../SKILL.md')]],
    ['dangling', [link('l', 'gone/away')]],
    ['the root', [link('a/l', '..')]],
    ['through another link', [link('d', 'a'), { name: 'a/b/', type: '5' }, link('a/b/l', '../../d/x')]],
    ['a file behind a link', [{ name: 'a/', type: '5' }, link('d', 'a'), { name: 'd/x' }]],
    ['a hard link', [hard('h', 'SKILL.md'), hard('i', './h')]],
    [
      'to the parent, which a link makes deeper',
      [{ name: 'a/b/', type: '5' }, link('d', 'a/b'), link('l', 'd/../..')],
    ],
  ])('%s passes', async (_, parts) => expect(await names(MD, ...parts)).toEqual([]));

  it.each<[string, TarSpec[], string[]]>([
    ['above the root', [link('l', '../x')], ['symlink-out l']],
    ['above the root from a directory', [link('a/l', '../../x')], ['symlink-out a/l']],
    ['down and up', [link('l', 'a/../../x')], ['symlink-out l']],
    ['absolute', [link('l', '/etc/passwd')], ['symlink-out l']],
    ['a drive', [link('l', 'C:\\x')], ['symlink-out l']],
    ['a network path', [link('l', '\\\\host\\x')], ['symlink-out l']],
    ['by backslashes', [link('l', '..\\x')], ['symlink-out l']],
    [
      'through a link',
      [{ name: 'a/b/', type: '5' }, link('a/b/d', '../..'), link('l', 'a/b/d/../x')],
      ['symlink-out l'],
    ],
    ['to a link out', [link('o', '..'), link('l', 'o/x')], ['symlink-out o', 'symlink-out l']],
    ['a file behind a link out', [link('o', '/tmp'), { name: 'o/x' }], ['symlink-out o', 'through-symlink-out o/x']],
    ['a loop', [link('a', 'b'), link('b', 'a')], ['symlink-loop a', 'symlink-loop b']],
    ['a link to itself', [link('a', 'a')], ['symlink-loop a']],
    ['a hard link out', [hard('h', '../x')], ['hardlink-out h']],
    ['an absolute hard link', [hard('h', '/etc/passwd')], ['hardlink-out h']],
    ['a hard link to nothing', [hard('h', 'gone')], ['hardlink-dangling h']],
    ['a hard link to what comes later', [hard('h', 'z'), { name: 'z' }], ['hardlink-dangling h']],
    ['a hard link to itself', [hard('h', 'h')], ['hardlink-dangling h']],
  ])('%s', async (_, parts, expected) => {
    expect(await names(MD, ...parts)).toEqual(expected.map((problem) => `links-inside: ${problem}`));
  });
});

describe('regular-entries', () => {
  it.each([
    ['3', 'character-device'],
    ['4', 'block-device'],
    ['6', 'fifo'],
    ['Z', 'other'],
    ['M', 'other'],
  ])('type %s', async (type, word) => {
    expect(await names(MD, { name: 'n', type })).toEqual([`regular-entries: ${word} n`]);
  });
  it('a socket in a zip', async () => {
    const zip = await readArchive(zipOf([{ name: 'SKILL.md' }, { name: 's', mode: 0o140644 }]), 'zip', LIMITS);
    expect(problemsOf(zip)).toEqual(['regular-entries: socket s']);
  });
  it.each(['7', 'V', 'D'])('type %s passes', async (type) =>
    expect(await names(MD, { name: 'n', type })).toEqual([]),
  );
});

describe('no-collision', () => {
  const dir = (name: string): TarSpec => ({ name, type: '5' });
  it.each<[string, TarSpec[]]>([
    ['a directory twice', [dir('a/'), dir('a')]],
    ['a directory after its file', [{ name: 'a/b' }, dir('a/')]],
    ['case in different directories', [{ name: 'a/X' }, { name: 'b/x' }]],
    ['dotless i', [{ name: 'ı' }, { name: 'i' }]],
  ])('%s passes', async (_, parts) => expect(await names(MD, ...parts)).toEqual([]));

  it.each<[string, TarSpec[], string]>([
    ['one path twice', [{ name: 'a' }, { name: './a' }], 'duplicate ./a'],
    ['a file and a directory', [{ name: 'a' }, dir('a/')], 'file-as-directory a/'],
    ['a directory and a file', [dir('a/'), { name: 'a' }], 'file-as-directory a'],
    ['a file as a parent', [{ name: 'a' }, { name: 'a/b' }], 'file-as-directory a/b'],
    ['a parent as a file', [{ name: 'a/b' }, { name: 'a' }], 'file-as-directory a'],
    ['case', [{ name: 'a' }, { name: 'A' }], 'case-collision A'],
    ['case of implied directories', [{ name: 'Docs/a' }, { name: 'docs/b' }], 'case-collision docs/b'],
    ['case of one file in them', [{ name: 'Docs/a' }, { name: 'docs/a' }], 'case-collision docs/a'],
    ['sharp s', [{ name: 'STRASSE' }, { name: 'straße' }], 'case-collision straße'],
    ['normal forms', [{ name: 'é' }, { name: 'e\u0301' }], 'normalisation-collision e\u0301'],
    ['both', [{ name: 'É' }, { name: 'e\u0301' }], 'case-collision e\u0301'],
  ])('%s', async (_, parts, expected) => expect(await names(MD, ...parts)).toEqual([`no-collision: ${expected}`]));
});

describe('no-privilege-bits and bounded', () => {
  it.each([
    [0o4755, 'setuid'],
    [0o2755, 'setgid'],
    [0o1755, 'sticky'],
    [0o7755, 'setuid'],
  ])('mode %o', async (mode, word) => {
    expect(await names(MD, { name: 'n', mode })).toEqual([`no-privilege-bits: ${word} n`]);
    expect(await names(MD, { name: 'd/', type: '5', mode })).toEqual([`no-privilege-bits: ${word} d/`]);
  });

  it('narrower limits than it was read with', async () => {
    const archive = await tar(MD, { name: 'a/b' });
    expect(problemsOf(archive, { ...LIMITS, entries: 1 })).toEqual(['bounded: entries']);
    expect(problemsOf(archive, { ...LIMITS, depth: 1 })).toEqual(['bounded: depth']);
    expect(problemsOf(archive, { ...LIMITS, unpackedBytes: 100 })).toEqual(['bounded: unpacked-bytes']);
  });

  it('one problem for each entry and rule', async () => {
    expect(await names(MD, { name: '/../a\\b', mode: 0o6755 })).toEqual([
      'relative-paths: absolute /../a\\b',
      'no-privilege-bits: setuid /../a\\b',
    ]);
  });
});
