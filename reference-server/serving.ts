import type { Catalogue } from './catalogue.js';
import { invalidParams } from './errors.js';
import type { Era, Hooks } from './hooks.js';
import type { JsonObject } from './json.js';

/** How long a client may keep what it was told. */
export const TTL_MS = 300_000;

/** What the handlers of one server work with. */
export interface Serving {
  readonly catalogue: Catalogue;
  /** The SDK makes one server per era; only the modern one sends caching hints. */
  readonly era: Era;
  readonly hooks: Hooks;
}

/** Answers a method; what it throws becomes an error response. */
export type Handler = (params: JsonObject) => JsonObject;
export type Handlers = Readonly<Record<string, Handler>>;

/** The caching hints of a result. Both fields came with 2026-07-28; older clients get neither. */
export const cacheable = (era: Era, ttlMs = TTL_MS): JsonObject =>
  era === 'modern' ? { ttlMs, cacheScope: 'public' } : {};

/** The `uri` parameter, or -32602. */
export function uriOf(params: JsonObject): string {
  const uri = params['uri'];
  if (uri === undefined) throw invalidParams('The parameter "uri" is missing.');
  if (typeof uri !== 'string') throw invalidParams('The parameter "uri" must be a string.');
  if (uri === '') throw invalidParams('The parameter "uri" must not be empty.');
  return uri;
}
