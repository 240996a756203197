import { createHash } from 'node:crypto';

/** A whole number of 31 bits that follows from what it is made of: seeds of blocks, shards and eras are apart. */
export function deriveSeed(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) >>> 1;
}
