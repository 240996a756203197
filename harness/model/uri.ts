/**
 * URIs as RFC 3986 sees them, without the repairs that URL classes make: nothing is resolved, folded or encoded
 * unless asked. Skill URIs compare as strings; `normalise` exists for telling equivalent spellings apart from others.
 */
export interface Uri {
  readonly text: string;
  readonly scheme: string;
  /** What stands between `//` and the next `/`, `?`, `#` or the end; undefined without `//`. */
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

const PARTS = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** Splits an absolute URI by the grammar of RFC 3986, appendix B; undefined when there is no scheme. */
export function splitUri(text: string): Uri | undefined {
  const match = PARTS.exec(text);
  if (match === null || !SCHEME.test(match[1]!)) return undefined;
  return {
    text,
    scheme: match[1]!,
    authority: match[2],
    path: match[3]!,
    query: match[4],
    fragment: match[5],
  };
}

export interface UriProblem {
  readonly what: string;
  /** True when the text is an IRI and nothing else is wrong: raw letters beyond ASCII. */
  readonly iri: boolean;
}

const ALLOWED = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/;

/** What keeps `text` from being a valid absolute URI (RFC 3986), or undefined when nothing does. */
export function uriProblem(text: string): UriProblem | undefined {
  const hard = (what: string): UriProblem => ({ what, iri: false });
  if (text === '') return hard('it is empty');
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = /[\u0000-\u001f\u007f]/.exec(text);
  if (control !== null) return hard(`it holds the control character U+${codeOf(control[0])}`);
  if (text.includes(' ')) return hard('it holds a raw space, which is written %20');
  if (text.includes('\\')) return hard('it holds a backslash; the separator is "/"');
  const broken = /%(?![0-9A-Fa-f]{2})/.exec(text);
  if (broken !== null) {
    return hard(
      `it holds a "%" that two hexadecimal digits do not follow (${JSON.stringify(text.slice(broken.index, broken.index + 3))}); a literal one is written %25`,
    );
  }
  const uri = splitUri(text);
  if (uri === undefined) return hard('it has no scheme, so it is not absolute');
  let iri = false;
  for (const character of text) {
    if (ALLOWED.test(character)) continue;
    if (character.codePointAt(0)! < 0x80)
      return hard(`it holds a raw ${JSON.stringify(character)}, which RFC 3986 does not allow`);
    iri = true;
  }
  if (/[[\]]/.test(uri.path) || /[[\]]/.test(uri.query ?? '') || /[[\]]/.test(uri.fragment ?? '')) {
    return hard('it holds a raw square bracket outside of an IP literal');
  }
  if (uri.authority === undefined && uri.path.startsWith('//')) return hard('its path begins with "//"');
  if (iri) return { what: 'it holds raw characters beyond ASCII: an IRI, not a URI', iri: true };
  return undefined;
}

const codeOf = (character: string): string => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/** Percent-decoding of one segment; undefined when the octets are no UTF-8 or the encoding is broken. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * Syntax-based normalisation (RFC 3986, section 6.2.2): scheme in lower case, hexadecimal digits in upper case,
 * unreserved characters decoded, raw non-ASCII encoded as UTF-8, dot segments removed. The authority's letters stay:
 * under `skill://` it is the first segment of a path, and comparing it without case could join two skills.
 */
export function normaliseUri(text: string): string {
  const uri = splitUri(text);
  if (uri === undefined) return text;
  const encoded = (part: string): string =>
    part
      .replace(/[^\u0000-\u007f]+/gu, (raw) =>
        [...Buffer.from(raw, 'utf8')].map((octet) => `%${octet.toString(16).toUpperCase()}`).join(''),
      )
      .replace(/%[0-9A-Fa-f]{2}/g, (octet) => {
        const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
        return /[A-Za-z0-9\-._~]/.test(character) ? character : octet.toUpperCase();
      });
  const authority = uri.authority === undefined ? '' : `//${encoded(uri.authority)}`;
  const query = uri.query === undefined ? '' : `?${encoded(uri.query)}`;
  const fragment = uri.fragment === undefined ? '' : `#${encoded(uri.fragment)}`;
  return `${uri.scheme.toLowerCase()}:${authority}${removeDots(encoded(uri.path))}${query}${fragment}`;
}

/** RFC 3986, section 5.2.4. */
function removeDots(path: string): string {
  if (!path.includes('.')) return path;
  const out: string[] = [];
  const segments = path.split('/');
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === '.') {
      if (last) out.push('');
    } else if (segment === '..') {
      if (out.length > 1) out.pop();
      if (last) out.push('');
    } else out.push(segment);
  });
  return out.join('/');
}

