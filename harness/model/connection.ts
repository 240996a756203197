import type { Exchange, Fault, Frame } from './exchange.js';
import type { RawOptions } from './fuzz.js';
import type { JsonObject } from './json.js';
import type { Era, TransportKind } from './protocol.js';

/** What the handshake told: `initialize` or `server/discover`. */
export interface Handshake {
  readonly era: Era;
  /** The version that every later request is sent with. */
  readonly protocolVersion: string;
  /** The whole result as it came. */
  readonly result: JsonObject;
  /** `serverInfo` of initialize, or `_meta["io.modelcontextprotocol/serverInfo"]` of discover, when it is an object. */
  readonly serverInfo: JsonObject | undefined;
  /** The `instructions` string, when there is one. */
  readonly instructions: string | undefined;
  readonly exchange: Exchange;
}

export interface RequestOptions {
  /** Milliseconds; default `limits.requestMs`. */
  readonly timeoutMs?: number;
  /** Send `params` without the member altogether (legacy), or with `_meta` alone (modern). */
  readonly omitParams?: boolean;
  /** Modern era: members that replace or (when undefined) drop those of the standard `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** HTTP: headers that replace or (when undefined) drop the standard ones; names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The JSON-RPC id to send; default: the next unused integer. */
  readonly id?: string | number;
}

/** How a target ended. */
export interface Closing {
  /** stdio: how the process went. `self`: after stdin was closed, within the grace period; `early`: before we closed it. */
  readonly process?: {
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly how: 'self' | 'early' | 'sigterm' | 'sigkill';
    /** Milliseconds from closing stdin to the exit. */
    readonly ms: number;
  };
  readonly frames: readonly number[];
}

/** A live, handshaken connection to one target in one era. No method throws for anything that the target does. */
export interface Connection {
  readonly era: Era;
  readonly transport: TransportKind;
  readonly handshake: Handshake;
  /** Everything seen so far, in order; `frames[n - 1]` is frame n. */
  readonly frames: readonly Frame[];
  readonly faults: readonly Fault[];
  /** Why the connection can no longer be used, once that is so. */
  readonly broken: string | undefined;
  request(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange>;
  /** A notification; over HTTP the exchange tells the status that came back (outcome kind `http`). */
  notify(method: string, params?: JsonObject): Promise<Exchange>;
  /**
   * HTTP only: sends any HTTP request with the standard headers as a base and answers with what came back, for checks
   * on status codes. A JSON-RPC response in the body becomes the outcome; otherwise the outcome is of kind `http`.
   */
  http(request: {
    readonly method: 'POST' | 'GET' | 'DELETE';
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly body?: string;
    readonly timeoutMs?: number;
  }): Promise<Exchange>;
  /** Sends a text as it is, in place of a request; see `FuzzWire.raw`. */
  raw(text: string, options?: RawOptions): Promise<Exchange>;
  /** Ends the target: stdio by closing stdin, then SIGTERM and SIGKILL to its process group. Safe to call twice. */
  close(): Promise<Closing>;
}

/** A target that never got as far as a handshake. */
export interface StartFailure {
  readonly kind: 'start-failure';
  /** What happened, in a sentence, with what to do about it. */
  readonly message: string;
  /** A stable word: `command-not-found`, `exited`, `silent`, `garbage`, `handshake-error`, `refused`, `http-401` … */
  readonly reason: string;
  /**
   * True when this speaks for a target that works but not in this era (then the other era is worth a try); false for a
   * target that is broken, unreachable or refuses us in any era.
   */
  readonly notThisEra: boolean;
  /** The last lines of the target's stderr, at most 20. */
  readonly stderr: readonly string[];
  readonly frames: readonly Frame[];
  readonly faults: readonly Fault[];
}

/** Where the target is. A command is never given to a shell unless `shell` is set. */
export type Target =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly shell: boolean;
      readonly cwd?: string;
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };
