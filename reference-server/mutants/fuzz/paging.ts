import type { PageSizes } from '../../catalogue.js';
import type { Hooks, WireContext } from '../../hooks.js';
import { isObject, type Json, type JsonObject } from '../../json.js';
import type { Revision } from '../../revision.js';
import { param, together } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { DIRECTORY, DIRECTORY_DRAFTS, dies, forgetting, hangs, REVISIONS, wait } from './edits.js';
import { Walks, type Asked } from './walks.js';

/** One of the paged lists. */
interface List {
  readonly name: string;
  readonly method: string;
  /** What its pages hold. */
  readonly member: string;
  readonly revisions?: readonly Revision[];
}

const LISTS: readonly List[] = [
  { name: 'skills', method: 'skills/list', member: 'skills' },
  { name: 'directory', method: DIRECTORY, member: 'resources', revisions: DIRECTORY_DRAFTS },
  { name: 'resources', method: 'resources/list', member: 'resources', revisions: REVISIONS },
];

/** Small pages, so that there are some to mix up in each list. */
const SIZES: PageSizes = { skills: 3, resources: 12, children: 2 };
const small: Hooks = { catalogue: (catalogue) => void Object.assign(catalogue.pageSizes, SIZES) };

/** What a mutant makes of one list. */
interface Turns {
  /** Sees which page is asked for, and says which one to serve. */
  readonly asked?: (asked: Asked) => number | void;
  /** Changes a page that goes out. */
  readonly page?: (result: JsonObject, asked: Asked, walks: Walks) => void;
  readonly forget: () => void;
}

/** The hooks of a mutant that sees pages by their number. */
function turning({ method }: List, make: () => Turns): Hooks {
  const walks = new Walks();
  const { asked, page, forget } = make();
  /** The page that each request is served; the hooks of a response see the request as it came. */
  const served = new WeakMap<JsonObject, Asked>();
  const turned = (request: JsonObject, context: WireContext): JsonObject | undefined => {
    const named = request['method'] === method ? walks.asked(request, context) : undefined;
    if (named === undefined) return undefined;
    const other = { ...named, page: asked?.(named) ?? named.page };
    const cursor = other.page === 0 ? undefined : walks.cursor(other);
    const isKnown = other.page === 0 || cursor !== undefined;
    served.set(request, isKnown ? other : named);
    if (!isKnown || other.page === named.page) return undefined;
    return { ...request, params: { ...(request['params'] as JsonObject), cursor } };
  };
  return together(small, forgetting(forget), {
    request: turned,
    response: (response, request) => {
      const { result } = response;
      const what = served.get(request);
      if (what === undefined || !isObject(result)) return response;
      walks.learn(what, result);
      page?.(result, what, walks);
      return response;
    },
  });
}

/** One position in a list for all who walk through it. */
const onePosition = (): Turns => {
  const next = new Map<string, number>();
  return {
    asked: ({ key, page }) => {
      const served = page === 0 ? 0 : (next.get(key) ?? page);
      next.set(key, served + 1);
      return served;
    },
    page: (result, { key }) => void (result['nextCursor'] === undefined && next.delete(key)),
    forget: () => next.clear(),
  };
};

/** A restart in the middle of a walk makes the page after it the first one again. */
const startsAnew = (): Turns => {
  const under = new Map<string, number>();
  const anew = new Set<string>();
  return {
    asked: ({ key, page }) => {
      if (page === 0) {
        if ((under.get(key) ?? 0) > 0) anew.add(key);
        under.delete(key);
        return page;
      }
      return anew.delete(key) ? 0 : page;
    },
    page: (result, { key, page }) => {
      if (result['nextCursor'] === undefined) under.delete(key);
      else if (page > 0) under.set(key, page);
    },
    forget: () => [under, anew].forEach((kept) => kept.clear()),
  };
};

/** From the third page on, a page that is asked for again in the same walk lacks an element. */
const dropsAgain =
  ({ member }: List) =>
  (): Turns => {
    const seen = new Map<string, Set<number>>();
    return {
      page: (result, { key, page }) => {
        const pages = page === 0 ? new Set<number>() : (seen.get(key) ?? new Set());
        if (page >= 2 && pages.has(page)) (result[member] as Json[]).pop();
        seen.set(key, pages.add(page));
      },
      forget: () => seen.clear(),
    };
  };

/** A cursor that was given out before another walk ended leads to an empty last page. */
const lateIsEmpty =
  ({ member }: List) =>
  (): Turns => {
    const ended = new Map<string, number>();
    const given = new Map<string, number>();
    return {
      page: (result, { key, page }) => {
        const now = ended.get(key) ?? 0;
        const isLate = page > 0 && now > (given.get(`${key} ${page}`) ?? now);
        if (isLate) {
          result[member] = [];
          delete result['nextCursor'];
        } else if (result['nextCursor'] === undefined) ended.set(key, now + 1);
        else given.set(`${key} ${page + 1}`, now);
      },
      forget: () => [ended, given].forEach((kept) => kept.clear()),
    };
  };

