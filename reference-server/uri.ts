/** A file path below a skill's root as the URI of the file: each segment percent-encoded, `/` kept. */
export const joinUri = (root: string, path: string): string =>
  `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The last segment, decoded: what a person would call the file. A name that does not decode stays as it is. */
export function fileName(uri: string): string {
  const segment = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A lone surrogate has no UTF-8 form; such a run stays as it is. */
function escapeRun(run: string): string {
  try {
    return encodeURIComponent(run);
  } catch {
    return run;
  }
}

const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * RFC 3986 normalisation as far as it cannot change what a URI means: escapes in upper case, unreserved characters
 * unescaped, raw non-ASCII (an IRI) escaped. Dot segments stay: removing them would let `..` leave a skill.
 */
export function normaliseUri(uri: string): string {
  return uri
    .replaceAll(/%[0-9A-Fa-f]{2}/g, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    })
    .replaceAll(/[\u0080-\u{10FFFF}]+/gu, escapeRun);
}

/** True when `uri` lies below the directory `root`, compared as text at a `/`. */
export const isBelow = (uri: string, root: string): boolean => uri.startsWith(`${root}/`);
