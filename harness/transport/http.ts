import type { Closing, RequestOptions, Target } from '../model/connection.js';
import type { Exchange, Outcome } from '../model/exchange.js';
import type { RawOptions } from '../model/fuzz.js';
import type { JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';
import { allowsBatches, answerTo, encodeNotification, encodeRequest } from './channel.js';
import type { Channel, Outgoing, RawHttpRequest } from './channel.js';
import { Answer } from './http-answer.js';
import { Deadline, HttpClient } from './http-client.js';
import type { Reply, SystemFailure } from './http-client.js';
import { mergeHeaders, messageHeaders } from './http-headers.js';
import type { HeaderChanges } from './http-headers.js';
import { lostSession, parsedMessage, readReceipt, retryAfter } from './http-policy.js';
import { isOk, readPlainReply } from './http-reply.js';
import type { ReplyContext } from './http-reply.js';
import { readStreamReply } from './http-stream.js';
import { rawHttp } from './http-raw.js';
import { Transcript } from './transcript.js';

const POST_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'Accept-Encoding': 'identity',
};
const GET_HEADERS = { Accept: 'text/event-stream', 'Accept-Encoding': 'identity' };
/** Tries of one request that is answered with Retry-After. */
const TRIES = 3;

/** JSON-RPC over Streamable HTTP: each message a POST, the answer as JSON or as an event stream. */
export class HttpChannel implements Channel {
  readonly transport = 'http';
  readonly era: Era;
  readonly transcript: Transcript;
  broken: string | undefined;
  failure: Channel['failure'];
  protocolVersion: string | undefined;
  /** Adopted from the answer to `initialize` only. */
  sessionId: string | undefined;
  readonly #limits: Limits;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #client: HttpClient;
  readonly #active = new Set<Deadline>();
  #initialize: Outgoing | undefined;
  #renewals = 0;
  #renewing: Promise<boolean> | undefined;
  /** Set once a fresh session got the same 404: then it does not mean that the session was lost. */
  #renewalIsUseless = false;
  #closing: Promise<Closing> | undefined;
  /** The method that was answered last, and the one whose connection broke since. */
  #last: string | undefined;
  #cutOff: string | undefined;

  constructor(target: Extract<Target, { kind: 'http' }>, era: Era, limits: Limits) {
    this.era = era;
    this.#limits = limits;
    this.#headers = target.headers;
    this.transcript = new Transcript('http', limits.frameBytes);
    this.#client = new HttpClient(target.url, this.transcript);
  }

  async request(message: Outgoing, timeoutMs: number, headers?: RequestOptions['headers']): Promise<Exchange> {
    if (message.method === 'initialize') this.#initialize ??= message;
    const frames: number[] = [];
    const began = performance.now();
    await this.#renewing;
    const session = this.sessionId;
    const { reply, outcome } = await this.#within(timeoutMs, async (deadline) => {
      const first = await this.#post(message, deadline, frames, headers);
      const overridden = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'mcp-session-id');
      if (session === undefined || overridden || !lostSession(first) || this.#renewalIsUseless) return first;
      // 2025-11-25: on 404 with a session id the client MUST start a new session. That the server ended it is no fault.
      const isCurrent = this.#renewing !== undefined || this.sessionId === session;
      if (isCurrent && !(await this.#renew(deadline))) return first;
      const second = await this.#post(message, deadline, frames, headers);
      this.#renewalIsUseless = lostSession(second);
      return second;
    });
    if (outcome.kind === 'timeout') this.#cancel(message);
    return {
      method: message.method,
      params: message.params,
      outcome,
      frames,
      ms: performance.now() - began,
      ...(reply === undefined ? {} : { http: { status: reply.status, contentType: reply.contentType } }),
    };
  }

  async notify(method: string, params: JsonObject | undefined): Promise<Exchange> {
    const body = encodeNotification(method, params);
    const headers = this.#standard({ method, params });
    return this.#postOneWay(method, params, body, headers, this.#limits.requestMs);
  }

