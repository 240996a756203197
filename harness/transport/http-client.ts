import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { Transcript } from './transcript.js';

export interface SystemFailure {
  readonly code: string;
  readonly message: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Lower case, without parameters; empty when there is none. */
  readonly contentType: string;
  /** The body without its content coding. */
  readonly body: Readable;
  /** True once the whole body came: false after a broken connection or a wrong Content-Length. */
  whole(): boolean;
  readonly frame: number;
  /** Throws away what is left, and the socket with it when something is. */
  discard(): void;
}

/** Time left for one exchange, however many HTTP requests it takes. */
export class Deadline {
  expired = false;
  readonly #end: number;
  readonly #timer: NodeJS.Timeout;
  readonly #stops = new Set<() => void>();

  constructor(readonly ms: number) {
    this.#end = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.expired = true;
      this.stop();
    }, ms);
  }

  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Runs `action` when time is up, or when the exchange is stopped from outside. */
  onStop(action: () => void): () => void {
    this.#stops.add(action);
    return () => this.#stops.delete(action);
  }

  stop(): void {
    for (const action of this.#stops) action();
    this.#stops.clear();
  }

  /** Waits, but not past the end. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        forget();
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, this.left));
      const forget = this.onStop(done);
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#stops.clear();
  }
}

/** Sends HTTP requests to one endpoint over kept-alive connections. Redirects are never followed. */
export class HttpClient {
  readonly #url: URL;
  readonly #agent: http.Agent;
  readonly #transcript: Transcript;

  constructor(url: string, transcript: Transcript) {
    this.#url = new URL(url);
    this.#transcript = transcript;
    this.#agent =
      this.#url.protocol === 'https:' ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  }

  /** Resolves with the head of the reply, or with why there is none. `frames` collects what is recorded. */
  async send(
    request: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
    deadline: Deadline,
    frames: number[],
  ): Promise<Reply | SystemFailure> {
    const first = await this.#once(request, deadline, frames);
    // The server closed an idle kept-alive connection just as we used it: nothing was processed, so it is sent again.
    // The pool may hold more such connections, so it is emptied first.
    if (!('stale' in first)) return first;
    this.#agent.destroy();
    return this.#once(request, deadline, frames);
  }

  destroy(): void {
    this.#agent.destroy();
  }

  #once(
    request: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
    deadline: Deadline,
    frames: number[],
  ): Promise<Reply | (SystemFailure & { stale?: true })> {
    const { method, body } = request;
    const headers = { ...request.headers };
    if (body !== undefined) headers['Content-Length'] ??= String(Buffer.byteLength(body));
    const path = `${this.#url.pathname}${this.#url.search}`;
    frames.push(
      this.#transcript.add('sent', 'http', `${method} ${path} HTTP/1.1\n${printHeaders(Object.entries(headers))}`),
    );
    if (body !== undefined) frames.push(this.#transcript.add('sent', 'message', body));
    return new Promise((resolve) => {
      let req: http.ClientRequest;
      try {
        const module = this.#url.protocol === 'https:' ? https : http;
        req = module.request(this.#url, { method, headers, agent: this.#agent });
      } catch (error) {
        resolve(failure(error));
        return;
      }
      let replied = false;
      const forget = deadline.onStop(() => req.destroy());
      req.on('response', (res) => {
        replied = true;
        const reply = this.#reply(res, req);
        frames.push(reply.frame);
        resolve(reply);
      });
      req.on('error', (error: NodeJS.ErrnoException) => {
        if (!replied) forget();
        // What we ended ourselves at the deadline looks the same, and must not be sent again.
        const stale =
          !replied &&
          !deadline.expired &&
          req.reusedSocket &&
          (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        resolve(stale ? { ...failure(error), stale } : failure(error));
      });
      req.on('close', forget);
      req.end(body);
    });
  }

  #reply(res: http.IncomingMessage, req: http.ClientRequest): Reply {
    const status = res.statusCode ?? 0;
    const pairs: [string, string][] = [];
    for (let i = 0; i < res.rawHeaders.length; i += 2) pairs.push([res.rawHeaders[i]!, res.rawHeaders[i + 1]!]);
    const line = `HTTP/${res.httpVersion} ${status} ${res.statusMessage ?? ''}`.trimEnd();
    const frame = this.#transcript.add('received', 'http', `${line}\n${printHeaders(pairs)}`);
    const contentType = (res.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    const coded = decoder(res.headers['content-encoding']);
    let broken = false;
    // Errors also end the reading of the body; whether it was whole is asked afterwards.
    res.on('error', () => (broken = true));
    if (coded !== undefined) {
      coded.on('error', () => (broken = true));
      res.on('close', () => {
        if (!res.complete) coded.destroy();
      });
      res.pipe(coded);
    }
    return {
      status,
      headers: res.headers,
      contentType,
      body: coded ?? res,
      whole: () => res.complete && !broken,
      frame,
      discard: () => {
        coded?.destroy();
        if (res.complete) res.resume();
        else req.destroy();
      },
    };
  }
}

/** A stream that undoes a content coding; we ask for none, but some servers and proxies code all the same. */
function decoder(encoding: string | undefined): (Readable & NodeJS.WritableStream) | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return undefined;
  }
}

const printHeaders = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${name}: ${value}`).join('\n');

/** The code and words of a system error; of the first one where Node tried several addresses. */
export function failure(error: unknown): SystemFailure {
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const cause = (errors[0] ?? error) as NodeJS.ErrnoException;
  return { code: cause.code ?? 'EUNKNOWN', message: cause.message || String(cause) };
}
