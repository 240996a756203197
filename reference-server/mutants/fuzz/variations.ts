import type { Catalogue } from '../../catalogue.js';
import { errorOf, type Hooks } from '../../hooks.js';
import { isObject, type Json, type JsonObject } from '../../json.js';
import { normaliseUri } from '../../uri.js';
import { addFile, errorCode, inResult, param, together } from '../edits.js';
import type { Variation } from '../mutant.js';
import { asks, DIRECTORY, fileAt, GET, leads, LEGACY, READ, remembering, wait } from './edits.js';
import { isOdd, looselyDecoded } from './spelling.js';

/** RFC 3986, 6.2.2 and 5.2.4: equivalent spellings made one, dot segments taken away within the path. */
function resolved(uri: string): string | undefined {
  const [, head, path] = /^([^:/?#]+:\/\/[^/?#]*)(\/[^?#]*)$/.exec(normaliseUri(uri)) ?? [];
  if (head === undefined || path === undefined) return undefined;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  // What ends in a dot segment ends in a slash without it.
  if (/^\.\.?$/.test(segments.at(-1)!)) kept.push('');
  return [head, ...kept].join('/');
}

/** Serves each of the methods under more spellings than the reference server does. */
const spelt =
  (spelling: (uri: string, served: Catalogue) => string | undefined, methods = [READ, GET, DIRECTORY]) =>
  () =>
    together(...methods.map((method) => leads(method, spelling)()));

const spellings: Variation[] = [
  {
    id: 'fuzz-dots-resolved',
    title: 'Takes dot segments away before it looks a URI up, in every method.',
    why: 'RFC 3986, 6.2.2.3: a URI with dot segments is equivalent to the one without.',
    hooks: spelt(resolved),
  },
  {
    id: 'fuzz-equivalents-served',
    title: 'Takes percent-encoded letters for what they are in `skills/get` and directories too.',
    why: 'RFC 3986, 6.2.2.2: such spellings are equivalent.',
    hooks: spelt(normaliseUri, [GET, DIRECTORY]),
  },
  {
    id: 'fuzz-equivalents-refused',
    title: 'Reads a file under the very URI that it is listed with, and under no other spelling of it.',
    why: 'RFC 3986, 6.2.1: comparing URIs as strings is legal, at the cost of false negatives.',
    hooks: () => {
      let served: Catalogue | undefined;
      return {
        catalogue: (catalogue) => void (served = catalogue),
        response: (response, request) => {
          const isOther = asks(READ, (uri) => served?.files.has(uri) === false)(request);
          return isOther && isObject(response['result'])
            ? errorOf(request, -32602, `No resource is served at ${String(param(request, 'uri'))}`)
            : response;
        },
      };
    },
  },
  {
    id: 'fuzz-fragment-ignored',
    title: 'Reads the file of a URI that has a fragment.',
    why: 'RFC 3986, 3.5: a fragment is split off before a resource is looked for.',
    hooks: leads(READ, (uri, served) =>
      uri.includes('#') ? fileAt(uri.slice(0, uri.indexOf('#')), served) : undefined,
    ),
  },
  {
    id: 'fuzz-scheme-case',
    title: 'Takes a scheme in any case.',
    why: 'RFC 3986, 6.2.2.1: schemes are case-insensitive.',
    hooks: spelt((uri) => uri.replace(/^[^:]+/, (scheme) => scheme.toLowerCase())),
  },
  {
    id: 'fuzz-directory-slash',
    title: 'Reads a directory under its URI with a slash after it.',
    why: 'Reading Directories: the text does not say what a trailing slash in the request means.',
    hooks: spelt((uri) => uri.replace(/\/$/, ''), [DIRECTORY]),
  },
  {
    id: 'fuzz-iri-decoded',
    title: 'Reads a file under an IRI: its name with raw characters beyond ASCII.',
    why: 'RFC 3987, 3.1: an IRI is the URI that it maps to.',
    hooks: leads(READ, (uri, served) =>
      [...served.files.keys()].find(
        (one) => /[^\u0000-\u007F]/.test(uri) && looselyDecoded(one) === uri && !/%25/.test(one),
      ),
    ),
  },
];

const answers: Variation[] = [
  {
    id: 'fuzz-read-codes',
    title: 'Answers odd URIs with -32602 and others that are not served with -32002.',
    why: 'Base resources up to 2025-11-25 have -32002 for a resource that is not found; invalid parameters stay -32602.',
    eras: LEGACY,
    hooks: errorCode(
      READ,
      -32002,
      (request) => typeof param(request, 'uri') === 'string' && !asks(READ, isOdd)(request),
    ),
  },
  {
    id: 'fuzz-results-extended',
    title: 'Results carry members that no text names.',
    why: 'Base protocol: results are open to additional members.',
    hooks: {
      response: (response) => {
        const { result } = response;
        return isObject(result) ? { ...response, result: { ...result, 'x-took-ms': 3 } } : response;
      },
    },
  },
  {
    id: 'fuzz-overtaken',
    title: 'Every seventh answer takes 150 ms, and others overtake it.',
    why: 'JSON-RPC: responses are matched by id. No text sets a time.',
    hooks: () => {
      let count = 0;
      return {
        response: async (response) => {
          if (++count % 7 === 0) await wait(150);
          return response;
        },
      };
    },
  },
  {
    id: 'fuzz-long-413',
    title: 'Refuses a body of more than 64 KiB with HTTP 413.',
    why: 'RFC 9110, 15.5.14: a server may refuse content that is larger than it is willing to process.',
    transports: ['http'],
    hooks: {
      http: (reply, { headers }) =>
        Number(headers['content-length'] ?? 0) > 64 * 1024
          ? { status: 413, headers: { 'content-type': 'text/plain' }, body: 'Too long.\n' }
          : reply,
    },
  },
];

/** Cursors that are good for one use, of lists whose check does not use one twice. */
const onceOnly = remembering(() => {
  /** By list and cursor: how often it was given and not used yet. */
  const open = new Map<string, number>();
  const name = (request: JsonObject, cursor: Json): string =>
    JSON.stringify([request['method'] ?? null, param(request, 'uri') ?? null, cursor]);
  const response: Hooks['response'] = (answer, request) => {
    const { result } = answer;
    if (!['resources/list', DIRECTORY].includes(String(request['method'])) || !isObject(result)) return answer;
    const used = param(request, 'cursor');
    if (used !== undefined) {
      const left = open.get(name(request, used)) ?? 0;
      if (left === 0) return errorOf(request, -32602, 'This cursor was used before: start the listing anew.');
      open.set(name(request, used), left - 1);
    }
    const next = result['nextCursor'];
    if (next !== undefined) open.set(name(request, next), (open.get(name(request, next)) ?? 0) + 1);
    return answer;
  };
  return { hooks: { response }, forget: () => open.clear() };
});

/** The most that a listing grows by. */
const MOST_ENTRIES = 500;

/** Each walk through `resources/list` finds one resource more, at its end. */
const growing = (): Hooks => {
  let served: Catalogue | undefined;
  let count = 0;
  return {
    catalogue: (catalogue) => void (served = catalogue),
    request: (request) => {
      const isFirst = request['method'] === 'resources/list' && param(request, 'cursor') === undefined;
      if (!isFirst || served === undefined || count === MOST_ENTRIES) return;
      // This scheme is behind all others in the order of the list, so that no page moves.
      const number = String(++count).padStart(4, '0');
      addFile(served, `zz-log://entries/${number}.txt`, `Walk ${count} began.\n`);
    },
  };
};

const lists: Variation[] = [
  {
    id: 'fuzz-cursors-once',
    title: 'A cursor of resources or directories is good for one use.',
    why: 'Pagination: servers SHOULD provide stable cursors, and answer one that is none with -32602.',
    hooks: onceOnly,
  },
  {
    id: 'fuzz-cursors-offsets',
    title: 'Cursors are offsets, so that an altered one is often that of another page.',
    why: 'Pagination: a cursor is opaque; what a client makes up may be a cursor.',
    hooks: {
      catalogue: (catalogue) => Object.assign(catalogue.pageSizes, { skills: 1, resources: 2, children: 1 }),
      cursor: (_, index) => String(index),
    },
  },
  {
    id: 'fuzz-listing-grows',
    title: 'Each walk through `resources/list` finds one resource more, at its end.',
    why: 'Resources: the list may change at any time.',
    hooks: growing,
  },
  {
    id: 'fuzz-cursor-empty-pages',
    title: 'The last page of resources is empty.',
    why: 'Pagination: a page may be empty, and the end is where there is no cursor.',
    hooks: () => {
      const END = 'end of the resources';
      return together(
        {
          request: (request, { era }) => {
            if (request['method'] !== 'resources/list' || param(request, 'cursor') !== END) return undefined;
            const hints = era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'public' } : {};
            return { reply: { jsonrpc: '2.0', id: request['id'], result: { resources: [], ...hints } } };
          },
        },
        inResult('resources/list', (result) => {
          result['nextCursor'] ??= END;
        }),
      );
    },
  },
];

/** Legal and unusual in what a search asks. */
export const fuzzVariations: readonly Variation[] = [...spellings, ...answers, ...lists];
