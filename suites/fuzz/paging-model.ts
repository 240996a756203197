import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../harness/model/json.js';
import type { Exchange } from '../../harness/model/exchange.js';
import type { FuzzWire } from '../../harness/model/fuzz.js';

/** One paginated list, as a plain walk saw it. JSON. */
export type PagedList = {
  readonly method: string;
  readonly params: JsonObject;
  /** The member of the result that is the list. */
  readonly member: string;
  /** What tells its elements apart, in order. */
  readonly keys: string[];
  readonly pages: number;
};

/** The name of an element: its URI, else a digest of all of it. */
export const keyOf = (item: unknown): string =>
  isObject(item) && typeof item['uri'] === 'string'
    ? item['uri']
    : createHash('sha256')
        .update(JSON.stringify(item ?? null))
        .digest('hex')
        .slice(0, 16);

/** A page of a result, or what came in its place. */
export interface PageSeen {
  readonly exchange: Exchange;
  readonly keys: readonly string[] | undefined;
  readonly next: string | undefined;
}

export async function askPage(wire: FuzzWire, list: PagedList, cursor: Json | undefined): Promise<PageSeen> {
  const exchange = await wire.request(list.method, cursor === undefined ? list.params : { ...list.params, cursor });
  const result = exchange.outcome.kind === 'result' ? exchange.outcome.result : undefined;
  const items = result?.[list.member];
  const next = result?.['nextCursor'];
  return {
    exchange,
    keys: Array.isArray(items) ? items.map(keyOf) : undefined,
    next: typeof next === 'string' ? next : undefined,
  };
}

/** A walk that is under way. */
export class WalkSoFar {
  readonly list: PagedList;
  readonly keys: string[] = [];
  readonly frames: number[] = [];
  /** The cursor that each page was asked with, and what it held. */
  readonly pages: { readonly cursor: string | undefined; readonly keys: readonly string[] }[] = [];
  cursor: string | undefined;
  ended = false;

  constructor(list: PagedList) {
    this.list = list;
  }

  take({ exchange, keys, next }: PageSeen): void {
    this.pages.push({ cursor: this.cursor, keys: keys ?? [] });
    this.keys.push(...(keys ?? []));
    this.frames.push(...exchange.frames);
    this.cursor = next;
    // More pages than there were: a walk that does not end is judged by the ordinary checks.
    this.ended = next === undefined || keys === undefined || this.pages.length > 2 * this.list.pages + 10;
  }
}

/** Whether a plain walk still sees what it saw at first: a catalogue that moved breaches nothing. */
export async function isUnmoved(wire: FuzzWire, list: PagedList): Promise<boolean> {
  const walk = new WalkSoFar(list);
  while (!walk.ended) {
    const page = await askPage(wire, list, walk.cursor);
    if (page.exchange.outcome.kind !== 'result') return false;
    walk.take(page);
  }
  return walk.keys.length === list.keys.length && walk.keys.every((key) => list.keys.includes(key));
}
