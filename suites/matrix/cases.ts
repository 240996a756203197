import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import { ERAS, V1, type Revision } from '../../harness/model/protocol.js';
import { mutantsOf, variationsOf, type Mutant, type Variation } from '../../reference-server/mutants/index.js';
import { compare, expectedUnheard, judge, offences, shows, unheard, type Cell } from './matrix.js';

/** Where the reference server is, and the same with one deviation. */
export interface Targets {
  reference(): Target;
  deviation(kind: 'mutant' | 'variation', id: string): Target;
}

/**
 * The eras and transports, in turn, for deviations that one look is enough for. Over HTTP each costs the most, since the
 * server's SDK does more for a request there.
 */
const TURNS = [
  'stdio modern',
  'stdio legacy',
  'http modern',
  'stdio legacy',
  'stdio modern',
  'http legacy',
  'stdio modern',
  'stdio legacy',
];

/** `MATRIX=everywhere` looks at each deviation wherever it shows, which takes twice as long. */
const EVERYWHERE = process.env['MATRIX'] === 'everywhere';

/** A number that is a deviation's own, whatever list it stands in. */
const lot = ({ id }: Mutant | Variation): number => createHash('sha256').update(id).digest()[0]!;

/**
 * In the final revision a deviation is seen over stdio in both eras, and over HTTP in one of them. In each earlier one it is
 * seen once, in turns: what differs between eras and transports has nothing to do with the revision. A deviation that is tied
 * to an era or to a transport is seen wherever it shows.
 */
function isTurnOf(deviation: Mutant | Variation, { revision, era, transport }: Cell): boolean {
  if (EVERYWHERE) return true;
  if (isTwin(deviation, revision)) return false;
  if (deviation.eras !== undefined || deviation.transports !== undefined) return true;
  if ('speaks' in deviation && deviation.speaks !== undefined) return true;
  if (revision === V1) return transport === 'stdio' || era === ERAS[(lot(deviation) >> 1) % 2];
  return TURNS[(lot(deviation) >> 1) % TURNS.length] === `${transport} ${era}`;
}

/** Revisions that are the same on the wire; they differ in the level of a few rows. */
const TWINS: readonly Revision[] = ['2026-06-09', '2026-06-25'];

/** Whether a deviation is looked at in the other of the two revisions that look alike, in turns. */
const isTwin = (deviation: Mutant | Variation, revision: Revision): boolean =>
  TWINS.every((one) => deviation.revisions?.includes(one)) &&
  TWINS.includes(revision) &&
  TWINS[lot(deviation) % 2] !== revision;

/**
 * In an earlier revision, picks of the mutants that it shares with the final one, where each is looked at, those that are the
 * first to break something; its own are all looked at.
 */
function isFirst(revision: Revision): (mutant: Mutant) => boolean {
  const broken = new Set<string>();
  return ({ breaks, revisions = [V1] }) => {
    const first = breaks.some((id) => !broken.has(id));
    for (const id of breaks) broken.add(id);
    return first || revision === V1 || !revisions.includes(V1);
  };
}

/** Registers a test for the reference server and for each deviation that shows in this cell. */
export function matrixCases(cell: Cell, targets: Targets): void {
  const { revision, era, transport } = cell;
  const shown = <T extends Mutant | Variation>(all: readonly T[]): T[] =>
    all.filter((deviation) => shows(deviation, cell) && isTurnOf(deviation, cell));
  const mutants = shown(mutantsOf(revision).filter(isFirst(revision)));
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
