import { resultOf, type Hooks } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { REVISIONS } from '../revision.js';
import {
  addFile,
  errorCode,
  forUri,
  hints,
  inContents,
  inResource,
  inResult,
  member,
  param,
  replies,
  spoiltEnvelope,
  together,
} from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST, LAST_BLOB, LAST_DIRECTORY, LAST_FILE, LAST_MD, OTHER_MD } from './target.js';

const METHOD = 'resources/read';

const shape = (id: string, title: string, edit: (item: JsonObject, result: JsonObject) => void): Mutant => ({
  id: `read-${id}`,
  breaks: ['read/shape'],
  title,
  hooks: inResult(METHOD, (result) => edit((result['contents'] as JsonObject[])[0]!, result), forUri(LAST_FILE)),
});

const base64 = (id: string, what: string, change: (blob: string) => string): Mutant => ({
  id: `blob-${id}`,
  breaks: ['read/blob-base64'],
  title: `The blob of the last skill's binary file is ${what}.`,
  hooks: inContents((item) => void (item['blob'] = change(String(item['blob']))), LAST_BLOB),
});

const mime = (id: string, value: Json | undefined, also: string[] = []): Mutant => ({
  id: `read-mime-${id}`,
  revisions: REVISIONS,
  breaks: ['read/mime-skill-md', ...also],
  title: `The last SKILL.md is read as ${value === undefined ? 'no type at all' : JSON.stringify(value)}.`,
  hooks: inContents((item) => void (item['mimeType'] = value), LAST_MD),
});

/** The words in which the reference server says that there is no such file; a request may be wrong otherwise, too. */
const isRefusal = (message: string): boolean => /^(?:No resource is served at|This is a directory)/.test(message);

/** The answer to a file that is not there. */
const unknown = (id: string, breaks: string, title: string, contents: (uri: string) => Json[]): Mutant => ({
  id: `read-unknown-${id}`,
  breaks: [breaks],
  blocks: breaks === 'read/unknown-not-empty' ? ['read/unknown'] : [],
  title,
  hooks: replies(
    METHOD,
    (request, { error }) =>
      isObject(error) && isRefusal(String(error['message'])) && typeof param(request, 'uri') === 'string',
    (request, _, context) =>
      resultOf(request, { contents: contents(param(request, 'uri') as string), ...hints(context) }),
  ),
});

const unknownCode = (code: number, eras?: Mutant['eras']): Mutant => ({
  id: `read-unknown-code${code === 0 ? '-0' : code}`,
  breaks: ['read/unknown'],
  eras,
  title: `Answers a file that is not there with error ${code}.`,
  hooks: errorCode(METHOD, code, (_, message) => isRefusal(message)),
});

/** Reads of the last file after the first one give other bytes; a new handshake starts afresh. */
const unstable = (): Hooks => {
  let reads = 0;
  return together(
    inContents((item) => {
      if (reads++ > 0) item['text'] = `Read ${reads} times.\n`;
    }),
    {
      request: ({ method }) => {
        if (method === 'initialize' || method === 'server/discover') reads = 0;
      },
    },
  );
};

const SURROGATE_FILE = `${LAST}/walks/zz-broken.txt`;

