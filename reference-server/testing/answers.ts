import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../json.js';
import type { Answer, Peer } from './peer.js';

/** The result of an answer, or a failed test. */
export function result({ message, raw }: Answer): JsonObject {
  if (!isObject(message?.['result'])) throw new Error(`no result: ${raw.slice(0, 300)}`);
  return message['result'];
}

/** The code of an error response. */
export const code = ({ message }: Answer) => (isObject(message?.['error']) ? message['error']['code'] : undefined);

/** Every page of a list. */
export async function pages(peer: Peer, method: string, params: JsonObject = {}): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  let cursor: unknown;
  do {
    const page = result(
      await peer.request(method, cursor === undefined ? params : { ...params, cursor: String(cursor) }),
    );
    all.push(page);
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return all;
}

/** The one item that reading a URI gives, and its bytes. */
export async function read(peer: Peer, uri: string): Promise<{ item: JsonObject; bytes: Buffer }> {
  const contents = result(await peer.request('resources/read', { uri }))['contents'] as JsonObject[];
  if (contents.length !== 1) throw new Error(`${contents.length} contents at ${uri}`);
  const item = contents[0]!;
  const { text, blob } = item;
  return { item, bytes: text === undefined ? Buffer.from(String(blob), 'base64') : Buffer.from(String(text)) };
}

export const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
