import type { Archive, ArchiveLimits } from '../archive.js';
import { checkArchive } from '../check.js';

export const LIMITS: ArchiveLimits = { unpackedBytes: 64 * 1024 * 1024, entries: 10_000, depth: 64, ratio: 1000 };

/** The names of an archive's faults; grave ones with an exclamation mark. */
export const faultNames = (archive: Archive): string[] =>
  archive.faults.map(({ name, grave }) => (grave ? `${name}!` : name));

/** "rule: name entry" of each problem. */
export const problemsOf = (archive: Archive, limits = LIMITS): string[] =>
  checkArchive(archive, limits).map(
    ({ rule, name, entry }) => `${rule}: ${name}${entry === undefined ? '' : ` ${entry}`}`,
  );
