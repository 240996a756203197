import { sha256 } from '../model/digest.js';
import type { Exchange } from '../model/exchange.js';
import { isObject, type JsonObject } from '../model/json.js';
import { codePoints } from '../model/text.js';
import { normaliseUri } from '../model/uri.js';

/** A digest under which other bytes than the served ones are known, with what would turn the one into the other. */
export interface Alternative {
  readonly digest: string;
  readonly size: number;
  readonly cause: string;
  /** The other bytes are no UTF-8: text was made of a file in another encoding. */
  readonly foreign?: boolean;
}

/** What `resources/read` of one URI gave. Content itself is not kept, save the text of small Markdown files. */
export interface ReadView {
  readonly uri: string;
  readonly exchange: Exchange;
  readonly frames: readonly number[];
  /** The result, when there was one. Its `contents` are dropped after they were hashed. */
  readonly answered: boolean;
  /** Members of the result other than `contents`. */
  readonly envelope: JsonObject | undefined;
  /** What is wrong with the form of `contents`; undefined when it is right. */
  readonly shapeProblem: string | undefined;
  /** `contents` is an empty array. */
  readonly empty: boolean;
  readonly mimeType: unknown;
  readonly meta: unknown;
  readonly carrier: 'text' | 'blob' | undefined;
  /** What is wrong with the base64 of a blob; undefined when it is right or there is none. */
  readonly base64Problem: string | undefined;
  /** The raw bytes' digest as `sha256:…`, when content could be had. */
  readonly digest: string | undefined;
  readonly size: number | undefined;
  /** Text that holds a lone surrogate cannot be UTF-8 at all. */
  readonly loneSurrogate: boolean;
  /** How many U+FFFD a text holds: what lossy decoding leaves behind. */
  readonly replacements: number;
  /** The length of a text in code points and in UTF-16 units: sizes that are mistaken for bytes. */
  readonly characters: { readonly codePoints: number; readonly units: number } | undefined;
  /** Only computed when the digest is not one that a manifest claims for this URI. */
  readonly alternatives: readonly Alternative[];
  /** The content as text, when it is valid UTF-8 and small enough to keep. */
  readonly text: string | undefined;
  /** The content is not valid UTF-8 (blob only). */
  readonly binary: boolean;
}

const KEPT_TEXT = 1024 * 1024;
/** Files whose text is kept, for looking into. */
export const TEXT_FILE = /\.(md|markdown|txt)$/i;

/** Canonical base64 per RFC 4648, section 4; the sentence says what is wrong. */
export function base64Fault(blob: string): string | undefined {
  if (/^data:/i.test(blob)) return 'it is a data: URL, not base64';
  if (/[\r\n]/.test(blob)) return 'it holds line breaks';
  if (/[-_]/.test(blob)) return 'it uses the URL-safe alphabet ("-" or "_" in place of "+" or "/")';
  const foreign = /[^A-Za-z0-9+/=]/.exec(blob);
  if (foreign !== null) return `it holds ${JSON.stringify(foreign[0])}, which is not of the alphabet`;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(blob)) return 'it has padding in the middle';
  if (blob.length % 4 !== 0) return 'it is not padded to a multiple of four characters';
  // Bits that padding leaves over must be zero: compare the last group with its re-encoding.
  const tail = blob.slice(-4);
  if (Buffer.from(tail, 'base64').toString('base64') !== tail) return 'its last group has stray bits';
  return undefined;
}

/** By hand: a regular expression for the end of a text tries every run of line ends in it. */
function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
  return text.slice(0, end);
}

/** What other bytes the author may have had in mind, each with a cause in plain words. */
function alternativesOf(bytes: Buffer, text: string | undefined): Alternative[] {
  const found: Alternative[] = [];
  const add = (other: Buffer, cause: string): void => {
    if (other.equals(bytes)) return;
    const foreign = text !== undefined && decodeUtf8(other) === undefined;
    found.push({ digest: sha256(other), size: other.length, cause, foreign });
  };
  if (text !== undefined) {
    const lf = text.replaceAll('\r\n', '\n');
    add(Buffer.from(lf), 'matches after CRLF→LF: the digest is of LF line ends, CRLF is served');
    add(
      Buffer.from(lf.replaceAll('\n', '\r\n')),
      'matches after LF→CRLF: the digest is of CRLF line ends, LF is served',
    );
    if (text.startsWith('\ufeff'))
      add(Buffer.from(text.slice(1)), 'matches without the byte order mark that is served');
    else
      add(Buffer.from(`\ufeff${text}`), 'matches with a byte order mark: the file has one, which is lost in serving');
    add(Buffer.from(withoutFinalNewlines(text)), 'matches without the final line end that is served');
    add(Buffer.from(`${text}\n`), 'matches with a final line end, which is lost in serving');
    add(Buffer.from(text.trim()), 'matches after white space at both ends is trimmed');
    add(Buffer.from(text.normalize('NFC')), 'matches after Unicode normalisation to NFC');
    add(Buffer.from(text, 'latin1'), 'matches the same text in ISO 8859-1: the file is not UTF-8 and was converted');
    add(Buffer.from(text, 'utf16le'), 'matches the same text in UTF-16: the file was converted');
    const body = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(text);
    if (body !== null) add(Buffer.from(text.slice(body[0].length)), 'matches the body without its frontmatter');
  }
  add(Buffer.from(bytes.toString('base64')), 'matches the base64 text of the file, not its bytes');
  return found;
}

