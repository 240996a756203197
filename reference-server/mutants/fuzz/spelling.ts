/** What is odd about a URI: the kinds that generated URIs come in. */

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** A `%` that no two hexadecimal digits follow, or octets that are no UTF-8. */
export const isMalformed = (uri: string): boolean =>
  /%(?![0-9A-Fa-f]{2})/.test(uri) || decoded(uri.replaceAll(/[\uD800-\uDFFF]/g, '')) === undefined;

/** Longer than a file system takes. */
export const hasLongSegment = (uri: string): boolean => uri.split('/').some((segment) => segment.length > 255);

/** Characters that no URI may have, and octets that no text has. */
export const isOdd = (uri: string): boolean => /[^\u0021-\u007E]|[<>"{}|\\^`]/.test(uri) || isMalformed(uri);

const isUp = (segment: string): boolean => /^(?:\.|%2e){2}$/i.test(segment);

/** `..` as a segment, plain or encoded. */
export const hasDots = (uri: string): boolean => uri.split('/').some(isUp);

/** `..` as a segment, with at least one of its dots encoded. */
export const hasEncodedDots = (uri: string): boolean =>
  uri.split('/').some((segment) => isUp(segment) && segment.includes('%'));

/** Whether the dot segments of a URI climb above its authority, where RFC 3986 stops. */
export function climbsOut(uri: string): boolean {
  const [, ...segments] = uri.replace(/^[^:/]+:\/\//, '').split(/[/\\]/);
  let depth = 0;
  return segments.some((segment) => {
    if (isUp(segment)) depth--;
    else if (segment !== '' && segment !== '.') depth++;
    return depth < 0;
  });
}

/** What stands after the last `/`. */
export const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/** One percent-decoding, of all that can be decoded. */
export const looselyDecoded = (uri: string): string =>
  uri.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decoded(run) ?? run);
