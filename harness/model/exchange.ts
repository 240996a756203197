import type { Json, JsonObject } from './json.js';

/**
 * One event on the wire, numbered from 1 in the order in which it happened within one connection.
 * `text` is what was seen, decoded as UTF-8 for reading only and cut at `limits.frameBytes`; `bytes` is its real length.
 */
export interface Frame {
  readonly n: number;
  /** Milliseconds since the connection was begun. */
  readonly at: number;
  readonly direction: 'sent' | 'received' | 'note';
  /**
   * `message`: a JSON-RPC message, or what stands in its place (a stdout line, an HTTP body, an SSE event's data).
   * `http`: request or status line with headers. `stderr`: a line of the server's log. `process`: spawn, exit, signals.
   */
  readonly kind: 'message' | 'http' | 'stderr' | 'process';
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
}

/** A departure from the framing or from JSON-RPC that was seen on the wire, named by a fixed word. */
export interface Fault {
  /** A stable name such as `not-json`, `batch`, `result-and-error`, `invalid-utf8`, `http-202-for-request`. */
  readonly name: string;
  /** Which requirement it bears on. */
  readonly bears: 'jsonrpc' | 'stdout' | 'http';
  /** What was seen, in a sentence. */
  readonly detail: string;
  readonly frame: number;
}

/** How a request ended. Nothing here throws: each way of going wrong is a value that a check can judge. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: Json }
  /** A reply with our id that is no valid JSON-RPC response. */
  | { readonly kind: 'malformed'; readonly problem: string }
  /** HTTP answered without a JSON-RPC message for this request. */
  | { readonly kind: 'http'; readonly status: number; readonly detail: string }
  | { readonly kind: 'timeout'; readonly ms: number }
  /** The server exited, or the connection broke, before an answer. */
  | { readonly kind: 'closed'; readonly detail: string }
  /** A limit of ours was reached; `flag` is the command-line flag that raises it. */
  | { readonly kind: 'limit'; readonly flag: string; readonly detail: string };

/** One request and what came of it. */
export interface Exchange {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly outcome: Outcome;
  /** Numbers of the frames that belong to it: the request, what preceded the answer in its stream, the answer. */
  readonly frames: readonly number[];
  readonly ms: number;
  /** Over HTTP: status and content type (without parameters, lower case) of the reply. */
  readonly http?: { readonly status: number; readonly contentType: string };
}

/** One sentence on how an exchange ended, for evidence. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'result':
      return 'a result';
    case 'error':
      return `error ${outcome.code} (${JSON.stringify(outcome.message.slice(0, 120))})`;
    case 'malformed':
      return `a malformed response: ${outcome.problem}`;
    case 'http':
      return `HTTP ${outcome.status} without a JSON-RPC response: ${outcome.detail}`;
    case 'timeout':
      return `no answer within ${outcome.ms} ms`;
    case 'closed':
      return `no answer: ${outcome.detail}`;
    case 'limit':
      return `an answer over a limit of this run (${outcome.flag}): ${outcome.detail}`;
  }
}

/** True when the request went unanswered for a reason that says nothing about the rule being judged. */
export const isUnanswered = (outcome: Outcome): boolean =>
  outcome.kind === 'timeout' ||
  outcome.kind === 'closed' ||
  outcome.kind === 'limit' ||
  (outcome.kind === 'http' && (outcome.status === 429 || outcome.status === 503 || outcome.status === 401));
