import { constants, createInflateRaw } from 'node:zlib';

const CHUNK_BYTES = 64 * 1024;
const SMALL_CHUNK_BYTES = 4 * 1024;

/** How inflating ended. `incomplete`: the data was used up before the last block; `stopped`: `take` wanted no more. */
export interface Inflated {
  readonly end: 'complete' | 'incomplete' | 'corrupt' | 'stopped';
  /** Bytes of the compressed data up to its end; only told when complete. */
  readonly consumed: number;
  /** What zlib says of corrupt data. */
  readonly message: string;
}

/**
 * Inflates raw deflate data (RFC 1951) piece by piece, at most 64 KiB ahead of `take`. What follows its last block is left.
 * @param take gets each piece, which is its own from then on; false ends the work
 * @param expected bytes that will come, as far as known: where they are few, thousands of entries need little room for each
 */
export function inflateRaw(
  data: Uint8Array,
  take: (piece: Uint8Array) => boolean,
  expected = CHUNK_BYTES,
): Promise<Inflated> {
  // One more than expected, so that the end shows within the first piece.
  const chunkSize = Math.min(CHUNK_BYTES, Math.max(SMALL_CHUNK_BYTES, expected + 1));
  return new Promise((resolve) => {
    // Without this flush zlib would throw away the last pieces of data that is cut off.
    const stream = createInflateRaw({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
    let used = false;
    const finish = (end: Inflated['end'], message = ''): void => {
      resolve({ end, consumed: end === 'complete' ? stream.bytesWritten : 0, message });
      stream.destroy();
    };
    stream.on('data', (piece: Buffer) => {
      if (!stream.destroyed && !take(piece)) finish('stopped');
    });
    stream.on('error', (error) => finish(used ? 'incomplete' : 'corrupt', error.message));
    stream.on('end', () => finish(stream.bytesWritten <= data.length ? 'complete' : 'incomplete'));
    stream.write(data, () => (used = true));
    // One byte too many tells whether the data had its end: if so, zlib does not touch it.
    stream.end(Buffer.alloc(1));
  });
}
