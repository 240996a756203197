import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * What a server gives away that takes paths from its clients. Only what anyone may read in the folder of the system's
 * settings: these mutants run on the machines of people who only wanted to test something.
 */
const OPEN = /^\/etc(?:\/|$)/;
const MAX_SIZE = 64 * 1024;

/** The bytes of a file of the host; undefined when there is none, or none of those. */
export function hostFile(path: string): Uint8Array | undefined {
  const normal = posix.normalize(path);
  try {
    const about = OPEN.test(normal) ? statSync(normal) : undefined;
    if (about === undefined || !about.isFile() || about.size > MAX_SIZE) return undefined;
    return (about.mode & 0o004) === 0 ? undefined : readFileSync(normal);
  } catch {
    return undefined;
  }
}
