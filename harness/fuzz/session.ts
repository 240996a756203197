import type { Connection, RequestOptions, StartFailure, Target } from '../model/connection.js';
import type { Exchange, Fault, Frame } from '../model/exchange.js';
import type { FuzzWire, PackedFiles, RawOptions } from '../model/fuzz.js';
import type { JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import type { Era, Revision, TransportKind } from '../model/protocol.js';
import { packedFiles } from '../probe/packed.js';
import { connect } from '../target/connect.js';
import { OutOfTime } from './out-of-time.js';
import { completeParams } from '../target/connection.js';

/** What one input may wait for an answer while much is tried; a hang is confirmed with the whole `--timeout`. */
const PATIENCE_MS = 2_000;
/** Requests over one connection; then a new one, so that transcripts stay bounded. */
const REQUESTS_PER_CONNECTION = 20_000;
/** A target that was hung or killed gets no time to say goodbye. */
const GRACE_MS = 200;

export interface SessionOptions {
  readonly target: Target;
  readonly era: Era;
  readonly revision: Revision;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** Thrown when the target cannot be had any more: the search ends with that said. */
export class TargetGone extends Error {
  override readonly name = 'TargetGone';
}

/** What one input went through, from `begin` on. */
export interface Passage {
  readonly frames: readonly Frame[];
  readonly faults: readonly Fault[];
  /** Requests that got no answer in time. */
  readonly silent: readonly Exchange[];
}

/** A connection of the search's own, made anew whenever the target went away. */
export class FuzzSession implements FuzzWire {
  readonly era: Era;
  readonly revision: Revision;
  readonly transport: TransportKind;
  requests = 0;
  /** When the time of the current search is used up, on the clock of `performance.now()`. */
  deadline = Infinity;
  /** Wait for answers as long as a run does. */
  patient = false;
  /** Something was sent over this connection that breaks the rules: from then on, odd messages may be answers to that. */
  tainted = false;
  readonly #options: SessionOptions;
  #connection: Connection | undefined;
  #onThis = 0;
  #usedIds = new Set<string | number>();
  #firstFrame = 0;
  #firstFault = 0;
  #silent: Exchange[] = [];

  constructor(options: SessionOptions) {
    this.#options = options;
    this.era = options.era;
    this.revision = options.revision;
    this.transport = options.target.kind;
    // A request in flight must not hold up the end of a run.
    options.signal.addEventListener('abort', () => void this.#connection?.close(), { once: true });
  }

  /** Why the present connection can no longer be used. */
  get broken(): string | undefined {
    return this.#connection?.broken;
  }

  get left(): number {
    return this.deadline - performance.now();
  }

  /** Begins a new input, over a live connection. Throws `TargetGone` when there is none to be had. */
  async begin(fresh = false): Promise<void> {
    const isUsed = this.#connection !== undefined && this.#onThis >= REQUESTS_PER_CONNECTION;
    if (fresh || isUsed || this.broken !== undefined) await this.#end();
    this.#connection ??= await this.#connect();
    this.#firstFrame = this.#connection.frames.length;
    this.#firstFault = this.#connection.faults.length;
    this.#silent = [];
  }

  /** What happened since `begin`. */
  get passage(): Passage {
    return {
      frames: this.#connection?.frames.slice(this.#firstFrame) ?? [],
      faults: this.#connection?.faults.slice(this.#firstFault) ?? [],
      silent: this.#silent,
    };
  }

  async request(method: string, params: JsonObject | undefined, options: RequestOptions = {}): Promise<Exchange> {
    if (options.id !== undefined) this.#usedIds.add(options.id);
    const timeoutMs = this.#patience(options.timeoutMs);
    return this.#heard(await this.#live().request(method, params, { ...options, timeoutMs }));
  }

  notify(method: string, params?: JsonObject): Promise<Exchange> {
    this.#count();
    return this.#live().notify(method, params);
  }

  complete(params: JsonObject): JsonObject {
    return completeParams(this.era, params) ?? {};
  }

  async raw(text: string, options: RawOptions = {}): Promise<Exchange> {
    if (options.id !== undefined) this.#usedIds.add(options.id);
    const timeoutMs = this.#patience(options.timeoutMs);
    const exchange = await this.#live().raw(text, { ...options, timeoutMs });
    return options.id === undefined ? exchange : this.#heard(exchange);
  }

  isUsed(id: string | number): boolean {
    // Up to 2025-11-25 an id must never come twice in a session; since, only not while it is in flight.
    return this.era === 'legacy' && (this.#usedIds.has(id) || (typeof id === 'number' && id > 0 && id < 1_000_000));
  }

  async packed(url: string, mimeType: string | undefined): Promise<PackedFiles> {
    const exchange = await this.request('resources/read', { uri: url });
    return { exchange, ...(await packedFiles(url, mimeType, exchange, this.#options.limits)) };
  }

  /** Throws `OutOfTime` when the run is over: what then goes wrong is our doing. */
  assertTime(): void {
    if (this.#options.signal.aborted) throw new OutOfTime();
  }

  async close(): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.tainted = false;
    this.#usedIds = new Set();
    this.#onThis = 0;
    await connection?.close();
  }

  async #connect(): Promise<Connection> {
    const { target, era, limits, signal } = this.#options;
    if (signal.aborted) throw new OutOfTime();
    const startupMs = Math.max(1, Math.min(limits.startupMs, this.left));
    const quick = { ...limits, startupMs, graceMs: Math.min(limits.graceMs, GRACE_MS) };
    const connection: Connection | StartFailure = await connect(target, era, quick, signal);
    if (!('kind' in connection)) return connection;
    if (signal.aborted || this.left <= 0) throw new OutOfTime();
    throw new TargetGone(connection.message);
  }

  #live(): Connection {
    if (this.#connection === undefined) throw new Error('the session has not begun');
    return this.#connection;
  }

  #count(): void {
    this.requests += 1;
    this.#onThis += 1;
  }

  #patience(asked: number | undefined): number {
    if (this.#options.signal.aborted || this.left <= 0) throw new OutOfTime();
    this.#count();
    const most = asked ?? (this.patient ? this.#options.limits.requestMs : PATIENCE_MS);
    return Math.max(1, Math.min(most, this.#options.limits.requestMs, this.left));
  }

  #heard(exchange: Exchange): Exchange {
    this.assertTime();
    if (exchange.outcome.kind === 'timeout') {
      if (this.left <= 1) throw new OutOfTime();
      this.#silent.push(exchange);
    }
    return exchange;
  }
}
