import { allocate } from './bytes.js';

/** What comes in pieces, as long as it is no more than was claimed. A copy would cost as much again until it is collected. */
export class Kept {
  size = 0;
  #claim: number;
  #first: Uint8Array | undefined;
  #all: Uint8Array | undefined;

  /** @param claim bytes; below 0 nothing is kept */
  constructor(claim: number) {
    this.#claim = claim;
  }

  add(piece: Uint8Array): void {
    const at = this.size;
    this.size += piece.length;
    if (this.size > this.#claim) return;
    if (at === 0) {
      this.#first = piece;
      return;
    }
    // Only with a second piece is room for all of them needed.
    if (this.#all === undefined) {
      this.#all = allocate(this.#claim);
      if (this.#all === undefined) this.#claim = -1;
      this.#all?.set(this.#first!);
    }
    this.#all?.set(piece, at);
  }

  /** Undefined when more came than was claimed, or there is no room for it. */
  get content(): Uint8Array | undefined {
    if (this.size > this.#claim) return undefined;
    const content = this.#all?.subarray(0, this.size) ?? this.#first ?? new Uint8Array(0);
    // A copy only where much of what holds it lies idle.
    return content.buffer.byteLength - this.size > this.size / 8 ? new Uint8Array(content) : content;
  }
}
