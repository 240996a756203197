import type { ArchiveFormat } from './archive.js';
import { isGzip } from './gzip.js';
import { latin1, utf8 } from './names.js';
import { isTarHeader } from './tar-header.js';
import { endCandidates } from './zip-end.js';

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, at) => bytes[at] === byte);

/** A local header, or the end record of a zip without entries. */
export const beginsAsZip = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6]);

const beginsAsTar = (bytes: Uint8Array): boolean =>
  isTarHeader(bytes.subarray(0, 512)) || (bytes.length > 262 && latin1(bytes.subarray(257, 262)) === 'ustar');

/**
 * The format that bytes look like: gzip by its magic number, zip by the first record or by an end record that closes the
 * file (something may stand before a zip), tar by `ustar` or by a checksum that holds. Nothing is unpacked, so any gzip is
 * taken for a tar.gz.
 */
export function sniffFormat(bytes: Uint8Array): ArchiveFormat | undefined {
  if (isGzip(bytes)) return 'tar.gz';
  if (beginsAsZip(bytes)) return 'zip';
  if (beginsAsTar(bytes)) return 'tar';
  return endCandidates(bytes).some(({ fits }) => fits) ? 'zip' : undefined;
}

const MAGIC: readonly [readonly number[], string][] = [
  [[0x42, 0x5a, 0x68], 'bzip2 data'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], 'xz data'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'Zstandard data'],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'a 7z archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x78, 0x9c], 'zlib data'],
];

/** What bytes look like, for people: a noun with its article, such as `a zip archive` or `text: "Not Found"`. */
export function describeBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing (it is empty)';
  const format = sniffFormat(bytes);
  if (format !== undefined) return { 'tar.gz': 'gzip data', zip: 'a zip archive', tar: 'a tar archive' }[format];
  const magic = MAGIC.find(([start]) => startsWith(bytes, start));
  if (magic !== undefined) return magic[1];
  if (bytes.every((byte) => byte === 0)) return `zeros (${bytes.length} bytes seen)`;
  const head = textOf(bytes);
  if (head === undefined) return `binary data that begins with ${Buffer.from(bytes.subarray(0, 8)).toString('hex')}`;
  const start = JSON.stringify(head.slice(0, 60));
  if (/^\s*<(!doctype|html|\?xml|head|body|[a-z]+[\s>])/i.test(head)) return `HTML or XML: ${start}`;
  return /^\s*[[{]/.test(head) ? `JSON or text: ${start}` : `text: ${start}`;
}

/** The beginning as text, or undefined when it is none. */
function textOf(bytes: Uint8Array): string | undefined {
  // A character may be cut off at the end.
  const cuts = bytes.length > 256 ? [256, 255, 254, 253] : [bytes.length];
  const text = cuts.map((length) => utf8(bytes.subarray(0, length))).find((head) => head !== undefined);
  return text === undefined || /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
}
