import { errorOf, resultOf } from '../../hooks.js';
import { JUNE } from '../../revision.js';
import { isObject, type JsonObject } from '../../json.js';
import {
  addFile,
  editFile,
  forUri,
  hints,
  keepFrontmatter,
  inContents,
  inResult,
  move,
  param,
  refuse,
  replies,
  together,
} from '../edits.js';
import type { Mutant } from '../mutant.js';
import { inIndex, inOffers } from './edits.js';
import { LAST_MD } from '../target.js';
import { FRONTMATTER, TYPED, ZIP_ONLY } from './target.js';

const METHOD = 'resources/read';
/** The last skill that is served as files alone, so that no archive contradicts what is wrong with them. */
const PLAIN = 'skill://tools/unicode-notes';
const PLAIN_MD = `${PLAIN}/SKILL.md`;
const PLAIN_FILE = 'skill://trees/deep-tree/a/b/c/d/e/leaf.txt';
const PLAIN_BLOB = 'skill://brand-assets/assets/plus-slash.bin';

const shape = (id: string, title: string, edit: (item: JsonObject, result: JsonObject) => void): Mutant => ({
  id: `june-read-${id}`,
  revisions: JUNE,
  breaks: ['read/shape'],
  title,
  hooks: inResult(METHOD, (result) => edit((result['contents'] as JsonObject[])[0]!, result), forUri(PLAIN_FILE)),
});

/** Sulks after a read that it refused, until the index was asked for once. */
const sulks = () => {
  let hurt = false;
  return replies(
    METHOD,
    (request, { error }) => {
      const index = param(request, 'uri') === 'skill://index.json';
      const fails = index && hurt && error === undefined;
      if (error !== undefined) hurt = true;
      else if (index) hurt = false;
      return fails;
    },
    (request) => errorOf(request, -32603, 'The catalogue is locked by an earlier request.'),
  );
};

/** A field goes from the last SKILL.md and from its archives; its entries in the index keep it. */
const lacks = (id: string, breaks: string, field: RegExp): Mutant => ({
  id: `june-${id}`,
  revisions: TYPED,
  breaks: [breaks],
  title: 'The last SKILL.md lacks a field that the index has.',
  hooks: {
    catalogue: (catalogue) => {
      keepFrontmatter(catalogue);
      editFile(catalogue, LAST_MD, (text) => text.replace(field, ''));
    },
  },
});

/** What may be wrong with files, as other files than in 2026-09-13 show it: those of a skill without archives. */
export const readMutants: Mutant[] = [
  shape('contents-missing', 'The result for a file has no `contents`.', (_, all) => void delete all['contents']),
  shape('contents-object', 'The `contents` of a file are one object.', (item, all) => void (all['contents'] = item)),
  shape('both', 'A file comes as text and as blob.', (item) => {
    item['blob'] = Buffer.from(String(item['text'])).toString('base64');
  }),
  shape('other-uri', 'The content of a file comes under the URI of another.', (item) => {
    item['uri'] = PLAIN_MD;
  }),
  {
    id: 'june-blob-data-url',
    revisions: JUNE,
    breaks: ['read/blob-base64'],
    title: 'The blob of a binary file is a data URL.',
    hooks: inContents((item) => {
      item['blob'] = `data:application/octet-stream;base64,${String(item['blob'])}`;
    }, PLAIN_BLOB),
  },
  {
    id: 'june-skill-md-unreadable',
    revisions: JUNE,
    breaks: ['format/skill-md-at-root'],
    title: 'SKILL.md of a skill of the index cannot be read.',
    hooks: refuse(METHOD, PLAIN_MD),
  },
  {
    id: 'june-unlisted-empty',
    revisions: JUNE,
    breaks: ['reference/unlisted-readable'],
    title: 'SKILL.md of a skill that is in `resources/list` alone is read as empty `contents`.',
    hooks: together(
      inIndex((skills) => skills.filter(({ url }) => url !== PLAIN_MD)),
      inResult(METHOD, (result) => void (result['contents'] = []), forUri(PLAIN_MD)),
    ),
  },
  {
    id: 'june-uri-percent',
    revisions: JUNE,
    breaks: ['uri/rfc3986'],
    title: 'A URI of a skill without archives holds a bare percent sign.',
    hooks: { catalogue: (catalogue) => addFile(catalogue, `${PLAIN}/100%.txt`, 'A file with a name.\n') },
  },
  {
    id: 'june-uri-no-path',
    revisions: TYPED,
    breaks: ['uri/explicit-skill-md'],
    title: 'SKILL.md stands at the root of a scheme, below no path.',
    hooks: { catalogue: (catalogue) => move(catalogue, PLAIN, 'zz:') },
  },
  {
    id: 'june-archive-query',
    revisions: FRONTMATTER,
    breaks: ['uri/no-query-fragment'],
    title: 'The URI of an archive has a query.',
    hooks: inOffers((offers) => offers.map((offer) => ({ ...offer, uri: `${offer.uri}?version=2` })), ZIP_ONLY),
  },
  lacks('name-missing', 'format/name-required', /^name: .*\n/m),
  lacks('description-missing', 'format/description-required', /^description: .*\n/m),
  {
    id: 'june-unknown-empty',
    revisions: TYPED,
    breaks: ['read/unknown-not-empty', 'template/unknown-value'],
    blocks: ['read/unknown'],
    title: 'Answers a file that is not there with empty `contents`, be it of a template or not.',
    hooks: replies(
      METHOD,
      (_, { error }) => isObject(error) && String(error['message']).startsWith('No resource is served at'),
      (request, _, context) => resultOf(request, { contents: [], ...hints(context) }),
    ),
  },
  {
    id: 'june-sulks',
    revisions: JUNE,
    breaks: ['protocol/survives'],
    title: 'After a refused read, the next one of the index fails.',
    hooks: sulks,
  },
];
