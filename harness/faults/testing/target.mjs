/**
 * A scripted target: `node target.mjs <fault> [argument]` over stdio, `node target.mjs --http` over HTTP on 127.0.0.1,
 * where the fault is the path of the URL. Without a fault ("none") it is a correct server of both eras.
 */
import { small } from './catalogue.mjs';
import { faults } from './faults.mjs';
import { Server } from './server.mjs';

/** What a fault is made of; all of it is optional. */
function script(name, argument) {
  const fault = faults[name];
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  const made = typeof fault === 'function' ? fault(argument) : fault;
  const { server = {} } = made;
  return { ...made, server: new Server({ ...server, catalogue: (server.catalogue ?? small)() }) };
}

function stdio(name, argument) {
  const { server, start, answer, raw } = script(name, argument);
  const write = (data, done) => process.stdout.write(data, done);
  const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  if (start?.({ write, send }) === 'stop') return;
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method === undefined || message.id === undefined) continue;
      const reply = () => ({ id: message.id, ...server.respond(message) });
      if (answer?.({ message, server, reply, send, write })) continue;
      const text = JSON.stringify({ jsonrpc: '2.0', ...reply() });
      write(raw === undefined ? `${text}\n` : raw(`${text}\n`, message));
    }
  });
}

/** What Streamable HTTP refuses with 400, by the headers of either era. */
function refusal({ headers }, { method, params }) {
  const meta = params?._meta;
  const version = meta?.['io.modelcontextprotocol/protocolVersion'];
  if (version === undefined) {
    const known = /^20\d\d-\d\d-\d\d$/.test(headers['mcp-protocol-version'] ?? '2025-11-25');
    return known ? undefined : { code: -32600, message: 'the header MCP-Protocol-Version is no version' };
  }
  if (headers['mcp-method'] !== method) return { code: -32020, message: 'the header Mcp-Method is not the method' };
  if (version === '2026-07-28' && meta['io.modelcontextprotocol/clientCapabilities'] === undefined) {
    return { code: -32602, message: 'clientCapabilities is missing from _meta' };
  }
  return undefined;
}

async function http() {
  const { createServer } = await import('node:http');
  const scripts = new Map();
  const listener = createServer((request, response) => {
    const [, name, argument] = request.url.split('/');
    if (!scripts.has(name)) scripts.set(name, script(name, argument));
    const { server, page, answer } = scripts.get(name);
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (page?.(request, response)) return;
      const json = (status, value) => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', ...value }));
      };
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      const message = JSON.parse(body);
      if (message.id === undefined) {
        response.writeHead(202).end();
        return;
      }
      const reply = () => ({ id: message.id, ...server.respond(message) });
      const refused = refusal(request, message);
      if (refused !== undefined) {
        json(400, { id: message.id, error: refused });
        return;
      }
      if (answer?.({ message, server, reply, request, response })) return;
      const made = reply();
      json(made.error?.code === -32601 ? 404 : made.error?.code === -32022 ? 400 : 200, made);
    });
  });
  listener.listen(0, '127.0.0.1', () => process.stdout.write(`${listener.address().port}\n`));
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}

const [, , name = 'none', argument] = process.argv;
if (name === '--http') await http();
else stdio(name, argument);
