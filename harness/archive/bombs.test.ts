import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { ArchiveFormat, ArchiveLimits } from './archive.js';
import { LIMITS } from './testing/limits.js';
import { base256, paxEntry, tarHeader, tarOf } from './testing/tar-writer.js';
import { scratch } from './testing/tools.js';
import { zipOf, type ZipSpec } from './testing/zip-writer.js';

const MEASURE = fileURLToPath(new URL('testing/measure.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/harness/archive/read.js', import.meta.url));
// Thrown here, not in a hook: tests that a hook fails count as skipped.
if (!existsSync(BUILT)) throw new Error(`${BUILT} is missing: npm run build makes it`);

const MIB = 1024 * 1024;
const place = scratch();
afterAll(place.remove);

interface Cost {
  /** Processor time. */
  readonly ms: number;
  readonly grownBytes: number;
  readonly unpackedBytes: number;
  readonly stopped: string | undefined;
  readonly entries: number;
  readonly files: number;
  readonly problems: readonly string[];
}

/** Reads an archive in a process of its own, so that its memory can be told. */
function cost(bytes: Uint8Array, format: ArchiveFormat, limits: ArchiveLimits): Cost {
  const file = join(place.path, 'bomb');
  writeFileSync(file, bytes);
  const { stdout, stderr } = spawnSync(process.execPath, [MEASURE, format, file, JSON.stringify(limits)], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Cost;
}

function expectBounded(told: Cost, limits: ArchiveLimits, ms = 2000): void {
  expect(told.ms).toBeLessThan(ms);
  expect(told.grownBytes).toBeLessThan(limits.unpackedBytes + 64 * MIB);
  expect(told.unpackedBytes).toBeLessThanOrEqual(limits.unpackedBytes);
}

/** Deflate data of `mebibytes` of zeros: one piece over and over, since a piece refers to nothing but zeros before it. */
function zeros(mebibytes: number): Buffer {
  const flushed = { finishFlush: constants.Z_SYNC_FLUSH, level: 9 };
  const piece = deflateRawSync(Buffer.alloc(MIB), flushed);
  return Buffer.concat([...Array.from({ length: mebibytes }, () => piece), deflateRawSync('')]);
}

/** A gzip of `head` and zeros; its trailer is never reached. */
function gzipBomb(head: Buffer, mebibytes: number): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const start = deflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([header, start, zeros(mebibytes), Buffer.alloc(8)]);
}

/** Records of the central directory that all name the place of the first entry. */
const ghostsOf = (kernel: ZipSpec, count: number): ZipSpec[] =>
  Array.from({ length: count }, (_, i) => ({
    ...kernel,
    name: `f${i}`,
    raw: Buffer.alloc(0),
    packed: kernel.raw!.length,
    ghost: true,
    offset: 0,
  }));

