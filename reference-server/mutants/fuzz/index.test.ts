import { expect, test } from 'vitest';
import { serverSuite } from '../../../suites/index.js';
import { find, mutantsOf, variationsOf } from '../index.js';
import { hooksOf, revisionsOf } from '../mutant.js';
import { REVISIONS } from './edits.js';
import { fuzzMutants, fuzzVariations } from './index.js';

/** The searched properties that a server shows on the wire; the others are about folders that a server is given. */
const searched = serverSuite.requirements.filter(({ id }) => /^fuzz\/(?!tree-)/.test(id));

const ID = /^fuzz-[a-z0-9]+(-[a-z0-9]+)*$/;

test('ids are unique words of their own, and lead to what they name', () => {
  for (const [kind, all] of [
    ['mutant', fuzzMutants],
    ['variation', fuzzVariations],
  ] as const) {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !ID.test(id))).toEqual([]);
    for (const one of all) expect(find(kind, one.id)).toBe(one);
  }
});

test('the ordinary matrix has none of them', () => {
  for (const revision of REVISIONS) {
    const ordinary = [...mutantsOf(revision), ...variationsOf(revision)].map(({ id }) => id);
    expect(ordinary.filter((id) => ID.test(id))).toEqual([]);
  }
});

test('each mutant breaks one searched property, in revisions that have it', () => {
  const known = new Map(searched.map((requirement) => [requirement.id, requirement]));
  for (const mutant of fuzzMutants) {
    expect(mutant.breaks, mutant.id).toHaveLength(1);
    const requirement = known.get(mutant.breaks[0]!);
    expect(requirement, mutant.id).toBeDefined();
    expect(
      revisionsOf(mutant).filter((revision) => !requirement!.revisions.includes(revision)),
      mutant.id,
    ).toEqual([]);
  }
});

test.each(REVISIONS)(
  'every searched property of %s is broken by three mutants at least, in both eras',
  (revision) => {
    for (const { id, revisions } of searched) {
      if (!revisions.includes(revision)) continue;
      const all = fuzzMutants.filter((mutant) => mutant.breaks[0] === id && revisionsOf(mutant).includes(revision));
      for (const era of ['modern', 'legacy'] as const) {
        for (const transport of ['stdio', 'http'] as const) {
          const shown = all.filter(
            ({ eras, transports }) => eras?.includes(era) !== false && transports?.includes(transport) !== false,
          );
          expect(shown.length, `${id}, ${era} over ${transport}`).toBeGreaterThanOrEqual(3);
        }
      }
    }
  },
);

test('titles and reasons are sentences', () => {
  for (const { id, title } of [...fuzzMutants, ...fuzzVariations]) expect(title, id).toMatch(/^["`A-Z].*\.$/);
  for (const { id, why } of fuzzVariations) expect(why, id).toMatch(/^["`A-Z].*\.$/);
});

test('what remembers is made anew for each server', () => {
  for (const one of [...fuzzMutants, ...fuzzVariations])
    if (typeof one.hooks === 'function') expect(hooksOf(one), one.id).not.toBe(hooksOf(one));
});
