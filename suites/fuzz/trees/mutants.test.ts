import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, StartFailure } from '../../../harness/model/connection.js';
import { DEFAULT_LIMITS } from '../../../harness/model/limits.js';
import type { Era, Revision } from '../../../harness/model/protocol.js';
import { replayTree } from '../../../harness/provision/replay.js';
import { searchTrees, type TreeSearch } from '../../../harness/provision/search.js';
import { openInProcess } from '../../../harness/provision/testing/in-process.js';
import type { Tree, TreeSuite } from '../../../harness/provision/tree.js';
import type { FolderHooks } from '../../../reference-server/folder/hooks.js';
import { folderMutants, folderVariations, type FolderMutant } from '../../../reference-server/folder/mutants.js';
import { treeSuite } from './index.js';
import type { TreeId } from './session.js';

const V1: Revision = '2026-09-13';
const JUNE: Revision = '2026-06-25';
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
/** The first three mutants of a requirement with every seed, the others with the first ones (all of them with FUZZ_ALL=1). */
const seedsOf = (mutant: FolderMutant): readonly number[] => {
  const [id] = mutant.breaks;
  const rank = folderMutants.filter(({ breaks }) => breaks[0] === id).indexOf(mutant);
  return rank < 3 || process.env['FUZZ_ALL'] === '1' ? SEEDS : SEEDS.slice(0, 2);
};

const base = {
  target: { kind: 'stdio', command: 'in-process', args: ['{skills}'], shell: false, env: {} },
  limits: DEFAULT_LIMITS,
  ms: Number.MAX_SAFE_INTEGER,
  signal: new AbortController().signal,
  tool: { name: 'test', version: '0' },
  strict: false,
} as const;

const opening =
  (era: Era, revision: Revision, hooks: () => FolderHooks) =>
  (folder: string): Promise<Connection | StartFailure> =>
    openInProcess(folder, era, revision, hooks());

const search = (
  hooks: () => FolderHooks,
  given: { seed?: number; runs?: number; revision?: Revision; era?: Era; mostFound?: number; shrinks?: boolean } = {},
  suite: TreeSuite<TreeId> = treeSuite,
): Promise<TreeSearch<TreeId>> => {
  const { era = 'modern', revision = V1, ...more } = given;
  return searchTrees(suite, { ...base, seed: 1, era, revision, ...more, open: opening(era, revision, hooks) });
};

/** Judges some requirements alone: a mutant that breaks one often shows in others. */
const only = (ids: readonly string[]): TreeSuite<TreeId> => ({
  ...treeSuite,
  judge: async (...given) => {
    const { breaches, judged } = await treeSuite.judge(...given);
    return { breaches: breaches.filter(({ verifies }) => ids.includes(verifies)), judged };
  },
});

const revisionOf = ({ breaks }: FolderMutant): Revision => (breaks.includes('fuzz/tree-archive') ? JUNE : V1);
const grave = ({ found }: TreeSearch<TreeId>): TreeSearch<TreeId>['found'] =>
  found.filter(({ breach }) => breach.evidence.level !== 'INFO');
const told = (found: TreeSearch<TreeId>): string[] =>
  grave(found).map(({ breach, case: one }) => `${breach.verifies} ${breach.kind} ${JSON.stringify(one.plan)}`);

// Folders in memory, where there is such a place: thousands are written.
const MEMORY = '/dev/shm';
const before = process.env['TMPDIR'];
beforeAll(() => {
  if (existsSync(MEMORY)) process.env['TMPDIR'] = MEMORY;
});
afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

describe('a right server of a folder', () => {
  test.each<[Revision, Era]>([
    [V1, 'modern'],
    [V1, 'legacy'],
    ['2026-06-03', 'legacy'],
    ['2026-06-09', 'modern'],
    [JUNE, 'modern'],
  ])('breaches nothing in %s, %s', async (revision, era) => {
    const out = await search(() => ({}), { revision, era, runs: 300 });
    expect(told(out)).toEqual([]);
    expect(out.found).toEqual([]);
    expect(out.stats).toMatchObject({ runs: 300, complete: true });
    expect(out.judged['fuzz/tree-served']).toBeGreaterThan(150);
    expect(Object.keys(out.judged).length).toBe(revision === V1 ? 5 : revision === '2026-06-03' ? 3 : 5);
  });

  test.each(folderVariations)('may do something unusual: $id', async ({ hooks }) => {
    expect(told(await search(hooks, { runs: 150 }))).toEqual([]);
  });
});

/** Two files are the least that shows what two files do to each other. */
const PAIRS = new Set(['names-folded', 'case-collapsed', 'directory-of-another', 'decoded-twice']);

describe.each(treeSuite.verifies)('%s', (id) => {
  const mutants = folderMutants.filter(({ breaks }) => breaks.includes(id));

  test('has mutants', () => expect(mutants.length).toBeGreaterThanOrEqual(3));

  test.each(mutants)('finds $id, whatever the seed', async (mutant) => {
    const lost: number[] = [];
    for (const seed of seedsOf(mutant)) {
      const given = { seed, revision: revisionOf(mutant), mostFound: 1, shrinks: false };
      const out = grave(await search(mutant.hooks, given, only(mutant.breaks)));
      if (!out.some(({ breach }) => breach.verifies === id)) lost.push(seed);
    }
    expect({ lost }).toEqual({ lost: [] });
  });

  test.each(mutants)('makes the tree of $id as small as it gets', async (mutant) => {
    const given = { seed: 2, revision: revisionOf(mutant), mostFound: 1 };
    const [found] = grave(await search(mutant.hooks, given, only(mutant.breaks)));
    const { breach, case: one } = found!;
    const plan = one.plan as unknown as Tree;
    expect(breach.evidence.level ?? 'MUST').toBe(mutant.mild ? 'SHOULD' : 'MUST');
    expect(plan.names).toHaveLength(1);
    const most = mutant.id === 'four-children' ? 5 : PAIRS.has(mutant.id) ? 3 : 2;
    expect(plan.nodes.length, JSON.stringify(plan.nodes)).toBeLessThanOrEqual(most);
    expect(one.id).toMatch(/^tree-[a-z]+-[0-9a-f]+$/);
    if (breach.kind !== 'no-start') expect(one.frames.length).toBeGreaterThan(0);

    const { era, revision } = one;
    const right = opening(era, revision, () => ({}));
    const wrong = opening(era, revision, mutant.hooks);
    expect(await replayTree(one, treeSuite, { ...base, open: wrong })).toMatchObject({ fails: true });
    expect(await replayTree(one, treeSuite, { ...base, open: right })).toMatchObject({ fails: false, breaches: [] });
  });
});
