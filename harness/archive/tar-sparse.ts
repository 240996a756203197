import { BLOCK, tarNumber } from './tar-header.js';
import { latin1 } from './names.js';
import { decimal, type Pax } from './tar-pax.js';

/** A piece of a sparse file that the archive has: where it goes, and its length in bytes. */
export interface Segment {
  readonly offset: number;
  readonly length: number;
}

/** A sparse file: its apparent size, and its data; zeros are between. */
export interface SparseMap {
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** The largest map that is read, in bytes of any format. */
export const MAX_MAP_BYTES = 1024 * 1024;

/** The pairs of one old GNU header from byte `at`, until an unused one; `undefined` in a pair is no number. */
export function oldPairs(block: Uint8Array, at: number, pairs: number): (number | undefined)[] {
  const numbers: (number | undefined)[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const field = block.subarray(at + pair * 24, at + pair * 24 + 24);
    if (field[12] === 0) break;
    numbers.push(tarNumber(field.subarray(0, 12)), tarNumber(field.subarray(12)));
  }
  return numbers;
}

/** Which sparse format of pax an entry is in (GNU tar manual, Storing Sparse Files); undefined for none. */
export function paxSparse(pax: Pax): '0.0' | '0.1' | '1.0' | undefined {
  if (decimal(pax.values.get('GNU.sparse.major')) === 1) return '1.0';
  if (pax.values.has('GNU.sparse.map')) return '0.1';
  return pax.values.has('GNU.sparse.size') ? '0.0' : undefined;
}

/** The numbers of a map of format 0.1, "offset,length,…". */
export const commaNumbers = (value: Uint8Array): (number | undefined)[] =>
  latin1(value)
    .split(',')
    .map((text) => (/^[0-9]{1,20}$/.test(text) ? Number(text) : undefined));

/**
 * Reads the map of format 1.0 that stands before the data: decimal numbers, a line each, the count of pairs first, filled
 * up to a block. It is fed block by block.
 */
export class MapLines {
  readonly numbers: (number | undefined)[] = [];
  #text = '';
  #count: number | undefined;
  blocks = 0;

  /** @returns true when the map is complete; undefined when it is none or too large */
  block(block: Uint8Array): boolean | undefined {
    this.blocks += 1;
    if (this.blocks * BLOCK > MAX_MAP_BYTES) return undefined;
    const lines = (this.#text + latin1(block)).split('\n');
    this.#text = lines.pop()!;
    for (const line of lines) {
      if (this.#complete()) break;
      const number = /^[0-9]{1,20}$/.test(line) ? Number(line) : undefined;
      if (number === undefined) return undefined;
      if (this.#count === undefined) this.#count = number;
      else this.numbers.push(number);
    }
    return this.#complete();
  }

  #complete(): boolean {
    return this.#count !== undefined && this.numbers.length >= this.#count * 2;
  }
}

/** Makes a map of pairs of numbers. @returns a sentence when it is none, or does not fit `stored` bytes of data */
export function sparseMap(
  size: number | undefined,
  numbers: readonly (number | undefined)[],
  stored: number,
): SparseMap | string {
  if (size === undefined || size < 0) return 'its real size is no number';
  if (numbers.length % 2 !== 0) return 'its map has an offset without a length';
  const segments: Segment[] = [];
  let last = 0;
  let sum = 0;
  for (let at = 0; at < numbers.length; at += 2) {
    const offset = numbers[at];
    const length = numbers[at + 1];
    if (offset === undefined || length === undefined || offset < 0 || length < 0)
      return 'its map has what is no number';
    if (offset < last) return `its map goes back to byte ${offset} after byte ${last}`;
    last = offset + length;
    sum += length;
    if (last > size) return `its map goes to byte ${last} of ${size}`;
    if (length > 0) segments.push({ offset, length });
  }
  if (sum !== stored) return `its map tells of ${sum} bytes of data; there are ${stored}`;
  return { size, segments };
}
