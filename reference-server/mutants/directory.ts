import { resultOf } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import {
  addFile,
  errorCode,
  forUri,
  hide,
  inChildren,
  inResult,
  member,
  refuse,
  replies,
  together,
} from './edits.js';
import { cursors, pages } from './directory-pages.js';
import type { Mutant } from './mutant.js';
import { EMPTY_DIRECTORY, LAST, LAST_DIRECTORY, LAST_FILE, LAST_PARENT, OTHER_MD } from './target.js';

const METHOD = 'resources/directory/read';

/** The children of the last skill's deepest directory, or of the one above it, are others. */
const children = (
  id: string,
  breaks: string,
  title: string,
  edit: (list: JsonObject[]) => JsonObject[] | void,
  where = LAST_DIRECTORY,
): Mutant => ({ id: `directory-${id}`, breaks: [breaks], title, hooks: inChildren(where, edit) });

/** The one child of that kind in the parent of the deepest directory. */
const subdirectory = (list: JsonObject[]) => list.find(({ uri }) => uri === LAST_DIRECTORY)!;
const extra = (child: JsonObject) => (list: JsonObject[]) => [...list, child];
const set = (name: string, value: Json | undefined) => (list: JsonObject[]) => void (list[0]![name] = value);

/** The reference server says in its message why it refuses a URI. */
const isFile = (_: JsonObject, message: string) => message.endsWith('is a file, not a directory resource');
const isNothing = (_: JsonObject, message: string) => message.endsWith('does not exist');
const isUnusable = (_: JsonObject, message: string) => message.startsWith('The parameter "uri"');

const refusals = (
  id: string,
  breaks: string,
  what: string,
  when: (request: JsonObject, message: string) => boolean,
): Mutant[] => [
  ...[-32002, -32601, -32603].map((code) => ({
    id: `directory-${id}-code${code}`,
    breaks: [breaks],
    title: `Answers ${what} with error ${code}.`,
    hooks: errorCode(METHOD, code, when),
  })),
  {
    id: `directory-${id}-empty`,
    breaks: [breaks],
    title: `Answers ${what} with an empty list.`,
    hooks: replies(
      METHOD,
      (request, { error }) => isObject(error) && when(request, String(error['message'])),
      (request, _, { era }) =>
        resultOf(request, { resources: [], ...(era === 'modern' ? { resultType: 'complete' } : {}) }),
    ),
  },
];

