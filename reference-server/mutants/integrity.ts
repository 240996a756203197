import { createHash } from 'node:crypto';
import { asText, fingerprint } from '../digest.js';
import type { Json, JsonObject } from '../json.js';
import { inEntry, inManifest } from './edits.js';
import type { Mutant } from './mutant.js';
import { BOM_FILE, CRLF_MD, LAST_BLOB, LAST_FILE, LAST_MD } from './target.js';

const resourcesOf = (entry: JsonObject) => entry['resources'] as JsonObject[];

/** Another spelling of the last file's digest. */
const spelling = (id: string, what: string, spell: (hex: string) => string): Mutant => ({
  id: `digest-${id}`,
  breaks: ['manifest/digest-format'],
  title: `The last digest of the last manifest is ${what}.`,
  hooks: inManifest((item) => void (item['digest'] = spell(String(item['digest']).slice('sha256:'.length)))),
});

/** Digest and size of other bytes than are served. */
const otherBytes = (id: string, title: string, uri: string, change: (bytes: Uint8Array) => Uint8Array): Mutant => ({
  id: `digest-of-${id}`,
  breaks: ['manifest/digest-matches'],
  title,
  hooks: {
    entry: (entry, _, catalogue) => {
      if (!Array.isArray(entry['resources'])) return;
      for (const item of resourcesOf(entry)) {
        // The size stays that of the served bytes: only the digest is wrong.
        if (item['uri'] === uri) item['digest'] = fingerprint(change(catalogue.files.get(uri)!.bytes())).digest;
      }
    },
  },
});

const text = (change: (text: string) => string) => (bytes: Uint8Array) => Buffer.from(change(asText(bytes)!));

/** Another value as the last file's size. */
const size = (
  id: string,
  requirement: string,
  what: string,
  value: (bytes: Uint8Array) => Json | undefined,
): Mutant => ({
  id: `size-${id}`,
  breaks: [requirement],
  title: `The last size of the last manifest is ${what}.`,
  hooks: inEntry((entry, catalogue) => {
    for (const item of resourcesOf(entry)) {
      if (item['uri'] === LAST_FILE) item['size'] = value(catalogue.files.get(LAST_FILE)!.bytes());
    }
  }),
});

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

/** Digests and sizes that are spelt wrongly or belong to other bytes. */
export const integrity: Mutant[] = [
  spelling('upper-case', 'in upper case', (hex) => `sha256:${hex.toUpperCase()}`),
  spelling('no-prefix', 'without `sha256:`', (hex) => hex),
  spelling('63-digits', 'one digit short', (hex) => `sha256:${hex.slice(1)}`),
  spelling('65-digits', 'one digit long', (hex) => `sha256:0${hex}`),
  spelling('base64', 'in base64', (hex) => `sha256:${base64(hex)}`),
  spelling('sri', 'in the form of subresource integrity', (hex) => `sha256-${base64(hex)}`),
  spelling('upper-prefix', 'prefixed with `SHA256:`', (hex) => `SHA256:${hex}`),
  spelling('trailing-space', 'followed by a space', (hex) => `sha256:${hex} `),
  spelling('empty', 'empty', () => ''),
  {
    id: 'digest-missing',
    breaks: ['manifest/digest-format'],
    title: 'The last element of the last manifest has no digest.',
    hooks: inManifest((item) => void delete item['digest']),
  },
  {
    id: 'digest-number',
    breaks: ['manifest/digest-format'],
    title: 'The last digest of the last manifest is a number.',
    hooks: inManifest((item) => void (item['digest'] = 7)),
  },
  spelling('sha512', 'a SHA-512', () => `sha512:${createHash('sha512').update('').digest('hex')}`),
  otherBytes('zero', 'The last digest is that of an empty file.', LAST_FILE, () => new Uint8Array()),
  otherBytes('one-bit', 'The last digest is that of bytes that differ in one bit.', LAST_BLOB, (bytes) => {
    const changed = Uint8Array.from(bytes);
    changed[0]! ^= 1;
    return changed;
  }),
  otherBytes(
    'lf',
    'The digest of a CRLF file is that of its LF form.',
    CRLF_MD,
    text((all) => all.replaceAll('\r\n', '\n')),
  ),
  otherBytes('no-bom', 'The digest of a text with a BOM is that without.', BOM_FILE, (bytes) => bytes.subarray(3)),
  otherBytes(
    'body',
    'The digest of SKILL.md is that of its body.',
    LAST_MD,
    text((all) => all.slice(all.indexOf('\n---\n') + 5)),
  ),
  otherBytes(
    'trimmed',
    'The last digest is that of the text without its last newline.',
    LAST_FILE,
    text((all) => all.trimEnd()),
  ),
  otherBytes('base64-text', 'The digest of a binary file is that of its base64.', LAST_BLOB, (bytes) =>
    Buffer.from(Buffer.from(bytes).toString('base64')),
  ),
  size('missing', 'manifest/size-present', 'missing', () => undefined),
  size('null', 'manifest/size-present', 'null', () => null),
  size('string', 'manifest/size-present', 'a string', (bytes) => String(bytes.length)),
  size('fraction', 'manifest/size-present', 'a fraction', (bytes) => bytes.length + 0.5),
  size('negative', 'manifest/size-present', 'negative', () => -1),
  size('code-points', 'manifest/size-matches', 'counted in code points', (bytes) => [...asText(bytes)!].length),
  size('utf16', 'manifest/size-matches', 'counted in UTF-16 units', (bytes) => asText(bytes)!.length),
  size('one-less', 'manifest/size-matches', 'one too small', (bytes) => bytes.length - 1),
  size('zero', 'manifest/size-matches', 'zero', () => 0),
];
