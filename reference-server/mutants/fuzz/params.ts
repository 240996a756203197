import type { Hooks } from '../../hooks.js';
import { isObject, type Json, type JsonObject } from '../../json.js';
import { param } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { LAST_MD } from '../target.js';
import { dies, DIRECTORY, fails, GET, hangs, READ, REVISIONS } from './edits.js';

const broken = (id: string, title: string, hooks: Mutant['hooks'], more: Partial<Mutant> = {}): Mutant => ({
  id: `fuzz-params-${id}`,
  revisions: REVISIONS,
  breaks: ['fuzz/protocol-params'],
  title,
  hooks,
  ...more,
});

const wantsUri = ({ method }: JsonObject): boolean => [GET, READ, DIRECTORY].includes(String(method));
const wantsCursor = ({ method }: JsonObject): boolean =>
  ['skills/list', 'resources/list', DIRECTORY].includes(String(method));

/** For requests whose `uri` is of some kind; absent is none. */
const uriIs =
  (kind: (uri: Json) => boolean) =>
  (request: JsonObject): boolean => {
    const uri = param(request, 'uri');
    return wantsUri(request) && uri !== undefined && kind(uri);
  };

/** Holds no URI: what becomes of a value that does may show in a search for URIs as well. */
const holdsNone = (value: Json): boolean => !JSON.stringify(value).includes('://');

/** Serves the last skill for an array that has something in it. */
const arrayAsAny: Hooks = {
  request: (request) =>
    uriIs((uri) => Array.isArray(uri) && uri.length > 0 && holdsNone(uri))(request)
      ? { ...request, params: { ...(request['params'] as JsonObject), uri: LAST_MD } }
      : undefined,
};

/** Whether a value is nested deeper than so many levels; stops there. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** No request of a client that means well is nested so deep. */
const DEEP = 24;
const isDeepRequest = (request: JsonObject): boolean =>
  ['uri', 'cursor'].some((name) => isDeeper(param(request, name), DEEP));
const LONG = 1024;
/** Names that mean something to objects of JavaScript. */
const LOADED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** Servers that take their parameters for granted. */
export const paramsMutants: readonly Mutant[] = [
  broken('array-as-any', 'An array with something in it as `uri` is taken for the last skill.', arrayAsAny),
  broken(
    'nested-internal',
    'A value that holds another object or array as `uri` is answered with -32603.',
    fails(
      uriIs((uri) => isDeeper(uri, 1) && holdsNone(uri)),
      -32603,
      'TypeError: uri.startsWith is not a function',
    ),
  ),
  broken(
    'cursor-internal',
    'A cursor that is no string is answered with -32603.',
    fails(
      (request) => wantsCursor(request) && !['undefined', 'string'].includes(typeof param(request, 'cursor')),
      -32603,
      'TypeError: The first argument must be of type string.',
    ),
  ),
  broken(
    'cursor-boolean-dies',
    'A boolean as cursor ends the process.',
    dies(
      (request) => wantsCursor(request) && typeof param(request, 'cursor') === 'boolean',
      'TypeError: cursor.split is not a function',
    ),
    { transports: ['stdio'] },
  ),
  broken(
    'cursor-long-hangs',
    `A cursor of more than ${LONG} characters is never answered.`,
    hangs((request) => {
      const cursor = param(request, 'cursor');
      return wantsCursor(request) && typeof cursor === 'string' && cursor.length > LONG;
    }),
  ),
  broken(
    'deep-hangs',
    `A uri or a cursor nested deeper than ${DEEP} levels is never answered.`,
    hangs(isDeepRequest),
  ),
  broken(
    'deep-dies',
    `A uri or a cursor nested deeper than ${DEEP} levels ends the process.`,
    dies(isDeepRequest, 'RangeError: Maximum call stack size exceeded'),
    { transports: ['stdio'] },
  ),
  broken(
    'missing-hangs',
    '`resources/read` without a `uri` is never answered.',
    hangs((request) => request['method'] === READ && param(request, 'uri') === undefined),
  ),
  broken(
    'loaded-names-internal',
    'A member of params that is named as one of JavaScript’s own is answered with -32603.',
    fails(
      ({ params }) => isObject(params) && LOADED.some((name) => Object.hasOwn(params, name)),
      -32603,
      'TypeError: Cannot convert object to primitive value',
    ),
  ),
];
