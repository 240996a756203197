import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.js';
import type { HttpCall, HttpReply, Hooks, Outgoing } from './hooks.js';
import { isObject, type JsonObject } from './json.js';
import { createServer } from './server.js';
import { admit, eraOf, MODERN_VERSION, release, textsOf } from './wire.js';

const MAX_BODY = 4 * 1024 * 1024;
const EVENT_STREAM = 'text/event-stream';

/** What answers at one path: the content and the deviation from it. */
export interface Endpoint {
  readonly catalogue: Catalogue;
  readonly hooks: Hooks;
}

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const allowedHost = localhostHostValidation();
const allowedOrigin = localhostOriginValidation();

/** Reads a request body; undefined when it is longer than we take. */
async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY) chunks.push(chunk);
  }
  return length > MAX_BODY ? undefined : Buffer.concat(chunks).toString('utf8');
}

function parseMessage(body: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toWebRequest(req: IncomingMessage, body: string | undefined, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < req.rawHeaders.length; at += 2) {
    headers.append(req.rawHeaders[at]!, req.rawHeaders[at + 1]!);
  }
  const method = req.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined;
  return new Request(`http://${req.headers.host ?? '127.0.0.1'}${req.url ?? '/'}`, {
    method,
    headers,
    signal,
    ...(hasBody ? { body } : {}),
  });
}

/** The request with another message in it, and the header that mirrors the message's URI in step with it. */
function rewritten(request: Request, message: JsonObject): Request {
  const headers = new Headers(request.headers);
  const { method, params } = message;
  const uri = isObject(params) ? params['uri'] : undefined;
  if (headers.has('mcp-method')) headers.set('mcp-method', String(method));
  if (headers.has('mcp-name') && typeof uri === 'string') {
    headers.set('mcp-name', `=?base64?${Buffer.from(uri).toString('base64')}?=`);
  }
  return new Request(request.url, { method: 'POST', headers, signal: request.signal, body: JSON.stringify(message) });
}

type See = (response: JsonObject) => Promise<Outgoing>;
const event = (text: string): string =>
  // A line break inside the data would end the line: each part gets its own `data:`.
  `event: message\n${text
    .split('\n')
    .map((part) => `data: ${part}`)
    .join('\n')}\n\n`;

/** Lets a deviation see the response inside a JSON body; several messages make the body an event stream. */
async function seeJson(reply: HttpReply, see: See): Promise<HttpReply> {
  const response = parseMessage(reply.body);
  if (response === undefined || !('result' in response || 'error' in response)) return reply;
  const texts = textsOf(await see(response));
  if (texts.length < 2) return { ...reply, body: texts[0] ?? '' };
  return { ...reply, headers: { ...reply.headers, 'content-type': EVENT_STREAM }, body: texts.map(event).join('') };
}

/** The same for each event of an event stream. */
async function seeEvents(reply: HttpReply, see: See): Promise<HttpReply> {
  const events = reply.body.split(/(?<=\n\n)/).map(async (block) => {
    const data = block.split('\n').find((line) => line.startsWith('data: '));
    const response = data === undefined ? undefined : parseMessage(data.slice(6));
    if (response === undefined || !('result' in response || 'error' in response)) return block;
    return textsOf(await see(response))
      .map(event)
      .join('');
  });
  return { ...reply, body: (await Promise.all(events)).join('') };
}

function send(res: ServerResponse, reply: HttpReply): void {
  res.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body) });
  res.end(reply.body);
}

/** Passes a reply on as it comes, for streams that stay open. */
async function stream(response: Response, res: ServerResponse): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    for await (const chunk of response.body ?? []) res.write(chunk);
  } catch {
    // The client went away; there is nobody to tell.
  }
  res.end();
}

function endpointHandler({ catalogue, hooks }: Endpoint): Handler {
  const mcp = createMcpHandler(({ era }) => createServer({ catalogue, era, hooks }));
  return async (req, res) => {
    if (hooks.unguarded !== true && !(allowedHost(req, res) && allowedOrigin(req, res))) return;
    const gone = new AbortController();
    res.on('close', () => gone.abort());
    const body = await readBody(req);
    if (body === undefined) {
      send(res, { status: 413, headers: { 'content-type': 'text/plain' }, body: 'The body is longer than 4 MiB.\n' });
      return;
    }
    const message = req.method === 'POST' ? parseMessage(body) : undefined;
    const isRequest = message !== undefined && typeof message['method'] === 'string' && message['id'] !== undefined;
    // A request that lacks its claim is of the modern era all the same when its header says so.
    const era = req.headers['mcp-protocol-version'] === MODERN_VERSION ? 'modern' : eraOf(message ?? {});
    const call: HttpCall = { era, method: req.method ?? '', headers: req.headers, message };
    const context = { era, transport: 'http' } as const;
    const finish = (reply: HttpReply) => send(res, hooks.http?.(reply, call) ?? reply);

    let request = toWebRequest(req, body, gone.signal);
    if (isRequest) {
      const seen = admit(hooks, message, context);
      if ('reply' in seen) {
        const texts = textsOf(seen.reply).join('\n');
        finish({ status: 200, headers: { 'content-type': 'application/json' }, body: texts });
        return;
      }
      if (seen.request !== message) request = rewritten(request, seen.request);
    }
    const response = await mcp.fetch(request);
    // Only a subscription stays open; it is passed on as it comes.
    if (message?.['method'] === 'subscriptions/listen') {
      await stream(response, res);
      return;
    }
    const reply = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
    const see: See = (answer) => release(hooks, answer, message ?? {}, context);
    if (!isRequest) finish(reply);
    else finish(await (reply.headers['content-type']?.includes(EVENT_STREAM) ? seeEvents : seeJson)(reply, see));
  };
}

/** An HTTP server whose paths lead to endpoints; `find` is asked once for each path and answers undefined for none. */
export function createHttp(find: (path: string) => Endpoint | undefined): HttpServer {
  const handlers = new Map<string, Handler | undefined>();
  const server = createHttpServer((req, res) => {
    const path = (req.url ?? '/').split('?', 1)[0]!;
    if (!handlers.has(path)) {
      const endpoint = find(path);
      // Unknown paths are not remembered: a prober could fill the memory with them.
      if (endpoint !== undefined) handlers.set(path, endpointHandler(endpoint));
    }
    const handler = handlers.get(path);
    if (handler === undefined) {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing is served at this path.\n');
      return;
    }
    handler(req, res).catch((error: unknown) => {
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
      res.end();
      process.stderr.write(`${String(error)}\n`);
    });
  });
  // Clients that keep connections open must not find them closed just as they send.
  server.keepAliveTimeout = 120_000;
  return server;
}

/** Listens on loopback only and tells the URL. */
export async function listen(server: HttpServer, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
