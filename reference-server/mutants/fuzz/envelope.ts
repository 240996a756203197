import { errorOf, type Hooks, type HttpCall, type HttpReply } from '../../hooks.js';
import { isObject, type JsonObject } from '../../json.js';
import { param } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { dies, fails, hangs, MODERN, REVISIONS } from './edits.js';

const broken = (id: string, title: string, hooks: Mutant['hooks'], more: Partial<Mutant> = {}): Mutant => ({
  id: `fuzz-envelope-${id}`,
  revisions: REVISIONS,
  breaks: ['fuzz/protocol-envelope'],
  title,
  hooks,
  ...more,
});

/** The members of `_meta` that no text of the protocol names. */
function extraMeta(request: JsonObject): JsonObject {
  const meta = param(request, '_meta');
  const entries = Object.entries(isObject(meta) ? meta : {});
  return Object.fromEntries(
    entries.filter(([key]) => !key.startsWith('io.modelcontextprotocol/') && key !== 'progressToken'),
  );
}

const comesAfter = (message: JsonObject, member: string, other: string): boolean => {
  const members = Object.keys(message);
  return members.includes(other) && members.indexOf(member) > members.indexOf(other);
};

/** A reply over HTTP that refuses a request, with the status of the text. */
const refused = (reply: HttpReply, message: JsonObject, code: number, why: string): HttpReply => ({
  ...reply,
  status: 400,
  headers: { ...reply.headers, 'content-type': 'application/json' },
  body: JSON.stringify(errorOf(message, code, why)),
});

/** The URI in a `Mcp-Name` of the base64 form which could as well have come as it is; undefined: no such header. */
function needlesslyEncoded({ 'mcp-name': header }: HttpCall['headers']): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/i.exec(String(header)) ?? [];
  const uri = base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString();
  return uri !== undefined && /^[\u0021-\u007E]+$/.test(uri) && !uri.startsWith('=?') ? uri : undefined;
}

/** How many bytes a message takes without any freedom of JSON: no white space, no escape that is not needed. */
const shortest = (message: unknown): number => Buffer.byteLength(JSON.stringify(message));

/** Whether a text has white space outside of its strings. */
const isSpaced = (text: string): boolean => /\s/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Lets a deviation see the lines of stdin as they come. */
const inLines = (input: (line: string) => string): Hooks => ({ stdio: { input } });

/** A line that no parser takes, in the place of one that this one does not. */
const NO_JSON = '{';

/** A line that is JSON and is longer than it need be, in one of two ways. */
const isLonger = (line: string, spaced: boolean): boolean => {
  const value = parsed(line);
  return value !== undefined && isSpaced(line.trim()) === spaced && Buffer.byteLength(line.trim()) > shortest(value);
};

/** Over HTTP a body that is longer than it need be: which of the two ways it is, nobody can tell any more. */
const refusesLonger: Hooks = {
  http: (reply, { message, headers }) => {
    if (message === undefined || typeof message['method'] !== 'string' || message['id'] === undefined) return reply;
    const length = Number(headers['content-length'] ?? 0);
    return length > shortest(message) ? refused(reply, message, -32700, 'Parse error: unexpected token') : reply;
  },
};

/** Whether a line begins an array: a batch, which later texts do not know. */
const isBatch = (line: string): boolean => line.trimStart().startsWith('[');

/** After a batch nothing that comes is heard any more. */
const deafAfterBatch = (): Hooks => {
  let deaf = false;
  return inLines((line) => {
    deaf ||= isBatch(line);
    return deaf ? '' : line;
  });
};

/** Servers that know one way only to write a message. */
export const envelopeMutants: readonly Mutant[] = [
  broken(
    'method-last',
    'A message whose `method` comes after its `params` is refused.',
    fails((request) => comesAfter(request, 'method', 'params'), -32600, 'Invalid request: there is no method'),
  ),
  broken(
    'version-first',
    'A message that does not begin with `jsonrpc` is never answered.',
    hangs((request) => Object.keys(request)[0] !== 'jsonrpc'),
  ),
  broken(
    'meta-refused',
    'A `_meta` with a member that no text names is refused.',
    fails((request) => Object.keys(extraMeta(request)).length > 0, -32602, 'Unrecognized key in _meta'),
  ),
  broken(
    'meta-dies',
    'A `_meta` with a member of a third party that is an object, an array or null ends the process.',
    dies(
      (request) => Object.values(extraMeta(request)).some((value) => typeof value === 'object'),
      'TypeError: value.trim is not a function',
    ),
    { eras: MODERN, transports: ['stdio'] },
  ),
  broken(
    'name-base64',
    'A `Mcp-Name` header in base64 is not decoded.',
    {
      http: (reply, { headers, message }) =>
        message !== undefined && needlesslyEncoded(headers) !== undefined
          ? refused(reply, message, -32020, 'The header Mcp-Name contradicts the body.')
          : reply,
    },
    { eras: MODERN, transports: ['http'] },
  ),
  broken(
    'accept-order',
    'An `Accept` header that names the event stream first is refused.',
    {
      http: (reply, { headers, message }) =>
        message !== undefined && /^\s*text\/event-stream/i.test(String(headers['accept']))
          ? refused(reply, message, -32600, 'Not acceptable: the client must accept application/json')
          : reply,
    },
    { transports: ['http'] },
  ),
  broken(
    'spaced',
    'A message with white space between its tokens is no JSON to it.',
    inLines((line) => (isLonger(line, true) ? NO_JSON : line)),
    { transports: ['stdio'] },
  ),
  broken(
    'escapes',
    'A message with escapes that need not be is no JSON to it.',
    inLines((line) => (isLonger(line, false) ? NO_JSON : line)),
    { transports: ['stdio'] },
  ),
  broken('longer', 'A body that is longer than its message need be is no JSON to it.', refusesLonger, {
    transports: ['http'],
  }),
  broken(
    'malformed-dies',
    'A line that is no JSON ends the process.',
    inLines((line) => {
      if (line.trim() !== '' && parsed(line) === undefined) throw new SyntaxError('Unexpected token in JSON');
      return line;
    }),
    { transports: ['stdio'] },
  ),
  broken('batch-deafens', 'After a batch nothing is answered any more.', deafAfterBatch, { transports: ['stdio'] }),
];
