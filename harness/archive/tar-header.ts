import { Buffer } from 'node:buffer';
import type { EntryType } from './archive.js';

/** The block of a tar, in bytes. */
export const BLOCK = 512;
const CHECKSUM_AT = 148;
const CHECKSUM_END = 156;
const SPACE = 0x20;

/** The fields of one header block that matter here, as the bytes have them. */
export interface TarHeader {
  /** Prefix and name joined, where the header is of POSIX. */
  readonly name: Uint8Array;
  readonly link: Uint8Array;
  /** Undefined when it is no number. */
  readonly mode: number | undefined;
  /** Undefined when it is no number, or less than zero. */
  readonly size: number | undefined;
  readonly sizeText: string;
  /** The type flag as a character. */
  readonly type: string;
}

/**
 * A number of a header: octal digits between spaces and NULs, or base-256 (GNU, star) when the first bit is set. Blank is 0.
 * Numbers over 2^53 are rounded; limits bite long before.
 */
export function tarNumber(field: Uint8Array): number | undefined {
  const first = field[0] ?? 0;
  if ((first & 0x80) !== 0) {
    // 0x80 is the mark alone; from 0xff down it is the sign of two's complement.
    if ((first & 0x40) !== 0) return -1;
    return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first & 0x3f);
  }
  const text = Buffer.from(field).toString('latin1');
  const match = /^[ \0]*([0-7]*)(?:[ \0]|$)/.exec(text);
  if (match === null) return undefined;
  return match[1] === '' ? 0 : Number.parseInt(match[1]!, 8);
}

/** A field up to its first NUL. */
export function untilNul(field: Uint8Array): Uint8Array {
  const nul = field.indexOf(0);
  return nul < 0 ? field : field.subarray(0, nul);
}

/** True when the sum of a block is the one that it gives: of unsigned bytes (POSIX) or of signed ones (some old writers). */
export function checksumHolds(block: Uint8Array): boolean {
  const wanted = tarNumber(block.subarray(CHECKSUM_AT, CHECKSUM_END));
  if (wanted === undefined || block.length < BLOCK) return false;
  let unsigned = 0;
  let signed = 0;
  for (let at = 0; at < BLOCK; at += 1) {
    const byte = at >= CHECKSUM_AT && at < CHECKSUM_END ? SPACE : block[at]!;
    unsigned += byte;
    signed += byte > 0x7f ? byte - 0x100 : byte;
  }
  return wanted === unsigned || wanted === signed;
}

/** A loop, since the padding of a tar can be most of it. */
export function isZero(block: Uint8Array): boolean {
  for (let at = 0; at < block.length; at += 1) if (block[at] !== 0) return false;
  return true;
}

/** True for a block that can be the first of a tar: its checksum holds, and it is not all zero. */
export const isTarHeader = (block: Uint8Array): boolean =>
  block.length >= BLOCK && !isZero(block.subarray(0, BLOCK)) && checksumHolds(block);

/** Reads a block whose checksum holds. The bytes are copied. */
export function parseTarHeader(block: Uint8Array): TarHeader {
  const field = (from: number, length: number): Uint8Array => untilNul(block.subarray(from, from + length));
  const own = field(0, 100);
  // GNU writes "ustar  \0", and other things where POSIX has the prefix.
  const posix = Buffer.from(block.subarray(257, 263)).toString('latin1') === 'ustar\0';
  const prefix = posix ? field(345, 155) : new Uint8Array();
  const name = prefix.length === 0 ? own : Buffer.concat([prefix, Buffer.from('/'), own]);
  const size = tarNumber(block.subarray(124, 136));
  return {
    name: Uint8Array.from(name),
    link: field(157, 100).slice(),
    mode: tarNumber(block.subarray(100, 108)),
    size: size !== undefined && size < 0 ? undefined : size,
    sizeText: Buffer.from(block.subarray(124, 136)).toString('latin1'),
    type: String.fromCharCode(block[156]!),
  };
}

const TYPES: Readonly<Record<string, EntryType>> = {
  '0': 'file',
  '\0': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '3': 'character-device',
  '4': 'block-device',
  '5': 'directory',
  '6': 'fifo',
  // Contiguous: a file to every system of today.
  '7': 'file',
  // A directory with a list of its names (GNU, incremental).
  D: 'directory',
  // A sparse file (old GNU).
  S: 'file',
};

/** What an entry is. Before type 5 there was, a directory was a file whose name ends in a slash. */
export function tarType(type: string, name: Uint8Array): EntryType {
  if ((type === '0' || type === '\0') && name.at(-1) === 0x2f) return 'directory';
  return Object.hasOwn(TYPES, type) ? TYPES[type]! : 'other';
}

/** Types whose size tells of no data in this archive, by POSIX; old writers put all kinds of numbers there. */
export const isBodyless = (type: EntryType): boolean =>
  ['hardlink', 'symlink', 'character-device', 'block-device', 'fifo', 'directory'].includes(type);
