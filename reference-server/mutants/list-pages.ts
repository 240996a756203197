import { errorOf, resultOf, type Hooks } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { errorCode, hints, inResult, member, onFirstPage, onLastPage, param, replies, together } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST_MD, NESTED } from './target.js';

const METHOD = 'skills/list';

/** Fresh pages for ever: after the real ones, `items` under ever new cursors. */
const endless = (again: (items: Json) => Json): Hooks => {
  let last: JsonObject | undefined;
  let count = 0;
  const more = /^more-\d+$/;
  return together(
    {
      request: (request) => {
        const cursor = param(request, 'cursor');
        if (request['method'] !== METHOD || typeof cursor !== 'string' || !more.test(cursor) || last === undefined)
          return undefined;
        const result = { ...last, skills: again(last['skills']!), nextCursor: `more-${++count}` };
        return { reply: { jsonrpc: '2.0', id: request['id'], result } };
      },
    },
    inResult(
      METHOD,
      (result) => {
        last = result;
        return { ...result, nextCursor: `more-${++count}` };
      },
      onLastPage,
    ),
  );
};

/** The last page leads to the page that `pick` chooses among the cursors seen so far. */
const leadsBack =
  (pick: (cursors: Json[], own: Json) => Json): (() => Hooks) =>
  () => {
    let cursors: Json[] = [];
    return inResult(METHOD, (result, request) => {
      if (onFirstPage(request, result, { era: 'modern', transport: 'stdio' })) cursors = [];
      const own = param(request, 'cursor') ?? '';
      if ('nextCursor' in result) cursors.push(result['nextCursor']!);
      else result['nextCursor'] = pick(cursors, own);
    });
  };

/** The page before the last gives a cursor that is none; the last page is out of reach. */
const badCursor = (value: Json): Hooks =>
  inResult(METHOD, (result) => {
    const skills = result['skills'] as JsonObject[];
    if (skills.some(({ uri }) => uri === `${NESTED}/SKILL.md`)) result['nextCursor'] = value;
  });

/** Listings whose pages go wrong. */
export const pagination: Mutant[] = [
  {
    id: 'list-cursor-number',
    breaks: ['list/pagination-cursor'],
    title: 'Gives a number as `nextCursor`.',
    hooks: badCursor(3),
  },
  {
    id: 'list-cursor-object',
    breaks: ['list/pagination-cursor'],
    title: 'Gives an object as `nextCursor`.',
    hooks: badCursor({ page: 3 }),
  },
  {
    id: 'list-cursor-false',
    breaks: ['list/pagination-cursor'],
    title: 'Gives `false` as `nextCursor`.',
    hooks: badCursor(false),
  },
  {
    id: 'list-cursor-null',
    breaks: ['list/pagination-cursor'],
    title: 'Ends the list with `nextCursor: null`, where the schema knows strings and absence only.',
    hooks: member(METHOD, 'nextCursor', null, onLastPage),
  },
  {
    id: 'list-cursor-refused',
    breaks: ['list/pagination-cursor'],
    title: 'Does not take the cursor of its last page back.',
    hooks: replies(
      METHOD,
      (_, { result }) => isObject(result) && !('nextCursor' in result),
      (request) => errorOf(request, -32602, 'This cursor is not known any more.'),
    ),
  },
  {
    id: 'list-loop-self',
    breaks: ['list/pagination-terminates'],
    blocks: ['list/entry-atomic'],
    title: 'The last page leads to itself.',
    hooks: leadsBack((_, own) => own),
  },
  {
    id: 'list-loop-cycle',
    breaks: ['list/pagination-terminates'],
    blocks: ['list/entry-atomic'],
    title: 'The last page leads back to the one before it.',
    hooks: leadsBack((cursors, own) => cursors.at(-2) ?? own),
  },
  {
    id: 'list-endless-empty',
    breaks: ['list/pagination-terminates'],
    blocks: ['list/entry-atomic'],
    title: 'After the last page come empty pages under ever new cursors.',
    hooks: () => endless(() => []),
  },
  {
    id: 'list-endless-same',
    breaks: ['list/pagination-terminates'],
    blocks: ['list/entry-atomic'],
    title: 'The last page comes again and again under ever new cursors.',
    hooks: () => endless((items) => items),
  },
  {
    id: 'list-entry-twice',
    breaks: ['list/entry-atomic'],
    title: 'The last page lists a skill of the first page again.',
    hooks: () => {
      let first: Json | undefined;
      return inResult(METHOD, (result, request) => {
        const skills = result['skills'] as Json[];
        if (param(request, 'cursor') === undefined) first = skills[1];
        else if (!('nextCursor' in result) && first !== undefined) skills.push(first);
      });
    },
  },
  {
    id: 'list-entry-split',
    breaks: ['list/entry-atomic'],
    title: 'The last skill has two entries, each with a part of its resources.',
    hooks: inResult(METHOD, (result) => {
      const skills = result['skills'] as JsonObject[];
      const last = skills.find(({ uri }) => uri === LAST_MD);
      if (last === undefined) return;
      const resources = last['resources'] as Json[];
      skills.push({ ...last, resources: resources.slice(3) });
      last['resources'] = resources.slice(0, 3);
    }),
  },
  {
    id: 'list-cursor-unstable',
    breaks: ['list/cursor-repeatable'],
    title: 'A page asked for again lacks an entry.',
    hooks: () => {
      const seen = new Set<Json | undefined>();
      return {
        ...inResult(METHOD, (result, request) => {
          const cursor = param(request, 'cursor');
          if (cursor !== undefined && seen.has(cursor)) (result['skills'] as Json[]).pop();
          seen.add(cursor);
        }),
        request: ({ method }) => {
          if (method === 'initialize' || method === 'server/discover') seen.clear();
        },
      };
    },
  },
  {
    id: 'list-cursor-garbage-empty',
    breaks: ['list/cursor-invalid'],
    title: 'Answers a made-up cursor with an empty page.',
    hooks: replies(
      METHOD,
      (request, response) => 'error' in response && param(request, 'cursor') !== undefined,
      (request, _, context) => resultOf(request, { skills: [], ...hints(context) }),
    ),
  },
  {
    id: 'list-cursor-garbage-internal',
    breaks: ['list/cursor-invalid'],
    title: 'Answers a made-up cursor with -32603.',
    hooks: errorCode(METHOD, -32603, (request) => param(request, 'cursor') !== undefined),
  },
  {
    id: 'list-cursor-garbage-legacy',
    breaks: ['list/cursor-invalid'],
    title: 'Answers a made-up cursor with -32002.',
    hooks: errorCode(METHOD, -32002, (request) => param(request, 'cursor') !== undefined),
  },
  {
    id: 'list-names-twice',
    breaks: ['list/names-unique'],
    title: 'Two skills of the listing have the same name.',
    hooks: {
      catalogue: (catalogue) => {
        for (const uri of catalogue.filesBelow('skill://acme/billing/refunds')) {
          catalogue.files.set(uri.replace('acme/billing', 'zz/shop'), catalogue.files.get(uri)!);
        }
        catalogue.skills.push({ root: 'skill://zz/shop/refunds', listed: true, dynamic: false });
      },
    },
  },
];
