import type { Outcome } from '../model/exchange.js';
import { brief } from '../model/json.js';
import type { Era } from '../model/protocol.js';
import type { Problem } from './fault-names.js';
import { badIdNamed } from './jsonrpc.js';
import type { Id, Message, Reading } from './jsonrpc.js';
import type { Transcript } from './transcript.js';

/** Finds the answer to one request in the messages of its reply, and names what does not belong there. */
export class Answer {
  outcome: Outcome | undefined;
  readonly #transcript: Transcript;
  readonly #era: Era;
  readonly #id: Id;
  readonly #jsonDepth: number;
  readonly #onRequest: (id: Id, method: string) => void;
  #foreign: Id | undefined;

  constructor(
    transcript: Transcript,
    options: { era: Era; id: Id; jsonDepth: number; onRequest: (id: Id, method: string) => void },
  ) {
    this.#transcript = transcript;
    this.#era = options.era;
    this.#id = options.id;
    this.#jsonDepth = options.jsonDepth;
    this.#onRequest = options.onRequest;
  }

  /** A response that carried another id, when no answer came. */
  get foreign(): Id | undefined {
    return this.#foreign;
  }

  /**
   * Takes what was read. The first response with our id is the outcome.
   * @param quiet do not name what is wrong: the body of an HTTP error owes nothing to JSON-RPC unless it is an error response
   */
  take(reading: Reading, frame: number, quiet = false): void {
    if (!quiet) for (const problem of reading.problems) this.#transcript.fault(problem, frame);
    if (reading.tooDeep !== undefined) {
      const detail = `the message nests deeper than ${this.#jsonDepth} levels`;
      this.outcome ??= { kind: 'limit', flag: '--max-depth', detail };
    }
    for (const message of reading.messages) {
      if (message.kind === 'response') this.#response(message, frame, quiet || badIdNamed(reading));
      else if (message.kind === 'request' && !quiet) this.#request(message.id, message.method, frame);
    }
  }

  #response({ id, outcome }: Extract<Message, { kind: 'response' }>, frame: number, named: boolean): void {
    const same = id === this.#id;
    const none = id === null || id === undefined;
    const twin = !same && !none && String(id) === String(this.#id);
    const name = (problem: Problem): void => this.#transcript.fault(problem, frame);
    const ours = `the request with id ${brief(this.#id)}`;
    if (same && this.outcome !== undefined)
      name({ name: 'duplicate-response', detail: `a second response with id ${brief(id)}` });
    if (!named) {
      if (none && outcome.kind === 'error') {
        const detail = `the error has ${id === null ? 'id null' : 'no id'}, although ${ours} could be read`;
        name({ name: id === null ? 'id-null' : 'id-missing', detail });
      } else if (twin) name({ name: 'id-type-changed', detail: `id ${brief(this.#id)} came back as ${brief(id)}` });
      else if (!same && !none)
        name({ name: 'unknown-id', detail: `the reply to ${ours} has a response with id ${brief(id)}` });
    }
    if (same || none || twin) this.outcome ??= outcome;
    else this.#foreign = id;
  }

  #request(id: Id, method: string, frame: number): void {
    if (this.#era === 'legacy') this.#onRequest(id, method);
    else
      this.#transcript.fault(
        { name: 'server-request', detail: `the server sent the request ${brief(method, 80)}` },
        frame,
      );
  }
}
