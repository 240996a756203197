import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection, StartFailure } from '../model/connection.js';
import { DEFAULT_LIMITS } from '../model/limits.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';
import { connect } from './connect.js';

const LIMITS: Limits = { ...DEFAULT_LIMITS, requestMs: 1_500, startupMs: 1_500, graceMs: 300 };

interface Call {
  readonly req: http.IncomingMessage;
  readonly res: http.ServerResponse;
  readonly message: {
    id?: string | number;
    method?: string;
    params?: Record<string, unknown>;
    result?: unknown;
    error?: unknown;
  };
  json(body: unknown, status?: number, headers?: http.OutgoingHttpHeaders): void;
  sse(...parts: string[]): void;
}
type Custom = (call: Call) => boolean;

const servers: http.Server[] = [];
const connections: Connection[] = [];
afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const event = (message: unknown): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;
const result = (call: Call, value: unknown = {}) => ({ jsonrpc: '2.0', id: call.message.id, result: value });

/** A server of both eras; `custom` sees each request first and returns true when it has dealt with it. */
async function serve(custom: Custom = () => false): Promise<{ url: string; seen: http.IncomingMessage[] }> {
  const seen: http.IncomingMessage[] = [];
  const server = http.createServer(async (req, res) => {
    seen.push(req);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const call: Call = {
      req,
      res,
      message: text === '' ? {} : (JSON.parse(text) as Call['message']),
      json: (body, status = 200, headers = {}) => {
        res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        res.end(typeof body === 'string' ? body : JSON.stringify(body));
      },
      sse: (...parts) => {
        if (!res.headersSent) res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
        for (const part of parts) res.write(part);
      },
    };
    if (custom(call)) return;
    const { method, id } = call.message;
    if (req.method !== 'POST') call.json('', 405);
    else if (id === undefined || method === undefined) {
      res.writeHead(202).end();
    } else if (method === 'initialize') {
      call.json(result(call, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's' } }), 200, {
        'Mcp-Session-Id': 'session-1',
      });
    } else if (method === 'server/discover') {
      call.json(result(call, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} }));
    } else call.json(result(call, { echo: method, headers: req.headers }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

async function open(custom?: Custom, era: Era = 'legacy', limits: Partial<Limits> = {}): Promise<Connection> {
  const { url } = await serve(custom);
  const connection = await connect({ kind: 'http', url, headers: { Authorization: 'Bearer t' } }, era, {
    ...LIMITS,
    ...limits,
  });
  if ('kind' in connection) throw new Error(connection.message);
  connections.push(connection);
  return connection;
}

async function fails(custom: Custom, era: Era = 'legacy'): Promise<StartFailure> {
  const { url } = await serve(custom);
  const failure = await connect({ kind: 'http', url, headers: {} }, era, LIMITS);
  if (!('kind' in failure)) {
    connections.push(failure);
    throw new Error('connected');
  }
  return failure;
}

const names = (connection: { faults: Connection['faults'] }): string[] => connection.faults.map(({ name }) => name);
const on =
  (method: string, action: (call: Call) => void): Custom =>
  (call) => {
    if (call.message.method !== method) return false;
    action(call);
    return true;
  };

const status =
  (code: number, body = '', headers: http.OutgoingHttpHeaders = { 'Content-Type': 'text/plain' }): Custom =>
  (c) => {
    c.json(body, code, headers);
    return true;
  };
const error =
  (code: number, at: number, data?: unknown): Custom =>
  (c) => {
    c.json({ jsonrpc: '2.0', id: c.message.id ?? null, error: { code, message: 'no', data } }, at);
    return true;
  };

describe('headers', () => {
  it('are those of the legacy era', async () => {
    const { url, seen } = await serve();
    const connection = await connect({ kind: 'http', url, headers: { Authorization: 'Bearer t' } }, 'legacy', LIMITS);
    if ('kind' in connection) throw new Error(connection.message);
    const exchange = await connection.request('resources/read', { uri: 'skill://a/SKILL.md' });
    expect(exchange).toMatchObject({
      outcome: { kind: 'result' },
      http: { status: 200, contentType: 'application/json' },
    });
    await connection.close();
    const [initialize, initialized, read, end] = seen.map(({ headers }) => headers);
    expect(initialize).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer t',
    });
    expect(initialize).not.toHaveProperty('mcp-protocol-version');
    expect(initialize).not.toHaveProperty('mcp-session-id');
    for (const headers of [initialized, read, end]) {
      expect(headers).toMatchObject({
        'mcp-protocol-version': '2025-11-25',
        'mcp-session-id': 'session-1',
        authorization: 'Bearer t',
      });
    }
    expect(read).not.toHaveProperty('mcp-method');
    expect(seen.at(-1)!.method).toBe('DELETE');
    expect(connection.faults).toEqual([]);
  });

  it('are those of the modern era', async () => {
    const connection = await open(undefined, 'modern');
    const sent = async (method: string, params: Record<string, string>, headers = {}) => {
      const { outcome } = await connection.request(method, params, { headers });
      return (outcome.kind === 'result' ? outcome.result['headers'] : {}) as Record<string, string>;
    };
    const read = await sent('resources/read', { uri: 'skill://a/SKILL.md' });
    expect(read).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'resources/read',
      'mcp-name': 'skill://a/SKILL.md',
    });
    expect(read).not.toHaveProperty('mcp-session-id');
    expect(await sent('skills/get', { uri: 'skill://a/SKILL.md' })).not.toHaveProperty('mcp-name');
    expect(await sent('resources/read', { uri: 'skill://ä' })).toMatchObject({
      'mcp-name': '=?base64?c2tpbGw6Ly/DpA==?=',
    });
    expect(await sent('x', {}, { 'mcp-METHOD': 'y', accept: undefined })).toMatchObject({ 'mcp-method': 'y' });
    expect(await sent('x', {}, { accept: undefined })).not.toHaveProperty('accept');
  });
});

