import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { treeSuite } from '../../suites/fuzz/trees/index.js';
import type { Target } from '../model/connection.js';
import { DEFAULT_LIMITS } from '../model/limits.js';
import { V1 } from '../model/protocol.js';
import { nextBatch, type Drawn } from './batch.js';
import { replayTree } from './replay.js';
import { searchTrees, type TreeSearchOptions } from './search.js';
import { openInProcess } from './testing/in-process.js';
import type { Tree } from './tree.js';

const FOLDER_SERVER = fileURLToPath(new URL('../../dist/reference-server/folder/main.js', import.meta.url));

const node = (...args: string[]): Target => ({
  kind: 'stdio',
  command: process.execPath,
  args,
  shell: false,
  env: {},
});

const options = (target: Target, more: Partial<TreeSearchOptions> = {}): TreeSearchOptions => ({
  target,
  era: 'modern',
  revision: V1,
  limits: DEFAULT_LIMITS,
  seed: 1,
  ms: 60_000,
  signal: new AbortController().signal,
  tool: { name: 'test', version: '0' },
  strict: false,
  ...more,
});

// Whatever a search leaves behind is seen here.
let home: string;
const before = process.env['TMPDIR'];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'search-test-'));
  process.env['TMPDIR'] = home;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(home, { recursive: true, force: true });
});

describe('trees', () => {
  test('are drawn so that each can be had again, and shrunk, alone', () => {
    const seed = 2640;
    const drawn = fc.sample(treeSuite.trees, { seed, numRuns: 250 });
    for (const index of [0, 1, 2, 7, 24, 100, 249]) {
      const seen: Tree[] = [];
      const property = fc.property(treeSuite.trees, (tree) => {
        seen.push(tree);
        return false;
      });
      const { counterexamplePath } = fc.check(property, { seed, path: `${index}`, numRuns: 1, endOnFailure: false });
      expect(seen[0]).toEqual(drawn[index]);
      // The path of the smallest leads to it from the start.
      const again: Tree[] = [];
      fc.check(
        fc.property(treeSuite.trees, (tree) => {
          again.push(tree);
          return true;
        }),
        { seed, path: counterexamplePath!, numRuns: 1 },
      );
      expect(again[0]).toEqual(seen.at(-1));
    }
  });

  test('of one name never stand in one batch', () => {
    const tree = (...names: string[]): Tree => ({ names, nodes: [], facts: {} });
    const queue: Drawn[] = ['b', 'c', 'B', 'aa-first', 'c', 'd'].map((name, index) => ({
      tree: tree(name),
      seed: 1,
      index,
    }));
    const batches: string[][] = [];
    while (queue.length > 1) batches.push(nextBatch(queue, treeSuite.control).map((one) => one.tree.names.join()));
    expect(batches).toEqual([
      ['b', 'c', 'd'],
      ['B', 'c'],
    ]);
    expect(queue[0]!.tree.names).toEqual(['aa-first']);
  });
});

