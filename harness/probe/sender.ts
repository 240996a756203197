import type { Connection, RequestOptions } from '../model/connection.js';
import type { Exchange } from '../model/exchange.js';
import type { JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import { walk, type Walk } from './walk.js';

/** Thrown by a view that cannot be had, caught by the run: the check is then blocked, not failed. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
}

/** Methods whose answers are kept to the end of the run; content of files is not. */
const HELD = new Set(['skills/get', 'resources/directory/read', 'resources/list']);
/** So many requests of one method in a row without an answer, and it is not asked again. */
const SILENT = 5;

/** Sends the requests of one run, and keeps them within its limits. */
export class Sender {
  /** Limits that were reached: flag → what was cut. */
  readonly limitsReached = new Map<string, string>();
  requests = 0;
  /** Bytes of answers that are kept to the end of the run. */
  #held = 0;
  /** Requests of a method that timed out, one after the other, since it last answered. */
  readonly #silent = new Map<string, number>();

  constructor(
    private readonly connection: Connection,
    private readonly limits: Limits,
    private readonly onProgress?: (text: string) => void,
  ) {}

  /** Sends one request. Never throws for what the server does; throws `Blocked` when the connection is gone. */
  async request(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange> {
    this.#assertAlive();
    return await this.#send(method, params, options);
  }

  /** A raw HTTP request; only over HTTP. */
  async http(request: Parameters<Connection['http']>[0]): Promise<Exchange> {
    this.requests += 1;
    return await this.connection.http(request);
  }

  /** Follows a paginated method to its end, or to `most.items` elements; `most.flag` raises that. */
  async walk(
    method: string,
    params: JsonObject,
    member: string,
    most: { readonly items: number; readonly flag: string },
  ): Promise<Walk> {
    this.#assertAlive();
    const send = (name: string, sent: JsonObject): Promise<Exchange> => this.#send(name, sent);
    const sizeOf = (exchange: Exchange): number => this.#bytesOf(exchange);
    const onPage = (pages: number, items: number): void => {
      if (pages % 20 === 0) this.onProgress?.(`${method}: page ${pages}, ${items} so far`);
    };
    const { era } = this.connection;
    const walked = await walk(send, era, method, params, member, this.limits, { ...most, sizeOf }, onPage);
    if (walked.flag !== undefined) this.limitsReached.set(walked.flag, `${method}: ${walked.detail}`);
    return walked;
  }

  #assertAlive(): void {
    if (this.connection.broken !== undefined) throw new Blocked(`the server is gone: ${this.connection.broken}`);
  }

  /**
   * Sends a request, unless its method has been silent so often in a row that one more would only cost the run its time,
   * or its answers fill what may be held: then it ends at once, with a limit of ours.
   */
  async #send(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange> {
    const silent = this.#silent.get(method) ?? 0;
    if (silent >= SILENT) {
      const detail = `${method} was left unanswered ${silent} times in a row, so it is not asked again`;
      return this.#cut(method, params, '--timeout', detail);
    }
    const isHeld = HELD.has(method);
    if (isHeld && this.#held >= this.limits.listingBytes) {
      const detail = `${this.#held} bytes of entries and directories are held, so no more are asked for`;
      return this.#cut(method, params, '--max-listing', detail);
    }
    this.requests += 1;
    const exchange = await this.connection.request(method, params, options);
    if (isHeld) this.#held += this.#bytesOf(exchange);
    if (exchange.outcome.kind === 'timeout') this.#silent.set(method, silent + 1);
    else this.#silent.delete(method);
    return exchange;
  }

  #cut(method: string, params: JsonObject | undefined, flag: string, detail: string): Exchange {
    this.limitsReached.set(flag, detail);
    return { method, params, outcome: { kind: 'limit', flag, detail }, frames: [], ms: 0 };
  }

  #bytesOf(exchange: Exchange): number {
    return exchange.frames.reduce((sum, n) => sum + (this.connection.frames[n - 1]?.bytes ?? 0), 0);
  }
}
