import { resultOf, type Hooks } from '../../hooks.js';
import { isObject } from '../../json.js';
import { hints, replies } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { LAST_PARENT } from '../target.js';
import { asks, DIRECTORY, DIRECTORY_DRAFTS, directoriesOf, dies, fails, hangs, leads } from './edits.js';
import { hasDots, hasLongSegment, isMalformed, isOdd, lastSegment } from './spelling.js';

const broken = (id: string, title: string, hooks: Mutant['hooks'], more: Partial<Mutant> = {}): Mutant => ({
  id: `fuzz-directory-${id}`,
  revisions: DIRECTORY_DRAFTS,
  breaks: ['fuzz/uri-directory'],
  title,
  hooks,
  ...more,
});

const DEEP = 'skill://trees/deep-tree/a';
/** A directory of a skill that the URI does not mention. */
const elsewhere = (uri: string): string => (/night-watch/i.test(uri) ? DEEP : LAST_PARENT);

/** An empty list in the place of an error. */
const empty = (kind: (uri: string) => boolean): Hooks =>
  replies(
    DIRECTORY,
    (request, { error }) => isObject(error) && asks(DIRECTORY, kind)(request),
    (request, _, context) => resultOf(request, { resources: [], ...hints(context) }),
  );

/** Generated strings that get children, or another answer than -32602. */
export const directoryMutants: readonly Mutant[] = [
  broken('odd-empty', 'A URI with characters that no URI may have is answered with an empty list.', empty(isOdd)),
  broken(
    'empty-segment',
    'An empty segment in the path gives the children of a directory of another skill.',
    leads(DIRECTORY, (uri) => (/[^:]\/\//.test(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'dots',
    'A `..` in the path, plain or encoded, gives the children of a directory of another skill.',
    leads(DIRECTORY, (uri) => (hasDots(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'query',
    'A query or a fragment gives the children of another directory.',
    leads(DIRECTORY, (uri) => (/[?#]/.test(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'cut-off',
    'A name that lacks its end gives the children of the first directory that begins so.',
    leads(DIRECTORY, (uri, served) =>
      lastSegment(uri) === ''
        ? undefined
        : directoriesOf(served).find((one) => one.startsWith(uri) && one[uri.length] !== '/'),
    ),
  ),
  broken(
    'nul-cut',
    'A NUL, raw or encoded, ends the name of the directory.',
    leads(DIRECTORY, (uri) => (/\0|%00/.test(uri) ? uri.split(/\0|%00/, 1)[0] : undefined)),
  ),
  broken(
    'malformed-internal',
    'A percent sequence that cannot be decoded is answered with -32603.',
    fails(asks(DIRECTORY, isMalformed), -32603, 'URIError: URI malformed'),
  ),
  broken(
    'long-hangs',
    'A segment of more than 255 characters is never answered.',
    hangs(asks(DIRECTORY, hasLongSegment)),
  ),
  broken(
    'long-dies',
    'A segment of more than 255 characters ends the process.',
    dies(asks(DIRECTORY, hasLongSegment), 'ENAMETOOLONG: name too long, scandir'),
    { transports: ['stdio'] },
  ),
];