/** True when a path segment is `.` or `..`, plain or percent-encoded. */
export function hasDotSegments(text: string): boolean {
  const uri = splitUri(text);
  if (uri === undefined) return false;
  return `${uri.authority ?? ''}/${uri.path}`.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

const SUFFIX = '/SKILL.md';

/**
 * The root directory of the skill whose SKILL.md has this URI: the URI without `/SKILL.md`. Undefined when the URI
 * does not end so, or when nothing would be left of its path.
 */
export function skillRoot(uri: string): string | undefined {
  const parts = splitUri(uri);
  if (parts === undefined || parts.query !== undefined || parts.fragment !== undefined) return undefined;
  if (!uri.endsWith(SUFFIX)) return undefined;
  const root = uri.slice(0, -SUFFIX.length);
  return skillPath(root).length > 0 ? root : undefined;
}

/** The segments of a skill path, still encoded: the authority first (when there is one), then the path. */
export function skillPath(root: string): string[] {
  const parts = splitUri(root);
  if (parts === undefined) return [];
  const path = parts.path.split('/').filter((segment, index) => !(index === 0 && segment === ''));
  const segments = parts.authority === undefined || parts.authority === '' ? path : [parts.authority, ...path];
  return segments.every((segment) => segment === '') ? [] : segments;
}

/** True when `uri` lies below the directory `root`: the same text up to a `/`, and something after it. */
export const isBelow = (root: string, uri: string): boolean =>
  uri.startsWith(`${root}/`) && uri.length > root.length + 1;

/** The path of `uri` below `root` in segments, as written; undefined when it is not below. */
export function segmentsBelow(root: string, uri: string): string[] | undefined {
  return isBelow(root, uri) ? uri.slice(root.length + 1).split('/') : undefined;
}

/** URIs in order, to find what lies below a directory without looking at all of them. */
export class UriIndex {
  readonly #sorted: readonly string[];

  constructor(uris: Iterable<string>) {
    this.#sorted = [...new Set(uris)].sort();
  }

  /** Every URI below `root`, in order. */
  below(root: string): readonly string[] {
    const first = this.#firstBelow(root);
    let end = first;
    while (end < this.#sorted.length && isBelow(root, this.#sorted[end]!)) end += 1;
    return this.#sorted.slice(first, end);
  }

  hasBelow(root: string): boolean {
    const uri = this.#sorted[this.#firstBelow(root)];
    return uri !== undefined && isBelow(root, uri);
  }

  #firstBelow(root: string): number {
    const start = `${root}/`;
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // The start itself is not below: it has an empty last segment.
      if (this.#sorted[middle]! <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** So many of its nearest directories are looked at; a longer path is made up to cost time. */
const MAX_ANCESTORS = 256;

/** The directories that a URI lies in, nearest first. */
export function* ancestorsOf(uri: string): Generator<string> {
  let cut = uri.lastIndexOf('/');
  for (let i = 0; i < MAX_ANCESTORS && cut > 0; i += 1) {
    const directory = uri.slice(0, cut);
    if (/^[^/]*:\/?$/.test(directory)) return;
    if (isBelow(directory, uri)) yield directory;
    cut = directory.lastIndexOf('/');
  }
}

/** The scheme and first segment of a URI: what tells one server's skills from another's in running text. */
export const headOf = (uri: string): string => /^[^:]+:(?:\/\/)?[^/]*/.exec(normaliseUri(uri))?.[0] ?? '';

/** A file's path below a root, decoded segment by segment: what a file system would call it. */
export function decodedPath(root: string, uri: string): string | undefined {
  const segments = segmentsBelow(root, uri)?.map(decodeSegment);
  return segments?.every((segment) => segment !== undefined) ? segments.join('/').normalize('NFC') : undefined;
}
