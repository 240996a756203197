import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import type { Era, Revision } from '../../harness/model/protocol.js';
import type { FuzzProperty } from '../../harness/fuzz/property.js';
import { fuzzMutants } from '../../reference-server/mutants/fuzz/index.js';
import type { Mutant } from '../../reference-server/mutants/index.js';
import { stdioTarget } from '../matrix/matrix.js';
import { serveAll, type ServingAll } from '../matrix/serving.js';
import { serverProperties } from './index.js';
import { grave, prepare, searchOnce } from './testing/searching.js';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const V1: Revision = '2026-09-13';
/** Each such look costs seconds of silence or the start of a process: these are tried by hand (FUZZ_ALL=1). */
const SLOW = /hang|dies|deafens|stale/;
/** What it breaks is a hint, as no sentence of MCP asks for the code. */
const HINTED = 'fuzz-params-cursor-internal';
/** Of the rest, so many of each property. */
const MOST = process.env['FUZZ_ALL'] === '1' ? Infinity : 3;

const isPicked = ({ id, transports }: Mutant): boolean =>
  id !== HINTED && (MOST === Infinity || (!SLOW.test(id) && transports?.includes('http') !== false));

const servers = new Map<Revision, ServingAll>();
const revisionOf = ({ revisions = [V1] }: Mutant): Revision => (revisions.includes(V1) ? V1 : revisions[0]!);

beforeAll(async () => {
  for (const revision of new Set(fuzzMutants.map(revisionOf))) servers.set(revision, await serveAll(revision));
});

afterAll(() => {
  for (const server of servers.values()) server.stop();
});

const targetOf = (mutant: Mutant): Target => {
  const revision = revisionOf(mutant);
  return mutant.transports?.includes('http') === false
    ? stdioTarget(['--mutant', mutant.id, ...(revision === V1 ? [] : ['--revision', revision])])
    : { kind: 'http', url: `${servers.get(revision)!.base}/mutant/${mutant.id}/mcp`, headers: {} };
};

/** The size of a plan: what was sent in it. */
const sizeOf = (property: FuzzProperty, plan: unknown): number =>
  property.verifies.startsWith('fuzz/uri-') && Array.isArray(plan) ? plan.length : 0;

describe.each(serverProperties)('$verifies', (property) => {
  const mutants = fuzzMutants
    .filter((mutant) => mutant.breaks.includes(property.verifies) && isPicked(mutant))
    .slice(0, MOST);

  it.concurrent.each(mutants)(
    'finds $id, whatever the seed',
    async (mutant) => {
      const revision = revisionOf(mutant);
      const era: Era = mutant.eras?.[0] ?? 'modern';
      const target = targetOf(mutant);
      const prepared = await prepare(property, target, era, revision);
      const lost: number[] = [];
      for (const seed of SEEDS) {
        const shrink = seed === SEEDS[0];
        const result = await searchOnce(property, prepared, target, era, revision, { seed, mostFound: 1, shrink });
        const [first] = grave(result);
        if (first === undefined) lost.push(seed);
        // One request is enough for whatever a URI alone brings about.
        else if (shrink) expect(sizeOf(property, first.case.plan)).toBeLessThanOrEqual(1);
      }
      expect({ lost }).toEqual({ lost: [] });
    },
    300_000,
  );
});
