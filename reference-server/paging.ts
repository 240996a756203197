import { createHash } from 'node:crypto';
import { invalidParams } from './errors.js';
import type { Era, Hooks, PagedList } from './hooks.js';

/** One page and the cursor of the next. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

/** Names the pages of a list. `scope` keeps the cursors of one directory from working on another. */
function cursorOf(index: number, list: PagedList, scope: string, era: Era): string {
  // On 2026-07-28 an empty string is a cursor like any other, and a client must not take it for the end. The older
  // texts say nothing about it, so there it is not used.
  if (list === 'skills' && index === 1 && era === 'modern') return '';
  const tag = createHash('sha256').update(`${list} ${scope}`).digest('hex').slice(0, 8);
  return Buffer.from(`${list}:${tag}:${index}`).toString('base64url');
}

/**
 * Cuts `all` into pages and returns the one that `cursor` names.
 * @throws an invalid-params error for a cursor that this server never gave for this list
 */
export function paginate<T>(
  all: readonly T[],
  size: number,
  cursor: unknown,
  where: { list: PagedList; scope?: string; era: Era; hooks: Hooks },
): Page<T> {
  const { list, scope = '', era, hooks } = where;
  const name = (index: number) => {
    const plain = cursorOf(index, list, scope, era);
    return hooks.cursor?.(plain, index, list) ?? plain;
  };
  const pages = Math.max(1, Math.ceil(all.length / size));
  let index = 0;
  if (cursor !== undefined) {
    if (typeof cursor !== 'string') throw invalidParams('The cursor must be a string that this server gave out.');
    do index++;
    while (index < pages && name(index) !== cursor);
    if (index >= pages)
      throw invalidParams(`No page of this list has the cursor ${JSON.stringify(cursor.slice(0, 80))}.`);
  }
  const items = all.slice(index * size, (index + 1) * size);
  return index + 1 < pages ? { items, nextCursor: name(index + 1) } : { items };
}
