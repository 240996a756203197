import { INDEX_URI } from '../../publish.js';
import { JUNE } from '../../revision.js';
import { errorOf } from '../../hooks.js';
import type { Json, JsonObject } from '../../json.js';
import { inContents, inResource, param, replies } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { inDocument } from './edits.js';
import { INDEX_ROWS } from './rows.js';
import { TYPED } from './target.js';

/** What comes in the place of the index, as its text. */
const text = (id: string, title: string, make: (document: JsonObject) => string): Mutant => ({
  id: `index-${id}`,
  revisions: JUNE,
  breaks: ['index/json'],
  title,
  hooks: inDocument(make),
});

/** Reading the index gives something else than one content with it. */
const contents = (id: string, title: string, edit: (item: JsonObject) => JsonObject[] | void): Mutant => ({
  id: `index-${id}`,
  revisions: JUNE,
  breaks: ['index/json'],
  title,
  hooks: { indexContents: edit },
});

const mime = (id: string, value: Json | undefined): Mutant => ({
  id: `index-mime-${id}`,
  revisions: JUNE,
  breaks: ['index/mime-type'],
  title: `The index is read as ${value === undefined ? 'no type at all' : JSON.stringify(value)}.`,
  hooks: { indexContents: (item) => void (item['mimeType'] = value) },
});

/** The member `$schema` has another value. */
const schema = (id: string, value: Json | undefined, what: string): Mutant => ({
  id: `index-schema-${id}`,
  revisions: TYPED,
  breaks: ['index/schema-uri'],
  title: `The \`$schema\` of the index is ${what}.`,
  hooks: inDocument((document) => void (document['$schema'] = value)),
});

const skills = (id: string, title: string, edit: (document: JsonObject) => void): Mutant => ({
  id: `index-skills-${id}`,
  revisions: JUNE,
  breaks: ['index/schema'],
  title,
  hooks: inDocument(edit),
});

const listed = (id: string, value: Json | undefined, title: string): Mutant => ({
  id: `index-listed-${id}`,
  revisions: JUNE,
  breaks: ['index/in-resources-list'],
  title,
  hooks: inResource((resource) => void (resource['mimeType'] = value), INDEX_URI),
});

const absent = (id: string, title: string, code: number): Mutant => ({
  id: `index-absent${id}`,
  revisions: JUNE,
  breaks: ['index/served'],
  expectNotApplicable: [...INDEX_ROWS, 'reference/skill-body', 'protocol/survives'],
  title,
  hooks: replies(
    'resources/read',
    (request, { result }) => param(request, 'uri') === INDEX_URI && result !== undefined,
    (request) => errorOf(request, code, 'There is no index here.'),
  ),
});

const bytesOf = (item: JsonObject) => Buffer.from(String(item['text']));
const asBlob = (item: JsonObject, bytes: Uint8Array) => {
  delete item['text'];
  item['blob'] = Buffer.from(bytes).toString('base64');
};

/** What may be wrong with `skill://index.json` as a document. */
export const documentMutants: Mutant[] = [
  absent('', 'There is no index, though the skills can be counted.', -32602),
  absent('-internal', 'Reading the index fails.', -32603),
  text('cut', 'The text of the index ends too early.', (document) => JSON.stringify(document).slice(0, -1)),
  text('not-found', 'Reading the index succeeds with the words "Resource not found".', () => 'Resource not found'),
  text('html', 'Reading the index succeeds with a page of HTML.', () => '<!doctype html><title>404</title><p>Gone'),
  text('empty-text', 'The index is an empty text.', () => ''),
  text('array', 'The index is the array of entries alone.', ({ skills: all }) => JSON.stringify(all)),
  text('null', 'The index is null.', () => 'null'),
  text('string', 'The index is JSON within a JSON string.', (document) => JSON.stringify(JSON.stringify(document))),
  text('bom', 'A byte order mark stands before the index.', (document) => `\ufeff${JSON.stringify(document)}`),
  text('trailing-comma', 'A comma follows the last member of the index.', (document) =>
    JSON.stringify(document).replace(/\}$/, ',}'),
  ),
  text('comment', 'A comment stands before the index.', (document) => `// skills\n${JSON.stringify(document)}`),
  text('yaml', 'The index is written in YAML.', () => 'skills:\n  - name: night-watch\n'),
  text('two', 'A second document follows the index.', (document) => JSON.stringify(document).repeat(2)),
  contents('twice', 'The index comes twice in its `contents`.', (item) => [item, { ...item }]),
  contents('blob', 'The index comes as a blob, which hosts that look for text do not read.', (item) =>
    asBlob(item, bytesOf(item)),
  ),
  contents('latin1', 'The index comes as a blob in Latin-1.', (item) =>
    asBlob(item, Buffer.from(String(item['text']).replace('Keep', 'Bleib hübsch wach, keep'), 'latin1')),
  ),
  contents('utf-16', 'The index comes as a blob in UTF-16.', (item) =>
    asBlob(item, Buffer.from(String(item['text']), 'utf16le')),
  ),
  contents('object', 'The text of the index is an object.', (item) => {
    item['text'] = JSON.parse(String(item['text'])) as JsonObject;
  }),
  mime('plain', 'text/plain'),
  mime('missing', undefined),
  mime('text-json', 'text/json'),
  mime('binary', 'application/octet-stream'),
  mime('json-suffix', 'application/vnd.skills+json'),
  schema('missing', undefined, 'absent'),
  schema('older', 'https://schemas.agentskills.io/discovery/0.1.0/schema.json', 'that of another version'),
  schema('number', 2, 'a number'),
  schema('null', null, 'null'),
  schema('draft', 'https://json-schema.org/draft/2020-12/schema', 'that of JSON Schema'),
  skills('missing', 'The index has no `skills`.', (document) => void delete document['skills']),
  skills('null', 'The `skills` of the index are null.', (document) => void (document['skills'] = null)),
  skills('object', 'The `skills` of the index are an object by name.', (document) => {
    document['skills'] = Object.fromEntries(
      (document['skills'] as Json[]).map((entry, at) => [`skill-${at}`, entry]),
    );
  }),
  skills('other-name', 'The entries of the index stand under `resources`.', (document) => {
    document['resources'] = document['skills'];
    delete document['skills'];
  }),
  listed('plain', 'text/plain', 'The index stands in `resources/list` as plain text.'),
  listed('missing', undefined, 'The index stands in `resources/list` without a type.'),
  {
    id: 'index-other-uri',
    revisions: JUNE,
    breaks: ['index/json'],
    title: 'The content of the index comes under another URI.',
    hooks: inContents((item) => void (item['uri'] = 'skill://night-watch/index.json'), INDEX_URI),
  },
];
