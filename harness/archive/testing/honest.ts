import { expect } from 'vitest';
import type { Archive, ArchiveFormat } from '../archive.js';
import { readArchive } from '../read.js';
import { sniffFormat } from '../sniff.js';
import { unpack } from '../unpack.js';
import { faultNames, LIMITS, problemsOf } from './limits.js';
import { EMPTY_DIRECTORY } from './tools.js';

/** Reads an archive, finds nothing wrong with it, and finds just these files in it. */
export async function expectHonest(
  bytes: Uint8Array,
  format: ArchiveFormat,
  files: Readonly<Record<string, Uint8Array>>,
  directories = true,
): Promise<Archive> {
  const archive = await readArchive(bytes, format, LIMITS);
  expect(archive.stopped).toBeUndefined();
  // bsdtar fills what it writes to a pipe up to 10 KiB.
  expect(faultNames(archive).filter((name) => name !== 'trailing-zeros')).toEqual([]);
  expect(problemsOf(archive)).toEqual([]);
  expect(sniffFormat(bytes)).toBe(format);
  const unpacked = unpack(archive);
  expect([...unpacked.files.keys()].sort()).toEqual(Object.keys(files).sort());
  for (const [path, content] of Object.entries(files)) {
    expect(Buffer.compare(unpacked.files.get(path)!, content), path).toBe(0);
  }
  if (directories) expect(unpacked.directories).toContain(EMPTY_DIRECTORY);
  for (const entry of archive.entries) {
    if (entry.type === 'file') expect(entry.size).toBe(entry.content?.length);
  }
  return archive;
}