describe('replies', () => {
  it.each<[string, Custom, unknown, string[]]>([
    [
      '202 for a request',
      on('go', ({ res }) => res.writeHead(202).end()),
      { kind: 'http', status: 202 },
      ['http-202-for-request'],
    ],
    ['an empty body', on('go', (c) => c.json('')), { kind: 'http', status: 200 }, ['http-empty-body']],
    [
      'a web page',
      on('go', (c) => c.json('<!doctype html><p>hi', 200, { 'Content-Type': 'text/html' })),
      { kind: 'http', detail: expect.stringContaining('an HTML page') },
      ['http-content-type'],
    ],
    [
      'JSON as text',
      on('go', (c) => c.json(result(c), 200, { 'Content-Type': 'text/plain' })),
      { kind: 'result' },
      ['http-content-type'],
    ],
    [
      'JSON with a charset',
      on('go', (c) => c.json(result(c), 200, { 'Content-Type': 'Application/JSON; charset=utf-8' })),
      { kind: 'result' },
      [],
    ],
    ['no JSON', on('go', (c) => c.json('oops')), { kind: 'malformed' }, ['not-json']],
    ['a batch', on('go', (c) => c.json([result(c)])), { kind: 'result' }, ['batch']],
    [
      'a notification',
      on('go', (c) => c.json({ jsonrpc: '2.0', method: 'notifications/x' })),
      { kind: 'malformed' },
      ['http-body-not-response'],
    ],
    [
      'another id',
      on('go', (c) => c.json({ jsonrpc: '2.0', id: 777, result: {} })),
      { kind: 'malformed' },
      ['unknown-id'],
    ],
    [
      'a stringified id',
      on('go', (c) => c.json({ jsonrpc: '2.0', id: String(c.message.id), result: {} })),
      { kind: 'result' },
      ['id-type-changed'],
    ],
    [
      'an error without id',
      on('go', (c) => c.json({ jsonrpc: '2.0', id: null, error: { code: -1, message: 'm' } })),
      { kind: 'error', code: -1 },
      ['id-null'],
    ],
    [
      'an error without id and 400',
      on('go', (c) => c.json({ jsonrpc: '2.0', id: null, error: { code: -1, message: 'm' } }, 400)),
      { kind: 'error', code: -1 },
      [],
    ],
    [
      '404 with a JSON-RPC error',
      on('go', (c) => c.json({ jsonrpc: '2.0', id: c.message.id, error: { code: -32601, message: 'm' } }, 404)),
      { kind: 'error', code: -32601 },
      [],
    ],
    ['a result and 500', on('go', (c) => c.json(result(c), 500)), { kind: 'result' }, ['http-result-status']],
    [
      '500 with JSON of its own',
      on('go', (c) => c.json({ error: 'boom' }, 500)),
      { kind: 'http', status: 500, detail: expect.stringContaining('boom') },
      [],
    ],
    [
      'a redirect',
      on('go', ({ res }) => res.writeHead(307, { Location: '/elsewhere' }).end()),
      { kind: 'http', status: 307, detail: expect.stringContaining('/elsewhere') },
      ['http-redirect'],
    ],
    [
      '401',
      on('go', ({ res }) => res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()),
      { kind: 'http', status: 401, detail: expect.stringContaining('Bearer') },
      [],
    ],
    [
      'a wrong Content-Length',
      on('go', (c) => {
        c.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 500 });
        c.res.write('{"jsonrpc');
        setTimeout(() => c.res.destroy(), 20);
      }),
      { kind: 'closed' },
      [],
    ],
    ['a broken socket', on('go', ({ req }) => req.socket.destroy()), { kind: 'closed' }, []],
    [
      'gzip',
      on('go', (c) => {
        c.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
        c.res.end(zlib.gzipSync(JSON.stringify(result(c))));
      }),
      { kind: 'result' },
      [],
    ],
    [
      'a bomb',
      on('go', (c) => {
        c.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
        c.res.end(zlib.gzipSync(Buffer.alloc(5e6, 0x20)));
      }),
      { kind: 'limit', flag: '--max-message' },
      [],
    ],
    ['a body over the limit', on('go', (c) => c.json(' '.repeat(2e6))), { kind: 'limit', flag: '--max-message' }, []],
    [
      'no end',
      on('go', (c) => {
        c.res.writeHead(200, { 'Content-Type': 'application/json' });
        c.res.write('{');
      }),
      { kind: 'timeout', ms: 600 },
      [],
    ],
    [
      '503 and Retry-After too long',
      on('go', ({ res }) => res.writeHead(503, { 'Retry-After': '60' }).end()),
      { kind: 'http', status: 503 },
      [],
    ],
  ])('%s', async (_title, custom, outcome, faults) => {
    const connection = await open(custom, 'modern', { messageBytes: 1e6 });
    const exchange = await connection.request('go', {}, { timeoutMs: 600 });
    expect(exchange.outcome).toMatchObject(outcome as object);
    expect(names(connection)).toEqual(faults);
    expect(
      connection.faults.filter(({ name }) => name.startsWith('http')).every(({ bears }) => bears === 'http'),
    ).toBe(true);
    expect((await connection.request('fine', {})).outcome.kind).toBe('result');
  });

  it('waits as Retry-After asks, and tries again', async () => {
    let tries = 0;
    const connection = await open(
      on('go', (c) => (++tries < 3 ? c.res.writeHead(429, { 'Retry-After': '0' }).end() : c.json(result(c)))),
    );
    expect((await connection.request('go', {})).outcome.kind).toBe('result');
    expect(tries).toBe(3);
  });

  it('names what a notification must not get', async () => {
    const connection = await open((c) => {
      if (c.message.method === 'notifications/a') c.json({}, 200);
      else if (c.message.method === 'notifications/b') c.res.writeHead(202).end('Accepted');
      else return false;
      return true;
    });
    expect((await connection.notify('notifications/a')).outcome).toMatchObject({ kind: 'http', status: 200 });
    expect((await connection.notify('notifications/b')).http?.status).toBe(202);
    expect((await connection.notify('notifications/c')).outcome).toMatchObject({ kind: 'http', status: 202 });
    expect(names(connection)).toEqual(['http-notification-status', 'http-notification-body']);
  });
});