/** Reads a `resources/read` exchange: form, bytes, digests. `claimed` are the digests that manifests give for the URI. */
export function viewRead(uri: string, exchange: Exchange, claimed: ReadonlySet<string>): ReadView {
  const blank = {
    uri,
    exchange,
    frames: exchange.frames,
    answered: false,
    envelope: undefined,
    shapeProblem: undefined,
    empty: false,
    mimeType: undefined,
    meta: undefined,
    carrier: undefined,
    base64Problem: undefined,
    digest: undefined,
    size: undefined,
    loneSurrogate: false,
    replacements: 0,
    characters: undefined,
    alternatives: [],
    text: undefined,
    binary: false,
  } satisfies ReadView;
  if (exchange.outcome.kind !== 'result') return blank;

  const { contents, ...envelope } = exchange.outcome.result;
  const light: Exchange = { ...exchange, outcome: { kind: 'result', result: envelope } };
  const view = { ...blank, exchange: light, answered: true, envelope };
  const wrong = (shapeProblem: string): ReadView => ({ ...view, shapeProblem });
  if (!Array.isArray(contents)) return wrong('the result has no array `contents`');
  if (contents.length === 0) return { ...view, empty: true, shapeProblem: '`contents` is empty' };

  const wanted = normaliseUri(uri);
  const objects = contents.filter(isObject);
  if (objects.length < contents.length) return wrong('`contents` holds an element that is no object');
  const own = objects.filter((item) => typeof item['uri'] === 'string' && normaliseUri(item['uri']) === wanted);
  if (own.length === 0) {
    return wrong(
      `no element of \`contents\` has the URI asked for; the first has ${JSON.stringify(objects[0]?.['uri'] ?? null)}`,
    );
  }
  if (own.length > 1) return wrong(`${own.length} elements of \`contents\` have the URI asked for`);
  const item = own[0]!;
  const hasText = Object.hasOwn(item, 'text');
  const hasBlob = Object.hasOwn(item, 'blob');
  const found = { ...view, mimeType: item['mimeType'], meta: item['_meta'] };
  if (hasText && hasBlob) return { ...found, shapeProblem: 'the element has both `text` and `blob`' };
  if (!hasText && !hasBlob) return { ...found, shapeProblem: 'the element has neither `text` nor `blob`' };
  const carrier = hasText ? 'text' : 'blob';
  const value = item[carrier];
  if (typeof value !== 'string') return { ...found, shapeProblem: `\`${carrier}\` is no string` };

  const bytes = Buffer.from(value, carrier === 'text' ? 'utf8' : 'base64');
  const digest = sha256(bytes);
  const decoded = carrier === 'text' ? value : decodeUtf8(bytes);
  const surprising = claimed.size > 0 && !claimed.has(digest);
  return {
    ...found,
    carrier,
    base64Problem: carrier === 'blob' ? base64Fault(value) : undefined,
    digest,
    size: bytes.length,
    loneSurrogate: carrier === 'text' && /\p{Surrogate}/u.test(value),
    replacements: carrier === 'text' && value.includes('\ufffd') ? value.split('\ufffd').length - 1 : 0,
    characters:
      carrier === 'text'
        ? // Where there are as many bytes as units, all of it is ASCII.
          { codePoints: bytes.length === value.length ? value.length : codePoints(value), units: value.length }
        : undefined,
    alternatives: surprising ? alternativesOf(bytes, decoded) : [],
    text: decoded !== undefined && bytes.length <= KEPT_TEXT && TEXT_FILE.test(uri) ? decoded : undefined,
    binary: decoded === undefined,
  };
}

/** Strict UTF-8 that keeps a byte order mark; undefined for anything else. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
