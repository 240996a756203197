import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from './json.js';

/** The digest of some bytes as manifests give it: `sha256:` and 64 lower-case hexadecimal digits. */
export const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * The bytes that `resources/read` gave for a URI: those of the element with that URI, else of the first. Undefined when there
 * are none. What is wrong with the form is for `viewRead` to tell.
 */
export function contentOf(uri: unknown, { contents }: JsonObject): Buffer | undefined {
  if (!Array.isArray(contents)) return undefined;
  const item = contents.find((one) => isObject(one) && one['uri'] === uri) ?? contents[0];
  if (!isObject(item)) return undefined;
  if (typeof item['blob'] === 'string') return Buffer.from(item['blob'], 'base64');
  return typeof item['text'] === 'string' ? Buffer.from(item['text']) : undefined;
}
