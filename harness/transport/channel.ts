import type { Closing, RequestOptions } from '../model/connection.js';
import type { Exchange } from '../model/exchange.js';
import type { RawOptions } from '../model/fuzz.js';
import type { JsonObject } from '../model/json.js';
import { ErrorCode } from '../model/protocol.js';
import type { Era, TransportKind } from '../model/protocol.js';
import type { Id } from './jsonrpc.js';
import type { Transcript } from './transcript.js';

/** A request as it goes out: `params` complete, with `_meta` where the era wants it. */
export interface Outgoing {
  readonly id: Id;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

export interface RawHttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** What carries messages to one target in one era. Nothing here throws for what the target does. */
export interface Channel {
  readonly transport: TransportKind;
  readonly era: Era;
  readonly transcript: Transcript;
  readonly broken: string | undefined;
  /** Why the target could not be started or reached, for messages: an error code of the system, such as `ENOENT`. */
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  /** The version agreed on, once it is: sent in a header over HTTP, and tells whether batches are legal. */
  protocolVersion: string | undefined;
  request(message: Outgoing, timeoutMs: number, headers?: RequestOptions['headers']): Promise<Exchange>;
  notify(method: string, params: JsonObject | undefined): Promise<Exchange>;
  http(request: RawHttpRequest): Promise<Exchange>;
  raw(text: string, timeoutMs: number, options: RawOptions): Promise<Exchange>;
  close(): Promise<Closing>;
}

export const encodeRequest = ({ id, method, params }: Outgoing): string =>
  JSON.stringify(params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params });

export const encodeNotification = (method: string, params: JsonObject | undefined): string =>
  JSON.stringify(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });

/**
 * The answer to a request of the server in the legacy era: `ping` is answered; all else is refused, since we declare no
 * capability. A refused request is no fault: no sentence of 2025-11-25 forbids to ask for roots or sampling outright.
 */
export const answerTo = (id: Id, method: string): string =>
  JSON.stringify(
    method === 'ping'
      ? { jsonrpc: '2.0', id, result: {} }
      : {
          jsonrpc: '2.0',
          id,
          error: { code: ErrorCode.methodNotFound, message: `The conformance client has no ${method}` },
        },
  );

/** Versions in which a message could still be a batch. */
export const allowsBatches = (version: string | undefined): boolean =>
  version === '2025-03-26' || version === '2024-11-05';

/** A number of bytes for people. */
export const inBytes = (bytes: number): string =>
  bytes < 10_240 ? `${bytes} bytes` : `${(bytes / 1_048_576).toFixed(bytes < 1_048_576 ? 2 : 1)} MiB`;