/** Every third walk ends one page early. */
const thirdIsShort = (): Turns => {
  const ended = new Map<string, number>();
  const lasts = new Map<string, number>();
  return {
    page: (result, { key, page }) => {
      const count = ended.get(key) ?? 0;
      const isCut = count % 3 === 2 && page + 1 === lasts.get(key);
      if (isCut) delete result['nextCursor'];
      else if (result['nextCursor'] === undefined) lasts.set(key, page);
      if (result['nextCursor'] === undefined) ended.set(key, count + 1);
    },
    forget: () => [ended, lasts].forEach((kept) => kept.clear()),
  };
};

/** How long a page waits for another one to be exchanged with. */
const EXCHANGE_MS = 10;

/** Pages of one list that are in flight together are exchanged. */
const exchanged =
  ({ method }: List) =>
  (): Hooks => {
    const waiting: { key: string; response: JsonObject }[] = [];
    return {
      response: async (response, request, { era }) => {
        if (request['method'] !== method || !isObject(response['result'])) return response;
        const own = { key: `${era} ${String(param(request, 'uri') ?? '')}`, response };
        waiting.push(own);
        await wait(EXCHANGE_MS);
        const other = waiting.find((one) => one !== own && one.key === own.key);
        // Those that wait leave together, a little later, so that each has seen the other.
        setTimeout(() => waiting.splice(waiting.indexOf(own), 1), 1);
        return other === undefined ? response : { ...other.response, id: response['id'] };
      },
    };
  };

/** Whether a cursor was made of one that went out: cut off, added to, or changed near its end. */
const isAltered = (cursor: string, known: readonly Json[]): boolean =>
  known.every((one) => one !== cursor) &&
  known.some((one) => {
    if (typeof one !== 'string' || one === '' || cursor === '') return false;
    const middle = Math.floor(one.length / 2);
    const kept = cursor.startsWith(one.slice(0, middle)) || cursor.endsWith(one.slice(middle));
    return kept || one.startsWith(cursor) || one.endsWith(cursor);
  });

/** What becomes of the request for an altered cursor. */
const altered = (
  list: List,
  fate: (when: (request: JsonObject, context: WireContext) => boolean) => Hooks,
): Hooks => {
  const walks = new Walks();
  return together(
    small,
    fate((request, { era }) => {
      const cursor = param(request, 'cursor');
      const key = `${era} ${String(param(request, 'uri') ?? '')}`;
      return request['method'] === list.method && typeof cursor === 'string' && isAltered(cursor, walks.known(key));
    }),
    {
      response: (response, request, context) => {
        const what = request['method'] === list.method ? walks.asked(request, context) : undefined;
        if (what !== undefined && isObject(response['result'])) walks.learn(what, response['result']);
        return response;
      },
    },
  );
};

const mutantsOf = (list: List): Mutant[] => {
  const { name, revisions } = list;
  const broken = (id: string, title: string, hooks: () => Hooks, more: Partial<Mutant> = {}): Mutant => ({
    id: `fuzz-paging-${name}-${id}`,
    ...(revisions && { revisions }),
    breaks: [`fuzz/paging-${name}`],
    title,
    hooks,
    ...more,
  });
  const turned = (make: () => Turns) => () => turning(list, make);
  return [
    broken('one-position', `All walks through \`${list.method}\` share one position.`, turned(onePosition)),
    broken(
      'starts-anew',
      'After a restart in the middle of a walk, the next page is the first one again.',
      turned(startsAnew),
    ),
    broken(
      'drops-again',
      'The third page and those after it lack an element when asked for again before the walk is restarted.',
      turned(dropsAgain(list)),
    ),
    broken(
      'late-empty',
      'A cursor used after another walk came to its end gives an empty last page.',
      turned(lateIsEmpty(list)),
    ),
    broken('third-short', 'Every third walk ends one page early.', turned(thirdIsShort)),
    broken('exchanged', 'Pages in flight together are exchanged.', () => together(small, exchanged(list)())),
    broken('altered-hangs', 'A cursor that is nearly one of its own is never answered.', () => altered(list, hangs)),
    broken(
      'altered-dies',
      'A cursor that is nearly one of its own ends the process.',
      () => altered(list, (when) => dies(when, 'RangeError: the offset of the cursor is out of range')),
      { transports: ['stdio'] },
    ),
  ];
};

/** Servers that go wrong when walks are interleaved, repeated or run side by side. */
export const pagingMutants: readonly Mutant[] = LISTS.flatMap(mutantsOf);