describe('bombs stop early, with little memory', () => {
  const limits = { ...LIMITS, ratio: 5000 };
  const file = tarHeader({ name: 'SKILL.md', size: base256(BigInt(10 * 1024 * MIB), 12) });

  it('ten gibibytes of zeros in a tar.gz', () => {
    const told = cost(gzipBomb(file, 10 * 1024), 'tar.gz', limits);
    expectBounded(told, limits);
    expect(told).toMatchObject({ stopped: 'unpackedBytes', entries: 1, problems: ['unpacked-bytes'] });
  });

  it('a file of just the limit is kept once', () => {
    const large = { ...limits, unpackedBytes: 256 * MIB };
    const head = tarHeader({ name: 'SKILL.md', size: 255 * MIB });
    const told = cost(gzipBomb(head, 300), 'tar.gz', large);
    expectBounded(told, large, 4000);
    expect(told).toMatchObject({ stopped: 'unpackedBytes', files: 1 });
  });

  it('by its ratio', () => {
    const told = cost(gzipBomb(file, 40), 'tar.gz', { ...limits, ratio: 100 });
    expectBounded(told, limits);
    expect(told).toMatchObject({ stopped: 'ratio' });
    expect(told.unpackedBytes).toBeLessThan(5 * MIB);
  });

  it('zeros that are no tar', () => {
    const told = cost(gzipBomb(Buffer.from('x'.repeat(512)), 10 * 1024), 'tar.gz', limits);
    expectBounded(told, limits);
    expect(told.problems).toEqual(expect.arrayContaining(['not-tar', 'unpacked-bytes']));
  });

  it('a sparse file of a tebibyte', () => {
    const records = { 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.realsize': String(2 ** 40) };
    const tar = tarOf(paxEntry(records), { name: 'SKILL.md', data: '0\n'.padEnd(512, '\0') });
    const told = cost(tar, 'tar', limits);
    expectBounded(told, limits, 500);
    expect(told).toMatchObject({ stopped: 'ratio', files: 0 });
  });

  it('a zip of ten gibibytes in a hundred entries', () => {
    const raw = zeros(100);
    const specs = Array.from({ length: 100 }, (_, i) => ({ name: `f${i}`, method: 8, raw, unpacked: 100 * MIB }));
    const told = cost(zipOf(specs), 'zip', limits);
    expectBounded(told, limits);
    expect(told).toMatchObject({ stopped: 'unpackedBytes', entries: 100 });
  });

  it('a zip whose entries are one', () => {
    const kernel: ZipSpec = { name: 'f', method: 8, raw: zeros(20), unpacked: 20 * MIB };
    const ghosts = ghostsOf(kernel, 5000);
    const told = cost(zipOf([kernel, ...ghosts]), 'zip', limits);
    expectBounded(told, limits);
    expect(told.unpackedBytes).toBe(20 * MIB);
    expect(told.problems).toContain('overlap');
  });

  it('a zip whose entries quote each other', () => {
    const told = cost(quoted(2000, zeros(20), 20 * MIB), 'zip', limits);
    expectBounded(told, limits);
    expect(told.problems).toContain('overlap');
    expect(told.unpackedBytes).toBeLessThan(22 * MIB);
  });

  it('one block of work, named by many entries, is done once', () => {
    // Empty stored blocks: they unpack to nothing, so no limit of bytes would end them.
    const idle = Buffer.concat([Buffer.alloc(5 * MIB, Buffer.from([0, 0, 0, 0xff, 0xff])), deflateRawSync('')]);
    const kernel: ZipSpec = { name: 'f', method: 8, raw: idle, unpacked: 0, crc: 0 };
    const ghosts = ghostsOf(kernel, 5000);
    expectBounded(cost(zipOf([kernel, ...ghosts]), 'zip', limits), limits);
  });

  it('ten thousand small entries', () => {
    const specs = Array.from({ length: 10_000 }, (_, i) => ({ name: `f${i}`, method: 8, data: `file ${i}` }));
    const told = cost(zipOf([{ name: 'SKILL.md' }, ...specs.slice(1)]), 'zip', limits);
    expect(told).toMatchObject({ files: 10_000, problems: [] });
    expectBounded(told, limits, 5000);
  });

  it('ten thousand entries that claim much and hold little', () => {
    const raw = deflateRawSync(Buffer.alloc(60_000));
    const specs = Array.from({ length: 10_000 }, (_, i) => ({ name: `f${i}`, method: 8, raw, unpacked: 60_001 }));
    expectBounded(cost(zipOf(specs), 'zip', limits), limits, 5000);
  });

  it('a tar of long names', () => {
    const large = { ...limits, unpackedBytes: 256 * MIB };
    const parts = Array.from({ length: 1500 }, (_, i) => [
      paxEntry({ path: `${i}${'x'.repeat(60_000)}`, linkpath: 'y'.repeat(60_000) }),
      tarHeader({ type: '2' }),
    ]).flat();
    const told = cost(tarOf(...parts), 'tar', limits);
    expectBounded(told, limits, 4000);
    expect(told.stopped).toBe('unpackedBytes');
    expectBounded(cost(tarOf(...parts), 'tar', large), large, 4000);
  });
});

/**
 * A zip in which each entry's data begins with a stored block that quotes the next local header, and goes on with the data
 * of that: the data at the end unpacks once for each entry.
 */
function quoted(count: number, kernel: Buffer, size: number): Buffer {
  const names = Array.from({ length: count }, (_, i) => `q${String(i).padStart(5, '0')}`);
  const lengths = names.map((_, i) => (count - 1 - i) * 41 + kernel.length);
  const header = (i: number): Buffer => {
    const spec: ZipSpec = { name: names[i], method: 8, raw: Buffer.alloc(0), packed: lengths[i], unpacked: size };
    return zipOf([spec]).subarray(0, 36);
  };
  const parts: Buffer[] = [header(0)];
  for (let i = 1; i < count; i += 1) parts.push(Buffer.from([0, 36, 0, 219, 255]), header(i));
  const raw = Buffer.concat([...parts, kernel]).subarray(36);
  const first: ZipSpec = { name: names[0], method: 8, raw, unpacked: size };
  const rest = names.slice(1).map((name, i): ZipSpec => ({
    name,
    method: 8,
    raw: Buffer.alloc(0),
    packed: lengths[i + 1],
    unpacked: size,
    ghost: true,
    offset: (i + 1) * 41,
  }));
  return zipOf([first, ...rest]);
}
