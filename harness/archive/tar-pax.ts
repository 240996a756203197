import { latin1, utf8 } from './names.js';
import { shorten } from '../model/text.js';

const NEWLINE = 0x0a;
const EQUALS = 0x3d;
/** Names of extensions that are listed of one entry: enough for people, and no more than a hostile header can fill. */
const LISTED_EXTRAS = 64;

/** What extended headers say of one entry. Keys that change nothing here are only listed in `extras`. */
export interface Pax {
  /** Values of the keys that matter, as they stand; an empty value takes a key away. */
  readonly values: Map<string, Uint8Array>;
  /** `GNU.sparse.offset` and `GNU.sparse.numbytes` in their order: that format repeats them. */
  readonly sparsePairs: number[];
  readonly extras: Set<string>;
}

export const emptyPax = (): Pax => ({ values: new Map(), sparsePairs: [], extras: new Set() });

const matters = (key: string): boolean =>
  ['path', 'linkpath', 'size', 'hdrcharset'].includes(key) || key.startsWith('GNU.sparse.');

/** A decimal number of a pax record; undefined for anything else. */
export function decimal(value: Uint8Array | undefined): number | undefined {
  const text = value === undefined || value.length > 40 ? '' : latin1(value);
  return /^[0-9]+$/.test(text) ? Number(text) : undefined;
}

/**
 * Reads the records "length key=value\n" of an extended header (POSIX pax, Extended Header) into `pax`.
 * @returns what is wrong with the first malformed record; what stands before it counts
 */
export function readPax(data: Uint8Array, pax: Pax): string | undefined {
  let at = 0;
  while (at < data.length) {
    // Some writers fill up with NULs.
    if (data[at] === 0 && data.subarray(at).every((byte) => byte === 0)) return undefined;
    const space = data.indexOf(0x20, at);
    const length = space < 0 ? undefined : decimal(data.subarray(at, space));
    if (length === undefined) return `no length stands at byte ${at}`;
    const end = at + length;
    if (end > data.length || end <= space + 1) return `the record at byte ${at} claims ${length} bytes`;
    if (data[end - 1] !== NEWLINE) return `the record at byte ${at} does not end in a newline`;
    const equals = data.indexOf(EQUALS, space);
    if (equals < 0 || equals >= end) return `the record at byte ${at} has no "="`;
    const key = data.subarray(space + 1, equals);
    if (key.length === 0) return `the record at byte ${at} has no key`;
    note(utf8(key) ?? latin1(key), data.slice(equals + 1, end - 1), pax);
    at = end;
  }
  return undefined;
}

function note(key: string, value: Uint8Array, pax: Pax): void {
  if (pax.extras.size < LISTED_EXTRAS) pax.extras.add(`pax:${shorten(key, 80)}`);
  if (!matters(key)) return;
  if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') pax.sparsePairs.push(decimal(value) ?? -1);
  else if (value.length === 0) pax.values.delete(key);
  else pax.values.set(key, value);
}
