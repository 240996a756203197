import { Server, type StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.js';
import { asText } from './digest.js';
import { invalidParams, shown } from './errors.js';
import type { Era, Hooks } from './hooks.js';
import { copyJson, isObject, type JsonObject } from './json.js';
import { paginate } from './paging.js';
import { normaliseUri } from './uri.js';

const EXTENSION = 'io.modelcontextprotocol/skills';
const SERVER_INFO = { name: 'skills-conformance-reference', version: '1.0.0' };
const TTL_MS = 300_000;

export interface ServerOptions {
  readonly catalogue: Catalogue;
  /** The SDK makes one server per era; only the modern one sends caching hints. */
  readonly era: Era;
  readonly hooks?: Hooks;
}

/** The handlers check their own parameters, so that each mistake gets -32602 with a message of ours. */
const anyParams: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': {
    version: 1,
    vendor: 'skills-conformance-reference',
    validate: (value) => ({ value: isObject(value) ? value : {} }),
  },
};

/** The `uri` parameter, or -32602. */
function uriOf(params: JsonObject): string {
  const uri = params['uri'];
  if (uri === undefined) throw invalidParams('The parameter "uri" is missing.');
  if (typeof uri !== 'string') throw invalidParams('The parameter "uri" must be a string.');
  if (uri === '') throw invalidParams('The parameter "uri" must not be empty.');
  return uri;
}

/** One item of `contents`: text where the bytes are UTF-8, otherwise a blob. */
function contentsItem(uri: string, mimeType: string, bytes: Uint8Array): JsonObject {
  const text = asText(bytes);
  return text === undefined
    ? { uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
    : { uri, mimeType, text };
}

/** The URI under which a file is kept: as asked for, or else as it normalises. */
function servedUri(catalogue: Catalogue, uri: string): string | undefined {
  if (catalogue.files.has(uri)) return uri;
  const normal = normaliseUri(uri);
  for (const served of catalogue.files.keys()) if (normaliseUri(served) === normal) return served;
  return undefined;
}

/** An SDK server for one connection (stdio) or one request (HTTP), serving the skills of `catalogue`. */
export function createServer({ catalogue, era, hooks = {} }: ServerOptions): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { resources: {}, extensions: { [EXTENSION]: { directoryRead: true } } },
    instructions: catalogue.instructions,
    cacheHints: { 'server/discover': { ttlMs: TTL_MS, cacheScope: 'public' } },
  });
  const handle = (method: string, handler: (params: JsonObject) => JsonObject) => {
    if (hooks.without?.includes(method) !== true) {
      server.setRequestHandler(method, { params: anyParams }, (params) => handler(params));
    }
  };
  // Both fields came with 2026-07-28; older clients get neither.
  const cacheable = (ttlMs: number) => (era === 'modern' ? { ttlMs, cacheScope: 'public' } : {});
  const { pageSizes } = catalogue;

  const entryOf = (skill: Catalogue['skills'][number]): JsonObject => {
    const entry = copyJson(catalogue.entry(skill));
    return hooks.entry?.(entry, skill, catalogue) ?? entry;
  };

  handle('skills/list', ({ cursor }) => {
    const listed = catalogue.skills.filter((skill) => skill.listed);
    const { items, ...next } = paginate(listed, pageSizes.skills, cursor, { list: 'skills', era, hooks });
    return { skills: items.map(entryOf), ...next, ...cacheable(TTL_MS) };
  });

  handle('skills/get', (params) => {
    const uri = uriOf(params);
    const skill = catalogue.skillAt(uri);
    if (skill === undefined) throw invalidParams(`No skill is served at ${shown(uri)}`);
    return { skill: entryOf(skill), ...cacheable(TTL_MS) };
  });

  handle('resources/directory/read', (params) => {
    const uri = uriOf(params);
    const children = catalogue.children(uri);
    if (children === undefined) {
      const what = catalogue.files.has(uri) ? 'is a file, not a directory resource' : 'does not exist';
      throw invalidParams(`${shown(uri)} ${what}`);
    }
    const resources = [...children].map(([child, kind]) =>
      copyJson(kind === 'file' ? catalogue.resource(child) : catalogue.directoryResource(child)),
    );
    const where = { list: 'children', scope: uri, era, hooks } as const;
    const changed = hooks.children?.(resources, uri, catalogue) ?? resources;
    const { items, ...next } = paginate(changed, pageSizes.children, params['cursor'], where);
    // The text asks for no caching hints here, but the stock client 2.4 does not take a result without them.
    return { resources: items, ...next, ...cacheable(TTL_MS) };
  });

  handle('resources/list', ({ cursor }) => {
    const listed = [...catalogue.files.keys()].filter((uri) => catalogue.isListed(uri)).sort();
    const { items, ...next } = paginate(listed, pageSizes.resources, cursor, { list: 'resources', era, hooks });
    const resources = items.map((uri) => copyJson(catalogue.resource(uri)));
    for (const resource of resources) hooks.resource?.(resource);
    return { resources, ...next, ...cacheable(TTL_MS) };
  });

  handle('resources/templates/list', ({ cursor }) => {
    if (cursor !== undefined) throw invalidParams('There is only one page of resource templates.');
    return { resourceTemplates: [], ...cacheable(TTL_MS) };
  });

  handle('resources/read', (params) => {
    const uri = uriOf(params);
    const served = servedUri(catalogue, uri);
    if (served === undefined) {
      const what =
        catalogue.children(uri) === undefined ? 'No resource is served at' : 'This is a directory, not a file:';
      throw invalidParams(`${what} ${shown(uri)}`);
    }
    const file = catalogue.files.get(served)!;
    const bytes = file.bytes();
    const item = contentsItem(uri, file.mimeType, bytes);
    hooks.contents?.(item, bytes);
    return { contents: [item], ...cacheable(file.changing === true ? 0 : TTL_MS) };
  });

  return server;
}
