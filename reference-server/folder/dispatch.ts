import type { Catalogue } from '../catalogue.js';
import { directoryHandlers } from '../directory.js';
import { ErrorCode } from '../errors.js';
import type { Era } from '../hooks.js';
import { isObject, type JsonObject } from '../json.js';
import { resourceHandlers } from '../resources.js';
import { SHAPES, type Revision } from '../revision.js';
import { TTL_MS, type Handlers } from '../serving.js';
import { skillHandlers } from '../skills.js';
import type { FolderHooks } from './hooks.js';
import { loadFolder } from './load.js';
import { admit, claimRefusal, eraOf, MODERN_VERSION, shapeRefusal, versionRefusal } from '../wire.js';

const EXTENSION = 'io.modelcontextprotocol/skills';
const SERVER_INFO = { name: 'skills-conformance-folder', version: '1.0.0' };
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const failure = (request: JsonObject, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id: request['id'],
  error: { code, message },
});

/** Answers messages in both eras at once, each in the era that it claims, without an SDK: it is there as soon as Node is. */
export class Dispatcher {
  readonly #handlers: Readonly<Record<Era, Handlers>>;
  readonly #opened = new Set<Era>();
  readonly #capabilities: JsonObject;

  constructor(
    catalogue: Catalogue,
    private readonly hooks: FolderHooks = {},
  ) {
    const shape = SHAPES[catalogue.revision];
    this.#capabilities = {
      resources: {},
      extensions: { [EXTENSION]: shape.directories ? { directoryRead: true } : {} },
    };
    const handlersOf = (era: Era): Handlers => {
      const serving = { catalogue, era, hooks };
      return {
        ...resourceHandlers(serving),
        ...(shape.skillMethods && skillHandlers(serving)),
        ...(shape.directories && directoryHandlers(serving)),
        ...(era === 'legacy' ? { initialize: (params) => this.#initialize(params), ping: () => ({}) } : {}),
        ...(era === 'modern' ? { 'server/discover': () => this.#discover() } : {}),
      };
    };
    this.#handlers = { legacy: handlersOf('legacy'), modern: handlersOf('modern') };
  }

  /** The answer to one parsed line; undefined where none is due. */
  async answer(value: unknown): Promise<JsonObject | undefined> {
    const misshapen = shapeRefusal(value);
    if (misshapen !== undefined) return misshapen;
    const message = value as JsonObject;
    if (message['id'] === undefined || message['method'] === undefined) return undefined;
    const era = eraOf(message);
    const { method } = message;
    // A client that opened the modern era alone owes the claim with every request.
    const claimless = era === 'legacy' && method !== 'initialize';
    const bare = claimless && this.#opened.has('modern') && !this.#opened.has('legacy');
    if (era === 'modern' || method === 'initialize') this.#opened.add(era);
    const context = { era, transport: 'stdio' } as const;
    const seen = admit(this.hooks, message, context);
    const request = 'request' in seen ? seen.request : message;
    const response = (bare ? claimRefusal(message) : versionRefusal(message)) ?? this.#serve(request, era);
    const changed = await (this.hooks.response?.(response, message, context) ?? response);
    return isObject(changed) ? changed : response;
  }

  #serve(request: JsonObject, era: Era): JsonObject {
    const method = String(request['method']);
    const handler = Object.hasOwn(this.#handlers[era], method) ? this.#handlers[era][method] : undefined;
    if (handler === undefined) {
      const message = `Method not found: this server has no method "${method.slice(0, 80)}"`;
      return failure(request, ErrorCode.methodNotFound, message);
    }
    try {
      const result = handler(isObject(request['params']) ? request['params'] : {});
      const marked = era === 'modern' ? { ...result, resultType: 'complete' } : result;
      return { jsonrpc: '2.0', id: request['id'], result: marked };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: string };
      return failure(request, Number.isSafeInteger(code) ? (code as number) : ErrorCode.internal, String(message));
    }
  }

  #initialize(params: JsonObject): JsonObject {
    const asked = params['protocolVersion'];
    const version = LEGACY_VERSIONS.find((one) => one === asked) ?? LEGACY_VERSIONS[0]!;
    return { protocolVersion: version, capabilities: this.#capabilities, serverInfo: SERVER_INFO };
  }

  #discover(): JsonObject {
    return {
      supportedVersions: [MODERN_VERSION],
      capabilities: this.#capabilities,
      ttlMs: TTL_MS,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
    };
  }
}

/** A dispatcher over what is below a folder, and a word on each skill that was left out. */
export function openFolder(
  folder: string,
  revision: Revision,
  hooks: FolderHooks = {},
): { readonly dispatcher: Dispatcher; readonly problems: readonly string[] } {
  const { catalogue, problems } = loadFolder(folder, revision, hooks);
  const [problem] = problems;
  if (hooks.onBad !== 'fail' || problem === undefined)
    return { dispatcher: new Dispatcher(catalogue, hooks), problems };
  const without: FolderHooks = {
    ...hooks,
    entry: () => {
      throw new Error(problem);
    },
  };
  return { dispatcher: new Dispatcher(catalogue, without), problems };
}
