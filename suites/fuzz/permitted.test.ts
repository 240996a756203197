import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import type { Era, Revision } from '../../harness/model/protocol.js';
import { outOfScope } from '../../harness/run/plan.js';
import { fuzzVariations } from '../../reference-server/mutants/fuzz/index.js';
import { serveAll, type ServingAll } from '../matrix/serving.js';
import { namedRequirements } from '../requirements/index.js';
import { serverProperties } from './index.js';
import type { ServerProperty } from './property.js';
import { grave, prepareAll, searchOnce } from './testing/searching.js';

const V1: Revision = '2026-09-13';
const CELLS: readonly (readonly [Revision, Era])[] = [
  [V1, 'modern'],
  [V1, 'legacy'],
  ['2026-06-25', 'modern'],
  ['2026-06-03', 'legacy'],
];

const servers = new Map<Revision, ServingAll>();
beforeAll(async () => {
  for (const [revision] of CELLS) if (!servers.has(revision)) servers.set(revision, await serveAll(revision));
});
afterAll(() => {
  for (const server of servers.values()) server.stop();
});

const targetAt = (revision: Revision, path = ''): Target => ({
  kind: 'http',
  url: `${servers.get(revision)!.base}${path}/mcp`,
  headers: {},
});

const requirement = new Map(namedRequirements.map((one) => [one.id, one]));
const holdsIn =
  (revision: Revision, era: Era) =>
  (property: ServerProperty): boolean =>
    outOfScope(requirement.get(property.verifies)!, era, 'http', revision) === undefined;

/** What speaks against a right server by any property, in words. */
async function blameOf(target: Target, era: Era, revision: Revision, runs?: number): Promise<string[]> {
  const properties = serverProperties.filter(holdsIn(revision, era));
  const prepared = await prepareAll(properties, target, era, revision);
  // The reference server and what is made of it give occasion for all of them.
  expect([...prepared.keys()].map(({ verifies }) => verifies)).toEqual(properties.map(({ verifies }) => verifies));
  const blame: string[] = [];
  for (const [property, world] of prepared) {
    const result = await searchOnce(property, world, target, era, revision, { runs });
    expect(result.stats).toMatchObject({ complete: true });
    const told = grave(result).map(({ breach }) => `${breach.kind}: ${breach.subject}: ${breach.evidence.actual}`);
    blame.push(...told.map((one) => `${property.verifies}: ${one}`));
  }
  return blame;
}

it.concurrent.each(CELLS)(
  'the reference server of %s is not blamed in the %s era',
  async (revision, era) => expect(await blameOf(targetAt(revision), era, revision, 80)).toEqual([]),
  120_000,
);

it.concurrent.each(fuzzVariations)(
  'the permitted $id is not blamed',
  async ({ id, eras }) => {
    expect(await blameOf(targetAt(V1, `/variation/${id}`), eras?.[0] ?? 'modern', V1, 20)).toEqual([]);
  },
  120_000,
);
