import * as fc from 'fast-check';

/** How a cursor is spoilt. */
export type Spoiling =
  'truncated' | 'longer' | 'one letter changed' | 'case swapped' | 'doubled' | 'empty' | 'padded';

/** One step of a client that walks through lists; `list` and `walk` are indices. JSON. */
export type PagingStep =
  /** The next page of a walk; the first when it has not begun or is over. */
  | { readonly do: 'next'; readonly walk: number; readonly list: number }
  /** The next pages of two walks, asked for at the same time. */
  | { readonly do: 'together'; readonly walks: number[]; readonly list: number }
  /** The page that a walk is on, asked for again; an older one where `back` is more than 0. */
  | { readonly do: 'again'; readonly walk: number; readonly back: number }
  /** A walk given up and begun anew. */
  | { readonly do: 'restart'; readonly walk: number; readonly list: number }
  /** The cursor of a walk, used on another list. */
  | { readonly do: 'foreign'; readonly walk: number; readonly list: number }
  /** The cursor of a walk, spoilt. */
  | { readonly do: 'spoilt'; readonly walk: number; readonly how: Spoiling; readonly at: number };
export type PagingPlan = PagingStep[];

const WALKS = 3;

/** Steps of a client with up to three walks through up to `lists` lists. */
export function pagingPlans(lists: number): fc.Arbitrary<PagingPlan> {
  const most = Math.max(0, lists - 1);
  // Most of a plan is about one list: walks through different ones have little to mix up.
  return fc
    .nat({ max: most })
    .chain((main) =>
      planOn(fc.oneof({ weight: 4, arbitrary: fc.constant(main) }, { weight: 1, arbitrary: fc.nat({ max: most }) })),
    );
}

function planOn(list: fc.Arbitrary<number>): fc.Arbitrary<PagingPlan> {
  const walk = fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 1 }) },
    { weight: 1, arbitrary: fc.nat({ max: WALKS - 1 }) },
  );
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('next' as const), walk, list }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('together' as const),
        walks: fc.uniqueArray(walk, { minLength: 2, maxLength: WALKS }),
        list,
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('again' as const), walk, back: fc.nat({ max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), walk, list }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('foreign' as const), walk, list }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('spoilt' as const),
        walk,
        how: fc.constantFrom<Spoiling>(
          'truncated',
          'longer',
          'one letter changed',
          'case swapped',
          'doubled',
          'empty',
          'padded',
        ),
        at: fc.nat({ max: 40 }),
      }),
    },
  );
  return fc.array(step, { maxLength: 16, size: 'max' });
}

/** A cursor that the server never gave. */
export function spoil(cursor: string, how: Spoiling, at: number): string {
  const place = cursor.length === 0 ? 0 : at % cursor.length;
  switch (how) {
    case 'truncated':
      return cursor.slice(0, place);
    case 'longer':
      return `${cursor}x`;
    case 'one letter changed':
      return `${cursor.slice(0, place)}${cursor[place] === 'a' ? 'b' : 'a'}${cursor.slice(place + 1)}`;
    case 'case swapped':
      return cursor === cursor.toLowerCase() ? cursor.toUpperCase() : cursor.toLowerCase();
    case 'doubled':
      return cursor + cursor;
    case 'padded':
      return `${cursor}==`;
    case 'empty':
      return '';
  }
}
