import { errorOf, resultOf, type Hooks } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { errorCode, inResult, param, replies, together } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST_PARENT } from './target.js';

const METHOD = 'resources/directory/read';

/** All directories are paged one child at a time, so that the last one has pages too. */
const oneByOne: Hooks = { catalogue: (catalogue) => void (catalogue.pageSizes.children = 1) };

const paged = (id: string, title: string, hooks: Hooks | (() => Hooks)): Mutant => ({
  id: `directory-pages-${id}`,
  breaks: ['directory/pagination'],
  title,
  hooks: typeof hooks === 'function' ? () => together(oneByOne, hooks()) : together(oneByOne, hooks),
});

const onPage = (last: boolean) => (request: JsonObject, result: JsonObject) =>
  param(request, 'uri') === LAST_PARENT && 'nextCursor' in result !== last;

/** Directories whose pages go wrong. */
export const pages: Mutant[] = [
  paged('twice', 'A child comes again on the last page.', () => {
    let first: Json | undefined;
    return inResult(METHOD, (result, request) => {
      if (param(request, 'uri') !== LAST_PARENT) return;
      const list = result['resources'] as Json[];
      if (param(request, 'cursor') === undefined) first = list[0];
      else if (first !== undefined) list.push(first);
    });
  }),
  paged(
    'loop',
    'The last page of a directory leads to itself.',
    inResult(METHOD, (result, request) => void (result['nextCursor'] = param(request, 'cursor')), onPage(true)),
  ),
  paged(
    'number',
    'The cursor of a directory is a number.',
    inResult(METHOD, (result) => void (result['nextCursor'] = 1), onPage(false)),
  ),
  paged(
    'refused',
    'A directory does not take its own cursor back.',
    replies(
      METHOD,
      (request) => param(request, 'uri') === LAST_PARENT && param(request, 'cursor') !== undefined,
      (request) => errorOf(request, -32602, 'This cursor is not known any more.'),
    ),
  ),
];

/** Cursors carry the directory they came from, and win over the directory that is asked for. */
const unbound = (): Hooks => {
  const owners = new Map<Json, Json>();
  return together(
    {
      request: (request) => {
        const owner = owners.get(param(request, 'cursor') ?? null);
        if (request['method'] !== METHOD || owner === undefined) return undefined;
        return { ...request, params: { ...(request['params'] as JsonObject), uri: owner } };
      },
    },
    inResult(METHOD, (result, request) => {
      const cursor = result['nextCursor'];
      if (cursor !== undefined && !owners.has(cursor)) owners.set(cursor, param(request, 'uri')!);
    }),
  );
};

/** Cursors that should be refused. */
export const cursors: Mutant[] = [
  {
    id: 'directory-cursor-unbound',
    breaks: ['directory/cursor-bound'],
    title: 'A cursor of one directory works on another.',
    hooks: unbound,
  },
  {
    id: 'directory-cursor-garbage-empty',
    breaks: ['directory/cursor-invalid'],
    title: 'Answers a made-up cursor with an empty page.',
    hooks: replies(
      METHOD,
      (request, { error }) => isObject(error) && param(request, 'cursor') !== undefined,
      (request, _, { era }) =>
        resultOf(request, { resources: [], ...(era === 'modern' ? { resultType: 'complete' } : {}) }),
    ),
  },
  {
    id: 'directory-cursor-garbage-internal',
    breaks: ['directory/cursor-invalid'],
    title: 'Answers a made-up cursor with -32603.',
    hooks: errorCode(METHOD, -32603, (request) => param(request, 'cursor') !== undefined),
  },
];
