/** Pages and behaviours of HTTP endpoints that are no MCP server, or not for us. */

const page =
  (status, type, body, headers = {}) =>
  (_request, response) => {
    response.writeHead(status, { ...(type && { 'Content-Type': type }), ...headers });
    response.end(body);
    return true;
  };
const HTML = '<!doctype html><html><body><h1>It works!</h1></body></html>';

/** Answers `skills/get` with 100 MB, between what the content type wants around it. */
const big = (type, before, after) => ({
  answer({ message, response }) {
    if (message.method !== 'skills/get') return false;
    response.writeHead(200, { 'Content-Type': type });
    response.write(`${before}{"jsonrpc":"2.0","result":{"skill":"`);
    let left = 100;
    const more = () => {
      if (left-- > 0) response.write('z'.repeat(1_000_000), more);
      else response.end(`"},"id":${message.id}}${after}`);
    };
    more();
    return true;
  },
});

export const httpFaults = {
  'http-401': {
    page: page(401, 'application/json', '{"error":"unauthorized"}', { 'WWW-Authenticate': 'Bearer realm="mcp"' }),
  },
  'http-403': { page: page(403, 'text/plain', 'host not allowed') },
  'http-404': { page: page(404, 'text/html', HTML) },
  'http-500': { page: page(500, 'text/plain', 'Traceback: KeyError') },
  'http-301': { page: page(301, undefined, '', { Location: '/mcp/' }) },
  'http-html': { page: page(200, 'text/html', HTML) },
  'http-empty': { page: page(200, 'application/json', '') },
  'http-other-json': { page: page(200, 'application/json', '{"status":"ok","version":"1.2"}') },
  'http-not-json': { page: page(200, 'application/json', 'ok') },
  'http-hangs': { page: () => true },
  'http-endless-head': {
    page(_request, response) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"jsonrpc":');
      return true;
    },
  },
  /** Answers until the request `argument`, then is gone as a whole. */
  'http-dies': (argument) => ({
    answer({ server }) {
      if (server.count >= Number(argument)) process.exit(9);
      return false;
    },
  }),
  'http-big': big('application/json', '', ''),
  'http-big-event': big('text/event-stream', 'data: ', '\n\n'),
  'http-event-flood': {
    answer({ message, reply, response }) {
      const made = message.method === 'skills/list' ? reply() : undefined;
      if (made?.result === undefined) return false;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const note = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } })}\n\n`;
      response.end(`${note.repeat(20_000)}data: ${JSON.stringify({ jsonrpc: '2.0', ...made })}\n\n`);
      return true;
    },
  },
};
