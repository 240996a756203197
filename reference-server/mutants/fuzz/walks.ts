import type { WireContext } from '../../hooks.js';
import type { Json, JsonObject } from '../../json.js';
import { param } from '../edits.js';

/** A page that was asked for: of which walk, and which one, counted from 0. */
export interface Asked {
  /** The era and the directory: what walks do not share. */
  readonly key: string;
  readonly page: number;
}

/** Learns from the cursors that went out which page a request is for. */
export class Walks {
  readonly #cursors = new Map<string, Json[]>();

  /** The page that a request is for; undefined for a cursor that was never given out. */
  asked(request: JsonObject, { era }: WireContext): Asked | undefined {
    const key = `${era} ${String(param(request, 'uri') ?? '')}`;
    const cursor = param(request, 'cursor');
    if (cursor === undefined) return { key, page: 0 };
    const page = this.known(key).indexOf(cursor);
    return page === -1 ? undefined : { key, page: page + 1 };
  }

  /** The cursors of a list that went out, that of the second page first. */
  known(key: string): readonly Json[] {
    return this.#cursors.get(key) ?? [];
  }

  /** The cursor of a page other than the first, as far as it went out. */
  cursor({ key, page }: Asked): Json | undefined {
    return this.known(key)[page - 1];
  }

  /** Remembers the cursor on a page. */
  learn({ key, page }: Asked, { nextCursor }: JsonObject): void {
    if (nextCursor === undefined) return;
    const cursors = this.#cursors.get(key) ?? [];
    cursors[page] = nextCursor;
    this.#cursors.set(key, cursors);
  }
}
