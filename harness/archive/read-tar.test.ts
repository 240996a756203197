import { describe, expect, it } from 'vitest';
import { readArchive } from './read.js';
import { faultNames, LIMITS } from './testing/limits.js';
import { base256, paxEntry, tarEntry, tarHeader, tarOf, TAR_END, type TarSpec } from './testing/tar-writer.js';

const read = (bytes: Uint8Array, limits = LIMITS) => readArchive(bytes, 'tar', limits);
const textOf = (content: Uint8Array | undefined): string | undefined =>
  content === undefined ? undefined : Buffer.from(content).toString();
const FILE: TarSpec = { name: 'SKILL.md', data: 'x' };

describe('names', () => {
  it.each<[string, Uint8Array, object]>([
    ['of ustar', tarOf({ name: 'b', prefix: 'a/c' }), { name: 'a/c/b', nameEncoding: 'ascii' }],
    ['GNU has no prefix', tarOf({ name: 'b', prefix: 'a', magic: 'gnu' }), { name: 'b' }],
    ['v7 has no prefix', tarOf({ name: 'b', prefix: 'a', magic: 'v7' }), { name: 'b' }],
    ['of 100 bytes', tarOf({ name: 'n'.repeat(100) }), { name: 'n'.repeat(100) }],
    ['in UTF-8', tarOf({ name: 'ü' }), { name: 'ü', nameEncoding: 'utf-8' }],
    ['in Latin-1', tarOf({ name: Buffer.from([0xfc]) }), { name: 'ü', nameEncoding: 'latin-1' }],
    [
      'of pax',
      tarOf(paxEntry({ path: 'ö', linkpath: 'ä', mtime: '1.5' }), { type: '2', link: 'b' }),
      {
        name: 'ö',
        linkTarget: 'ä',
        nameEncoding: 'declared-utf-8',
        extras: ['pax:path', 'pax:linkpath', 'pax:mtime'],
      },
    ],
    ['of a global pax header', tarOf(paxEntry({ path: 'all' }, 'g'), FILE), { name: 'all' }],
    ['local before global', tarOf(paxEntry({ path: 'all' }, 'g'), paxEntry({ path: 'own' }), FILE), { name: 'own' }],
    ['of pax, taken back', tarOf(paxEntry({ path: '' }), FILE), { name: 'SKILL.md' }],
    [
      'of pax, binary',
      tarOf(paxEntry({ hdrcharset: 'BINARY', path: Buffer.from([0xfc]) }), FILE),
      { nameEncoding: 'latin-1' },
    ],
    [
      'of GNU',
      tarOf({ name: '././@LongLink', type: 'L', data: 'long\0' }, { type: 'K', data: 'target\0' }, { type: '2' }),
      { name: 'long', linkTarget: 'target', extras: ['gnu-long-name', 'gnu-long-link'] },
    ],
    ['with a NUL inside', tarOf({ type: 'L', data: 'a\0b\0' }, FILE), { name: 'a\0b' }],
  ])('%s', async (_, bytes, expected) => {
    const archive = await read(bytes);
    expect(faultNames(archive)).toEqual([]);
    expect(archive.entries).toHaveLength(1);
    expect(archive.entries[0]).toMatchObject(expected);
  });

  it('a pax path that is no UTF-8', async () => {
    const archive = await read(tarOf(paxEntry({ path: Buffer.from([0xfc]) }), FILE));
    expect(faultNames(archive)).toEqual(['name-not-utf-8']);
    expect(archive.entries).toMatchObject([{ name: 'ü', nameEncoding: 'latin-1' }]);
  });
});

describe('types', () => {
  it.each([
    ['0', 'file'],
    ['\0', 'file'],
    ['7', 'file'],
    ['1', 'hardlink'],
    ['2', 'symlink'],
    ['3', 'character-device'],
    ['4', 'block-device'],
    ['5', 'directory'],
    ['6', 'fifo'],
    ['V', 'other'],
    ['M', 'other'],
    ['Z', 'other'],
  ])('%j is a %s', async (code, type) => {
    const archive = await read(tarOf({ type: code, link: 'x', mode: 0o4755 }, FILE));
    expect(faultNames(archive)).toEqual([]);
    expect(archive.entries).toMatchObject([{ type, typeCode: code, mode: 0o4755 }, { name: 'SKILL.md' }]);
  });

  it('a file whose name ends in a slash is a directory', async () => {
    expect((await read(tarOf({ name: 'a/', magic: 'v7', type: '\0' }))).entries).toMatchObject([
      { type: 'directory' },
    ]);
  });

  it('a GNU directory with a list of names', async () => {
    const archive = await read(tarOf({ name: 'a/', type: 'D', data: 'Yb\0\0' }, FILE));
    expect(faultNames(archive)).toEqual([]);
    expect(archive.entries).toMatchObject([{ type: 'directory' }, { name: 'SKILL.md' }]);
  });

  it('a link with a size, with and without data', async () => {
    for (const data of ['', 'data']) {
      const archive = await read(tarOf({ name: 'l', type: '2', link: 'x', data, size: 4 }, FILE));
      expect(faultNames(archive)).toEqual(['size-without-data']);
      expect(archive.entries).toMatchObject([
        { name: 'l', size: 0 },
        { name: 'SKILL.md', size: 1 },
      ]);
    }
  });
});

