import type { ServedFile } from './catalogue.js';

/** Media types by the end of the name; everything else is `application/octet-stream`. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  txt: 'text/plain',
  example: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  yaml: 'application/yaml',
  py: 'text/x-python',
  sh: 'application/x-sh',
  png: 'image/png',
};

/** The media type that goes with a file's name. */
export const mimeTypeOf = (name: string): string =>
  MIME_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

/** A file of fixed bytes; its media type follows from its URI unless given. */
export function fixedFile(uri: string, content: Uint8Array | string, mimeType = mimeTypeOf(uri)): ServedFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { bytes: () => bytes, mimeType };
}