export const directory: Mutant[] = [
  {
    id: 'directory-refused',
    breaks: ['directory/every-directory'],
    title: 'The deepest directory of the last skill is not answered.',
    hooks: refuse(METHOD, LAST_DIRECTORY),
  },
  {
    id: 'directory-root-refused',
    breaks: ['directory/every-directory'],
    title: 'The root of the last skill is not answered.',
    hooks: refuse(METHOD, LAST),
  },
  {
    id: 'directory-internal',
    breaks: ['directory/every-directory'],
    title: 'The deepest directory of the last skill fails with -32603.',
    hooks: refuse(METHOD, LAST_DIRECTORY, -32603),
  },
  {
    id: 'directory-resources-missing',
    breaks: ['directory/result-shape'],
    title: 'The result of a directory has no `resources`.',
    hooks: member(METHOD, 'resources', undefined, forUri(LAST_DIRECTORY)),
  },
  {
    id: 'directory-resources-null',
    breaks: ['directory/result-shape'],
    title: 'The `resources` of a directory are null.',
    hooks: member(METHOD, 'resources', null, forUri(LAST_DIRECTORY)),
  },
  {
    id: 'directory-contents',
    breaks: ['directory/result-shape'],
    title: 'The children of a directory come as `contents`.',
    hooks: inResult(METHOD, ({ resources, ...rest }) => ({ ...rest, contents: resources }), forUri(LAST_DIRECTORY)),
  },
  {
    id: 'directory-uris',
    breaks: ['directory/result-shape'],
    title: 'A child of a directory is a bare URI.',
    hooks: inResult(METHOD, (result) => void (result['resources'] as Json[]).push(LAST_FILE), forUri(LAST_DIRECTORY)),
  },
  children('name-missing', 'directory/result-shape', 'A child has no `name`.', set('name', undefined)),
  children('name-number', 'directory/result-shape', 'A child has a number as `name`.', set('name', 7)),
  children('uri-missing', 'directory/result-shape', 'A child has no `uri`.', extra({ name: 'top.txt' })),
  children('lacks-file', 'directory/complete', 'A file is missing from its directory.', () => []),
  children(
    'lacks-directory',
    'directory/complete',
    'A subdirectory is missing from its directory.',
    (list) => list.filter(({ uri }) => uri !== LAST_DIRECTORY),
    LAST_PARENT,
  ),
  children(
    'ghost',
    'directory/complete',
    'A directory lists a file that is not there.',
    extra({ uri: `${LAST_DIRECTORY}/ghost.txt`, name: 'ghost.txt', mimeType: 'text/plain' }),
  ),
  children('duplicate', 'directory/complete', 'A directory lists a file twice.', (list) => [...list, ...list]),
  children(
    'grandchild',
    'directory/not-recursive',
    'A directory lists a grandchild.',
    extra({ uri: LAST_FILE, name: 'top.txt', mimeType: 'text/plain' }),
    LAST_PARENT,
  ),
  children(
    'flat',
    'directory/not-recursive',
    'The root of the last skill lists all files below it.',
    extra({ uri: LAST_FILE, name: 'walks/tower/top.txt', mimeType: 'text/plain' }),
    LAST,
  ),
  children(
    'type-missing',
    'directory/subdirectory-type',
    'A subdirectory has no type.',
    (list) => void delete subdirectory(list)['mimeType'],
    LAST_PARENT,
  ),
  children(
    'type-other',
    'directory/subdirectory-type',
    'A subdirectory has the type text/directory.',
    (list) => void (subdirectory(list)['mimeType'] = 'text/directory'),
    LAST_PARENT,
  ),
  children(
    'type-file',
    'directory/subdirectory-type',
    'A file has the type of a directory.',
    set('mimeType', 'inode/directory'),
  ),
  children(
    'slash',
    'directory/no-trailing-slash',
    'The URI of a subdirectory has a trailing slash.',
    (list) => void (subdirectory(list)['uri'] = `${LAST_DIRECTORY}/`),
    LAST_PARENT,
  ),
  children(
    'outside',
    'directory/child-inside',
    'A directory lists a file of another skill.',
    extra({ uri: OTHER_MD, name: 'SKILL.md', mimeType: 'text/markdown' }),
  ),
  children(
    'itself',
    'directory/child-inside',
    'A directory lists itself.',
    extra({ uri: LAST_DIRECTORY, name: '.', mimeType: 'inode/directory' }),
  ),
  children(
    'sibling',
    'directory/child-inside',
    'A directory lists a file of one whose name begins alike.',
    extra({ uri: `${LAST_DIRECTORY}-two/x.txt`, name: 'x.txt', mimeType: 'text/plain' }),
  ),
  children(
    'relative',
    'directory/child-inside',
    'A child has a bare name as URI.',
    extra({ uri: 'notes.txt', name: 'notes.txt', mimeType: 'text/plain' }),
  ),
  children('text', 'directory/metadata-only', 'A child carries its text.', set('text', 'Alles ruhig.\n')),
  children('blob', 'directory/metadata-only', 'A child carries a blob.', set('blob', 'AA==')),
  children('contents-member', 'directory/metadata-only', 'A child carries `contents`.', set('contents', [])),
  ...refusals('file', 'directory/not-a-directory', 'the URI of a file', isFile),
  ...refusals('unknown', 'directory/unknown', 'a URI of nothing', isNothing),
  ...refusals('params', 'directory/params-required', 'a request without a usable `uri`', isUnusable),
  {
    id: 'directory-empty-refused',
    breaks: ['directory/empty'],
    title: 'An empty directory is answered with -32602.',
    hooks: refuse(METHOD, EMPTY_DIRECTORY),
  },
  {
    id: 'directory-empty-null',
    breaks: ['directory/result-shape'],
    title: 'An empty directory has `resources: null`.',
    hooks: member(METHOD, 'resources', null, forUri(EMPTY_DIRECTORY)),
  },
  {
    id: 'directory-result-type-missing',
    eras: ['modern'],
    breaks: ['directory/result-type'],
    title: 'The result of the deepest directory has no `resultType`.',
    hooks: member(METHOD, 'resultType', undefined, forUri(LAST_DIRECTORY)),
  },
  {
    id: 'directory-result-type-other',
    eras: ['modern'],
    breaks: ['directory/result-type'],
    title: 'The result of the deepest directory has another `resultType`.',
    hooks: member(METHOD, 'resultType', 'directory', forUri(LAST_DIRECTORY)),
  },
  ...pages,
  ...cursors,
  {
    id: 'directory-ahead',
    breaks: ['directory/agrees-with-manifest'],
    title: 'A directory has a file, which can be read, that a fresh manifest lacks.',
    hooks: together(
      { catalogue: (catalogue) => addFile(catalogue, `${LAST_DIRECTORY}/late.txt`, 'Nearly morning.\n') },
      hide(`${LAST_DIRECTORY}/late.txt`, { manifest: true, list: true }),
    ),
  },
];