export const read: Mutant[] = [
  shape(
    'contents-missing',
    'The result for the last file has no `contents`.',
    (_, all) => void delete all['contents'],
  ),
  shape(
    'contents-object',
    'The `contents` of the last file are one object.',
    (item, all) => void (all['contents'] = item),
  ),
  {
    ...shape('contents-empty', 'The `contents` of the last file are empty.', (_, all) => void (all['contents'] = [])),
    breaks: ['manifest/readable'],
  },
  shape(
    'contents-twice',
    'The last file comes twice in its `contents`.',
    (item, all) => void (all['contents'] = [item, { ...item }]),
  ),
  shape(
    'other-uri',
    'The content of the last file comes under the URI of another.',
    (item) => void (item['uri'] = OTHER_MD),
  ),
  shape('uri-missing', 'The content of the last file has no `uri`.', (item) => void delete item['uri']),
  shape('both', 'The last file comes as text and as blob.', (item) => {
    item['blob'] = Buffer.from(String(item['text'])).toString('base64');
  }),
  shape('neither', 'The last file comes as neither text nor blob.', (item) => void delete item['text']),
  shape('text-null', 'The text of the last file is null.', (item) => void (item['text'] = null)),
  shape('text-lines', 'The text of the last file is an array of lines.', (item) => {
    item['text'] = String(item['text']).split('\n');
  }),
  base64('url-safe', 'in the URL-safe alphabet', (blob) => blob.replaceAll('+', '-').replaceAll('/', '_')),
  base64('unpadded', 'without padding', (blob) => blob.replaceAll('=', '')),
  base64('newline', 'broken into lines', (blob) => `${blob.slice(0, 4)}\n${blob.slice(4)}`),
  base64('final-newline', 'followed by a line break', (blob) => `${blob}\n`),
  base64('data-url', 'a data URL', (blob) => `data:application/octet-stream;base64,${blob}`),
  base64('space', 'interrupted by a space', (blob) => `${blob.slice(0, 4)} ${blob.slice(4)}`),
  {
    id: 'text-lossy',
    breaks: ['read/text-is-utf8', 'manifest/digest-matches', 'manifest/size-matches'],
    title: 'A file that is not UTF-8 comes as text with replacement characters.',
    hooks: inContents((item, bytes) => {
      delete item['blob'];
      item['text'] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }, LAST_BLOB),
  },
  {
    id: 'text-latin1',
    breaks: ['read/text-is-utf8', 'manifest/digest-matches', 'manifest/size-matches'],
    title: 'A file that is not UTF-8 comes as text, read as Latin-1.',
    hooks: inContents((item, bytes) => {
      delete item['blob'];
      item['text'] = Buffer.from(bytes).toString('latin1');
    }, LAST_BLOB),
  },
  {
    id: 'text-surrogate',
    breaks: ['read/text-is-utf8'],
    title: 'A text holds half of a surrogate pair, which no UTF-8 can hold; the digest is that of its replacement.',
    hooks: together(
      { catalogue: (catalogue) => addFile(catalogue, SURROGATE_FILE, 'half a \uFFFD pair\n') },
      inContents((item) => void (item['text'] = 'half a \uD800 pair\n'), SURROGATE_FILE),
    ),
  },
  mime('missing', undefined),
  mime('plain', 'text/plain', ['read/mime-agrees']),
  mime('html', 'text/html', ['read/mime-agrees']),
  mime('binary', 'application/octet-stream', ['read/mime-agrees']),
  {
    id: 'mime-differs',
    breaks: ['read/mime-agrees'],
    title: 'The last file has one type in `resources/list` and another when read.',
    hooks: inResource((resource) => void (resource['mimeType'] = 'text/html'), LAST_FILE),
  },
  unknownCode(-32603),
  unknownCode(-32601),
  unknownCode(-32600),
  unknownCode(-32001),
  unknownCode(0),
  unknownCode(-32002, ['modern']),
  unknown('text', 'read/unknown', 'Answers a file that is not there with a text that says so.', (uri) => [
    { uri, mimeType: 'text/plain', text: `Error: ${uri} not found` },
  ]),
  unknown('empty-file', 'read/unknown', 'Answers a file that is not there with an empty file.', (uri) => [
    { uri, mimeType: 'text/plain', text: '' },
  ]),
  unknown('empty', 'read/unknown-not-empty', 'Answers a file that is not there with empty `contents`.', () => []),
  {
    id: 'read-directory-listing',
    breaks: ['read/directory'],
    title: 'Reading a directory of the last skill lists its children.',
    hooks: replies(
      METHOD,
      (request) => [LAST, LAST_DIRECTORY].includes(String(param(request, 'uri'))),
      (request, _, context) => {
        const contents = [{ uri: LAST_FILE, mimeType: 'text/plain', text: '' }];
        return resultOf(request, { contents, ...hints(context) });
      },
    ),
  },
  {
    id: 'read-unstable',
    breaks: ['read/stable'],
    title: 'A file has other bytes when it is read again.',
    hooks: unstable,
  },
  ...spoiltEnvelope(
    (name, breaks, what, member_, value) => ({
      id: `read-${name}`,
      breaks: [breaks],
      title: `Reading the last file has ${what}.`,
      hooks: member(METHOD, member_, value, forUri(LAST_FILE)),
    }),
    'read/result-type',
    'read/result-type',
  ),
];
