import { errorOf, type HttpReply, type StdioHooks } from '../hooks.js';
import type { Variation } from './mutant.js';

const onStdio = (id: string, title: string, why: string, stdio: StdioHooks): Variation => ({
  id: `stdio-${id}`,
  title,
  why,
  transports: ['stdio'],
  hooks: { stdio },
});

const onHttp = (
  id: string,
  title: string,
  why: string,
  eras: Variation['eras'],
  change: (reply: HttpReply) => HttpReply,
): Variation => ({
  id: `http-${id}`,
  title,
  why,
  transports: ['http'],
  eras,
  hooks: { http: change },
});

const isJson = ({ headers }: HttpReply) => headers['content-type']?.startsWith('application/json') === true;
const isStream = ({ headers }: HttpReply) => headers['content-type']?.startsWith('text/event-stream') === true;
const typed = (reply: HttpReply, type: string, body: string): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, 'content-type': type },
  body,
});

export const transportVariations: Variation[] = [
  onStdio('crlf', 'Ends its lines with CRLF.', 'JSON: the carriage return is white space before the newline.', {
    line: (line) => line.replace('\n', '\r\n'),
  }),
  onStdio(
    'stderr',
    'Writes to stderr with every message.',
    'Stdio: the server MAY log there; a client SHOULD NOT take it for errors.',
    {
      stderr: 'ERROR: not really\n',
    },
  ),
  onStdio(
    'split',
    'Writes its messages in pieces that cut characters in two.',
    'A stream has no boundaries but the newline.',
    {
      line: (line) => {
        const bytes = Buffer.from(line);
        const cut = bytes.findIndex((byte) => byte >= 0xc0) + 1 || 1;
        return [bytes.subarray(0, cut), bytes.subarray(cut)];
      },
    },
  ),
  onHttp('charset', 'Sends JSON with a charset parameter.', 'Media types have parameters.', ['modern'], (reply) =>
    isJson(reply) ? typed(reply, 'application/json; charset=utf-8', reply.body) : reply,
  ),
  onHttp(
    'events',
    'Answers requests with event streams.',
    'Streamable HTTP: JSON or an event stream.',
    ['modern'],
    (reply) =>
      isJson(reply) && reply.status === 200
        ? typed(reply, 'text/event-stream', `event: message\ndata: ${reply.body}\n\n`)
        : reply,
  ),
  onHttp('json', 'Answers requests with JSON.', 'Streamable HTTP: JSON or an event stream.', ['legacy'], (reply) => {
    const data = reply.body.split('\n').find((line) => line.startsWith('data: '));
    return isStream(reply) && data !== undefined
      ? typed(reply, 'application/json', data.slice('data: '.length))
      : reply;
  }),
  onHttp(
    'events-plain',
    'Sends events with comments, a retry time, CRLF and no event name.',
    'Server-sent events: all of it is syntax.',
    undefined,
    (reply) => {
      if (!isStream(reply) && !(isJson(reply) && reply.status === 200)) return reply;
      const data = isStream(reply)
        ? (reply.body.split('\n').find((line) => line.startsWith('data: ')) ?? '')
        : `data: ${reply.body}`;
      return typed(
        reply,
        'text/event-stream; charset=utf-8',
        `: hello\r\n\r\nretry: 100\r\n\r\n${data}\r\n\r\n: bye\r\n\r\n`,
      );
    },
  ),
  onHttp(
    'headers',
    'Sends headers that nobody asked for.',
    'HTTP: unknown headers are ignored.',
    undefined,
    (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'x-powered-by': 'coffee', 'set-cookie': 'a=b', 'cache-control': 'no-store' },
    }),
  ),
  {
    id: 'http-session',
    title: 'Gives out a session id.',
    why: 'Streamable HTTP up to 2025-11-25: a server MAY assign a session id.',
    transports: ['http'],
    eras: ['legacy'],
    hooks: {
      http: (reply, { message }) =>
        message?.['method'] === 'initialize'
          ? { ...reply, headers: { ...reply.headers, 'mcp-session-id': 'f00-ba7' } }
          : reply,
    },
  },
  {
    id: 'legacy-only',
    title: 'Knows no `server/discover`: a server of before 2026-07-28.',
    why: 'Versioning: a server need not be of both eras.',
    speaks: 'legacy',
    hooks: {
      request: (request, { era }) =>
        era === 'modern'
          ? { reply: errorOf(request, -32601, `Method not found: ${String(request['method'])}`) }
          : undefined,
    },
  },
  {
    id: 'modern-only',
    title: 'Refuses `initialize`: a server of 2026-07-28 and no earlier.',
    why: 'Versioning: a server need not be of both eras.',
    speaks: 'modern',
    hooks: {
      request: (request) =>
        request['method'] === 'initialize'
          ? { reply: errorOf(request, -32022, 'Unsupported protocol version; this server speaks 2026-07-28.') }
          : undefined,
    },
  },
];
