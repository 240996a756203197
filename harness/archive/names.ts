import { Buffer } from 'node:buffer';
import type { ArchiveEntry } from './archive.js';

/** Code page 437 from 0x80 on; what zip names are in when nothing else is said (APPNOTE, appendix D). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes, or undefined when they are none. A byte order mark is a character as any other. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as characters of the same numbers. */
export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

export interface DecodedName {
  readonly text: string;
  readonly encoding: ArchiveEntry['nameEncoding'];
  /** Declared as UTF-8, and not: read as if nothing had been declared. */
  readonly broken: boolean;
}

/**
 * Decodes a name or a link's target as a lenient host does: UTF-8 where the bytes are, else the format's old code.
 * @param declared the archive says that it is UTF-8
 */
export function decodeName(raw: Uint8Array, declared: boolean, fallback: 'cp437' | 'latin-1'): DecodedName {
  const text = utf8(raw);
  if (text !== undefined) {
    const encoding = declared ? 'declared-utf-8' : text.length === raw.length ? 'ascii' : 'utf-8';
    return { text, encoding, broken: false };
  }
  const single = latin1(raw);
  const old =
    fallback === 'latin-1'
      ? single
      : single.replace(/[\u0080-\u00ff]/g, (character) => CP437[character.charCodeAt(0) - 0x80]!);
  return { text: old, encoding: fallback, broken: declared };
}
