import type { Hooks, HttpCall, HttpReply } from '../hooks.js';
import { isObject } from '../json.js';
import { param } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST_FILE } from './target.js';

type Change = (reply: HttpReply) => Partial<HttpReply>;

const http = (
  id: string,
  title: string,
  when: (call: HttpCall, reply: HttpReply) => boolean,
  change: Change,
  eras?: Mutant['eras'],
): Mutant => ({
  id: `http-${id}`,
  breaks: ['protocol/http-status'],
  transports: ['http'],
  eras,
  title,
  hooks: { http: (reply, call) => (when(call, reply) ? { ...reply, ...change(reply) } : reply) } satisfies Hooks,
});

const lastFile = ({ message }: HttpCall) =>
  message !== undefined && message['method'] === 'resources/read' && param(message, 'uri') === LAST_FILE;
const isNotification = ({ message }: HttpCall) => message !== undefined && message['id'] === undefined;
const errorCodeOf = (reply: HttpReply): unknown => {
  try {
    const { error } = JSON.parse(reply.body) as { error?: unknown };
    return isObject(error) ? error['code'] : undefined;
  } catch {
    return undefined;
  }
};
const refusedWith = (code: number) => (_: HttpCall, reply: HttpReply) => errorCodeOf(reply) === code;
const type = (reply: HttpReply, contentType: string) => ({
  headers: { ...reply.headers, 'content-type': contentType },
});
const ok: Change = () => ({ status: 200 });

export const httpMutants: Mutant[] = [
  http('unknown-method-200', 'Answers an unknown method with status 200.', refusedWith(-32601), ok, ['modern']),
  http(
    'unknown-method-400',
    'Answers an unknown method with status 400.',
    refusedWith(-32601),
    () => ({ status: 400 }),
    ['modern'],
  ),
  http('version-200', 'Answers an unsupported protocol version with status 200.', refusedWith(-32022), ok, [
    'modern',
  ]),
  http('mismatch-200', 'Answers headers that contradict the body with status 200.', refusedWith(-32020), ok, [
    'modern',
  ]),
  http(
    'meta-missing-200',
    'Answers a request without the required `_meta` with status 200.',
    (_, reply) => reply.status === 400 && errorCodeOf(reply) === -32602,
    ok,
    ['modern'],
  ),
  http('202', 'Answers a request with 202 and no body.', lastFile, () => ({ status: 202, headers: {}, body: '' })),
  http('empty', 'Answers a request with an empty body.', lastFile, () => ({ body: '' }), ['modern']),
  http('html', 'Answers a request with a page of HTML.', lastFile, (reply) => ({
    ...type(reply, 'text/html'),
    body: '<p>Oops</p>',
  })),
  http('redirect', 'Answers a request with a redirect.', lastFile, (reply) => ({
    status: 307,
    headers: { ...reply.headers, location: '/mcp' },
  })),
  http('500', 'Sends a result with status 500.', lastFile, () => ({ status: 500 }), ['modern']),
  http('type-text', 'Sends a result as text/plain.', lastFile, (reply) => type(reply, 'text/plain')),
  http('event-name', 'Sends a result as an event of another name.', lastFile, (reply) => ({
    ...type(reply, 'text/event-stream'),
    body: reply.body.startsWith('event:')
      ? reply.body.replace('event: message', 'event: result')
      : `event: result\ndata: ${reply.body}\n\n`,
  })),
  http('event-unterminated', 'The event with a result lacks its closing blank line.', lastFile, (reply) => ({
    ...type(reply, 'text/event-stream'),
    body: reply.body.startsWith('event:') ? reply.body.trimEnd() : `event: message\ndata: ${reply.body}`,
  })),
  http('notification-200', 'Answers a notification with 200 instead of 202.', isNotification, ok, ['legacy']),
  http(
    'notification-body',
    'Answers a notification with a body.',
    isNotification,
    (reply) => ({ body: '{}', ...type(reply, 'application/json') }),
    ['legacy'],
  ),
  http(
    'get-200',
    'Answers GET with 200 and a page.',
    ({ method }) => method === 'GET',
    (reply) => ({ status: 200, ...type(reply, 'text/html'), body: '<p>MCP</p>' }),
    ['legacy'],
  ),
  http(
    'get-404',
    'Answers GET with 404.',
    ({ method }) => method === 'GET',
    () => ({ status: 404 }),
    ['legacy'],
  ),
  http(
    'bad-version-header',
    'Takes a bad MCP-Protocol-Version header.',
    ({ headers }, reply) =>
      reply.status === 400 && !/^20\d\d-/.test(String(headers['mcp-protocol-version'] ?? '2025-11-25')),
    ok,
    ['legacy'],
  ),
  http(
    'session-id',
    'Gives a session id that is not visible ASCII.',
    ({ message }) => message?.['method'] === 'initialize',
    (reply) => ({ headers: { ...reply.headers, 'mcp-session-id': 'z zähler' } }),
    ['legacy'],
  ),
];
