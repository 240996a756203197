/** What a parser wants next: so many bytes of the stream, kept in `into`, or thrown away. */
export interface Demand {
  readonly length: number;
  readonly into?: Uint8Array;
}

/** A parser that is written as if it could wait: it yields demands, and gets how many bytes there were before the end. */
export type Parsing<Result = void> = Generator<Demand, Result, number>;

/** Feeds a parser with the chunks of a stream as they come. Nothing is kept but what the parser has asked for. */
export class Feeder {
  readonly #parsing: Parsing;
  /** Undefined once the parser has returned. */
  #demand: Demand | undefined;
  #got = 0;

  constructor(parsing: Parsing) {
    this.#parsing = parsing;
    this.#advance(parsing.next());
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (this.#demand !== undefined && at < chunk.length) {
      const count = Math.min(chunk.length - at, this.#demand.length - this.#got);
      this.#demand.into?.set(chunk.subarray(at, at + count), this.#got);
      this.#got += count;
      at += count;
      if (this.#got >= this.#demand.length) this.#advance(this.#parsing.next(this.#got));
    }
  }

  /** The stream has ended: every demand from now on is answered with what there was. */
  end(): void {
    while (this.#demand !== undefined) this.#advance(this.#parsing.next(this.#got));
  }

  #advance(step: IteratorResult<Demand, void>): void {
    this.#got = 0;
    this.#demand = step.done === true ? undefined : step.value;
  }
}
