import { errorOf, type Hooks } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { inResult, member, onLastPage, refuse, replies, spoiltEnvelope } from './edits.js';
import { pagination } from './list-pages.js';
import type { Mutant } from './mutant.js';
import { LAST_FILE, LAST_MD } from './target.js';

const METHOD = 'skills/list';

/** A defect of the last page's result. */
const page = (id: string, breaks: string, title: string, name: string, value: Json | undefined): Mutant => ({
  id: `list-${id}`,
  breaks: [breaks],
  title,
  hooks: member(METHOD, name, value, onLastPage),
});

const modern = (mutant: Mutant): Mutant => ({ ...mutant, eras: ['modern'] });

/** Refuses a request for the first page that looks a certain way. */
const refuseWhen = (when: (request: JsonObject) => boolean): Hooks =>
  replies(
    METHOD,
    (request) => when(request),
    (request) => errorOf(request, -32602, 'The parameters are not as expected.'),
  );

const shape: Mutant[] = [
  page('skills-missing', 'list/result-shape', 'The last page has no `skills`.', 'skills', undefined),
  page('skills-null', 'list/result-shape', 'The last page has `skills: null`.', 'skills', null),
  page('skills-object', 'list/result-shape', 'The last page has an object as `skills`.', 'skills', {}),
  {
    id: 'list-params-absent',
    breaks: ['list/params-optional'],
    eras: ['legacy'],
    title: 'Refuses `skills/list` without `params`.',
    hooks: refuseWhen((request) => request['params'] === undefined),
  },
  {
    id: 'list-params-meta-only',
    breaks: ['list/params-optional'],
    eras: ['legacy'],
    title: 'Refuses `skills/list` whose params hold `_meta` alone.',
    hooks: refuseWhen((request) => {
      const { params } = request;
      return isObject(params) && Object.keys(params).join() === '_meta';
    }),
  },
];

const results: Mutant[] = [
  ...spoiltEnvelope(
    (name, breaks, what, member_, value) => page(name, breaks, `The last page has ${what}.`, member_, value),
    'list/result-type',
    'list/cache-hints',
  ),
  modern(
    page(
      'scope-differs',
      'list/cache-hints',
      'The last page has another `cacheScope` than the others.',
      'cacheScope',
      'private',
    ),
  ),
];

/** `skills/get` of the last skill tells something else than the listing. */
const getDiffers = (id: string, title: string, edit: (entry: JsonObject) => void): Mutant => ({
  id: `list-get-${id}`,
  breaks: ['list/agrees-with-get'],
  title,
  hooks: inResult('skills/get', (result) => {
    const entry = result['skill'] as JsonObject;
    if (entry['uri'] === LAST_MD) edit(entry);
  }),
});

const agreement: Mutant[] = [
  {
    id: 'list-get-refuses',
    breaks: ['list/agrees-with-get'],
    title: 'Lists a skill that `skills/get` does not know.',
    hooks: refuse('skills/get', LAST_MD),
  },
  getDiffers('lacks-file', '`skills/get` leaves out a file that the listing has.', (entry) => {
    entry['resources'] = (entry['resources'] as JsonObject[]).filter(({ uri }) => uri !== LAST_FILE);
  }),
  getDiffers('other-digest', '`skills/get` gives another digest than the listing.', (entry) => {
    for (const item of entry['resources'] as JsonObject[]) {
      if (item['uri'] === LAST_FILE) item['digest'] = `sha256:${'0'.repeat(64)}`;
    }
  }),
  getDiffers('dynamic', '`skills/get` says "dynamic" where the listing has a manifest.', (entry) => {
    entry['resources'] = 'dynamic';
  }),
  getDiffers('other-frontmatter', '`skills/get` gives another description than the listing.', (entry) => {
    (entry['frontmatter'] as JsonObject)['description'] = 'Sleep until the morning.';
  }),
];

export const list: Mutant[] = [...shape, ...results, ...pagination, ...agreement];
