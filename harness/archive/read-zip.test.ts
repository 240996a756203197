import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArchive } from './read.js';
import { faultNames, LIMITS } from './testing/limits.js';
import { extraField, zip64Field, zipOf, type ZipOptions, type ZipSpec } from './testing/zip-writer.js';

const read = (bytes: Uint8Array, limits = LIMITS) => readArchive(bytes, 'zip', limits);
const MD: ZipSpec = { name: 'SKILL.md', data: '# Probe\n'.repeat(20), method: 8 };
const OTHER: ZipSpec = { name: 'other.txt', data: 'other' };
const WIDE = 0xffffffff;
const unicodePath = (of: string, name: string): Buffer => {
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(of));
  return extraField(0x7075, Buffer.concat([Buffer.from([1]), crc, Buffer.from(name)]));
};

describe('what is legal', () => {
  it.each<[string, ZipSpec[], ZipOptions]>([
    ['stored and deflated', [MD, OTHER], {}],
    ['a descriptor', [{ ...MD, descriptor: 'signed' }, OTHER], {}],
    ['a descriptor without signature', [{ ...MD, descriptor: 'bare' }, OTHER], {}],
    ['a wide descriptor', [{ ...MD, descriptor: 'wide' }, OTHER], {}],
    ['a comment', [MD, OTHER], { comment: 'x'.repeat(0xffff) }],
    ['zip64 end records', [MD, OTHER], { zip64: true }],
    ['padding of extra fields', [{ ...MD, extra: Buffer.alloc(3) }, OTHER], {}],
    [
      'zip64 fields',
      [
        {
          ...OTHER,
          name: 'SKILL.md',
          extra: zip64Field(5, 5),
          local: { packed: WIDE, unpacked: WIDE },
          central: { packed: WIDE, unpacked: WIDE },
        },
        OTHER,
      ],
      {},
    ],
    ['a zip in a zip', [MD, { name: 'in.zip', data: zipOf([OTHER]) }], {}],
  ])('%s', async (_, specs, options) => {
    const archive = await read(zipOf(specs, options));
    expect(faultNames(archive)).toEqual([]);
    expect(archive.entries.map(({ name }) => name)).toEqual(specs.map(({ name }) => name));
    for (const [index, { data }] of specs.entries()) {
      const { content, declaredSize } = archive.entries[index]!;
      expect(Buffer.from(content!).equals(Buffer.from(data as string))).toBe(true);
      expect(declaredSize).toBe(content!.length);
    }
  });

  it.each<[string, ZipOptions]>([
    ['offsets count it', { counted: true }],
    ['offsets do not count it', {}],
    ['zip64', { zip64: true }],
  ])('data before it: %s', async (_, options) => {
    const archive = await read(zipOf([MD, OTHER], { prefix: Buffer.from('#!/bin/sh\n'), ...options }));
    expect(faultNames(archive)).toEqual(['prefix-data']);
    expect(archive.entries).toMatchObject([{ name: 'SKILL.md', offset: 10, size: 160 }, { size: 5 }]);
  });
});

describe('names and types', () => {
  it.each<[string, ZipSpec, object]>([
    ['flag 11', { name: 'ü' }, { name: 'ü', nameEncoding: 'declared-utf-8' }],
    ['ASCII', { name: 'u', flags: 0 }, { name: 'u', nameEncoding: 'ascii' }],
    ['UTF-8 without the flag', { name: 'ü', flags: 0 }, { name: 'ü', nameEncoding: 'utf-8' }],
    ['CP437', { name: Buffer.from([0x81]), flags: 0 }, { name: 'ü', nameEncoding: 'cp437' }],
    [
      'a Unicode path',
      { name: 'u', flags: 0, extra: unicodePath('u', 'ü') },
      { name: 'ü', nameEncoding: 'declared-utf-8', extras: ['unicode-path'] },
    ],
    ['a directory', { name: 'd/', mode: 0o040755 }, { type: 'directory', mode: 0o755, typeCode: '40755' }],
    [
      'a symbolic link',
      { name: 'l', mode: 0o120777, data: 'target' },
      { type: 'symlink', linkTarget: 'target', content: undefined },
    ],
    ['a device', { name: 'd', mode: 0o020644 }, { type: 'character-device' }],
    ['setuid', { name: 's', mode: 0o104755 }, { type: 'file', mode: 0o4755 }],
    ['OS X', { name: 's', mode: 0o104755, maker: 0x1314 }, { mode: 0o4755 }],
    [
      'DOS has no mode',
      { name: 's', mode: 0o120755, maker: 0x0014 },
      { type: 'file', mode: undefined, typeCode: '' },
    ],
    ['Unix extra fields', { extra: extraField(0x7875, Buffer.alloc(11)) }, { extras: ['unix-extra'] }],
  ])('%s', async (_, spec, expected) => {
    const archive = await read(zipOf([spec]));
    expect(faultNames(archive)).toEqual([]);
    expect(archive.entries[0]).toMatchObject(expected);
  });
});

