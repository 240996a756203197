import type { Exchange } from '../model/exchange.js';
import { isObject, jsonEqual, type JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';

/** One page of a paginated walk. */
export interface Page {
  readonly number: number;
  /** The cursor that it was asked with; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly exchange: Exchange;
  readonly result: JsonObject;
  /** The elements of the listed member; empty when that is no array. */
  readonly items: readonly unknown[];
  /** False when the listed member is no array. */
  readonly shaped: boolean;
  readonly nextCursor: unknown;
}

/**
 * How a walk ended. `last`: a page without a cursor. `null`: `nextCursor: null`. `bad-cursor`: a cursor that is no
 * string. `loop`: a cursor came twice, or `STALE_PAGES` pages in a row brought nothing new. `refused`: the server did not
 * take its own cursor back. `restart`: the empty string led back to the first page (legacy era, where the text is silent
 * on empty cursors). `limit`: one of our bounds. `failed`: the first page was no result.
 */
export type WalkEnd = 'last' | 'null' | 'bad-cursor' | 'loop' | 'refused' | 'restart' | 'limit' | 'failed';

export interface Walk {
  readonly method: string;
  readonly pages: readonly Page[];
  readonly end: WalkEnd;
  /** The exchange that ended it, when that was no page. */
  readonly failure?: Exchange;
  /** A sentence on the end, for evidence. */
  readonly detail: string;
  /** The flag of the bound that ended it. */
  readonly flag?: string;
}

/** So many pages in a row without one new element are taken for a walk that does not end. */
const STALE_PAGES = 200;

/** What tells one element from another in a walk. */
const keyOf = (item: unknown): string =>
  isObject(item) && typeof item['uri'] === 'string' ? item['uri'] : JSON.stringify(item ?? null).slice(0, 1000);

/**
 * Follows a paginated method from its first page to its end. Cursors are echoed byte for byte and never looked into;
 * `""` is a cursor. Nothing here throws for what the server does.
 */
export async function walk(
  send: (method: string, params: JsonObject) => Promise<Exchange>,
  era: Era,
  method: string,
  params: JsonObject,
  member: string,
  limits: Limits,
  most: { readonly items: number; readonly flag: string; readonly sizeOf?: (exchange: Exchange) => number },
  onPage?: (pages: number, items: number) => void,
): Promise<Walk> {
  const pages: Page[] = [];
  const seenCursors = new Set<string>();
  const seenItems = new Set<string>();
  let cursor: string | undefined;
  let stale = 0;
  let bytes = 0;
  const done = (end: WalkEnd, detail: string, failure?: Exchange): Walk => ({ method, pages, end, detail, failure });
  const cut = (flag: string, detail: string): Walk => ({
    method,
    pages,
    end: 'limit',
    detail: `${detail} (${flag})`,
    flag,
  });

  for (;;) {
    const exchange = await send(method, cursor === undefined ? params : { ...params, cursor });
    if (exchange.outcome.kind !== 'result') {
      if (pages.length === 0) return done('failed', 'the first page was not answered with a result', exchange);
      return done('refused', `page ${pages.length + 1} was not answered with a result`, exchange);
    }
    const { result } = exchange.outcome;
    const list = result[member];
    const page: Page = {
      number: pages.length + 1,
      cursor,
      exchange,
      result,
      items: Array.isArray(list) ? list : [],
      shaped: Array.isArray(list),
      nextCursor: result['nextCursor'],
    };
    const first = pages[0];
    if (cursor === '' && era === 'legacy' && first !== undefined && jsonEqual(first.items, page.items)) {
      return done('restart', 'the empty cursor led back to the first page');
    }
    pages.push(page);
    bytes += most.sizeOf?.(exchange) ?? 0;
    const before = seenItems.size;
    for (const item of page.items) seenItems.add(keyOf(item));
    stale = seenItems.size > before ? 0 : stale + 1;
    onPage?.(pages.length, seenItems.size);

    const next = page.nextCursor;
    if (next === undefined) return done('last', `${pages.length} page(s)`);
    if (next === null) return done('null', `page ${pages.length} has "nextCursor": null`);
    if (typeof next !== 'string') return done('bad-cursor', `page ${pages.length} has a cursor that is no string`);
    if (seenCursors.has(next)) {
      return done(
        'loop',
        `the cursor ${JSON.stringify(next.slice(0, 60))} came a second time, on page ${pages.length}`,
      );
    }
    if (stale >= STALE_PAGES) return done('loop', `the last ${stale} pages in a row brought no new element`);
    if (pages.length >= limits.pages) return cut('--max-pages', `more than ${limits.pages} pages`);
    if (bytes >= limits.listingBytes) return cut('--max-listing', `more than ${limits.listingBytes} bytes`);
    if (seenItems.size >= most.items) return cut(most.flag, `more than ${most.items} elements`);
    seenCursors.add(next);
    cursor = next;
  }
}