describe('a search with processes', () => {
  test('finds nothing wrong with a right server, and leaves nothing behind', async () => {
    const out = await searchTrees(treeSuite, options(node(FOLDER_SERVER, '{skills}'), { runs: 60 }));
    expect(out.found).toEqual([]);
    expect(out.stats).toMatchObject({ runs: 60, planned: 60, complete: true, seed: 1 });
    expect(readdirSync(home)).toEqual([]);
  });

  test('finds a mutant; the case shows it again, and is no longer shown once it is mended', async () => {
    const target = node(FOLDER_SERVER, '--mutant', 'underscore-dropped', '{skills}');
    const out = await searchTrees(treeSuite, options(target, { runs: 60, mostFound: 1, era: 'legacy' }));
    const { breach, case: one } = out.found.find(({ breach: { kind } }) => kind === 'missing')!;
    expect(breach.verifies).toBe('fuzz/tree-manifest');
    const paths = (one.plan as unknown as Tree).nodes.map(({ path }) => path);
    expect(paths).toEqual(['b/SKILL.md', expect.stringMatching(/^b\/_/)]);
    expect(one.frames.some(({ text }) => text.includes('skills/list'))).toBe(true);
    const again = await replayTree(one, treeSuite, options(target));
    expect(again).toMatchObject({ fails: true, breaches: [{ kind: 'missing' }] });
    expect(again.frames.length).toBeGreaterThan(0);
    expect(await replayTree(one, treeSuite, options(node(FOLDER_SERVER, '{skills}')))).toMatchObject({
      fails: false,
    });
    expect(readdirSync(home)).toEqual([]);
  });

  test.each<[string, Target, RegExp]>([
    ['does not start', node('-e', 'process.exit(1)', '{skills}'), /plain skills/],
    [
      'serves something else',
      node(fileURLToPath(new URL('../../dist/reference-server/main.js', import.meta.url))),
      /aa-first/,
    ],
  ])('has nothing to search where the server %s', async (_, target, reason) => {
    const out = await searchTrees(treeSuite, options(target, { runs: 20 }));
    expect(out.found).toEqual([]);
    expect(out.stats).toMatchObject({ runs: 0, complete: false });
    expect(out.stats.stopped).toMatch(reason);
    expect(readdirSync(home)).toEqual([]);
  });

  /** Says its number, and then nothing, whatever it is told. */
  const deaf = (): [Target, () => number] => {
    const file = join(home, '..', `pid-${process.pid}`);
    const code = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
    return [
      node('-e', code, '{skills}'),
      () => {
        const pid = Number(readFileSync(file, 'utf8'));
        rmSync(file);
        return pid;
      },
    ];
  };
  const isAlive = (pid: number): boolean => spawnSync('kill', ['-0', String(pid)]).status === 0;

  test.each(['deadline', 'signal'])('ends within a second of the %s, with nothing left behind', async (how) => {
    const [target, pid] = deaf();
    const stop = new AbortController();
    if (how === 'signal') setTimeout(() => stop.abort(), 1_500);
    const begun = performance.now();
    const more = { runs: 20, ms: how === 'signal' ? 60_000 : 1_500, signal: stop.signal };
    const out = await searchTrees(treeSuite, options(target, more));
    expect(performance.now() - begun).toBeLessThan(3_500);
    expect(out).toMatchObject({ found: [], stats: { complete: false } });
    expect(isAlive(pid())).toBe(false);
    expect(readdirSync(home)).toEqual([]);
  });

  test('keeps to its time while it shrinks', async () => {
    const target = node(FOLDER_SERVER, '--mutant', 'case-collapsed', '{skills}');
    const begun = performance.now();
    const out = await searchTrees(treeSuite, options(target, { runs: 10_000, ms: 4_000 }));
    expect(performance.now() - begun).toBeLessThan(5_500);
    expect(out.stats).toMatchObject({ complete: false, stopped: expect.stringContaining('--fuzz-time') });
    expect(readdirSync(home)).toEqual([]);
  });
});

test('what does not happen again is told, and not held against the server', async () => {
  let starts = 0;
  const open: TreeSearchOptions['open'] = (folder) => {
    starts += 1;
    // Only the first batch suffers.
    const hooks = starts === 2 ? { skips: (path: readonly string[]) => path.at(-1)!.startsWith('_') } : {};
    return openInProcess(folder, 'modern', V1, hooks);
  };
  const out = await searchTrees(treeSuite, options(node('{skills}'), { open, runs: 25 }));
  expect(out.found.length).toBeGreaterThan(0);
  for (const { breach } of out.found) {
    expect(breach.evidence.level).toBe('INFO');
    expect(breach.evidence.strict).toBeUndefined();
  }
  expect(out.found.some(({ breach }) => /did not happen again/.test(breach.evidence.cause ?? ''))).toBe(true);
});

test('what the ordinary checks tell is not told a second time', async () => {
  const open: TreeSearchOptions['open'] = (folder) =>
    openInProcess(folder, 'modern', V1, {
      contents: (item) => {
        if (typeof item['text'] === 'string') item['text'] = item['text'].replaceAll('\r\n', '\n');
      },
    });
  const given = options(node('{skills}'), { open, runs: 50, shrinks: false });
  expect((await searchTrees(treeSuite, given)).found.map(({ breach }) => breach.kind)).toContain('bytes-line-ends');
  const suppressed = (told: readonly string[]): boolean => told.includes('manifest/digest-matches');
  expect((await searchTrees(treeSuite, { ...given, suppressed })).found).toEqual([]);
  expect(existsSync(home)).toBe(true);
});
