import { Server, type StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.js';
import { completionHandlers } from './completion.js';
import { directoryHandlers } from './directory.js';
import type { Era, Hooks } from './hooks.js';
import { isObject, type JsonObject } from './json.js';
import { resourceHandlers } from './resources.js';
import { SHAPES } from './revision.js';
import { TTL_MS } from './serving.js';
import { skillHandlers } from './skills.js';

const EXTENSION = 'io.modelcontextprotocol/skills';
const SERVER_INFO = { name: 'skills-conformance-reference', version: '1.0.0' };

export interface ServerOptions {
  readonly catalogue: Catalogue;
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

/** An SDK server for one connection (stdio) or one request (HTTP), serving `catalogue` in the shapes of its revision. */
export function createServer({ catalogue, era, hooks = {} }: ServerOptions): Server {
  const shape = SHAPES[catalogue.revision];
  const server = new Server(SERVER_INFO, {
    capabilities: {
      resources: {},
      ...(shape.templates && { completions: {} }),
      extensions: { [EXTENSION]: shape.directories ? { directoryRead: true } : {} },
    },
    instructions: catalogue.instructions,
    cacheHints: { 'server/discover': { ttlMs: TTL_MS, cacheScope: 'public' } },
  });
  const serving = { catalogue, era, hooks };
  const handlers = {
    ...resourceHandlers(serving),
    ...(shape.skillMethods && skillHandlers(serving)),
    ...(shape.directories && directoryHandlers(serving)),
    ...(shape.templates && completionHandlers(serving)),
  };
  for (const [method, handler] of Object.entries(handlers)) {
    if (hooks.without?.includes(method) === true) continue;
    server.setRequestHandler(method, { params: anyParams }, (params) => handler(params));
  }
  return server;
}
