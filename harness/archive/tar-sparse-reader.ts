import type { Parsing } from './feeder.js';
import { BLOCK, tarNumber, type TarHeader } from './tar-header.js';
import type { TarMeta } from './tar-meta.js';
import { decimal, type Pax } from './tar-pax.js';
import {
  commaNumbers,
  MapLines,
  MAX_MAP_BYTES,
  oldPairs,
  paxSparse,
  sparseMap,
  type SparseMap,
} from './tar-sparse.js';
import type { TarStream } from './tar-stream.js';

/** The map of a sparse file, or why there is none. `data`: bytes that are still to come from the stream. */
export type Sparse =
  | { readonly fault?: undefined; readonly map: SparseMap; readonly data: number }
  | { readonly fault: 'truncated' | 'bad-sparse' | 'oversized-metadata'; readonly detail: string };

const made = (map: SparseMap | string, data: number): Sparse =>
  typeof map === 'string' ? { fault: 'bad-sparse', detail: map } : { map, data };

/**
 * Reads the map of a sparse file in any of GNU's four formats, as far as it stands in the stream.
 * @param stored bytes that the header gives for map and data
 * @returns undefined for a file that is not sparse
 */
export function* readSparse(
  stream: TarStream,
  header: TarHeader,
  block: Uint8Array,
  meta: TarMeta,
  stored: number,
): Parsing<Sparse | undefined> {
  if (header.type === 'S') return yield* oldSparse(stream, block, stored);
  const pax = meta.sparse;
  if (pax === undefined) return undefined;
  const format = paxSparse(pax);
  if (format === '1.0') return yield* mapInData(stream, pax, stored);
  const map = pax.values.get('GNU.sparse.map');
  const numbers = map === undefined ? pax.sparsePairs : commaNumbers(map);
  return made(sparseMap(realSize(pax), numbers, stored), stored);
}

const realSize = (pax: Pax): number | undefined =>
  decimal(pax.values.get('GNU.sparse.realsize') ?? pax.values.get('GNU.sparse.size'));

/** Old GNU: four pairs in the header, and blocks of 21 after it while each says that another follows. */
function* oldSparse(stream: TarStream, block: Uint8Array, stored: number): Parsing<Sparse> {
  const numbers = oldPairs(block, 386, 4);
  let more = block[482] !== 0;
  let bytes = 0;
  while (more) {
    bytes += BLOCK;
    if (bytes > MAX_MAP_BYTES)
      return { fault: 'oversized-metadata', detail: `its map is over ${MAX_MAP_BYTES} bytes` };
    const next = yield* stream.block();
    if (next.length < BLOCK) return { fault: 'truncated', detail: '' };
    numbers.push(...oldPairs(next, 0, 21));
    more = next[504] !== 0;
  }
  return made(sparseMap(tarNumber(block.subarray(483, 495)), numbers, stored), stored);
}

/** Pax 1.0: the map is the first blocks of the data. */
function* mapInData(stream: TarStream, pax: Pax, stored: number): Parsing<Sparse> {
  const lines = new MapLines();
  for (;;) {
    if ((lines.blocks + 1) * BLOCK > stored)
      return { fault: 'bad-sparse', detail: 'its map is longer than its data' };
    const block = yield* stream.block();
    if (block.length < BLOCK) return { fault: 'truncated', detail: '' };
    const complete = lines.block(block);
    if (complete === undefined)
      return { fault: 'bad-sparse', detail: 'its map has what is no number, or is too long' };
    if (complete) break;
  }
  const data = stored - lines.blocks * BLOCK;
  return made(sparseMap(realSize(pax), lines.numbers, data), data);
}
