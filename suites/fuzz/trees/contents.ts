import * as fc from 'fast-check';
import type { TreeNode } from '../../../harness/model/tree.js';
import { oneOf } from './names.js';

/** Pieces of text, the simplest first. */
const TEXT = [
  'a',
  '\n',
  '\r\n',
  '\r',
  '\u00e9',
  'e\u0301',
  '\ufeff',
  '\0',
  ' ',
  '\t',
  '\u{1f600}',
  '\ufffd',
  '\u2028',
  '---\n',
  '<a>&amp;',
  '"\\',
];

/** Pieces of what is no UTF-8: single bytes, Latin-1, an encoded surrogate, a cut sequence, UTF-16. */
const BYTES = ['/w==', '6Q==', '7aCA', '4oI=', '//5hAA==', '/v8AYQ==', 'gA==', '+/+/AA=='].map((text) =>
  Buffer.from(text, 'base64'),
);

const text = fc.array(oneOf(TEXT), { maxLength: 8, size: 'max' }).map((parts) => Buffer.from(parts.join('')));
const any = fc
  .array(oneOf([...TEXT.map((part) => Buffer.from(part)), ...BYTES]), {
    minLength: 1,
    maxLength: 8,
    size: 'max',
  })
  .map((parts) => Buffer.concat(parts));
const utf16 = fc.constantFrom('a\n', '\ufeffa\r\n').map((words) => Buffer.from(words, 'utf16le'));

/** The bytes of a file. */
export const content: fc.Arbitrary<Buffer> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: text, weight: 10 },
  { arbitrary: any, weight: 5 },
  { arbitrary: utf16, weight: 1 },
);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A file as a node: its text where it has one. */
export function fileNode(path: string, bytes: Uint8Array): TreeNode {
  try {
    return { kind: 'file', path, text: decoder.decode(bytes) };
  } catch {
    return { kind: 'file', path, base64: Buffer.from(bytes).toString('base64') };
  }
}
