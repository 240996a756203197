import { headersFor, post } from './peer.js';
import type { Note } from './scan.js';

const META =
  '{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}';
const list = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"skills/list","params":${params}}`;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const INITIALIZE =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"0"}}}';

const modern = headersFor('modern', 'skills/list', undefined);
const legacy = headersFor('legacy', 'ping', undefined);

/** HTTP requests of which the status matters more than the message: name, headers, body, method. */
const PROBES: readonly (readonly [string, Record<string, string>, string | undefined, string])[] = [
  ['get', { accept: 'text/event-stream' }, undefined, 'GET'],
  ['delete', {}, undefined, 'DELETE'],
  ['notification', legacy, '{"jsonrpc":"2.0","method":"notifications/initialized"}', 'POST'],
  ['foreign origin', { ...legacy, origin: 'http://evil.example' }, PING, 'POST'],
  ['bad version header', { ...legacy, 'mcp-protocol-version': 'banana' }, PING, 'POST'],
  ['initialize', headersFor('legacy', 'initialize', undefined), INITIALIZE, 'POST'],
  ['headers against body', { ...modern, 'mcp-method': 'x' }, list(META), 'POST'],
  ['no _meta', modern, list('{}'), 'POST'],
  [
    'unsupported version',
    { ...modern, 'mcp-protocol-version': '2099-01-01' },
    list(META.replace('2026-07-28', '2099-01-01')),
    'POST',
  ],
];

/** What the transport answers to them. */
export async function* probeHttp(url: string): AsyncGenerator<Note> {
  for (const [name, headers, body, method] of PROBES) {
    const answer = await post(url, headers, body, method);
    yield [`http ${name}`, `${answer.status} ${String(answer.headers['mcp-session-id'])} ${answer.raw}`];
  }
}