describe('numbers', () => {
  it.each<[string, Uint8Array]>([
    ['base-256', tarOf({ ...FILE, size: base256(1n, 12) })],
    ['with spaces', tarOf({ ...FILE, size: '          1 ' })],
    ['of all twelve bytes', tarOf({ ...FILE, size: '000000000001' })],
    ['of pax', tarOf(paxEntry({ size: '1' }), { ...FILE, size: 0 })],
    ['a signed checksum', tarOf({ ...FILE, prefix: 'ü', checksum: 'signed' })],
  ])('%s', async (_, bytes) => {
    const archive = await read(bytes);
    expect(faultNames(archive)).toEqual([]);
    expect(archive.entries).toMatchObject([{ declaredSize: 1, size: 1 }]);
  });
});

const SPARSE = {
  'GNU.sparse.major': '1',
  'GNU.sparse.minor': '0',
  'GNU.sparse.name': 's',
  'GNU.sparse.realsize': '10',
};
const mapOf = (text: string, data: string): Buffer =>
  Buffer.concat([Buffer.from(text.padEnd(512, '\0')), Buffer.from(data)]);

describe('faults', () => {
  it.each<[string, Uint8Array, string[]]>([
    ['a wrong checksum', tarOf(FILE, { name: 'b', checksum: 'wrong' }), ['bad-checksum!']],
    ['a first header with a wrong checksum', tarOf({ checksum: 'wrong' }), ['not-tar!']],
    ['a size that is no number', tarOf(FILE, { size: '12x', data: 'x' }), ['bad-size!']],
    ['a negative size', tarOf({ size: Buffer.alloc(12, 0xff) }), ['bad-size!']],
    ['a pax size that is no number', tarOf(paxEntry({ size: '-1' }), FILE), ['bad-size!']],
    ['a mode that is no number', tarOf({ ...FILE, mode: 'rwxr-xr' }), ['bad-mode']],
    ['no end marker', tarEntry(FILE), ['no-end-marker']],
    ['one block of zeros', Buffer.concat([tarEntry(FILE), Buffer.alloc(512)]), ['single-zero-block']],
    [
      'one block of zeros, then an entry',
      tarOf(FILE, Buffer.alloc(512), FILE),
      ['single-zero-block', 'data-after-end'],
    ],
    ['data after the end', Buffer.concat([tarOf(FILE), Buffer.from('more')]), ['data-after-end']],
    ['an entry after the end', Buffer.concat([tarOf(FILE), tarOf(FILE)]), ['data-after-end']],
    ['padding after the end', Buffer.concat([tarOf(FILE), Buffer.alloc(9001)]), []],
    ['cut in data', tarOf({ ...FILE, data: 'x'.repeat(600) }).subarray(0, 600), ['truncated!']],
    ['cut in padding', tarOf(FILE).subarray(0, 600), ['truncated!']],
    ['cut in a header', tarOf(FILE, FILE).subarray(0, 1100), ['truncated!']],
    ['cut in a pax header', paxEntry({ path: 'x' }).subarray(0, 600), ['truncated!']],
    ['a size of petabytes', tarOf({ ...FILE, size: base256(1n << 60n, 12) }), ['truncated!']],
    ['nothing', new Uint8Array(), ['not-tar!']],
    ['only zeros', TAR_END, ['empty-archive']],
    ['text', Buffer.from('hello'), ['not-tar!']],
    ['metadata without an entry', tarOf(FILE, paxEntry({ path: 'x' })), ['stray-metadata']],
    ['metadata over 1 MiB', tarOf({ type: 'x', size: 2 ** 20 + 1 }), ['oversized-metadata!']],
    ['a name over 64 KiB', tarOf({ type: 'L', data: 'x'.repeat(70_000) }, FILE), ['oversized-metadata!']],
    ['a pax path over 64 KiB', tarOf(paxEntry({ path: 'x'.repeat(70_000) }), FILE), ['oversized-metadata!']],
    ['pax 1.0 without a map', tarOf(paxEntry(SPARSE), { data: 'abc' }), ['bad-sparse!']],
    ['pax 1.0 with a map of words', tarOf(paxEntry(SPARSE), { data: mapOf('one\n2\n', '') }), ['bad-sparse!']],
    ['pax 1.0 over its size', tarOf(paxEntry(SPARSE), { data: mapOf('1\n8\n3\n', 'abc') }), ['bad-sparse!']],
    ['pax 1.0 that goes back', tarOf(paxEntry(SPARSE), { data: mapOf('2\n5\n1\n0\n1\n', 'ab') }), ['bad-sparse!']],
    ['pax 1.0 of other data', tarOf(paxEntry(SPARSE), { data: mapOf('1\n0\n3\n', 'ab') }), ['bad-sparse!']],
  ])('%s', async (_, bytes, expected) => {
    expect(faultNames(await read(bytes))).toEqual(expected);
  });

  it.each(['x path=a\n', '5 path=abcdef\n', '9999 path=a\n', '9 path=aX', '7 patha\n', '5 =a\n', '0 path=a\n'])(
    'the pax record %j',
    async (data) => {
      const archive = await read(tarOf({ type: 'x', data }, FILE));
      expect(faultNames(archive)).toEqual(['bad-pax-record!']);
      expect(archive.entries).toMatchObject([{ name: 'SKILL.md' }]);
    },
  );

  it('says where', async () => {
    const { faults } = await read(tarOf(FILE, { name: 'b', checksum: 'wrong' }));
    expect(faults[0]!.detail).toContain('byte 1024');
  });

  it('gives what is there of a file that is cut off', async () => {
    const { entries } = await read(Buffer.concat([tarHeader({ ...FILE, size: 100 }), Buffer.from('abc')]));
    expect(entries).toMatchObject([{ declaredSize: 100, size: 3 }]);
    expect(textOf(entries[0]!.content)).toBe('abc');
  });
});

