import type { Catalogue } from '../../catalogue.js';
import { resultOf, type Hooks } from '../../hooks.js';
import { isObject } from '../../json.js';
import { hints, param, replies } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { FIRST_MD, OTHER_MD } from '../target.js';
import { asks, dies, fails, fileAt, hangs, leads, MODERN, READ, remembering, REVISIONS } from './edits.js';
import { hostFile } from './host.js';
import {
  climbsOut,
  hasDots,
  hasEncodedDots,
  hasLongSegment,
  isMalformed,
  isOdd,
  lastSegment,
  looselyDecoded,
} from './spelling.js';

const broken = (id: string, title: string, hooks: Mutant['hooks'], more: Partial<Mutant> = {}): Mutant => ({
  id: `fuzz-read-${id}`,
  revisions: REVISIONS,
  breaks: ['fuzz/uri-read'],
  title,
  hooks,
  ...more,
});

/** A file under another scheme than the URI, so that no way to resolve the URI leads to it. */
const elsewhere = (uri: string): string => (/^docs:/i.test(uri) ? OTHER_MD : FIRST_MD);

/** The first served file that `is` picks. */
const firstFile = (served: Catalogue, is: (uri: string) => boolean): string | undefined =>
  [...served.files.keys()].sort().find(is);

const leading: Mutant[] = [
  broken(
    'dots-encoded',
    'An encoded `..` is decoded after the check, and leads to a file of another skill.',
    leads(READ, (uri) => (hasEncodedDots(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'dots-out',
    'Dot segments that climb above the first segment lead to a file of another skill.',
    leads(READ, (uri) => (climbsOut(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'dots-name',
    'With a `..` in its path a file is looked for by its name alone, in all skills.',
    leads(READ, (uri, served) =>
      hasDots(uri) ? firstFile(served, (one) => lastSegment(one) === lastSegment(uri)) : undefined,
    ),
  ),
  broken(
    'decoded-twice',
    'Percent-encoding is undone twice where the URI is not served.',
    leads(READ, (uri, served) => fileAt(uri.replaceAll(/%(?:25)+(?=[0-9A-Fa-f]{2})/g, '%'), served)),
  ),
  broken(
    'backslash',
    'A backslash, raw or encoded, becomes a slash after the check, and leads to a file of another skill.',
    leads(READ, (uri) => (/\\|%5c/i.test(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'nul-cut',
    'A NUL, raw or encoded, ends the name of the file.',
    leads(READ, (uri, served) => fileAt(uri.split(/\0|%00/, 1)[0]!, served)),
  ),
  broken(
    'longer',
    'A URI that goes on after the URI of a file gives that file.',
    // A fragment is no part of what is named.
    leads(READ, (uri, served) => firstFile(served, (one) => uri.startsWith(one) && uri[one.length] !== '#')),
  ),
  broken(
    'cut-off',
    'The URI of a file that lacks its end gives the first file that begins so.',
    leads(READ, (uri, served) =>
      lastSegment(uri) === '' || served.children(uri) !== undefined
        ? undefined
        : firstFile(served, (one) => one.startsWith(uri)),
    ),
  ),
];

/** A read that the bytes of a file of the host answer. */
const fromHost = (path: (uri: string) => string | undefined): Hooks =>
  replies(
    READ,
    (request, { error }) => isObject(error) && typeof param(request, 'uri') === 'string',
    (request, response, context) => {
      const uri = param(request, 'uri') as string;
      const bytes = hostFile(path(uri) ?? '');
      if (bytes === undefined) return response;
      const contents = [{ uri, mimeType: 'text/plain', text: Buffer.from(bytes).toString() }];
      return resultOf(request, { contents, ...hints(context) });
    },
  );

const hostPath = (uri: string): string | undefined => {
  const plain = looselyDecoded(looselyDecoded(uri)).replaceAll('\\', '/');
  return /(?:\.\.?\/|\/\/)(etc\/[^?#\0]+)/.exec(plain)?.[1];
};

const host: Mutant[] = [
  broken(
    'host-file',
    'A `file:` URI, or a path of the host itself, gives the file of the host.',
    fromHost((uri) => /^(?:file:(?:\/\/(?:localhost)?)?)?(\/[^/?#][^?#]*)/i.exec(looselyDecoded(uri))?.[1]),
  ),
  broken(
    'host-path',
    'A path of the host behind dot segments or an empty segment gives the file of the host.',
    fromHost((uri) => {
      const path = hostPath(uri);
      return path === undefined || !/^[a-z]+:\/\//i.test(uri) || /^file:/i.test(uri) ? undefined : `/${path}`;
    }),
  ),
];

/** An odd URI that has a path: one without leads to no cache entry. */
const isOddPath = (uri: string): boolean => isOdd(uri) && /:\/\/[^/]+\//.test(uri);

/** So many reads after an odd one are wrong. */
const STALE_READS = 3;

/** After an odd URI the next files that are read have the bytes of another. */
const staleCache = remembering(() => {
  let left = 0;
  let served: Catalogue | undefined;
  return {
    hooks: {
      catalogue: (catalogue) => void (served = catalogue),
      contents: (item) => {
        const other = served?.files.get(elsewhere(String(item['uri'])));
        if (left === 0 || other === undefined) return;
        left--;
        delete item['blob'];
        item['text'] = Buffer.from(other.bytes()).toString();
      },
      response: (response, request) => {
        if (response['error'] !== undefined && asks(READ, isOddPath)(request)) left = STALE_READS;
        return response;
      },
    },
    forget: () => void (left = 0),
  };
});

const others: Mutant[] = [
  broken(
    'malformed-internal',
    'A percent sequence that cannot be decoded is answered with -32603.',
    fails(asks(READ, isMalformed), -32603, 'URIError: URI malformed'),
  ),
  broken(
    'odd-empty',
    'A URI with characters that no URI may have is answered with empty `contents`.',
    replies(
      READ,
      (request, { error }) => isObject(error) && asks(READ, isOdd)(request),
      (request, _, context) => resultOf(request, { contents: [], ...hints(context) }),
    ),
    // Before 2026-07-28 the base text has no word on empty contents.
    { eras: MODERN },
  ),
  broken('long-hangs', 'A segment of more than 255 characters is never answered.', hangs(asks(READ, hasLongSegment))),
  broken(
    'control-dies',
    'A control character at the end of a URI ends the process.',
    dies(
      asks(READ, (uri) => /[\u0000-\u001F\u007F]$/.test(uri)),
      'ERR_INVALID_ARG_VALUE: the path must be a string without control characters',
    ),
    { transports: ['stdio'] },
  ),
  broken('stale-cache', 'After an odd URI the next three files read have the bytes of another.', staleCache),
];

/** Reads of URIs that no list of examples names. */
export const readMutants: readonly Mutant[] = [...leading, ...host, ...others];
