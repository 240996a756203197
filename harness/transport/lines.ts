const NEWLINE = 0x0a;
const TAIL_BYTES = 1024;

export interface LineListener {
  /** A line without its newline. */
  line(bytes: Buffer): void;
  /** The line has just grown over the limit; what has come so far is given, and what follows is thrown away. */
  tooLong(head: Buffer): void;
  /** The newline of a line that was too long: its last bytes, and its length. */
  tooLongEnd(tail: Buffer, bytes: number): void;
}

/**
 * Cuts a byte stream at newlines. Each byte is copied at most once more than it must be, however the stream is chunked, and
 * at most `limit` bytes are held.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #listener: LineListener;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Set while the rest of a line that is too long is thrown away. */
  #tail: Buffer | undefined;

  constructor(limit: number, listener: LineListener) {
    this.#limit = limit;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  /** What stands after the last newline, once the stream has ended. */
  end(): Buffer | undefined {
    if (this.#tail !== undefined) {
      this.#finish();
      return undefined;
    }
    if (this.#length === 0) return undefined;
    const rest = this.#joined();
    this.#reset();
    return rest;
  }

  #take(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#tail !== undefined) {
      // A copy: a slice would keep the whole chunk alive.
      this.#tail = Buffer.concat([this.#tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      return;
    }
    this.#chunks.push(piece);
    if (this.#length > this.#limit) {
      const head = this.#joined();
      this.#chunks = [];
      this.#tail = Buffer.from(head.subarray(-TAIL_BYTES));
      this.#listener.tooLong(head);
    }
  }

  #finish(): void {
    const tail = this.#tail;
    const length = this.#length;
    const line = tail === undefined ? this.#joined() : undefined;
    this.#reset();
    if (line !== undefined) this.#listener.line(line);
    else this.#listener.tooLongEnd(tail!, length);
  }

  #joined(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }

  #reset(): void {
    this.#chunks = [];
    this.#length = 0;
    this.#tail = undefined;
  }
}
