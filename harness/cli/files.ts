import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './exit.js';

/** Where the text really goes: links are followed, so that they are kept. */
function place(path: string): { readonly path: string; readonly special: boolean } {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { path, special: false };
  if (stats.isDirectory()) throw new Error('it is a folder');
  // A device or a pipe must be written to, never be replaced by a file.
  if (!stats.isFile()) return { path, special: true };
  accessSync(path, constants.W_OK);
  return { path: realpathSync(path), special: false };
}

const temporary = (path: string): string => join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);

/** Makes sure, before a run of minutes, that its report can be written; creates the folder. */
export function ensureWritable(path: string, flag: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const to = place(path);
    if (to.special) return;
    const probe = temporary(to.path);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${flag} cannot write ${path}: ${reason}`, 'Nothing was started. Name another place.');
  }
}

/** Writes a whole file or none: beside its place first, and then in one move. */
export function writeWhole(path: string, parts: Iterable<string>): void {
  const to = place(path);
  const file = to.special ? to.path : temporary(to.path);
  try {
    const descriptor = openSync(file, 'w');
    try {
      for (const part of parts) {
        const bytes = Buffer.from(part);
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
      }
    } finally {
      closeSync(descriptor);
    }
    if (!to.special) renameSync(file, to.path);
  } catch (error) {
    if (!to.special) rmSync(file, { force: true });
    throw error;
  }
}
