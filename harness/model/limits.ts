/** Bounds of a run. Each is a flag; when one bites, the report says so. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** One request (`--timeout`). */
  readonly requestMs: number;
  /** One check (`--check-timeout`). */
  readonly checkMs: number;
  /** From spawn or connect to the end of the handshake (`--startup-timeout`). */
  readonly startupMs: number;
  /** The whole run (`--run-timeout`). */
  readonly runMs: number;
  /** From closing stdin to SIGTERM, and again from SIGTERM to SIGKILL (`--grace`). */
  readonly graceMs: number;
  /** One message: a stdout line, an HTTP body, an SSE event (`--max-message`). */
  readonly messageBytes: number;
  /** Nesting of one JSON message (`--max-depth`). */
  readonly jsonDepth: number;
  /** Pages of one paginated walk (`--max-pages`). */
  readonly pages: number;
  /** Entries of one listing (`--max-skills`). */
  readonly skills: number;
  /** Bytes of all pages of one paginated walk, and of all else that is kept to the end (`--max-listing`). */
  readonly listingBytes: number;
  /** Files read in one run (`--max-files`). */
  readonly files: number;
  /** Bytes of file content read in one run (`--max-bytes`). */
  readonly totalBytes: number;
  /** Levels of a directory walk below a skill's root (`--max-directory-depth`). */
  readonly directoryDepth: number;
  /** Bytes of all that one archive unpacks to (`--max-unpacked`). */
  readonly unpackedBytes: number;
  /** Entries of one archive (`--max-archive-entries`). */
  readonly archiveEntries: number;
  /** Segments of a path in an archive (`--max-archive-depth`). */
  readonly archiveDepth: number;
  /** Unpacked bytes per packed byte of one archive, once a mebibyte is unpacked (`--max-archive-ratio`). */
  readonly archiveRatio: number;
  /** What a frame keeps of its text; the rest is cut from the transcript, never from what is judged. */
  readonly frameBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  requestMs: 10_000,
  checkMs: 120_000,
  startupMs: 30_000,
  runMs: 600_000,
  graceMs: 2_000,
  messageBytes: 64 * 1024 * 1024,
  jsonDepth: 512,
  pages: 10_000,
  skills: 100_000,
  listingBytes: 256 * 1024 * 1024,
  files: 200_000,
  totalBytes: 4 * 1024 * 1024 * 1024,
  directoryDepth: 64,
  unpackedBytes: 64 * 1024 * 1024,
  archiveEntries: 10_000,
  archiveDepth: 64,
  archiveRatio: 200,
  frameBytes: 16 * 1024,
};
