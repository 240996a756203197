import { describe, expect, it } from 'vitest';
import { ERAS } from '../../harness/model/protocol.js';
import { mutants, variations } from '../../reference-server/mutants/index.js';
import { compare, judge, offences, shows, stdioTarget } from './matrix.js';

/* One process a case: what the reference server and its deviations look like over stdio. Needs a build. */
describe.each(ERAS)('stdio, %s era', (era) => {
  it.concurrent('the reference server is clean, with its large skills too', async () => {
    expect(offences(await judge(stdioTarget(['--big']), era))).toEqual([]);
  });

  it.concurrent.each(mutants.filter((mutant) => shows(mutant, era, 'stdio')))(
    '$id turns $breaks red',
    async (mutant) => {
      const { red, expectedRed, blocked, told } = compare(
        await judge(stdioTarget(['--mutant', mutant.id]), era),
        mutant,
        era,
        'stdio',
      );
      expect({ red, blocked, told }).toEqual({ red: expectedRed, blocked: [], told: [] });
    },
  );

  it.concurrent.each(variations.filter((variation) => shows(variation, era, 'stdio')))(
    '$id stays green',
    async (variation) => {
      expect(offences(await judge(stdioTarget(['--variation', variation.id]), era))).toEqual([]);
    },
  );
});
