import { Also } from '../hooks.js';
import type { JsonObject } from '../json.js';
import { declares } from './capability.js';
import { errorCode, param, replies, together } from './edits.js';
import type { Variation } from './mutant.js';
import { LAST_FILE } from './target.js';
import { inResults, rewritten, wait } from './variation-edits.js';

const DIRECTORY = 'resources/directory/read';

/** Unusual answers. */
export const protocolVariations: Variation[] = [
  {
    id: 'read-32002',
    title: 'Answers an unknown resource with -32002.',
    why: 'Base resources up to 2025-11-25.',
    eras: ['legacy'],
    hooks: errorCode('resources/read', -32002),
  },
  {
    id: 'error-data',
    title: 'Errors carry data.',
    why: 'Base protocol: error responses MAY include data.',
    hooks: {
      response: (response) => {
        const { error } = response;
        return error === undefined
          ? response
          : { ...response, error: { ...(error as JsonObject), data: { trace: ['a', 'b'] } } };
      },
    },
  },
  {
    id: 'ttl-zero',
    title: 'Every result is stale at once.',
    why: 'Caching: `ttlMs` is 0 or more.',
    eras: ['modern'],
    hooks: {
      response: (response) => {
        const { result } = response;
        if (typeof result === 'object' && result !== null && 'ttlMs' in result) result['ttlMs'] = 0;
        return response;
      },
    },
  },
  {
    id: 'scope-private',
    title: 'Everything is private.',
    why: 'Caching: `cacheScope` is public or private.',
    eras: ['modern'],
    hooks: {
      response: (response) => {
        const { result } = response;
        if (typeof result === 'object' && result !== null && 'cacheScope' in result) result['cacheScope'] = 'private';
        return response;
      },
    },
  },
  {
    id: 'hints-legacy',
    title: 'Sends the members of 2026-07-28 in the legacy era too.',
    why: 'Unknown members are legal there.',
    eras: ['legacy'],
    hooks: inResults(['skills/list', 'skills/get', 'resources/read', DIRECTORY], (result) =>
      Object.assign(result, { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }),
    ),
  },
  {
    id: 'size-as-float',
    title: 'Writes sizes as 62.0.',
    why: 'JSON knows one kind of number.',
    hooks: rewritten((text) => text.replaceAll(/"size":(\d+)/g, '"size":$1.0')),
  },
  {
    id: 'json-escaped',
    title: 'Escapes everything beyond ASCII in JSON.',
    why: 'JSON: an escape is the character it stands for.',
    hooks: rewritten((text) =>
      text.replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  {
    id: 'json-spaced',
    title: 'Puts blanks into its JSON.',
    why: 'JSON: insignificant white space.',
    hooks: rewritten((text) => ` ${JSON.stringify(JSON.parse(text), null, 1).replaceAll('\n', ' ')} `),
  },
  {
    id: 'slow',
    title: 'Takes 150 ms for listings and for the last file.',
    why: 'No text sets a time.',
    hooks: {
      response: async (response, request) => {
        if (request['method'] === 'skills/list' || param(request, 'uri') === LAST_FILE) await wait(150);
        return response;
      },
    },
  },
  {
    id: 'out-of-order',
    title: 'Answers requests that are in flight together in reverse order.',
    why: 'JSON-RPC: responses are matched by id.',
    hooks: () => {
      let open = 0;
      return {
        request: () => void open++,
        response: async (response) => {
          await wait(2 * open--);
          return response;
        },
      };
    },
  },
  {
    id: 'legacy-older',
    title: 'Speaks 2025-06-18 and no later.',
    why: 'Lifecycle: the server answers with a version that it supports.',
    eras: ['legacy'],
    hooks: inResults(['initialize'], (result) => void (result['protocolVersion'] = '2025-06-18')),
  },
  {
    id: 'ping-from-server',
    title: 'Pings the client before it answers a listing.',
    why: 'Ping, up to 2025-11-25: either party may.',
    eras: ['legacy'],
    hooks: () => {
      let count = 0;
      return replies(
        'skills/list',
        () => true,
        (_, response) => new Also([{ jsonrpc: '2.0', id: `ping-${++count}`, method: 'ping' }], response),
      );
    },
  },
  {
    id: 'notifications-interleaved',
    title: 'Sends log messages between the answers.',
    why: 'Logging, up to 2025-11-25.',
    eras: ['legacy'],
    hooks: together(
      declares((all) => void (all['logging'] = {})),
      replies(
        'resources/read',
        () => true,
        (request, response) =>
          new Also(
            [
              {
                jsonrpc: '2.0',
                method: 'notifications/message',
                params: { level: 'debug', data: request['method'] },
              },
            ],
            response,
          ),
      ),
    ),
  },
];
