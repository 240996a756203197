import { crc32 } from 'node:zlib';
import { brief } from '../model/json.js';
import type { ArchiveEntry } from './archive.js';
import type { Budget } from './budget.js';
import { Kept } from './kept.js';
import type { FaultList } from './faults.js';
import { inflateRaw } from './inflate.js';
import { decodeName, type DecodedName } from './names.js';
import { chooseEnd, readEnd, type ZipEnd } from './zip-end.js';
import * as headers from './zip-headers.js';
import { compareHeaders } from './zip-compare.js';
import { findExtent, markOverlaps, tellGaps, type Extent } from './zip-layout.js';

const STORED = 0;
const DEFLATE = 8;
/** No deflate stream unpacks to more than this for each of its bytes. */
const DEFLATE_MOST = 1032;

/** A record of the central directory on its way to an entry. */
interface Item {
  readonly central: headers.CentralHeader;
  readonly name: DecodedName;
  readonly extent: Extent | undefined;
}

/** Reads a zip (PKWARE APPNOTE) by its central directory, and holds the local headers against it. */
export async function readZip(bytes: Uint8Array, faults: FaultList, budget: Budget): Promise<ArchiveEntry[]> {
  const end = zipEnd(bytes, faults);
  if (end === undefined) return [];
  const { items, whole } = readDirectory(bytes, end, faults, budget);
  const placed = items.flatMap(({ extent, name }) => (extent === undefined ? [] : [[extent, name.text] as const]));
  markOverlaps(placed, faults);
  // What we do not know is not hidden by the archive.
  if (whole && placed.length === items.length)
    tellGaps(
      bytes,
      placed.map(([extent]) => extent),
      end,
      faults,
    );
  const entries: ArchiveEntry[] = [];
  for (const item of items) entries.push(await readEntry(bytes, item, entries.length, end, faults, budget));
  return entries;
}

interface Directory {
  readonly items: readonly Item[];
  /** False when records of it could not be read, or need not be. */
  readonly whole: boolean;
}

function zipEnd(bytes: Uint8Array, faults: FaultList): ZipEnd | undefined {
  const candidate = chooseEnd(bytes, faults);
  if (candidate !== undefined) return readEnd(bytes, candidate, faults);
  const detail = 'no end of a central directory is in the last 64 KiB';
  return void faults.add('truncated', `${detail}: the zip is cut off, or more follows it than a comment can hold`);
}

function readDirectory(bytes: Uint8Array, end: ZipEnd, faults: FaultList, budget: Budget): Directory {
  const items: Item[] = [];
  let at = end.directory;
  for (;;) {
    const central = headers.readCentral(bytes, at, end.directoryEnd);
    if (central === undefined) break;
    if (typeof central === 'string') {
      faults.add('bad-central-directory', central);
      return { items, whole: false };
    }
    if (!budget.another(items.length)) return { items, whole: false };
    const name = nameOf(central, faults);
    items.push({ central, name, extent: findExtent(bytes, central, end, name.text, faults) });
    if (!budget.fits(name.text)) return { items, whole: false };
    at = central.end;
  }
  const count = end.wraps ? items.length % 0x10000 : items.length;
  if (count !== end.entries) {
    faults.add(
      'count-mismatch',
      `the end record tells of ${end.entries} entries; the central directory has ${items.length}`,
    );
  }
  // A digital signature may stand there.
  const rest = end.directoryEnd - at;
  if (rest > 0 && !(bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 5)) {
    faults.add(
      'bad-central-directory',
      `${rest} bytes of the central directory, from byte ${at}, are no record of it`,
    );
  }
  if (items.length === 0 && rest === 0) faults.add('empty-archive', 'the zip has no entry');
  return { items, whole: rest === 0 };
}

/** The name for people: the Unicode path where it is for this name, else the name itself. */
function nameOf(central: headers.CentralHeader, faults: FaultList): DecodedName {
  const { unicodePath, rawName } = central;
  if (typeof unicodePath === 'string') return { text: unicodePath, encoding: 'declared-utf-8', broken: false };
  const name = decodeName(rawName, (central.flags & headers.UTF8_NAME) !== 0, 'cp437');
  const printed = brief(name.text);
  if (name.broken) faults.add('name-not-utf-8', `${printed} is declared to be UTF-8 and is not`, name.text);
  if (unicodePath === false) {
    faults.add('stale-unicode-path', `the Unicode path of ${printed} is of another name, or no UTF-8`, name.text);
  }
  if (central.badExtra !== undefined) faults.add('bad-extra', `of ${printed}, ${central.badExtra}`, name.text);
  return name;
}

