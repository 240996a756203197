import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArchive } from './read.js';
import { faultNames, LIMITS, problemsOf } from './testing/limits.js';
import { tarOf, tgzOf } from './testing/tar-writer.js';
import { zipOf } from './testing/zip-writer.js';

const TAR = tarOf({ name: 'SKILL.md', data: '# Probe' });
const read = (bytes: Uint8Array, limits = LIMITS) => readArchive(bytes, 'tar.gz', limits);
const names = async (bytes: Uint8Array) => faultNames(await read(bytes));
const patched = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at < 0 ? copy.length + at : at] = value;
  return copy;
};

/** A gzip with all optional fields of the header. */
function decorated(headerCrc = 0): Buffer {
  const header = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 4, 0, 1, 2, 3, 4]),
    Buffer.from('name\0comment\0'),
  ]);
  const crc = Buffer.alloc(2);
  crc.writeUInt16LE((crc32(header) & 0xffff) ^ headerCrc);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(TAR), 0);
  trailer.writeUInt32LE(TAR.length, 4);
  return Buffer.concat([header, crc, deflateRawSync(TAR), trailer]);
}

describe('gzip', () => {
  const good = gzipSync(TAR);

  it('of a tar has no fault', async () => expect(await names(good)).toEqual([]));
  it('may have all optional fields', async () => expect(await names(decorated())).toEqual([]));
  it('may be flushed in pieces', async () =>
    expect(await names(gzipSync(TAR, { flush: constants.Z_FULL_FLUSH, level: 0 }))).toEqual([]));

  it.each<[string, Buffer, string[]]>([
    ['a wrong CRC of the header', decorated(1), ['gzip-header-crc!']],
    ['a wrong CRC', patched(good, -8, good.at(-8)! ^ 1), ['gzip-crc!']],
    ['a wrong size', patched(good, -4, good.at(-4)! ^ 1), ['gzip-size!']],
    ['another method', patched(good, 2, 7), ['gzip-method!']],
    ['reserved flags', patched(good, 3, 0x80), ['gzip-flags!']],
    ['invalid data', patched(good, 10, 0x07), ['bad-deflate!']],
    ['zeros after the end', Buffer.concat([good, Buffer.alloc(500)]), ['trailing-zeros']],
    ['garbage after the end', Buffer.concat([good, Buffer.from('garbage')]), ['trailing-data']],
    ['a tar that is cut off', gzipSync(TAR.subarray(0, 515)), ['truncated!']],
    ['nothing inside', gzipSync(''), ['not-tar!']],
    ['an empty tar inside', tgzOf(), ['empty-archive']],
  ])('%s', async (_, bytes, expected) => expect(await names(bytes)).toEqual(expected));

  it('is truncated wherever it is cut', async () => {
    for (let length = 2; length < good.length; length += 1) {
      expect(await names(good.subarray(0, length)), `cut to ${length}`).toEqual(['truncated!']);
    }
    for (let length = 2; length < 40; length += 1) {
      expect(await names(decorated().subarray(0, length)), `cut to ${length}`).toEqual(['truncated!']);
    }
  });

  it('gives what stands before the cut', async () => {
    let seed = 1;
    const data = Buffer.from(Array.from({ length: 20_000 }, () => (seed = (seed * 48_271) % 0x7fffffff) & 0xff));
    const cut = gzipSync(tarOf({ name: 'SKILL.md', data: 'whole' }, { name: 'b', data })).subarray(0, 2000);
    const archive = await read(cut);
    expect(archive.entries).toMatchObject([
      { name: 'SKILL.md', size: 5 },
      { name: 'b', declaredSize: 20_000 },
    ]);
    expect(archive.entries[1]!.size).toBeGreaterThan(100);
    expect(archive.entries[1]!.size).toBeLessThan(20_000);
    expect(archive.entries[1]!.content!.length).toBe(archive.entries[1]!.size);
  });

  it('reads on in the next member', async () => {
    const parts = [TAR.subarray(0, 700), TAR.subarray(700)].map((part) => gzipSync(part));
    const archive = await read(Buffer.concat(parts));
    expect(faultNames(archive)).toEqual(['gzip-members']);
    expect(problemsOf(archive)).toEqual([]);
    expect(Buffer.from(archive.entries[0]!.content!).toString()).toBe('# Probe');
  });

  it('stops after too many members', async () => {
    const members = Buffer.concat(Array.from({ length: 60 }, () => gzipSync('')));
    expect((await read(members, { ...LIMITS, entries: 50 })).stopped).toMatchObject({ limit: 'entries' });
  });
});

describe('what it is instead', () => {
  it.each<[string, Uint8Array, string, RegExp]>([
    ['nothing', Buffer.alloc(0), 'not-gzip', /empty/],
    ['a zip', zipOf([{ name: 'SKILL.md' }]), 'not-gzip', /a zip archive/],
    ['a tar', TAR, 'not-gzip', /a tar archive/],
    ['HTML', Buffer.from('<!DOCTYPE html><p>Not found'), 'not-gzip', /HTML/],
    ['JSON', Buffer.from('{"error":1}'), 'not-gzip', /JSON/],
    ['text', Buffer.from('Not found'), 'not-gzip', /text: "Not found"/],
    ['base64 of it', Buffer.from(gzipSync(TAR).toString('base64')), 'not-gzip', /text: "H4sI/],
    ['xz', Buffer.from('fd377a585a000004', 'hex'), 'not-gzip', /xz/],
    ['binary', Buffer.from('0001020304', 'hex'), 'not-gzip', /binary data that begins with 0001020304/],
    ['gzip of text', gzipSync('# Probe'), 'not-tar', /gzip of something that is no tar: text: "# Probe"/],
    ['gzip of long text', gzipSync('# Probe\n'.repeat(1000)), 'not-tar', /no tar: text/],
    ['gzip of a zip', gzipSync(zipOf([{ name: 'SKILL.md' }])), 'not-tar', /no tar: a zip/],
    ['gzip of gzip', gzipSync(gzipSync(TAR)), 'not-tar', /no tar: gzip/],
  ])('%s', async (_, bytes, name, detail) => {
    const archive = await read(bytes);
    expect(archive.faults).toMatchObject([{ name, grave: true, detail: expect.stringMatching(detail) }]);
    expect(archive.entries).toEqual([]);
    // The same defect once: that there is no SKILL.md follows from it.
    expect(problemsOf(archive)).toEqual([`format-agrees: ${name}`]);
  });
});
