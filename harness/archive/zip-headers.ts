import { crc32 } from 'node:zlib';
import type { EntryType } from './archive.js';
import { view } from './bytes.js';
import { utf8 } from './names.js';

const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
export const LOCAL_BYTES = 30;
const WIDE = 0xffffffff;

export const ENCRYPTED = 1;
/** CRC and sizes stand after the data. */
export const DESCRIPTOR = 8;
export const UTF8_NAME = 0x800;

/** What both headers of an entry say. */
export interface ZipNumbers {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
}

export interface CentralHeader extends ZipNumbers {
  readonly rawName: Uint8Array;
  /** As it stands; without the bytes before the zip. */
  readonly localOffset: number;
  readonly disk: number;
  /** The upper half of the external attributes where the maker is Unix or OS X, else 0. */
  readonly unixMode: number;
  readonly extras: readonly string[];
  /** The name of extra field 0x7075, when it belongs to this name; false when it belongs to another. */
  readonly unicodePath: string | false | undefined;
  /** What is wrong with the extra fields. */
  readonly badExtra: string | undefined;
  /** Byte after the record. */
  readonly end: number;
}

/** Extra fields of which the names are told; others are told by their number. */
const EXTRA_NAMES: Readonly<Record<number, string>> = {
  0x0001: 'zip64',
  0x5455: 'timestamps',
  0x5855: 'unix-extra',
  0x7855: 'unix-extra',
  0x7875: 'unix-extra',
  0x7075: 'unicode-path',
  0x6375: 'unicode-comment',
};

interface ExtraFields {
  readonly fields: readonly { readonly id: number; readonly data: Uint8Array }[];
  readonly problem: string | undefined;
}

function extraFields(extra: Uint8Array): ExtraFields {
  const fields: { id: number; data: Uint8Array }[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = view(extra).getUint16(at, true);
    const end = at + 4 + view(extra).getUint16(at + 2, true);
    if (end > extra.length) return { fields, problem: `extra field 0x${id.toString(16)} is longer than its room` };
    fields.push({ id, data: extra.subarray(at + 4, end) });
    at = end;
  }
  // Zeros are left by tools that align the data.
  const rest = extra.subarray(at).some((byte) => byte !== 0);
  return { fields, problem: rest ? 'bytes that are no extra field follow the last one' : undefined };
}

/** Puts the wide numbers of the zip64 field where the narrow ones say so. @returns undefined when one is missing */
function widen(narrow: readonly number[], fields: ExtraFields['fields']): number[] | undefined {
  const data = fields.find(({ id }) => id === 1)?.data;
  let at = 0;
  const wide: number[] = [];
  for (const number of narrow) {
    // Without the field the number may be meant as it is.
    if (number !== WIDE || data === undefined) wide.push(number);
    else if (at + 8 > data.length) return undefined;
    else {
      wide.push(Number(view(data).getBigUint64(at, true)));
      at += 8;
    }
  }
  return wide;
}

/** Reads a record of the central directory. @returns undefined when none is there; a sentence when it is broken */
export function readCentral(bytes: Uint8Array, at: number, end: number): CentralHeader | string | undefined {
  const numbers = view(bytes);
  if (at + CENTRAL_BYTES > end || numbers.getUint32(at, true) !== CENTRAL_SIGNATURE) return undefined;
  const short = (offset: number): number => numbers.getUint16(at + offset, true);
  const long = (offset: number): number => numbers.getUint32(at + offset, true);
  const nameEnd = at + CENTRAL_BYTES + short(28);
  const extraEnd = nameEnd + short(30);
  const recordEnd = extraEnd + short(32);
  if (recordEnd > end) return `the record at byte ${at} is longer than the central directory`;
  const rawName = bytes.subarray(at + CENTRAL_BYTES, nameEnd);
  const { fields, problem } = extraFields(bytes.subarray(nameEnd, extraEnd));
  const wide = widen([long(24), long(20), long(42)], fields);
  if (wide === undefined) return `the zip64 field of the record at byte ${at} is too short`;
  const maker = short(4) >> 8;
  return {
    flags: short(8),
    method: short(10),
    crc: long(16),
    packed: wide[1]!,
    unpacked: wide[0]!,
    rawName,
    localOffset: wide[2]!,
    disk: short(34),
    unixMode: maker === 3 || maker === 19 ? long(38) >>> 16 : 0,
    extras: [...new Set(fields.map(({ id }) => EXTRA_NAMES[id] ?? `extra-0x${id.toString(16).padStart(4, '0')}`))],
    unicodePath: unicodePath(rawName, fields),
    badExtra: problem,
    end: recordEnd,
  };
}

/** Info-ZIP's Unicode path: version 1, the CRC-32 of the name that it stands for, UTF-8. */
function unicodePath(rawName: Uint8Array, fields: ExtraFields['fields']): string | false | undefined {
  const data = fields.find(({ id }) => id === 0x7075)?.data;
  if (data === undefined || data.length < 5 || data[0] !== 1) return undefined;
  if (view(data).getUint32(1, true) !== crc32(rawName)) return false;
  return utf8(data.subarray(5)) ?? false;
}

/** Where a local header and its data are. */
export interface LocalPlace {
  readonly at: number;
  readonly name: number;
  readonly nameEnd: number;
  readonly data: number;
}

/** Finds a local header and its data; looks at few bytes, so that it can be asked often. */
export function placeLocal(bytes: Uint8Array, at: number, end: number): LocalPlace | undefined {
  const numbers = view(bytes);
  if (at < 0 || at + LOCAL_BYTES > end || numbers.getUint32(at, true) !== LOCAL_SIGNATURE) return undefined;
  const name = at + LOCAL_BYTES;
  const nameEnd = name + numbers.getUint16(at + 26, true);
  const data = nameEnd + numbers.getUint16(at + 28, true);
  return data > end ? undefined : { at, name, nameEnd, data };
}

/** What a local header says; a sentence when its zip64 field is broken. */
export function readLocal(bytes: Uint8Array, place: LocalPlace): ZipNumbers | string {
  const numbers = view(bytes);
  const long = (offset: number): number => numbers.getUint32(place.at + offset, true);
  const needed = long(18) === WIDE || long(22) === WIDE;
  const { fields } = needed ? extraFields(bytes.subarray(place.nameEnd, place.data)) : { fields: [] };
  const wide = widen([long(22), long(18)], fields);
  if (wide === undefined) return `the zip64 field of the local header at byte ${place.at} is too short`;
  return {
    flags: numbers.getUint16(place.at + 6, true),
    method: numbers.getUint16(place.at + 8, true),
    crc: long(14),
    packed: wide[1]!,
    unpacked: wide[0]!,
  };
}

const MODE_TYPES: Readonly<Record<number, EntryType>> = {
  0o010000: 'fifo',
  0o020000: 'character-device',
  0o040000: 'directory',
  0o060000: 'block-device',
  0o100000: 'file',
  0o120000: 'symlink',
  0o140000: 'socket',
  0: 'file',
};

/** What an entry is: a directory by the slash that ends its name, else what its Unix mode says. */
export function zipType(rawName: Uint8Array, unixMode: number): EntryType {
  if (rawName.at(-1) === 0x2f) return 'directory';
  return MODE_TYPES[unixMode & 0o170000] ?? 'other';
}
