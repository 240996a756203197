import { request as httpRequest, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { prepare, type ContentOptions } from '../fixtures.js';
import { createHttp } from '../http.js';
import type { Era, Hooks } from '../hooks.js';
import type { JsonObject } from '../json.js';
import { runStdio } from '../stdio.js';

const VERSION = { modern: '2026-07-28', legacy: '2025-11-25' } as const;
const CLIENT = { name: 'raw', version: '0' };

/** What a request is answered with, as it came, and as far as it is one JSON object. */
export interface Answer {
  readonly raw: string;
  readonly message: JsonObject | undefined;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** A client without any SDK, that sees the bytes. */
export interface Peer {
  readonly era: Era;
  /** `params` undefined sends none at all in the legacy era. */
  request(method: string, params?: JsonObject): Promise<Answer>;
  close(): Promise<void>;
}

const withMeta = (params: JsonObject = {}): JsonObject => ({
  ...params,
  _meta: {
    'io.modelcontextprotocol/protocolVersion': VERSION.modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': CLIENT,
  },
});

const paramsFor = (era: Era, params: JsonObject | undefined): JsonObject | undefined =>
  era === 'modern' ? withMeta(params) : params;

function parse(raw: string): JsonObject | undefined {
  try {
    return JSON.parse(raw) as JsonObject;
  } catch {
    return undefined;
  }
}

/** The handshake of an era, and its answer. */
export function shakeHands(peer: Peer): Promise<Answer> {
  if (peer.era === 'modern') return peer.request('server/discover', {});
  return peer.request('initialize', { protocolVersion: VERSION.legacy, capabilities: {}, clientInfo: CLIENT });
}

/** The reference server with `hooks`, over streams in this process. `lines` is everything that came out. */
export function stdioPeer(
  era: Era,
  hooks: Hooks,
  content: ContentOptions = {},
): Peer & { lines: string[]; send(line: string): void } {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { catalogue } = prepare(hooks, content);
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const lines: string[] = [];
  let rest = '';
  stderr.resume();
  stdout.setEncoding('utf8');
  stdout.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    for (const raw of parts) {
      lines.push(raw);
      const message = parse(raw);
      const id = message?.['id'];
      waiting.get(id)?.({ raw, message });
      waiting.delete(id);
    }
  });
  const giveUp = () => waiting.forEach((settle) => settle({ raw: '', message: undefined }));
  runStdio(catalogue, hooks, { stdin, stdout, stderr, exit: giveUp });
  let id = 0;
  return {
    era,
    lines,
    send: (line) => void stdin.write(`${line}\n`),
    request: (method, params) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve({ raw: '', message: undefined }), 400);
        waiting.set(++id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: paramsFor(era, params) })}\n`);
      }),
    close: async () => void stdin.end(),
  };
}

/** The reference server with `hooks`, over HTTP in this process. */
export async function startHttp(
  hooks: Hooks,
  content: ContentOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const endpoint = prepare(hooks, content);
  const server: HttpServer = createHttp((path) => (path === '/mcp' ? endpoint : undefined));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The response in a body of JSON, or among the events of a stream. */
function responseIn(body: string): JsonObject | undefined {
  const texts = body.trimStart().startsWith('{')
    ? [body]
    : [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!);
  return texts.map(parse).find((message) => message !== undefined && ('result' in message || 'error' in message));
}

/** One HTTP request, as it is. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
  method = 'POST',
): Promise<Answer & { status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const req = httpRequest(url, { method, headers }, (res) => {
      let raw = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (raw += chunk));
      res.on('end', () => {
        resolve({ raw, message: responseIn(raw), status: res.statusCode!, headers: res.headers });
      });
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** The headers that go with a message. */
export function headersFor(era: Era, method: string, params: JsonObject | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (method !== 'initialize') headers['mcp-protocol-version'] = VERSION[era];
  if (era === 'legacy') return headers;
  headers['mcp-method'] = method;
  const uri = params?.['uri'];
  if (method === 'resources/read' && typeof uri === 'string') {
    headers['mcp-name'] = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
  }
  return headers;
}

/** A raw client of a server over HTTP. */
export function httpPeer(era: Era, url: string): Peer {
  let id = 0;
  return {
    era,
    request: (method, params) =>
      post(
        url,
        headersFor(era, method, params),
        JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: paramsFor(era, params) }),
      ),
    close: async () => undefined,
  };
}
