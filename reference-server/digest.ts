import { createHash } from 'node:crypto';

/** What a manifest says about a file's bytes. */
export interface Fingerprint {
  readonly digest: string;
  readonly size: number;
}

/** SHA-256 and length of the raw bytes. */
export const fingerprint = (bytes: Uint8Array): Fingerprint => ({
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  size: bytes.byteLength,
});

/** The bytes as text when they are valid UTF-8 (a BOM is kept), otherwise undefined. */
export function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
