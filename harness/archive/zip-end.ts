import type { FaultList } from './faults.js';
import { view } from './bytes.js';

export const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const END_SIGNATURE = 0x06054b50;
const LOCATOR_SIGNATURE = 0x07064b50;
const END64_SIGNATURE = 0x06064b50;
const CENTRAL_SIGNATURE = 0x02014b50;

/** A place that may be the end record. */
export interface EndCandidate {
  readonly at: number;
  /** Where its comment ends. */
  readonly end: number;
  /** Its comment ends where the file does. */
  readonly fits: boolean;
}

/** Where the central directory is, as the end record says and the file has it. */
export interface ZipEnd {
  /** Byte where the central directory begins. */
  readonly directory: number;
  /** Byte after its last. */
  readonly directoryEnd: number;
  /** Bytes before the zip that its offsets do not count. */
  readonly shift: number;
  readonly entries: number;
  /** The count cannot be over 65535, and some writers let it wrap. */
  readonly wraps: boolean;
  /** The first byte of the end records. */
  readonly at: number;
  readonly end: number;
}

/** Every place in the last 64 KiB that may be the end record, from the end. */
export function endCandidates(bytes: Uint8Array): EndCandidate[] {
  const found: EndCandidate[] = [];
  const numbers = view(bytes);
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes[at] !== 0x50 || numbers.getUint32(at, true) !== END_SIGNATURE) continue;
    const end = at + END_BYTES + numbers.getUint16(at + 20, true);
    found.push({ at, end, fits: end === bytes.length });
  }
  return found;
}

/** Chooses the end record: one whose comment ends with the file, else the last one. Undefined when there is none. */
export function chooseEnd(bytes: Uint8Array, faults: FaultList): EndCandidate | undefined {
  const candidates = endCandidates(bytes);
  const fitting = candidates.filter(({ fits }) => fits);
  const chosen = fitting[0] ?? candidates[0];
  if (chosen === undefined) return undefined;
  // One in data before it, as of a zip within the zip, confuses nobody: readers search from the end.
  const others = candidates.filter(
    ({ at, fits }) => at !== chosen.at && (fits || (at > chosen.at && at < chosen.end)),
  );
  if (others.length > 0) {
    const places = [chosen, ...others].slice(0, 5).map(({ at }) => at);
    faults.add('ambiguous-end', `several places can be the end of the central directory: bytes ${places.join(', ')}`);
  }
  if (chosen.end < bytes.length) {
    const rest = bytes.subarray(chosen.end);
    const zeros = rest.every((byte) => byte === 0);
    const what = `${rest.length} ${zeros ? 'zero bytes' : 'bytes'} follow the end of the zip, from byte ${chosen.end}`;
    faults.add(zeros ? 'trailing-zeros' : 'trailing-data', what);
  } else if (chosen.end > bytes.length) {
    faults.add(
      'truncated',
      `the comment at the end of the zip is cut off: ${chosen.end - bytes.length} bytes are missing`,
    );
  }
  return chosen;
}

interface EndNumbers {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly here: number;
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
  /** The first byte of the records at the end. */
  readonly at: number;
  readonly wraps: boolean;
}

/** Reads what the end record says, with zip64 (APPNOTE 4.3.14 to 4.3.16). @returns undefined for a broken zip64 */
function endNumbers(bytes: Uint8Array, end: EndCandidate, faults: FaultList): EndNumbers | undefined {
  const numbers = view(bytes);
  const { at } = end;
  const [disk, directoryDisk, here, entries] = [4, 6, 8, 10].map((offset) => numbers.getUint16(at + offset, true));
  const plain = {
    disk: disk!,
    directoryDisk: directoryDisk!,
    here: here!,
    entries: entries!,
    size: numbers.getUint32(at + 12, true),
    offset: numbers.getUint32(at + 16, true),
    at,
    wraps: true,
  };
  const locator = at - LOCATOR_BYTES;
  const big = [plain.disk, plain.directoryDisk, plain.here, plain.entries].includes(0xffff);
  const huge = plain.size === 0xffffffff || plain.offset === 0xffffffff;
  if (locator < 0 || numbers.getUint32(locator, true) !== LOCATOR_SIGNATURE) return plain;
  // Offsets may not count what stands before the zip; then the record is where it must be, right before its locator.
  const isEnd64 = (place: number): boolean =>
    place >= 0 && place + END64_BYTES <= locator && numbers.getUint32(place, true) === END64_SIGNATURE;
  const told = Number(numbers.getBigUint64(locator + 8, true));
  const place = [told, locator - END64_BYTES].find(isEnd64);
  if (place === undefined) {
    // The bytes of a locator can stand there by chance when nothing in the end record asks for one.
    if (!big && !huge) return plain;
    return void faults.add('bad-zip64', `there is no zip64 end record at byte ${told}, where its locator points`);
  }
  const wide = (offset: number): number => Number(numbers.getBigUint64(place + offset, true));
  const end64 = {
    disk: numbers.getUint32(place + 16, true),
    directoryDisk: numbers.getUint32(place + 20, true),
    here: wide(24),
    entries: wide(32),
    size: wide(40),
    offset: wide(48),
  };
  const clash = (Object.keys(end64) as (keyof typeof end64)[]).find(
    (key) => plain[key] !== end64[key] && plain[key] !== (key === 'size' || key === 'offset' ? 0xffffffff : 0xffff),
  );
  if (clash !== undefined) {
    const detail = `${clash} is ${plain[clash]} in the end record and ${end64[clash]} in that of zip64`;
    faults.add('headers-disagree', detail);
  }
  return { ...end64, at: place, wraps: false };
}

/** Finds the central directory, as unzip does when bytes stand before the zip. */
export function readEnd(bytes: Uint8Array, end: EndCandidate, faults: FaultList): ZipEnd | undefined {
  const told = endNumbers(bytes, end, faults);
  if (told === undefined) return undefined;
  if (told.disk !== 0 || told.directoryDisk !== 0 || told.here !== told.entries) {
    const detail = `disk ${told.disk}, directory on disk ${told.directoryDisk}, ${told.here} of ${told.entries} entries here`;
    faults.add('multi-disk', `the zip is part of a set of several: ${detail}`);
  }
  const shared = { entries: told.entries, wraps: told.wraps, at: told.at, end: end.end };
  const isDirectory = (at: number): boolean =>
    at >= 0 &&
    at + told.size <= told.at &&
    (told.size === 0 || (at + 4 <= told.at && view(bytes).getUint32(at, true) === CENTRAL_SIGNATURE));
  const shift = told.at - told.size - told.offset;
  const place = [told.offset + shift, told.offset].find(isDirectory);
  if (place === undefined) {
    const detail = `no central directory of ${told.size} bytes is at byte ${told.offset}`;
    faults.add(shift < 0 ? 'truncated' : 'bad-central-directory', detail);
    return undefined;
  }
  return { ...shared, directory: place, directoryEnd: place + told.size, shift: place - told.offset };
}
