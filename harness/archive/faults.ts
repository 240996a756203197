import type { ArchiveFault } from './archive.js';

/** Faults of one name that are listed; a hostile archive has one in each of its entries. */
const LISTED = 100;

/**
 * All names of faults, and whether they are grave. Sources: RFC 1952 (gzip), POSIX.1-2017 pax and the GNU tar manual
 * (tar), PKWARE APPNOTE 6.3 (zip).
 */
const GRAVE = {
  /** The bytes do not begin as gzip does. */
  'not-gzip': true,
  /** The first block is no tar header. */
  'not-tar': true,
  /** There is no end of a central directory, nor a local header at the start. */
  'not-zip': true,
  /** The data ends before what was announced. */
  truncated: true,
  /** Decodes, and holds no entry. */
  'empty-archive': false,
  /** Bytes after the end that belong to nothing. */
  'trailing-data': false,
  /** Zeros after the last gzip member or the end of a zip: padding to whole blocks, as bsdtar writes to a pipe. */
  'trailing-zeros': false,
  /** A name that is declared to be UTF-8 and is not. */
  'name-not-utf-8': false,
  /** Compressed data that is no deflate stream. */
  'bad-deflate': true,

  'gzip-method': true,
  'gzip-flags': true,
  'gzip-header-crc': true,
  'gzip-crc': true,
  'gzip-size': true,
  /** Several members: legal, and some readers stop after the first. */
  'gzip-members': false,

  'bad-checksum': true,
  /** A size that is no number. */
  'bad-size': true,
  'bad-mode': false,
  'bad-pax-record': true,
  'bad-sparse': true,
  /** Metadata over what readers take. */
  'oversized-metadata': true,
  /** Metadata that no entry follows. */
  'stray-metadata': false,
  /** A link, directory or device with a size: some readers skip that many bytes, others do not. */
  'size-without-data': false,
  'no-end-marker': false,
  'single-zero-block': false,
  'data-after-end': false,

  'ambiguous-end': false,
  'multi-disk': true,
  'bad-zip64': true,
  'bad-central-directory': true,
  /** The end record counts other entries than there are. */
  'count-mismatch': true,
  'bad-local-header': true,
  'headers-disagree': true,
  'flags-disagree': false,
  /** Bit 3 promises a data descriptor, and the next record follows at once. */
  'no-descriptor': false,
  'bad-extra': false,
  /** The Unicode path is of another name; readers must not use it. */
  'stale-unicode-path': false,
  'unknown-method': true,
  encrypted: true,
  'crc-mismatch': true,
  'size-mismatch': true,
  overlap: true,
  /** A local header that the central directory does not know. */
  'hidden-entry': true,
  'prefix-data': false,
  'unclaimed-bytes': false,
  'directory-with-data': false,
} as const;

export type FaultName = keyof typeof GRAVE;

/** Every name that an `ArchiveFault` can have. */
export const FAULT_NAMES = Object.keys(GRAVE) as readonly FaultName[];

/** Collects the faults of one archive, at most 100 of a name; the last one listed says so. */
export class FaultList {
  readonly list: ArchiveFault[] = [];
  readonly #counts = new Map<FaultName, number>();

  /** @param entry the printed name of the entry it belongs to */
  add(name: FaultName, detail: string, entry?: string): void {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count > LISTED) return;
    const more = count === LISTED ? ' (more of this kind are not listed)' : '';
    this.list.push({ name, grave: GRAVE[name], detail: detail + more, ...(entry === undefined ? {} : { entry }) });
  }
}