/** The second entry of the directory names the place of the first. */
const twice = zipOf([MD, { ...OTHER, ghost: true, offset: 0, name: 'again', data: MD.data, method: 8 }]);

describe('faults', () => {
  const plain = zipOf([MD, OTHER]);
  it.each<[string, Uint8Array, string[]]>([
    ['nothing', new Uint8Array(), ['not-zip!']],
    ['text', Buffer.from('Not found'), ['not-zip!']],
    ['no entries', zipOf([]), ['empty-archive']],
    ['no entries, a comment', zipOf([], { comment: 'x' }), ['empty-archive']],
    ['cut in an entry', plain.subarray(0, 60), ['truncated!']],
    ['cut in the directory', plain.subarray(0, plain.length - 30), ['truncated!']],
    ['cut in the comment', zipOf([MD], { comment: 'long comment' }).subarray(0, -3), ['truncated!']],
    ['its beginning cut off', plain.subarray(10), ['bad-local-header!']],
    ['data after it', zipOf([MD], { trailing: Buffer.from('more') }), ['trailing-data']],
    ['zeros after it', zipOf([MD], { trailing: Buffer.alloc(100) }), ['trailing-zeros']],
    ['a set of several', zipOf([MD], { disk: 1 }), ['multi-disk!']],
    ['a signature in the comment', zipOf([MD], { comment: `PK\x05\x06${'x'.repeat(30)}` }), ['ambiguous-end']],
    [
      'a zip in the comment',
      zipOf([MD], { comment: zipOf([OTHER]) }),
      ['ambiguous-end', 'hidden-entry!', 'prefix-data'],
    ],
    ['another count', zipOf([MD], { entries: 2 }), ['count-mismatch!']],
    ['bytes after the directory', zipOf([MD], { afterDirectory: Buffer.from('gap') }), ['unclaimed-bytes']],
    ['bytes between entries', zipOf([MD, { ...OTHER, gap: Buffer.from('gap') }]), ['unclaimed-bytes']],
    ['an entry that is not listed', zipOf([MD, { ...OTHER, hidden: true }]), ['hidden-entry!']],
    [
      'an entry that is not listed, in front',
      zipOf([{ ...OTHER, hidden: true }, MD]),
      ['hidden-entry!', 'prefix-data'],
    ],
    ['a zip in front', zipOf([MD], { prefix: zipOf([OTHER]) }), ['hidden-entry!', 'prefix-data']],
    ['an entry that is only listed', zipOf([MD, { ...OTHER, ghost: true }]), ['bad-local-header!']],
    ['two entries of one place', twice, ['overlap!']],
    ['a wrong CRC', zipOf([{ ...MD, crc: 1 }]), ['crc-mismatch!']],
    ['a size too small', zipOf([{ ...MD, unpacked: 100 }]), ['size-mismatch!']],
    ['a size too large', zipOf([{ ...MD, unpacked: 200 }]), ['size-mismatch!']],
    ['a stored size that differs', zipOf([{ ...OTHER, unpacked: 6 }]), ['size-mismatch!']],
    [
      'data that ends early',
      zipOf([{ ...MD, raw: Buffer.concat([deflateRawSync(MD.data as string), Buffer.from('xx')]) }]),
      ['size-mismatch!'],
    ],
    [
      'data without an end',
      zipOf([{ ...MD, raw: deflateRawSync(MD.data as string).subarray(0, -2) }]),
      ['truncated!'],
    ],
    ['data that is no deflate', zipOf([{ ...MD, raw: Buffer.from([7, 7, 7]) }]), ['bad-deflate!']],
    ['bzip2', zipOf([{ ...OTHER, method: 12 }]), ['unknown-method!']],
    ['encrypted', zipOf([{ ...OTHER, flags: 1 }]), ['encrypted!']],
    ['another local name', zipOf([{ ...MD, local: { name: 'SKILL.MD' } }]), ['headers-disagree!']],
    ['another local method', zipOf([{ ...MD, local: { method: 0 } }]), ['headers-disagree!']],
    ['another local CRC', zipOf([{ ...MD, local: { crc: 1 } }]), ['headers-disagree!']],
    ['another local size', zipOf([{ ...MD, local: { unpacked: 1 } }]), ['headers-disagree!']],
    ['other local flags', zipOf([{ ...MD, local: { flags: 0 } }]), ['flags-disagree']],
    [
      'another descriptor',
      zipOf([{ ...MD, flags: 8, descriptor: Buffer.alloc(16, 1) }]),
      ['headers-disagree!', 'unclaimed-bytes'],
    ],
    ['no descriptor', zipOf([{ ...MD, flags: 8 }, OTHER]), ['no-descriptor']],
    ['a name that is no UTF-8', zipOf([{ ...MD, name: Buffer.from([0x81]) }]), ['name-not-utf-8']],
    ['a stale Unicode path', zipOf([{ ...MD, extra: unicodePath('other', 'x') }]), ['stale-unicode-path']],
    ['an extra field too long', zipOf([{ ...MD, extra: Buffer.from([1, 2, 9, 0, 1]) }]), ['bad-extra']],
    [
      'a zip64 field too short',
      zipOf([{ ...MD, extra: extraField(1, Buffer.alloc(4)), central: { packed: WIDE } }]),
      ['bad-central-directory!'],
    ],
    ['data in a directory', zipOf([{ name: 'd/', data: 'x' }]), ['directory-with-data']],
  ])('%s', async (_, bytes, expected) => {
    const archive = await read(bytes);
    expect(faultNames(archive)).toEqual(expected);
  });

  it('is cut anywhere and says so', async () => {
    for (let length = 4; length < plain.length; length += 1) {
      const archive = await read(plain.subarray(0, length));
      expect(
        archive.faults.some(({ grave }) => grave),
        `cut to ${length}`,
      ).toBe(true);
    }
  });

  it('a zip64 locator that points nowhere', async () => {
    const bytes = zipOf([MD], { zip64: true });
    bytes.fill(0, bytes.indexOf('PK\x06\x06', 0, 'latin1'), bytes.indexOf('PK\x06\x07', 0, 'latin1'));
    expect(faultNames(await read(bytes))).toEqual(['bad-zip64!']);
  });

  it('keeps the bytes of a wrong CRC, and nothing of what cannot be decoded', async () => {
    const archive = await read(
      zipOf([
        { ...OTHER, crc: 1 },
        { ...OTHER, name: 'b', method: 12 },
      ]),
    );
    expect(archive.entries.map(({ content }) => content && Buffer.from(content).toString())).toEqual([
      'other',
      undefined,
    ]);
  });

  it('names the entry', async () => {
    const { faults } = await read(zipOf([MD, { ...OTHER, crc: 1 }]));
    expect(faults).toMatchObject([{ name: 'crc-mismatch', entry: 'other.txt' }]);
  });

  it('lists a hundred of a kind', async () => {
    const { faults } = await read(
      zipOf(Array.from({ length: 500 }, (_, i) => ({ name: `f${i}`, data: 'x', crc: 1 }))),
    );
    expect(faults).toHaveLength(100);
    expect(faults.at(-1)!.detail).toContain('more of this kind');
  });
});

describe('limits', () => {
  it.each([
    ['entries', { entries: 1 }],
    ['depth', { depth: 1 }],
    ['unpackedBytes', { unpackedBytes: 500 }],
    ['ratio', { ratio: 10 }],
  ])('%s', async (limit, change) => {
    const big = { name: 'a/b', data: Buffer.alloc(2 ** 21), method: 8 };
    const archive = await read(zipOf([MD, big]), { ...LIMITS, ratio: 10_000, ...change });
    expect(archive.stopped).toMatchObject({ limit });
    expect(faultNames(archive)).toEqual([]);
  });

  it('an archive of just the limits passes', async () => {
    const archive = await read(zipOf([MD, OTHER]), { entries: 2, depth: 1, unpackedBytes: 165, ratio: 1 });
    expect(archive).toMatchObject({ unpackedBytes: 165, faults: [] });
    expect(archive.stopped).toBeUndefined();
  });
});