describe('event streams', () => {
  it('carry notifications and requests before the response', async () => {
    const answers: unknown[] = [];
    const connection = await open((c) => {
      if (c.message.id === 'p' && c.message.method === undefined) {
        answers.push(c.message);
        c.res.writeHead(202).end();
        return true;
      }
      return on('go', () => {
        c.sse(
          ': comment\n\n',
          'id: e0\ndata:\n\n',
          event({ jsonrpc: '2.0', method: 'notifications/progress', params: {} }),
        );
        c.sse(event({ jsonrpc: '2.0', id: 'p', method: 'ping' }));
        setTimeout(() => (c.sse(event(result(c, { ok: true }))), c.res.end()), 50);
      })(c);
    });
    const exchange = await connection.request('go', {});
    expect(exchange).toMatchObject({
      outcome: { kind: 'result', result: { ok: true } },
      http: { contentType: 'text/event-stream' },
    });
    expect(exchange.frames.length).toBe(6);
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]);
    expect(connection.faults).toEqual([]);
  });

  it('are resumed with Last-Event-ID in the legacy era', async () => {
    const resumed: unknown[] = [];
    const pending: Call[] = [];
    const custom: Custom = (c) => {
      if (c.req.method === 'GET') {
        resumed.push(c.req.headers['last-event-id'], c.req.headers['mcp-session-id']);
        const more = resumed.length < 4;
        c.sse(...(more ? ['id: e1\ndata:\n\n'] : [event(result(pending[0]!, { resumed: true }))]));
        c.res.end();
        return true;
      }
      return on('go', () => {
        pending.push(c);
        c.sse('id: e0\nretry: 20\ndata:\n\n');
        c.res.end();
      })(c);
    };
    const connection = await open(custom);
    expect((await connection.request('go', {})).outcome).toMatchObject({ kind: 'result', result: { resumed: true } });
    expect(resumed).toEqual(['e0', 'session-1', 'e1', 'session-1']);
    expect(connection.faults).toEqual([]);
    const modern = await open(custom, 'modern');
    expect((await modern.request('go', {})).outcome).toMatchObject({ kind: 'http', status: 200 });
  });

  it.each<[string, (call: Call) => void, string, string[]]>([
    [
      'another event name',
      (c) => (c.sse(event(result(c)).replace('message', 'reply')), c.res.end()),
      'result',
      ['sse-event-name'],
    ],
    ['a foreign event', (c) => (c.sse('event: ping\ndata: 12:00\n\n', event(result(c))), c.res.end()), 'result', []],
    ['no event name', (c) => (c.sse(`data: ${JSON.stringify(result(c))}\n\n`), c.res.end()), 'result', []],
    [
      'CRLF',
      (c) => (c.sse(`event: message\r\ndata: ${JSON.stringify(result(c))}\r\n\r\n`), c.res.end()),
      'result',
      [],
    ],
    [
      'data over lines',
      (c) => (c.sse(`data: {"jsonrpc":"2.0","id":${c.message.id},\ndata: "result":{}}\n\n`), c.res.end()),
      'result',
      [],
    ],
    [
      'an unterminated event',
      (c) => (c.sse(event(result(c)).trimEnd()), c.res.end()),
      'result',
      ['sse-unterminated-event'],
    ],
    ['half an event', (c) => (c.sse(event(result(c)).slice(0, 30)), c.res.end()), 'http', []],
    ['no JSON', (c) => (c.sse('data: hello\n\n', event(result(c))), c.res.end()), 'result', ['not-json']],
    [
      'two responses',
      (c) => (c.sse(event(result(c)), event(result(c))), c.res.end()),
      'result',
      ['duplicate-response'],
    ],
    ['a stream that stays open', (c) => c.sse(event(result(c))), 'result', []],
    [
      'a request of the server',
      (c) => (c.sse(event({ jsonrpc: '2.0', id: 1, method: 'roots/list' }), event(result(c))), c.res.end()),
      'result',
      ['server-request'],
    ],
    ['an event over the limit', (c) => c.sse(`data: ${'x'.repeat(2e6)}`), 'limit', []],
    ['silence', (c) => c.sse(': hi\n\n'), 'timeout', []],
  ])('%s', async (_title, action, kind, faults) => {
    const connection = await open(on('go', action), 'modern', { messageBytes: 1e6 });
    expect((await connection.request('go', {}, { timeoutMs: 500 })).outcome.kind).toBe(kind);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(names(connection)).toEqual(faults);
  });
});

