import type { Closing, Connection, Handshake, RequestOptions } from '../model/connection.js';
import type { Exchange, Fault, Frame } from '../model/exchange.js';
import type { RawOptions } from '../model/fuzz.js';
import type { JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import { MODERN_VERSION } from '../model/protocol.js';
import type { Era, TransportKind } from '../model/protocol.js';
import { packageInfo } from '../package-info.js';
import type { Channel, RawHttpRequest } from '../transport/channel.js';

/** How this judge names itself to targets. */
export const CLIENT_INFO: JsonObject = { ...packageInfo() };

/** The members of `_meta` that every request of the modern era carries. */
export const MODERN_META: JsonObject = {
  'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
};

/** The parameters as they go out: in the modern era with `_meta`, where what the caller gives wins over the standard. */
export function completeParams(
  era: Era,
  params: JsonObject | undefined,
  options: Pick<RequestOptions, 'omitParams' | 'meta'> = {},
): JsonObject | undefined {
  const own = options.omitParams === true ? undefined : params;
  if (era === 'legacy') return own;
  // One object for all requests, which are kept with their exchanges to the end of the run.
  if (options.meta === undefined && own?.['_meta'] === undefined) return { ...own, _meta: MODERN_META };
  const meta: Record<string, unknown> = {
    ...MODERN_META,
    ...(own?.['_meta'] as JsonObject | undefined),
    ...options.meta,
  };
  // JSON.stringify drops members that are undefined: that is how a caller leaves one out.
  return { ...own, _meta: meta as JsonObject };
}

/** A channel after its handshake. */
export class LiveConnection implements Connection {
  readonly handshake: Handshake;
  readonly #channel: Channel;
  readonly #limits: Limits;
  #nextId: number;

  constructor(channel: Channel, handshake: Handshake, limits: Limits, nextId: number) {
    this.#channel = channel;
    this.handshake = handshake;
    this.#limits = limits;
    this.#nextId = nextId;
  }

  get era(): Era {
    return this.#channel.era;
  }

  get transport(): TransportKind {
    return this.#channel.transport;
  }

  get frames(): readonly Frame[] {
    return this.#channel.transcript.frames;
  }

  get faults(): readonly Fault[] {
    return this.#channel.transcript.faults;
  }

  get broken(): string | undefined {
    return this.#channel.broken;
  }

  request(method: string, params: JsonObject | undefined, options: RequestOptions = {}): Promise<Exchange> {
    const id = options.id ?? this.#nextId++;
    const message = { id, method, params: completeParams(this.era, params, options) };
    return this.#channel.request(message, options.timeoutMs ?? this.#limits.requestMs, options.headers);
  }

  notify(method: string, params?: JsonObject): Promise<Exchange> {
    return this.#channel.notify(method, params);
  }

  http(request: RawHttpRequest): Promise<Exchange> {
    return this.#channel.http(request);
  }

  raw(text: string, options: RawOptions = {}): Promise<Exchange> {
    return this.#channel.raw(text, options.timeoutMs ?? this.#limits.requestMs, options);
  }

  close(): Promise<Closing> {
    return this.#channel.close();
  }
}
