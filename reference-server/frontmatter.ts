import { parse } from 'yaml';
import { asText } from './digest.js';
import { isObject, type JsonObject } from './json.js';

/** The YAML between the first line `---` and the next one; undefined when the file does not begin so. */
export function frontmatterText(text: string): string | undefined {
  const match = /^---\r?\n([\s\S]*?\r?\n)?---(?:\r?\n|$)/.exec(text);
  return match === null ? undefined : (match[1] ?? '');
}

/** The frontmatter of a SKILL.md, every field as the author wrote it. Throws when there is none or it is no mapping. */
export function readFrontmatter(bytes: Uint8Array): JsonObject {
  const text = asText(bytes);
  const yaml = text === undefined ? undefined : frontmatterText(text);
  if (yaml === undefined) throw new Error('SKILL.md does not begin with YAML frontmatter');
  const value: unknown = parse(yaml, { version: '1.2', schema: 'core', uniqueKeys: true });
  if (!isObject(value)) throw new Error('the frontmatter of SKILL.md is not a mapping');
  return value;
}
