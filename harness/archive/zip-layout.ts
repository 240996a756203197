import { brief } from '../model/json.js';
import { view } from './bytes.js';
import type { FaultList } from './faults.js';
import { latin1 } from './names.js';
import type { ZipEnd } from './zip-end.js';
import { DESCRIPTOR, LOCAL_BYTES, placeLocal, type CentralHeader, type LocalPlace } from './zip-headers.js';

const DESCRIPTOR_SIGNATURE = [0x50, 0x4b, 7, 8];
/** Methods that APPNOTE 4.4.5 knows: up to 20, and from 93. */
const isMethod = (method: number): boolean => method <= 20 || (method >= 93 && method <= 99);

/** Where an entry's bytes are in the zip: header, data, descriptor. */
export interface Extent {
  readonly local: LocalPlace;
  readonly dataEnd: number;
  readonly end: number;
  /** Another entry claims bytes of it that were claimed before: it is not unpacked, or one byte could cost a thousand times. */
  overlaps: boolean;
}

/** Finds an entry's bytes, and says when they are not there. */
export function findExtent(
  bytes: Uint8Array,
  central: CentralHeader,
  end: ZipEnd,
  name: string,
  faults: FaultList,
): Extent | undefined {
  const at = central.localOffset + end.shift;
  const local = placeLocal(bytes, at, end.directory);
  if (local === undefined) {
    return void faults.add('bad-local-header', `no local header of ${brief(name)} is at byte ${at}`, name);
  }
  const dataEnd = local.data + central.packed;
  if (dataEnd > end.directory) {
    const room = end.directory - local.data;
    const detail = `${brief(name)} has ${central.packed} packed bytes from byte ${local.data}; there are ${room}`;
    return void faults.add('truncated', detail, name);
  }
  const descriptor = (central.flags & DESCRIPTOR) === 0 ? 0 : descriptorBytes(bytes, dataEnd, central);
  if (descriptor === undefined) {
    const detail = `the data descriptor of ${brief(name)} at byte ${dataEnd} says otherwise than the central directory`;
    faults.add('headers-disagree', detail, name);
  } else if (descriptor === 0 && (central.flags & DESCRIPTOR) !== 0) {
    faults.add('no-descriptor', `no data descriptor follows the data of ${brief(name)} at byte ${dataEnd}`, name);
  }
  return { local, dataEnd, end: dataEnd + (descriptor ?? 0), overlaps: false };
}

/**
 * The length of a data descriptor that agrees with the central directory: with and without signature, sizes of 4 and of 8
 * bytes. 0 when the next record stands there; undefined when it disagrees.
 */
function descriptorBytes(bytes: Uint8Array, at: number, central: CentralHeader): number | undefined {
  const numbers = view(bytes);
  const signed = DESCRIPTOR_SIGNATURE.every((byte, index) => bytes[at + index] === byte);
  const agreeing: number[] = [];
  for (const start of signed ? [at + 4, at] : [at]) {
    for (const width of [4, 8]) {
      const end = start + 4 + 2 * width;
      if (end > bytes.length || numbers.getUint32(start, true) !== central.crc) continue;
      const size = (place: number): number =>
        width === 4 ? numbers.getUint32(place, true) : Number(numbers.getBigUint64(place, true));
      if (size(start + 4) === central.packed && size(start + 4 + width) === central.unpacked) agreeing.push(end);
    }
  }
  // The descriptor of an empty file is all zeros: then what follows tells its width.
  const end = agreeing.find((place) => isRecord(bytes, place)) ?? agreeing[0];
  if (end !== undefined) return end - at;
  return isRecord(bytes, at) ? 0 : undefined;
}

/** A local header, a record of the central directory or an end record begins there. */
const isRecord = (bytes: Uint8Array, at: number): boolean =>
  ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06'].includes(latin1(bytes.subarray(at, at + 4)));

/** Finds entries that share bytes. The first one keeps them. */
export function markOverlaps(extents: readonly (readonly [Extent, string])[], faults: FaultList): void {
  let end = 0;
  let owner = '';
  for (const [extent, name] of [...extents].sort(([a], [b]) => a.local.at - b.local.at)) {
    if (extent.local.at < end) {
      extent.overlaps = true;
      const detail = `${brief(name)} begins at byte ${extent.local.at}, within ${brief(owner)}`;
      faults.add('overlap', detail, name);
    }
    if (extent.end > end) {
      ({ end } = extent);
      owner = name;
    }
  }
}

/** Names the bytes that no entry claims: before the first, between, and after the central directory. */
export function tellGaps(bytes: Uint8Array, extents: readonly Extent[], end: ZipEnd, faults: FaultList): void {
  let at = 0;
  let first = true;
  for (const extent of [...extents].sort((a, b) => a.local.at - b.local.at)) {
    if (extent.local.at > at) tellGap(bytes, at, extent.local.at, first, faults);
    at = Math.max(at, extent.end);
    first = false;
  }
  if (at < end.directory) tellGap(bytes, at, end.directory, first, faults);
  if (end.directoryEnd < end.at) {
    const count = end.at - end.directoryEnd;
    faults.add('unclaimed-bytes', `${count} bytes stand between the central directory and its end record`);
  }
}

function tellGap(bytes: Uint8Array, from: number, to: number, first: boolean, faults: FaultList): void {
  const hidden = hiddenEntries(bytes.subarray(0, to), from);
  for (const { at, name } of hidden) {
    const detail = `the local header of ${brief(name)} at byte ${at} is not in the central directory`;
    faults.add('hidden-entry', detail, name);
  }
  if (first) faults.add('prefix-data', `${to - from} bytes stand before the first entry of the zip`);
  else if (hidden.length === 0)
    faults.add('unclaimed-bytes', `no entry claims the ${to - from} bytes from byte ${from}`);
}

/** Local headers from `from` on; four bytes that look like one by chance are told by the rest of the header. */
function hiddenEntries(bytes: Uint8Array, from: number): { at: number; name: string }[] {
  const found: { at: number; name: string }[] = [];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = buffer.indexOf('PK\x03\x04', from, 'latin1'); at >= 0;) {
    const place = placeLocal(bytes, at, bytes.length);
    let next = at + 4;
    if (place !== undefined && place.nameEnd > place.name) {
      const numbers = view(bytes);
      const plausible = numbers.getUint8(at + 4) <= 63 && isMethod(numbers.getUint16(at + 8, true));
      const packed = numbers.getUint32(at + 18, true);
      const counted = (numbers.getUint16(at + 6, true) & DESCRIPTOR) === 0 && packed !== 0xffffffff;
      if (plausible && (!counted || place.data + packed <= bytes.length)) {
        found.push({ at, name: latin1(bytes.subarray(at + LOCAL_BYTES, place.nameEnd)) });
        next = place.data + (counted ? packed : 0);
      }
    }
    at = buffer.indexOf('PK\x03\x04', next, 'latin1');
  }
  return found;
}
