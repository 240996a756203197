import type { Parsing } from './feeder.js';
import { BLOCK } from './tar-header.js';

/** The stream of a tar as its parser sees it: blocks, data, padding. One block can be put back. */
export class TarStream {
  /** Bytes taken so far. */
  offset = 0;
  #putBack: Uint8Array | undefined;

  /** The next block; shorter where the data ends. */
  *block(): Parsing<Uint8Array> {
    const block = new Uint8Array(BLOCK);
    const got = yield* this.take(BLOCK, block);
    return block.subarray(0, got);
  }

  putBack(block: Uint8Array): void {
    this.#putBack = block;
    this.offset -= block.length;
  }

  /** Takes `length` bytes, into `into` if given. @returns how many there were */
  *take(length: number, into?: Uint8Array): Parsing<number> {
    if (length === 0) return 0;
    let got = 0;
    if (this.#putBack !== undefined) {
      const from = this.#putBack;
      got = Math.min(from.length, length);
      into?.set(from.subarray(0, got));
      this.#putBack = got < from.length ? from.subarray(got) : undefined;
    }
    if (got < length) got += yield { length: length - got, into: into?.subarray(got) };
    this.offset += got;
    return got;
  }

  /** Takes what fills up `length` bytes of data to whole blocks. @returns false when it is not there */
  *padding(length: number): Parsing<boolean> {
    const rest = (BLOCK - (length % BLOCK)) % BLOCK;
    return (yield* this.take(rest)) === rest;
  }
}