describe('sessions', () => {
  it('are renewed once when the server has dropped them', async () => {
    let session = 'session-1';
    let begun = 0;
    const connection = await open((c) => {
      if (c.message.method === 'initialize') {
        session = `session-${++begun}`;
        c.json(result(c, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} }), 200, {
          'Mcp-Session-Id': session,
        });
        return true;
      }
      if (c.message.method === 'drop') session = 'none';
      if (c.req.headers['mcp-session-id'] === session || c.message.method === 'drop') return false;
      c.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404);
      return true;
    });
    await connection.request('drop', {});
    const all = await Promise.all([1, 2, 3].map(() => connection.request('go', {})));
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(['result', 'result', 'result']);
    expect(begun).toBe(2);
    expect(connection.faults).toEqual([]);
    const wrong = await connection.request('go', {}, { headers: { 'Mcp-Session-Id': 'nonsense' } });
    expect(wrong).toMatchObject({ http: { status: 404 } });
    expect(begun).toBe(2);
  });

  it('are not renewed over and over for a server that says 404 for its own reasons', async () => {
    let begun = 0;
    const connection = await open((c) => {
      if (c.message.method === 'initialize') begun++;
      return on('go', () => c.json('nothing here', 404, { 'Content-Type': 'text/plain' }))(c);
    });
    for (let i = 0; i < 3; i++)
      expect((await connection.request('go', {})).outcome).toMatchObject({ kind: 'http', status: 404 });
    expect(begun).toBe(2);
  });

  it('must have ids of visible ASCII', async () => {
    const connection = await open(
      on('initialize', (c) =>
        c.json(result(c, { protocolVersion: '2025-11-25', capabilities: {} }), 200, { 'Mcp-Session-Id': 'a b' }),
      ),
    );
    expect(names(connection)).toEqual(['http-session-id']);
  });
});

