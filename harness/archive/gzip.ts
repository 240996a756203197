import { crc32 } from 'node:zlib';
import type { Budget } from './budget.js';
import { view } from './bytes.js';
import type { FaultList } from './faults.js';
import { inflateRaw } from './inflate.js';

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATE = 8;
const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const RESERVED = 0xe0;

export const isGzip = (bytes: Uint8Array, at = 0): boolean => bytes[at] === 0x1f && bytes[at + 1] === 0x8b;

/**
 * Unpacks a gzip file (RFC 1952), all its members, piece by piece, and names what is wrong with it.
 * @param take gets what was unpacked; the budget bounds it, and reading ends as soon as the budget has `stopped`
 * @returns false when the data ends before its end, by a fault or a limit
 */
export async function readGzip(
  bytes: Uint8Array,
  faults: FaultList,
  budget: Budget,
  take: (piece: Uint8Array) => void,
): Promise<boolean> {
  let at: number | undefined = 0;
  let members = 0;
  while (at !== undefined && isGzip(bytes, at) && budget.member(members)) {
    members += 1;
    at = await readMember(bytes, at, faults, budget, take);
  }
  if (members > 1) faults.add('gzip-members', `the gzip has ${members} members; some readers stop after the first`);
  if (at === undefined || budget.stopped !== undefined) return false;
  if (at < bytes.length) tellTrailer(bytes.subarray(at), at, faults);
  return true;
}

/** @returns where the member ends; undefined when nothing after it can be read */
async function readMember(
  bytes: Uint8Array,
  start: number,
  faults: FaultList,
  budget: Budget,
  take: (piece: Uint8Array) => void,
): Promise<number | undefined> {
  const data = readHeader(bytes, start, faults);
  if (data === undefined) return undefined;
  let crc = 0;
  let size = 0;
  const inflated = await inflateRaw(bytes.subarray(data), (piece) => {
    const granted = budget.spend(piece.length);
    crc = crc32(piece, crc);
    size += piece.length;
    take(piece.subarray(0, granted));
    return budget.stopped === undefined;
  });
  if (inflated.end === 'stopped') return undefined;
  if (inflated.end === 'corrupt') {
    faults.add(
      'bad-deflate',
      `the data of the gzip member at byte ${start} is no deflate stream: ${inflated.message}`,
    );
    return undefined;
  }
  const trailer = data + inflated.consumed;
  if (inflated.end === 'incomplete' || bytes.length - trailer < TRAILER_BYTES) {
    faults.add('truncated', `the gzip member at byte ${start} has no end: the file stops at byte ${bytes.length}`);
    return undefined;
  }
  const numbers = view(bytes);
  const wantedCrc = numbers.getUint32(trailer, true);
  const wantedSize = numbers.getUint32(trailer + 4, true);
  if (crc !== wantedCrc) {
    faults.add('gzip-crc', `the trailer gives the CRC-32 ${hex(wantedCrc)}; that of the data is ${hex(crc)}`);
  }
  if (size % 2 ** 32 !== wantedSize) {
    faults.add('gzip-size', `the trailer gives ${wantedSize} bytes; there are ${size}`);
  }
  return trailer + TRAILER_BYTES;
}

const hex = (crc: number): string => crc.toString(16).padStart(8, '0');

/** @returns where the compressed data begins */
function readHeader(bytes: Uint8Array, start: number, faults: FaultList): number | undefined {
  const cut = (): undefined =>
    void faults.add('truncated', `the header of the gzip member at byte ${start} is cut off`);
  if (bytes.length - start < HEADER_BYTES) return cut();
  const method = bytes[start + 2]!;
  const flags = bytes[start + 3]!;
  if (method !== DEFLATE) {
    return void faults.add(
      'gzip-method',
      `the compression method of the gzip is ${method}; only 8, deflate, is defined`,
    );
  }
  if ((flags & RESERVED) !== 0) {
    return void faults.add('gzip-flags', `the gzip header has reserved flags set: 0x${flags.toString(16)}`);
  }
  let at = start + HEADER_BYTES;
  if ((flags & FEXTRA) !== 0) {
    if (at + 2 > bytes.length) return cut();
    at += 2 + view(bytes).getUint16(at, true);
  }
  for (const flag of [FNAME, FCOMMENT]) {
    if ((flags & flag) === 0) continue;
    const nul = bytes.indexOf(0, at);
    if (nul < 0) return cut();
    at = nul + 1;
  }
  if ((flags & FHCRC) !== 0) {
    if (at + 2 > bytes.length) return cut();
    const wanted = view(bytes).getUint16(at, true);
    const crc = crc32(bytes.subarray(start, at)) & 0xffff;
    if (crc !== wanted) {
      faults.add(
        'gzip-header-crc',
        `the gzip header gives its CRC as ${hex(wanted).slice(4)}; it is ${hex(crc).slice(4)}`,
      );
    }
    at += 2;
  }
  return at > bytes.length ? cut() : at;
}

function tellTrailer(rest: Uint8Array, at: number, faults: FaultList): void {
  if (rest.every((byte) => byte === 0)) {
    faults.add('trailing-zeros', `${rest.length} zero bytes follow the last gzip member, from byte ${at}`);
  } else {
    faults.add('trailing-data', `${rest.length} bytes that are no gzip member follow the last one, from byte ${at}`);
  }
}
