import { fc, test as property } from '@fast-check/vitest';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { Archive, ArchiveFormat, ArchiveLimits } from './archive.js';
import { checkArchive } from './check.js';
import { FAULT_NAMES } from './faults.js';
import { Feeder } from './feeder.js';
import { FaultList } from './faults.js';
import { Budget } from './budget.js';
import { readArchive } from './read.js';
import { sniffFormat } from './sniff.js';
import { TarReader } from './tar.js';
import { LIMITS } from './testing/limits.js';
import { paxEntry, tarOf, type TarSpec } from './testing/tar-writer.js';
import { zipOf, type ZipSpec } from './testing/zip-writer.js';
import { unpack } from './unpack.js';

const SMALL: ArchiveLimits = { unpackedBytes: 50_000, entries: 20, depth: 8, ratio: 100 };

const segment = fc
  .string({ unit: fc.constantFrom('a', 'b', 'Z', 'ü', '🚀', ' ', '.', '-'), minLength: 1, maxLength: 12 })
  .filter((text) => !/^\.\.?$/.test(text));
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
/** Files of which none is a directory of another, case and normal form apart. */
const tree = fc.dictionary(path, fc.uint8Array({ maxLength: 1500 }), { maxKeys: 12 }).map((files) => {
  const paths = Object.keys(files);
  const kept = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
  return Object.fromEntries(kept.map((one) => [one, files[one]!]));
});

/** What every answer must keep, whatever the bytes were. */
function expectSane(archive: Archive, limits: ArchiveLimits): void {
  expect(archive.unpackedBytes).toBeLessThanOrEqual(limits.unpackedBytes);
  // The entry that is too deep is shown.
  expect(archive.entries.length).toBeLessThanOrEqual(limits.entries);
  for (const { name } of archive.faults) expect(FAULT_NAMES).toContain(name);
  let bytes = 0;
  for (const [index, entry] of archive.entries.entries()) {
    expect(entry.index).toBe(index);
    if (entry.content !== undefined) {
      expect(entry.type).toBe('file');
      expect(entry.content.length).toBe(entry.size);
      bytes += entry.size;
    }
  }
  expect(bytes).toBeLessThanOrEqual(archive.unpackedBytes);
  checkArchive(archive, limits);
  unpack(archive);
}

const asTar = (files: Readonly<Record<string, Uint8Array>>): Buffer =>
  tarOf(...Object.entries(files).flatMap(([name, data]) => [paxEntry({ path: name }), { name: 'x', data }]));
const asZip = (files: Readonly<Record<string, Uint8Array>>, how: number): Buffer =>
  zipOf(
    Object.entries(files).map(([name, data], index): ZipSpec => {
      const method = (how + index) % 2 === 0 ? 8 : 0;
      return { name, data, method, descriptor: how % 3 === 0 ? 'signed' : how % 3 === 1 ? 'wide' : undefined };
    }),
  );

describe('trees come back', () => {
  property.prop([tree, fc.nat(5)])('in every format', async (files, how) => {
    const tar = asTar(files);
    const all: [ArchiveFormat, Uint8Array][] = [
      ['tar', tar],
      ['tar.gz', gzipSync(tar)],
      ['zip', asZip(files, how)],
    ];
    for (const [format, bytes] of all) {
      const archive = await readArchive(bytes, format, LIMITS);
      expect(archive.faults.filter(({ name }) => name !== 'empty-archive')).toEqual([]);
      expect(sniffFormat(bytes)).toBe(format === 'tar' && Object.keys(files).length === 0 ? undefined : format);
      const unpacked = unpack(archive);
      expect(Object.fromEntries(unpacked.files)).toEqual(files);
    }
  });
});

const GOOD: TarSpec[] = [
  { name: 'SKILL.md', data: '# Probe\n'.repeat(30) },
  { name: 'dir/', type: '5' },
  { name: 'link', type: '2', link: 'SKILL.md' },
  { name: 'hard', type: '1', link: 'SKILL.md' },
  { name: 'dir/file', data: 'x'.repeat(600) },
];
const goodTar = tarOf(paxEntry({ path: 'long'.repeat(40) }), ...GOOD, { type: 'L', data: 'gnu\0' }, { data: 'y' });
const goodZip = zipOf(
  [
    { name: 'SKILL.md', data: '# Probe\n'.repeat(30), method: 8 },
    { name: 'dir/' },
    { name: 'link', mode: 0o120777, data: 'SKILL.md' },
    { name: 'dir/file', data: 'x'.repeat(600), method: 8, descriptor: 'signed' },
  ],
  { zip64: true, comment: 'comment' },
);
const SEEDS: readonly [ArchiveFormat, Buffer][] = [
  ['tar', goodTar],
  ['tar.gz', gzipSync(goodTar)],
  ['zip', goodZip],
];

const edit = fc.record({
  at: fc.nat(6000),
  remove: fc.oneof(fc.constant(1), fc.nat(4), fc.nat(600)),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.constantFrom(new Uint8Array([0xff, 0xff, 0xff, 0xff]), new Uint8Array([0])),
  ),
});

describe('no bytes make it throw or go over its limits', () => {
  property.prop([fc.uint8Array({ maxLength: 2000 }), fc.constantFrom<ArchiveFormat>('tar', 'tar.gz', 'zip')], {
    numRuns: 300,
  })('arbitrary bytes', async (bytes, format) => {
    sniffFormat(bytes);
    expectSane(await readArchive(bytes, format, SMALL), SMALL);
  });

  property.prop([fc.constantFrom(...SEEDS), fc.array(edit, { minLength: 1, maxLength: 6 })], { numRuns: 1500 })(
    'good archives with changed bytes',
    async ([format, good], edits) => {
      let bytes = good;
      for (const { at, remove, insert } of edits) {
        const place = at % (bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
      }
      expectSane(await readArchive(bytes, format, SMALL), SMALL);
    },
  );

  // Most changes to a tar end at a checksum; here they get past it.
  const field = fc.constantFrom(100, 124, 156, 157, 257, 345, 386, 482, 483);
  property.prop(
    [
      fc.array(fc.tuple(field, fc.uint8Array({ minLength: 1, maxLength: 13 })), { maxLength: 3 }),
      fc.string({ maxLength: 60 }),
    ],
    { numRuns: 500 },
  )('tar headers with changed fields', async (patches, text) => {
    const fuzzed: TarSpec = { name: 'fuzzed', data: text, patches };
    const sparse = { 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.realsize': '100' };
    const bytes = tarOf(fuzzed, { type: 'x', data: text }, paxEntry(sparse), fuzzed, ...GOOD);
    expectSane(await readArchive(bytes, 'tar', SMALL), SMALL);
  });

  property.prop([fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 50 })])(
    'the pieces that a tar comes in do not matter',
    async (sizes) => {
      const whole = await readArchive(goodTar, 'tar', LIMITS);
      const faults = new FaultList();
      const reader = new TarReader(faults, new Budget(LIMITS, goodTar.length), false);
      const feeder = new Feeder(reader.parse());
      for (let at = 0, turn = 0; at < goodTar.length; turn += 1) {
        const size = sizes[turn % sizes.length]!;
        feeder.push(goodTar.subarray(at, at + size));
        at += size;
      }
      feeder.end();
      expect(reader.entries).toEqual(whole.entries);
      expect(faults.list).toEqual(whole.faults);
    },
  );
});
