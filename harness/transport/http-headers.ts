import type { JsonObject } from '../model/json.js';
import type { Era } from '../model/protocol.js';

/** Methods whose requests carry `Mcp-Name`, and the parameter it repeats (2026-07-28, Streamable HTTP, table of headers). */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export type HeaderChanges = Readonly<Record<string, string | undefined>>;

/**
 * A header value as the modern era wants it: plain when it is visible ASCII with inner blanks, else in the base64 sentinel,
 * also when it would otherwise look like one.
 */
export function headerValue(value: string): string {
  const plain = /^[\x20-\x7e\t]*$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/.test(value);
  return plain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** Headers that a message of ours carries beyond the content types. `version` is undefined before a legacy handshake. */
export function messageHeaders(
  era: Era,
  version: string | undefined,
  sessionId: string | undefined,
  message?: { readonly method: string; readonly params: JsonObject | undefined },
): Record<string, string> {
  const headers: Record<string, string> = {};
  // The version header came with 2025-06-18.
  if (version !== undefined && version !== '2024-11-05' && version !== '2025-03-26')
    headers['MCP-Protocol-Version'] = version;
  if (sessionId !== undefined) headers['Mcp-Session-Id'] = sessionId;
  if (era === 'modern' && message !== undefined) {
    headers['Mcp-Method'] = headerValue(message.method);
    const key = NAMED[message.method];
    const name = key === undefined ? undefined : message.params?.[key];
    if (typeof name === 'string') headers['Mcp-Name'] = headerValue(name);
  }
  return headers;
}

/** Later sets win; a value of undefined drops the header; names are case-insensitive, the last spelling is sent. */
export function mergeHeaders(...sets: readonly (HeaderChanges | undefined)[]): Record<string, string> {
  const merged = new Map<string, [string, string]>();
  for (const set of sets) {
    for (const [name, value] of Object.entries(set ?? {})) {
      const key = name.toLowerCase();
      if (value === undefined) merged.delete(key);
      else merged.set(key, [name, value]);
    }
  }
  return Object.fromEntries(merged.values());
}