async function readEntry(
  bytes: Uint8Array,
  { central, name, extent }: Item,
  index: number,
  end: ZipEnd,
  faults: FaultList,
  budget: Budget,
): Promise<ArchiveEntry> {
  const type = headers.zipType(central.rawName, central.unixMode);
  let data: Data = { size: 0, content: undefined };
  if (extent !== undefined && !extent.overlaps) {
    compareHeaders(bytes, central, extent, name.text, faults);
    if (budget.stopped === undefined) data = await readData(bytes, central, extent, name.text, faults, budget);
  }
  if (type === 'directory' && data.size > 0) {
    faults.add('directory-with-data', `the directory ${brief(name.text)} has ${data.size} bytes of data`, name.text);
  }
  const target = type === 'symlink' ? data.content : undefined;
  const linkTarget = target && decodeName(target, (central.flags & headers.UTF8_NAME) !== 0, 'cp437').text;
  if (linkTarget !== undefined) budget.fits('', linkTarget);
  return {
    index,
    offset: central.localOffset + end.shift,
    rawName: central.rawName,
    name: name.text,
    nameEncoding: name.encoding,
    type,
    typeCode: central.unixMode === 0 ? '' : central.unixMode.toString(8),
    mode: central.unixMode === 0 ? undefined : central.unixMode & 0o7777,
    linkTarget,
    declaredSize: central.unpacked,
    size: data.size,
    content: type === 'file' ? data.content : undefined,
    extras: central.extras,
  };
}

interface Data {
  readonly size: number;
  readonly content: Uint8Array | undefined;
}

/** Unpacks an entry's data, and holds its size and CRC against the central directory. */
async function readData(
  bytes: Uint8Array,
  central: headers.CentralHeader,
  extent: Extent,
  name: string,
  faults: FaultList,
  budget: Budget,
): Promise<Data> {
  const none: Data = { size: 0, content: undefined };
  const printed = brief(name);
  if ((central.flags & headers.ENCRYPTED) !== 0) {
    faults.add('encrypted', `${printed} is encrypted`, name);
    return none;
  }
  const packed = bytes.subarray(extent.local.data, extent.dataEnd);
  if (central.method !== STORED && central.method !== DEFLATE) {
    const detail = `${printed} is packed by method ${central.method}; hosts read 0 (stored) and 8 (deflate)`;
    faults.add('unknown-method', detail, name);
    return none;
  }
  let data: Data;
  if (central.method === STORED) {
    if (budget.spend(packed.length) < packed.length) return none;
    // No copy: memory is spared, and nobody writes to it.
    data = { size: packed.length, content: packed };
  } else {
    const inflated = await inflateEntry(packed, central, printed, name, faults, budget);
    if (!inflated.whole) return { size: inflated.size, content: undefined };
    data = inflated;
  }
  if (data.size !== central.unpacked) {
    const detail = `${printed} unpacks to ${data.size} bytes; the central directory tells of ${central.unpacked}`;
    faults.add('size-mismatch', detail, name);
    return data;
  }
  const crc = data.content === undefined ? central.crc : crc32(data.content);
  if (crc !== central.crc) {
    const [is, told] = [crc, central.crc].map((number) => number.toString(16).padStart(8, '0'));
    faults.add('crc-mismatch', `the CRC-32 of ${printed} is ${is}; the central directory tells of ${told}`, name);
  }
  return data;
}

/** @returns content only when the data was no longer than declared; `whole` is false after a limit or a fault */
async function inflateEntry(
  packed: Uint8Array,
  central: headers.CentralHeader,
  printed: string,
  name: string,
  faults: FaultList,
  budget: Budget,
): Promise<Data & { readonly whole: boolean }> {
  const claim = central.unpacked;
  const kept = new Kept(claim <= Math.min(budget.cap, packed.length * DEFLATE_MOST) ? claim : -1);
  const take = (piece: Uint8Array): boolean => {
    kept.add(piece.subarray(0, budget.spend(piece.length)));
    return budget.stopped === undefined;
  };
  const inflated = await inflateRaw(packed, take, claim);
  const whole = inflated.end === 'complete';
  if (inflated.end === 'corrupt') {
    faults.add('bad-deflate', `the data of ${printed} is no deflate stream: ${inflated.message}`, name);
  } else if (inflated.end === 'incomplete') {
    faults.add('truncated', `the packed data of ${printed} has no end within its ${packed.length} bytes`, name);
  } else if (whole && inflated.consumed < packed.length) {
    const detail = `${printed} has ${packed.length} packed bytes; its data ends after ${inflated.consumed}`;
    faults.add('size-mismatch', detail, name);
  }
  return { size: kept.size, content: whole ? kept.content : undefined, whole };
}
