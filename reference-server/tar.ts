/** What one entry of an archive is. */
export type EntryKind = 'file' | 'directory' | 'symlink' | 'hardlink' | 'fifo';

/** One entry of an archive, as it is written: nothing is checked, so that a deviation can pack what it should not. */
export interface PackedEntry {
  /** Relative to the skill's root, with `/`. */
  path: string;
  bytes: Uint8Array;
  /** UNIX permission bits; absent: 0644. */
  mode?: number;
  /** Absent: a file. */
  kind?: EntryKind;
  /** Where a link points. */
  link?: string;
}

const BLOCK = 512;
const TYPE_FLAGS: Readonly<Record<EntryKind, string>> = {
  file: '0',
  hardlink: '1',
  symlink: '2',
  directory: '5',
  fifo: '6',
};
const encoder = new TextEncoder();

/** A path as the fields `prefix` and `name` of ustar, cut at a `/` when it is longer than the latter. */
function split(path: Uint8Array): { prefix: Uint8Array; name: Uint8Array } {
  if (path.length <= 100) return { prefix: new Uint8Array(), name: path };
  for (let at = Math.min(155, path.length - 2); at > 0; at--) {
    if (path[at] === 0x2f && path.length - at - 1 <= 100) {
      return { prefix: path.subarray(0, at), name: path.subarray(at + 1) };
    }
  }
  throw new Error(`A path of ${path.length} bytes does not fit into a ustar header.`);
}

/** The 512 bytes before the content of an entry (POSIX.1-1988, ustar). */
function header({ path, mode = 0o644, kind = 'file', link = '' }: PackedEntry, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (offset: number, value: Uint8Array | string) =>
    block.set(typeof value === 'string' ? encoder.encode(value) : value, offset);
  const octal = (offset: number, digits: number, value: number) =>
    put(offset, value.toString(8).padStart(digits, '0'));
  const target = encoder.encode(link);
  if (target.length > 100) throw new Error('The target of a link does not fit into a ustar header.');
  const { prefix, name } = split(encoder.encode(path));

  put(0, name);
  octal(100, 7, mode);
  octal(108, 7, 0); // owner and group: nobody in particular
  octal(116, 7, 0);
  octal(124, 11, size);
  octal(136, 11, 0); // time: the same archive at every start has the same digest
  put(148, '        '); // the checksum is taken over blanks in its own place
  put(156, TYPE_FLAGS[kind]);
  put(157, target);
  put(257, 'ustar\x0000'); // the magic with its NUL, then the version
  octal(329, 7, 0);
  octal(337, 7, 0);
  put(345, prefix);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** The entries as a tar archive, in their order. */
export function tar(entries: readonly PackedEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const entry of entries) {
    const content = entry.kind === undefined || entry.kind === 'file' ? entry.bytes : new Uint8Array();
    parts.push(header(entry, content.length), content);
    parts.push(new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  // Two empty blocks are the end.
  parts.push(new Uint8Array(2 * BLOCK));
  return new Uint8Array(Buffer.concat(parts));
}