describe('raw requests', () => {
  it('tell status, and the JSON-RPC error when there is one; they name no fault', async () => {
    const connection = await open((c) => {
      if (c.req.method === 'GET') c.sse(': open\n\n');
      else if (Array.isArray(c.message))
        c.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }, 400);
      else return false;
      return true;
    }, 'modern');
    expect(await connection.http({ method: 'POST', body: '[]' })).toMatchObject({
      outcome: { kind: 'error', code: -32600 },
      http: { status: 400 },
    });
    expect(await connection.http({ method: 'GET' })).toMatchObject({
      outcome: { kind: 'http', status: 200 },
      http: { contentType: 'text/event-stream' },
    });
    expect(await connection.http({ method: 'DELETE' })).toMatchObject({ outcome: { kind: 'http', status: 405 } });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x' });
    const { outcome } = await connection.http({
      method: 'POST',
      body,
      headers: { Host: 'evil.example', 'mcp-method': undefined },
    });
    expect(outcome).toMatchObject({
      result: { headers: { host: 'evil.example', 'mcp-protocol-version': '2026-07-28' } },
    });
    expect(JSON.stringify(outcome)).not.toContain('mcp-method');
    expect(connection.faults).toEqual([]);
  });
});

describe('no handshake', () => {
  it.each<[string, Custom, Era, string, boolean]>([
    ['401', status(401), 'modern', 'http-401', false],
    ['401 with an error', error(-32001, 401), 'legacy', 'http-401', false],
    ['403', status(403), 'modern', 'http-403', false],
    ['500', status(500, 'Traceback'), 'modern', 'http-5xx', false],
    ['redirect', status(308, '', { Location: '/mcp/' }), 'modern', 'redirect', false],
    ['web page', status(200, '<html>', { 'Content-Type': 'text/html' }), 'legacy', 'html-page', false],
    ['404', status(404, 'Cannot POST /mcp'), 'modern', 'http-404', true],
    ['405', status(405), 'modern', 'http-405', true],
    ['400 as legacy servers say it', error(-32000, 400), 'modern', 'handshake-error', true],
    ['404 + -32601', error(-32601, 404), 'modern', 'handshake-error', true],
    ['-32020', error(-32020, 400), 'modern', 'handshake-error', false],
    ['-32022, other version', error(-32022, 400, { supported: ['2027-01-01'] }), 'modern', 'version', false],
    ['-32022 to initialize', error(-32022, 400, { supported: ['2026-07-28'] }), 'legacy', 'version', true],
    ['silence', () => true, 'modern', 'timeout', false],
  ])('%s', async (_title, custom, era, reason, notThisEra) => {
    expect(await fails(custom, era)).toMatchObject({ kind: 'start-failure', reason, notThisEra });
  });

  it('wants a URL', async () => {
    expect(await connect({ kind: 'http', url: 'localhost:3000', headers: {} }, 'legacy', LIMITS)).toMatchObject({
      reason: 'bad-url',
    });
  });

  it('says that nothing listens, and what does not speak HTTP', async () => {
    const { url } = await serve();
    servers[0]!.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const refused = await connect({ kind: 'http', url, headers: {} }, 'legacy', LIMITS);
    expect(refused).toMatchObject({ reason: 'refused', notThisEra: false });
    const odd = net.createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-x\r\n'));
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const { port } = odd.address() as AddressInfo;
    expect(
      await connect({ kind: 'http', url: `http://127.0.0.1:${port}/`, headers: {} }, 'legacy', LIMITS),
    ).toMatchObject({ reason: 'garbage' });
    expect(
      await connect({ kind: 'http', url: `https://127.0.0.1:${port}/`, headers: {} }, 'legacy', LIMITS),
    ).toMatchObject({ reason: 'tls' });
    odd.close();
    expect(
      await connect({ kind: 'http', url: 'http://no-such-host.invalid/', headers: {} }, 'legacy', LIMITS),
    ).toMatchObject({ reason: 'dns' });
  });
});
