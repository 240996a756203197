import { sha256 } from '../../../harness/model/digest.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Larger files are not tried. */
const MOST_BYTES = 1024 * 1024;

/** What servers are known to do to bytes: a word for it, and what comes of it. */
const CHANGES: readonly (readonly [
  string,
  (bytes: Buffer, text: string | undefined) => Uint8Array | string | undefined,
])[] = [
  ['lossy', (bytes, text) => (text === undefined ? bytes.toString('utf8') : undefined)],
  ['latin-1', (bytes, text) => (text === undefined ? bytes.toString('latin1') : undefined)],
  ['bom', (_, text) => (text?.startsWith('\ufeff') === true ? text.slice(1) : undefined)],
  ['line-ends', (_, text) => text?.replaceAll('\r\n', '\n')],
  ['line-ends', (_, text) => text?.replace(/\r\n?/g, '\n')],
  ['line-ends', (_, text) => text?.replace(/\r?\n/g, '\r\n')],
  ['nul', (_, text) => text?.replaceAll('\0', '')],
  ['nul', (_, text) => text?.split('\0', 1)[0]],
  ['trimmed', (_, text) => text?.trimEnd()],
  ['trimmed', (_, text) => text?.trim()],
  ['trimmed', (_, text) => text?.replace(/(?:\r?\n)+$/, '')],
  ['final-newline', (_, text) => (text === undefined ? undefined : `${text}\n`)],
  ['normalised', (_, text) => text?.normalize('NFC')],
  ['frontmatter', (_, text) => text?.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')],
];

/** The word for how these bytes became others, as far as it is a common one; `other` for the rest. */
export function changeOf(bytes: Buffer, digest: unknown): string {
  if (bytes.length > MOST_BYTES) return 'other';
  const text = textOf(bytes);
  for (const [word, change] of CHANGES) {
    const other = change(bytes, text);
    if (other !== undefined && sha256(Buffer.from(other)) === digest) return word;
  }
  return 'other';
}

/** The word for how a size was counted, as far as it is a common one. */
export function sizeOf(bytes: Buffer, size: unknown): string {
  const text = bytes.length > MOST_BYTES ? undefined : textOf(bytes);
  if (text === undefined) return 'other';
  return size === text.length || size === [...text].length ? 'characters' : 'other';
}
