import {
  definedDestinations,
  inlineDestinations,
  withoutCodeSpans,
  withoutComments,
  withoutFences,
} from './markdown.js';
import { skillRoot, uriProblem } from './uri.js';

const CANDIDATE = /(?<![A-Za-z0-9+.-])skill:\/\/[A-Za-z0-9\-._~%!$&'()*+,;=:@/]+/g;

/** What ends a sentence rather than a URI. */
const PUNCTUATION = new Set(".,;:!?)'*");

/** Absolute `skill://` URIs of SKILL.md files in running text, each once; see `uriReferencesIn`. */
export const referencesIn = (text: string): string[] =>
  uriReferencesIn(text).filter((uri) => skillRoot(uri) !== undefined);

/** A last segment with an extension: what has none may be a directory, or a name in prose. */
const FILE = /\/[^/]*[^/.][^/]*\.[A-Za-z0-9]{1,8}$/;

/** Absolute `skill://` URIs of files in running text, each once, SKILL.md files among them. */
export const fileReferencesIn = (text: string): string[] => uriReferencesIn(text).filter((uri) => FILE.test(uri));

/**
 * Absolute `skill://` URIs in running text, each once. Left out: fenced code blocks, which hold examples, and anything that
 * goes on as a placeholder (`<name>`, `{name}`, `[name]`, `*`, `…`).
 */
function uriReferencesIn(text: string): string[] {
  const found = new Set<string>();
  const prose = withoutFences(text);
  for (const match of prose.matchAll(CANDIDATE)) {
    const after = prose.slice(match.index + match[0].length, match.index + match[0].length + 1);
    if ('<{[*…'.includes(after) && after !== '') continue;
    let end = match[0].length;
    while (PUNCTUATION.has(match[0][end - 1]!)) end -= 1;
    const uri = match[0].slice(0, end);
    if (uri.includes('*') || uri.includes('...')) continue;
    if (uriProblem(uri) === undefined) found.add(uri);
  }
  return [...found];
}

/**
 * Destinations of relative Markdown links (inline and reference definitions) without query and fragment, each once,
 * still as written. Left out: code, absolute URIs, `//host`, absolute paths, pure fragments.
 */
export function relativeLinks(markdown: string): string[] {
  const found = new Set<string>();
  const prose = withoutComments(withoutCodeSpans(withoutFences(markdown)));
  for (const destination of [...inlineDestinations(prose), ...definedDestinations(prose)]) {
    const target = destination.replace(/[?#].*$/s, '');
    if (target === '' || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(target) || target.startsWith('/')) continue;
    if (/[<>{}*]/.test(target)) continue;
    found.add(target);
  }
  return [...found];
}

/**
 * Resolves a relative link against a skill's root (the text: as a filesystem path would resolve), encoding what a URI
 * cannot hold raw. Undefined when it leaves the root or names a directory.
 */
export function resolveLink(root: string, link: string): string | undefined {
  const segments: string[] = [];
  for (const raw of link.split('/')) {
    if (raw === '' || raw === '.') continue;
    if (raw === '..') {
      if (segments.pop() === undefined) return undefined;
    } else segments.push(encodeRaw(raw));
  }
  return segments.length === 0 || link.endsWith('/') ? undefined : `${root}/${segments.join('/')}`;
}

/** Percent-encodes what RFC 3986 does not allow in a segment; well-formed escapes are kept as they are. */
const encodeRaw = (segment: string): string =>
  segment.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@%]/gu, (character) =>
    [...Buffer.from(character, 'utf8')]
      .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
