import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from './json.js';
import { headersFor, post, shakeHands, startHttp, stdioPeer } from './testing/peer.js';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const listWith = (meta: JsonObject, id: unknown = 'x') => ({
  jsonrpc: '2.0',
  id,
  method: 'skills/list',
  params: { _meta: meta },
});
const codeOf = (message: JsonObject | undefined) =>
  isObject(message?.['error']) ? message['error']['code'] : undefined;

describe('stdio', () => {
  const settled = () => new Promise((resolve) => void setTimeout(resolve, 50));

  test('judges the protocol version of every request, not of the first alone', async () => {
    const peer = stdioPeer('modern', {});
    await shakeHands(peer);
    for (const [version, code] of [
      ['banana', -32022],
      ['2099-01-01', -32022],
      ['2025-11-25', -32022],
      [7, -32602],
    ]) {
      peer.send(JSON.stringify(listWith({ ...META, 'io.modelcontextprotocol/protocolVersion': version as string })));
      await settled();
      expect(codeOf(JSON.parse(peer.lines.at(-1)!) as JsonObject), String(version)).toBe(code);
    }
    peer.send(JSON.stringify(listWith({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' })));
    peer.send('{"jsonrpc":"2.0","id":"y","method":"skills/list","params":{}}');
    await settled();
    expect(peer.lines.slice(-2).map((line) => codeOf(JSON.parse(line) as JsonObject))).toEqual([-32602, -32602]);
    await peer.close();
  });

  test('serves both eras on one connection, each request in the era that it claims', async () => {
    const peer = stdioPeer('legacy', {});
    await shakeHands(peer);
    peer.send(JSON.stringify(listWith(META)));
    await settled();
    expect(JSON.parse(peer.lines.at(-1)!)).toHaveProperty('result.resultType', 'complete');
    expect((await peer.request('skills/list', {})).message).not.toHaveProperty('result.resultType');
    await peer.close();
  });

  test.each([
    ['not json', 'this is no JSON', -32700],
    ['cut', '{"jsonrpc":"2.0"', -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['a number', '42', -32600],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['no version', '{"id":1,"method":"ping"}', -32600],
    ['array params', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600],
  ])('answers a bad message: %s', async (_, line, code) => {
    const peer = stdioPeer('legacy', {});
    await shakeHands(peer);
    peer.send(line);
    await settled();
    expect(codeOf(JSON.parse(peer.lines.at(-1)!) as JsonObject)).toBe(code);
    expect((await peer.request('ping')).message).toHaveProperty('result');
    await peer.close();
  });

  test('never answers notifications and responses, and takes blank lines and pieces', async () => {
    const peer = stdioPeer('legacy', {});
    await shakeHands(peer);
    const before = peer.lines.length;
    peer.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    peer.send('{"jsonrpc":"2.0","method":"no/such/notification","params":[]}');
    peer.send('{"jsonrpc":"2.0","id":99,"result":{}}');
    peer.send('');
    await settled();
    expect(peer.lines).toHaveLength(before);
    await peer.close();
  });

  test('serves sixteen mebibytes and five hundred and twelve files when asked to', async () => {
    const peer = stdioPeer('modern', {}, { big: true });
    const sums: Record<string, [number, number]> = {};
    for (const name of ['many-files', 'sixteen-mebibytes']) {
      const { message } = await peer.request('skills/get', { uri: `skill://limits/${name}/SKILL.md` });
      const { resources } = (message!['result'] as JsonObject)['skill'] as JsonObject as {
        resources: { size: number }[];
      };
      sums[name] = [resources.length, resources.reduce((sum, { size }) => sum + size, 0)];
    }
    expect(sums['many-files']![0]).toBe(512);
    expect(sums['sixteen-mebibytes']![1]).toBe(16_777_216);
    await peer.close();
  });
});

describe('http', () => {
  let server: Awaited<ReturnType<typeof startHttp>>;
  beforeAll(async () => {
    server = await startHttp({});
  });
  afterAll(() => server.close());

  const send = (headers: Record<string, string>, message: unknown = listWith(META)) =>
    post(server.url, { ...headersFor('modern', 'skills/list', undefined), ...headers }, JSON.stringify(message));

  test('refuses foreign origins and hosts, takes loopback ones', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      expect((await send({ origin })).status, origin).toBe(403);
    }
    expect((await send({ host: 'evil.example' })).status).toBe(403);
    for (const origin of ['http://localhost:99', 'http://127.0.0.1', 'http://[::1]:1']) {
      expect((await send({ origin })).status, origin).toBe(200);
    }
  });

  test('gives the statuses of the transport', async () => {
    const version = 'io.modelcontextprotocol/protocolVersion';
    const bad = await send({ 'mcp-protocol-version': '2099-01-01' }, listWith({ ...META, [version]: '2099-01-01' }));
    expect([bad.status, codeOf(bad.message)]).toEqual([400, -32022]);
    const mismatch = await send({ 'mcp-method': 'skills/get' });
    expect([mismatch.status, codeOf(mismatch.message)]).toEqual([400, -32020]);
    const bare = await send({}, { jsonrpc: '2.0', id: 1, method: 'skills/list', params: {} });
    expect([bare.status, codeOf(bare.message)]).toEqual([400, -32602]);
    const unknown = await send({ 'mcp-method': 'no/such' }, { ...listWith(META), method: 'no/such' });
    expect([unknown.status, codeOf(unknown.message)]).toEqual([404, -32601]);
    const notification = await post(
      server.url,
      headersFor('legacy', 'notifications/initialized', undefined),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    );
    expect([notification.status, notification.raw]).toEqual([202, '']);
    for (const method of ['GET', 'DELETE']) {
      const answer = await post(server.url, { accept: 'text/event-stream' }, undefined, method);
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    }
    expect((await post(server.url, headersFor('modern', 'x', undefined), 'no json')).status).toBe(400);
    expect((await post(server.url, { 'content-type': 'text/plain' }, '{}')).status).toBe(415);
    expect((await post(server.url.replace('/mcp', '/other'), {}, '{}')).status).toBe(404);
  });
});