describe('sparse files', () => {
  it('of pax 1.0', async () => {
    const { entries } = await read(tarOf(paxEntry(SPARSE), { data: mapOf('1\n4\n2\n', 'ab') }, FILE));
    expect(entries).toMatchObject([{ name: 's', declaredSize: 10, size: 10 }, { name: 'SKILL.md' }]);
    expect(textOf(entries[0]!.content)).toBe('\0\0\0\0ab\0\0\0\0');
  });

  it('of old GNU, over several headers', async () => {
    const pair = (offset: number, length: number): Buffer =>
      Buffer.from(`${offset.toString(8).padStart(11, '0')}\0${length.toString(8).padStart(11, '0')}\0`);
    const first = tarHeader({
      name: 's',
      type: 'S',
      magic: 'gnu',
      size: 3,
      patches: [
        [386, pair(1, 1)],
        [482, Buffer.from([1])],
        [483, Buffer.from('00000000012\0')],
      ],
    });
    const second = Buffer.concat([pair(3, 2), Buffer.alloc(512 - 24)]);
    const { entries } = await read(tarOf(Buffer.concat([first, second, Buffer.from('abc'.padEnd(512, '\0'))]), FILE));
    expect(entries).toMatchObject([{ name: 's', extras: ['sparse'] }, { name: 'SKILL.md' }]);
    expect(textOf(entries[0]!.content)).toBe('\0a\0bc\0\0\0\0\0');
  });

  it('their zeros count', async () => {
    const huge = { ...SPARSE, 'GNU.sparse.realsize': String(2 ** 40) };
    const archive = await read(tarOf(paxEntry(huge), { data: mapOf('1\n4\n2\n', 'ab') }));
    expect(archive.stopped).toMatchObject({ limit: 'ratio' });
    expect(archive.entries).toMatchObject([{ declaredSize: 2 ** 40, size: 0, content: undefined }]);
  });
});

describe('limits', () => {
  it.each([
    ['entries', { entries: 1 }],
    ['depth', { depth: 1 }],
    ['unpackedBytes', { unpackedBytes: 1500 }],
    ['ratio', undefined],
  ])('%s', async (limit, change) => {
    const bytes =
      change === undefined
        ? tarOf({ name: 's', size: 0 }, paxEntry({ ...SPARSE, 'GNU.sparse.realsize': '9000000' }), {
            data: mapOf('0\n', ''),
          })
        : tarOf(FILE, { name: 'a/b', data: 'x'.repeat(1000) });
    const archive = await read(bytes, { ...LIMITS, ...change });
    expect(archive.stopped).toMatchObject({ limit });
    expect(archive.stopped!.detail).toMatch(/\d/);
    expect(faultNames(archive)).toEqual([]);
  });

  it('an archive of just the limits passes', async () => {
    const bytes = tarOf(FILE, { name: 'a/b' });
    const archive = await read(bytes, { entries: 2, depth: 2, unpackedBytes: bytes.length, ratio: 1 });
    expect(archive.stopped).toBeUndefined();
    expect(archive.unpackedBytes).toBe(bytes.length);
  });
});
