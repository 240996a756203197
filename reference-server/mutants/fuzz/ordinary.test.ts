import { describe, expect, it } from 'vitest';
import { judge, offences, stdioTarget } from '../../../suites/matrix/matrix.js';
import { V1 } from '../../revision.js';
import { revisionsOf, type Mutant } from '../mutant.js';
import { fuzzMutants } from './index.js';

/**
 * Mutants that remember or wait are those that the ordinary checks are most likely to trip over: one of each kind is looked
 * at here, in one place. What the others break, no ordinary check ever sends. Needs a build.
 */
const KINDS = [
  'read-stale-cache',
  'paging-skills-one-position',
  'paging-directory-starts-anew',
  'archive-file-after',
  'ids-exchanged',
  'envelope-spaced',
];

const named = (kind: string): Mutant => fuzzMutants.find(({ id }) => id === `fuzz-${kind}`)!;

describe('the ordinary checks see nothing wrong', () => {
  it.concurrent.each(KINDS.map((kind, at) => [kind, at] as const))('with %s', async (kind, at) => {
    const mutant = named(kind);
    const revisions = revisionsOf(mutant);
    const revision = revisions.includes(V1) ? V1 : revisions[at % revisions.length]!;
    const target = stdioTarget(['--mutant', mutant.id, '--revision', revision]);
    const report = await judge(target, at % 2 === 0 ? 'modern' : 'legacy', revision);
    expect(offences(report)).toEqual([]);
  });
});
