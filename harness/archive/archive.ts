/** What a packed skill comes as. `tar` alone is not in the text of any revision; the decision log names it once. */
export type ArchiveFormat = 'tar.gz' | 'zip' | 'tar';

/** Bounds of unpacking, enforced while the data streams; when one bites, reading stops and `stopped` says so. */
export interface ArchiveLimits {
  /** Bytes of all unpacked data of one archive, headers of a tar included (`--max-unpacked`). */
  readonly unpackedBytes: number;
  /** Entries of one archive (`--max-archive-entries`). */
  readonly entries: number;
  /** Segments of an entry's path (`--max-archive-depth`). */
  readonly depth: number;
  /** Unpacked bytes per packed byte, once a mebibyte is unpacked (`--max-archive-ratio`). */
  readonly ratio: number;
}

export type EntryType =
  'file' | 'directory' | 'symlink' | 'hardlink' | 'character-device' | 'block-device' | 'fifo' | 'socket' | 'other';

/** One entry as the archive has it, in its order, nothing repaired. */
export interface ArchiveEntry {
  /** From 0, in the archive's order (zip: of the central directory). */
  readonly index: number;
  /** Byte offset of its header, in the tar after decompression, or in the zip. */
  readonly offset: number;
  /** The name's bytes as they stand, after pax or GNU long names replaced those of the header. */
  readonly rawName: Uint8Array;
  /** The name for people and comparisons: UTF-8 where the bytes are, else CP437 (zip) or Latin-1 (tar). */
  readonly name: string;
  /** How `name` was decoded. `declared-utf-8`: the archive says so (zip flag 11, pax). */
  readonly nameEncoding: 'declared-utf-8' | 'ascii' | 'utf-8' | 'cp437' | 'latin-1';
  readonly type: EntryType;
  /** The format's own code of the type: tar's flag as a character; zip: the upper half of the Unix mode in octal, or ''. */
  readonly typeCode: string;
  /** Permission bits and setuid, setgid, sticky (07777); undefined where the format carries none. */
  readonly mode: number | undefined;
  /** Target of a link, decoded as `name` is. */
  readonly linkTarget: string | undefined;
  /** The size that the header gives (zip: the central directory); a sparse file's apparent size. */
  readonly declaredSize: number;
  /** Bytes really there; equals `content.length` for a file. */
  readonly size: number;
  /** A file's bytes; undefined for anything else and for what could not be decoded. */
  readonly content: Uint8Array | undefined;
  /** Names of extra fields and extensions met: `pax:path`, `gnu-long-name`, `sparse`, `zip64`, `unix-extra`, `unicode-path` … */
  readonly extras: readonly string[];
}

/**
 * What is wrong with the bytes themselves. `grave` faults mean that the archive does not decode as its format says; the
 * others are oddities that readers pass over (bytes after the end, several gzip members), told as facts.
 */
export interface ArchiveFault {
  /** A stable word, such as `not-gzip`, `truncated`, `bad-checksum`, `crc-mismatch`, `size-mismatch`, `trailing-data`. */
  readonly name: string;
  readonly grave: boolean;
  /** A sentence: what was found, where, what was expected. */
  readonly detail: string;
  /** The entry it belongs to, by its printed name. */
  readonly entry?: string;
}

/** The raw truth of one archive. */
export interface Archive {
  /** The format it was read as. */
  readonly format: ArchiveFormat;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly entries: readonly ArchiveEntry[];
  readonly faults: readonly ArchiveFault[];
  /** The bound that ended the reading; what comes after is unknown. */
  readonly stopped?: { readonly limit: keyof ArchiveLimits; readonly detail: string };
}

/** Requirements that the checker bears on, by the id's last part. */
export type ArchiveRule =
  | 'format-agrees'
  | 'skill-md-at-root'
  | 'relative-paths'
  | 'links-inside'
  | 'regular-entries'
  | 'no-collision'
  | 'no-privilege-bits'
  | 'bounded';

/** One breach of one rule by one entry, or by the archive as a whole. */
export interface ArchiveProblem {
  readonly rule: ArchiveRule;
  /** A stable word: `dot-dot`, `absolute`, `drive`, `unc`, `backslash`, `nul`, `empty`, `symlink-out`, `hardlink-out`, … */
  readonly name: string;
  /** The entry's printed name; undefined for the archive as a whole. */
  readonly entry: string | undefined;
  /** What is there instead of what the rule asks, as a sentence. */
  readonly detail: string;
}
