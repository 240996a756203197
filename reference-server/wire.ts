import { ErrorCode } from './errors.js';
import { Also, Raw, type Hooks, type Outgoing, type WireContext } from './hooks.js';
import { isObject, type JsonObject } from './json.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const MODERN_VERSION = '2026-07-28';

/** The protocol version that a request claims in `_meta`, whatever it is; undefined when there is no such claim. */
function claimOf(message: JsonObject): unknown {
  const params = message['params'];
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta[VERSION_KEY] : undefined;
}

/** The era that one request belongs to: a claim in `_meta` makes it modern. */
export const eraOf = (message: JsonObject): WireContext['era'] =>
  claimOf(message) === undefined ? 'legacy' : 'modern';

/**
 * -32022 for a request that claims a protocol version we do not speak. SDK 2.4.0 looks at the claim of the first request
 * of a stdio connection only; the text asks for every request to be judged by itself.
 */
export function versionRefusal(message: JsonObject): JsonObject | undefined {
  const requested = claimOf(message);
  if (typeof requested !== 'string' || requested === MODERN_VERSION || message['method'] === 'initialize')
    return undefined;
  return {
    jsonrpc: '2.0',
    id: message['id'],
    error: {
      code: ErrorCode.unsupportedVersion,
      message: `Unsupported protocol version: ${requested.slice(0, 80)}`,
      data: { supported: [MODERN_VERSION], requested },
    },
  };
}

/** -32602 for a request that lacks what every request of the modern era must carry. */
export const claimRefusal = (message: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id: message['id'],
  error: { code: ErrorCode.invalidParams, message: `The request lacks "${VERSION_KEY}" in its _meta.` },
});

const refuse = (id: string | number | null, why: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code: ErrorCode.invalidRequest, message: `Invalid request: ${why}` },
});

/** What is wrong with a parsed line as a JSON-RPC message, as the error response to it; undefined when nothing is. */
export function shapeRefusal(value: unknown): JsonObject | undefined {
  if (Array.isArray(value)) return refuse(null, 'batches are not supported');
  if (!isObject(value)) return refuse(null, 'a message is a JSON object');
  const { id, method, params } = value;
  // Responses and notifications are never answered.
  if (method === undefined && ('result' in value || 'error' in value)) return undefined;
  if (id === undefined && typeof method === 'string') return undefined;
  if (typeof id !== 'string' && !Number.isInteger(id)) return refuse(null, 'the id must be a string or an integer');
  if (value['jsonrpc'] !== '2.0') return refuse(id as string | number, '"jsonrpc" must be "2.0"');
  if (typeof method !== 'string') return refuse(id as string | number, 'the method must be a string');
  if (params !== undefined && !isObject(params)) return refuse(id as string | number, 'params must be an object');
  return undefined;
}

/** Lets a deviation see a request: the request to serve, or what to answer in the server's place. */
export function admit(
  hooks: Hooks,
  request: JsonObject,
  context: WireContext,
): { request: JsonObject } | { reply: Outgoing } {
  const seen = hooks.request?.(request, context);
  if (seen === undefined) return { request };
  return 'reply' in seen ? (seen as { reply: Outgoing }) : { request: seen as JsonObject };
}

/** The SDK's "Method not found" says no more than its code; the text asks for messages that help. */
function explained(response: JsonObject, request: JsonObject): JsonObject {
  const error = response['error'];
  if (!isObject(error) || error['message'] !== 'Method not found') return response;
  const method = String(request['method']).slice(0, 80);
  return { ...response, error: { ...error, message: `Method not found: this server has no method "${method}"` } };
}

/** The last step before a response goes out: its message is made helpful, then a deviation may see it. */
export async function release(
  hooks: Hooks,
  response: JsonObject,
  request: JsonObject,
  context: WireContext,
): Promise<Outgoing> {
  const helpful = explained(response, request);
  return hooks.response === undefined ? helpful : hooks.response(helpful, request, context);
}

/** The texts of the messages that go out, in order. */
export function textsOf(outgoing: Outgoing): string[] {
  if (outgoing === undefined) return [];
  if (outgoing instanceof Raw) return [outgoing.text];
  if (outgoing instanceof Also) return [...outgoing.before, outgoing.response].flatMap(textsOf);
  return [JSON.stringify(outgoing)];
}
