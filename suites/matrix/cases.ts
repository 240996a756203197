import { describe, expect, it } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import type { Era, TransportKind } from '../../harness/model/protocol.js';
import { mutants, variations } from '../../reference-server/mutants/index.js';
import { compare, expectedUnheard, judge, offences, shows, unheard } from './matrix.js';

/** Where the reference server is, and the same with one deviation. */
export interface Targets {
  reference(): Target;
  deviation(kind: 'mutant' | 'variation', id: string): Target;
}

/** Registers a test for the reference server and for each deviation that shows in this era on this transport. */
export function matrixCases(era: Era, transport: TransportKind, targets: Targets): void {
  const shown = <T extends Parameters<typeof shows>[0]>(all: readonly T[]): T[] =>
    all.filter((deviation) => shows(deviation, era, transport));

  describe(`${transport}, ${era} era`, () => {
    it.concurrent('the reference server is clean, and gives occasion to judge everything', async () => {
      const report = await judge(targets.reference(), era);
      expect(offences(report)).toEqual([]);
      expect(unheard(report, transport)).toEqual([]);
    });

    it.concurrent.each(shown(mutants))('$id turns $breaks red', async (mutant) => {
      const report = await judge(targets.deviation('mutant', mutant.id), era);
      const { red, expectedRed, blocked, silent, told } = compare(report, mutant, era, transport);
      expect({ red, blocked, silent, told }).toEqual({ red: expectedRed, blocked: [], silent: [], told: [] });
    });

    it.concurrent.each(shown(variations))('$id stays green', async (variation) => {
      const report = await judge(targets.deviation('variation', variation.id), era);
      expect(offences(report)).toEqual([]);
      expect(unheard(report, transport).sort()).toEqual(expectedUnheard(variation, era, transport).sort());
    });
  });
}
