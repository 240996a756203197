import { describe, expect, it } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import { V1 } from '../../harness/model/protocol.js';
import { mutantsOf, variationsOf, type Mutant, type Variation } from '../../reference-server/mutants/index.js';
import { compare, expectedUnheard, judge, offences, shows, unheard, type Cell } from './matrix.js';

/** Where the reference server is, and the same with one deviation. */
export interface Targets {
  reference(): Target;
  deviation(kind: 'mutant' | 'variation', id: string): Target;
}

/** The eras and transports, in turn, for deviations that one look is enough for. */
const TURNS = ['stdio modern', 'http legacy', 'http modern', 'stdio legacy'];

/**
 * Deviations that are seen in every era and on every transport in the final revision are seen once in each earlier one, in
 * turns: what differs between eras and transports has nothing to do with the revision.
 */
const isTurnOf = (deviation: Mutant | Variation, at: number, { revision, era, transport }: Cell): boolean =>
  revision === V1 ||
  !(deviation.revisions ?? [V1]).includes(V1) ||
  deviation.eras !== undefined ||
  deviation.transports !== undefined ||
  TURNS[at % TURNS.length] === `${transport} ${era}`;

/** Registers a test for the reference server and for each deviation that shows in this cell. */
export function matrixCases(cell: Cell, targets: Targets): void {
  const { revision, era, transport } = cell;
  const shown = <T extends Mutant | Variation>(all: readonly T[]): T[] =>
    all.filter((deviation, at) => shows(deviation, cell) && isTurnOf(deviation, at, cell));
  const mutants = shown(mutantsOf(revision));
  const variations = shown(variationsOf(revision));

  describe(`${revision}, ${transport}, ${era} era`, () => {
    it.concurrent('the reference server is clean, and gives occasion to judge everything', async () => {
      const report = await judge(targets.reference(), era, revision);
      expect(offences(report)).toEqual([]);
      expect(unheard(report, cell)).toEqual([]);
    });

    it.concurrent.each(mutants)('$id turns $breaks red', async (mutant) => {
      const report = await judge(targets.deviation('mutant', mutant.id), era, revision);
      const { red, expectedRed, blocked, silent, told } = compare(report, mutant, cell);
      expect({ red, blocked, silent, told }).toEqual({ red: expectedRed, blocked: [], silent: [], told: [] });
    });

    it.concurrent.each(variations)('$id stays green', async (variation) => {
      const report = await judge(targets.deviation('variation', variation.id), era, revision);
      expect(offences(report)).toEqual([]);
      expect(unheard(report, cell).sort()).toEqual(expectedUnheard(variation, cell).sort());
    });
  });
}
