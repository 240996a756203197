import { gzipSync, zipSync, type Zippable } from 'fflate';
import type { ServedFile } from './catalogue.js';
import { tar, type PackedEntry } from './tar.js';

/** How an archive is packed. A plain `tar` is no form of ours; it is for variations that offer one more. */
export type ArchiveFormat = 'tar.gz' | 'zip' | 'tar';

/** An archive that a skill is offered as. */
export interface Offer {
  uri: string;
  mimeType: string;
  readonly format: ArchiveFormat;
}

/** What goes into one archive, before it is packed. Entries may be added, changed, removed, and stand twice (not in a zip). */
export interface Archive {
  /** The root of the skill. */
  readonly root: string;
  readonly format: ArchiveFormat;
  entries: PackedEntry[];
}

const MIME_TYPES: Readonly<Record<ArchiveFormat, string>> = {
  'tar.gz': 'application/gzip',
  zip: 'application/zip',
  tar: 'application/x-tar',
};

/** A skill as an archive beside its root: `…/refunds` as `…/refunds.tar.gz`. */
export const offerOf = (root: string, format: ArchiveFormat): Offer => ({
  uri: `${root}.${format}`,
  mimeType: MIME_TYPES[format],
  format,
});

/** A script is executable. No file system is asked: some have no such bit, and npm takes it away. */
const isScript = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x21;

/** The files of a skill, by their path below its root, as entries in the order given. */
export const entriesOf = (files: ReadonlyMap<string, ServedFile>): PackedEntry[] =>
  [...files].map(([path, file]) => {
    const bytes = file.bytes();
    return { path, bytes, mode: isScript(bytes) ? 0o755 : 0o644 };
  });

/** The bits of a UNIX mode that tell what an entry is; a zip has no hard links and takes them as files. */
const S_IFMT = {
  file: 0o100000,
  hardlink: 0o100000,
  symlink: 0o120000,
  directory: 0o040000,
  fifo: 0o010000,
} as const;

function zip(entries: readonly PackedEntry[]): Uint8Array {
  const files: Zippable = {};
  for (const { path, bytes, mode = 0o644, kind = 'file', link } of entries) {
    if (Object.hasOwn(files, path)) throw new Error(`fflate cannot put ${path} into a zip twice.`);
    const attrs = ((S_IFMT[kind] | mode) << 16) >>> 0;
    files[path] = [link === undefined ? bytes : new TextEncoder().encode(link), { os: 3, attrs }];
  }
  // A zip holds local time, and fflate reads the date in it: this is the same date everywhere.
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

/** Packs entries; the same entries give the same bytes at every start. */
export function pack(format: ArchiveFormat, entries: readonly PackedEntry[]): Uint8Array {
  if (format === 'zip') return zip(entries);
  const bytes = tar(entries);
  return format === 'tar' ? bytes : gzipSync(bytes, { mtime: 0 });
}
