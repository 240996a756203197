import type { FuzzWire } from '../../harness/model/fuzz.js';

/** An id like the one asked for that this connection may still use; it joins those that are `taken`. */
export function unusedId(wire: FuzzWire, id: string | number, taken = new Set<string | number>()): string | number {
  let one = id;
  for (let n = 1; wire.isUsed(one) || taken.has(one); n += 1) {
    if (typeof id === 'string') one = `${id}${n}`;
    else one = id < 0 ? id + (id < -1_000_000 ? n : -n) : id > 1_000_000 ? id - n : 1_000_000 + id + n;
  }
  taken.add(one);
  return one;
}