  http(request: RawHttpRequest): Promise<Exchange> {
    const base =
      request.method === 'POST'
        ? this.#standard(parsedMessage(request.body))
        : this.#standard(undefined, GET_HEADERS);
    if (request.method === 'DELETE') delete base['Accept'];
    return this.#within(request.timeoutMs ?? this.#limits.requestMs, (deadline) =>
      rawHttp(this.#client, request, mergeHeaders(base, request.headers), {
        transcript: this.transcript,
        limits: this.#limits,
        deadline,
        batchAllowed: true,
        frames: [],
      }),
    );
  }

  async raw(text: string, timeoutMs: number, options: RawOptions): Promise<Exchange> {
    const { id, method = 'raw', params, headers } = options;
    if (id === undefined) {
      const changes = { ...this.#standard({ method, params }), ...headers };
      return this.http({ method: 'POST', body: text, timeoutMs, headers: changes });
    }
    const began = performance.now();
    const frames: number[] = [];
    const { reply, outcome } = await this.#within(timeoutMs, (deadline) =>
      this.#post({ id, method, params }, deadline, frames, headers, text),
    );
    const http = reply === undefined ? {} : { http: { status: reply.status, contentType: reply.contentType } };
    return { method, params, outcome, frames, ms: performance.now() - began, ...http };
  }

  close(): Promise<Closing> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<Closing> {
    const first = this.transcript.frames.length + 1;
    // A pending request is not waited for.
    this.broken ??= 'the connection was closed by us';
    for (const deadline of this.#active) deadline.stop();
    if (this.sessionId !== undefined) {
      const wait = Math.min(this.#limits.requestMs, Math.max(this.#limits.graceMs, 500));
      const headers = mergeHeaders(messageHeaders(this.era, this.protocolVersion, this.sessionId), this.#headers);
      // 2xx, 405, 404: the text leaves all of it to the server.
      await this.#within(wait, async (deadline) => {
        const reply = await this.#client.send({ method: 'DELETE', headers }, deadline, []);
        if (!('code' in reply)) reply.discard();
      });
    }
    this.#client.destroy();
    return { frames: this.transcript.frames.slice(first - 1).map((frame) => frame.n) };
  }

  async #within<T>(ms: number, action: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(ms);
    this.#active.add(deadline);
    try {
      return await action(deadline);
    } finally {
      this.#active.delete(deadline);
      deadline.clear();
    }
  }

  #standard(
    message?: { method: string; params: JsonObject | undefined },
    base: HeaderChanges = POST_HEADERS,
  ): Record<string, string> {
    return mergeHeaders(base, messageHeaders(this.era, this.protocolVersion, this.sessionId, message), this.#headers);
  }

  /** One request with its waits for Retry-After. */
  async #post(
    message: Outgoing,
    deadline: Deadline,
    frames: number[],
    changes: HeaderChanges | undefined,
    body = encodeRequest(message),
  ): Promise<{ reply: Reply | undefined; outcome: Outcome }> {
    for (let attempt = 1; ; attempt++) {
      const headers = mergeHeaders(this.#standard(message), changes);
      const reply = await this.#client.send({ method: 'POST', headers, body }, deadline, frames);
      if ('code' in reply) return { reply: undefined, outcome: this.#failed(reply, deadline, message.method) };
      this.#last = message.method;
      this.#cutOff = undefined;
      const wait = retryAfter(reply);
      if (wait !== undefined && attempt < TRIES && wait < deadline.left) {
        reply.discard();
        this.transcript.note(`HTTP ${reply.status}: waiting ${wait} ms as Retry-After asks`);
        await deadline.wait(wait);
        continue;
      }
      const outcome = await this.#answer(reply, message, deadline, frames);
      if (message.method === 'initialize' && outcome.kind === 'result') this.#adopt(reply);
      return { reply, outcome };
    }
  }

  #failed(error: SystemFailure, deadline: Deadline, method: string): Outcome {
    if (deadline.expired) return { kind: 'timeout', ms: deadline.ms };
    if (this.broken !== undefined) return { kind: 'closed', detail: this.broken };
    this.failure = error;
    // Nobody listens where somebody did: the server is gone, and more requests would only be more of the same.
    if (error.code === 'ECONNREFUSED' && this.#last !== undefined) {
      const when = this.#cutOff ?? `between the answer to ${this.#last} and that to ${method}`;
      this.broken = `nothing listens at the URL any more; the server went ${when}`;
      this.transcript.note(this.broken);
      return { kind: 'closed', detail: this.broken };
    }
    this.#cutOff = `while ${method} was unanswered`;
    return { kind: 'closed', detail: `${error.code}: ${error.message}` };
  }

  #answer(reply: Reply, message: Outgoing, deadline: Deadline, frames: number[]): Promise<Outcome> {
    const { transcript } = this;
    const context: ReplyContext = {
      transcript,
      limits: this.#limits,
      deadline,
      batchAllowed: allowsBatches(this.protocolVersion),
      frames,
    };
    const answer = new Answer(transcript, {
      era: this.era,
      id: message.id,
      jsonDepth: this.#limits.jsonDepth,
      onRequest: (id, method) => this.#reply(method, answerTo(id, method)),
    });
    if (!isOk(reply.status) || reply.contentType !== 'text/event-stream')
      return readPlainReply(reply, answer, context);
    const resume = (lastEventId: string): Promise<Reply | SystemFailure> => {
      const headers = mergeHeaders(this.#standard(undefined, GET_HEADERS), { 'Last-Event-ID': lastEventId });
      return this.#client.send({ method: 'GET', headers }, deadline, frames);
    };
    // The modern era has no resumption: "Resumable SSE streams via Last-Event-ID are not supported."
    return readStreamReply(reply, answer, context, this.era === 'legacy' ? resume : undefined);
  }

  #adopt(reply: Reply): void {
    const id = reply.headers['mcp-session-id'];
    if (this.era !== 'legacy' || typeof id !== 'string') return;
    if (!/^[\x21-\x7e]+$/.test(id)) {
      this.transcript.fault(
        { name: 'http-session-id', detail: `the session id ${JSON.stringify(id)} is not visible ASCII` },
        reply.frame,
      );
    }
    this.sessionId = id;
  }

  /** Starts a new session after a 404. Requests that fail at the same time share one. */
  #renew(deadline: Deadline): Promise<boolean> {
    this.#renewing ??= (async () => {
      if (this.#initialize === undefined) return false;
      this.transcript.note('HTTP 404 with a session id: starting a new session');
      const version = this.protocolVersion;
      this.sessionId = undefined;
      this.protocolVersion = undefined;
      const message = { ...this.#initialize, id: `renew-${++this.#renewals}` };
      const { outcome } = await this.#post(message, deadline, [], undefined);
      this.protocolVersion = version;
      if (outcome.kind !== 'result') return false;
      await this.notify('notifications/initialized', undefined);
      return true;
    })().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  #reply(method: string, body: string): void {
    void this.#postOneWay(method, undefined, body, this.#standard(), this.#limits.requestMs);
  }

  /** Tells a legacy server that we gave up. In the modern era closing the stream says so. */
  #cancel({ id, method }: Outgoing): void {
    if (this.era !== 'legacy' || method === 'initialize' || this.broken !== undefined) return;
    const cancelled = 'notifications/cancelled';
    const params = { requestId: id, reason: 'timeout' };
    void this.#postOneWay(cancelled, params, encodeNotification(cancelled, params), this.#standard(), 2_000);
  }

  /** Posts a notification or a response. */
  #postOneWay(
    method: string,
    params: JsonObject | undefined,
    body: string,
    headers: Record<string, string>,
    ms: number,
  ): Promise<Exchange> {
    const began = performance.now();
    const frames: number[] = [];
    return this.#within(ms, async (deadline) => {
      const reply = await this.#client.send({ method: 'POST', headers, body }, deadline, frames);
      const done = (outcome: Outcome): Exchange => ({
        method,
        params,
        outcome,
        frames,
        ms: performance.now() - began,
      });
      if ('code' in reply) return done(this.#failed(reply, deadline, method));
      const detail = await readReceipt(reply, method, { transcript: this.transcript, deadline, frames });
      const http = { status: reply.status, contentType: reply.contentType };
      return { ...done({ kind: 'http', status: reply.status, detail }), http };
    });
  }
}
