import { decodeSegment, normaliseUri, segmentsBelow } from '../../../harness/model/uri.js';

/** A path with each name percent-encoded. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Decoded where that can be done. */
const decode = (segment: string): string => decodeSegment(segment) ?? segment;

/** The path below a root that a URI stands for, decoded once and not respelt; undefined for a URI from elsewhere. */
export function pathBelow(root: string, uri: string): string | undefined {
  const plain = segmentsBelow(root, uri) ?? segmentsBelow(normaliseUri(root), normaliseUri(uri));
  return plain?.map(decode).join('/');
}

/** The path below a root that a URI would stand for if nothing in it were escaped. */
export const rawBelow = (root: string, uri: string): string => segmentsBelow(root, uri)?.join('/') ?? uri;

/** The last name of a URI, decoded. */
export const lastName = (uri: string): string => decode(uri.slice(uri.lastIndexOf('/') + 1));

/** Spellings of the URI of a file that a server may have for its own: which reserved characters stand plain is its choice. */
export function spellings(root: string, path: string): string[] {
  const each = (keep: RegExp): string =>
    `${root}/${path
      .split('/')
      .map((name) =>
        encodeURIComponent(name).replace(/%[0-9A-F]{2}/g, (code) => (keep.test(decode(code)) ? decode(code) : code)),
      )
      .join('/')}`;
  const strict = `${root}/${path
    .split('/')
    .map((name) =>
      encodeURIComponent(name).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/')}`;
  return [...new Set([`${root}/${encodePath(path)}`, each(/^[!$&'()*+,;=:@]$/), strict])];
}
