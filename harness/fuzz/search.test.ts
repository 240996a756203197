import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { uriRead } from '../../suites/fuzz/uri-read.js';
import { grave, LIMITS, prepare, searchOnce } from '../../suites/fuzz/testing/searching.js';
import { stdioTarget } from '../../suites/matrix/matrix.js';
import type { Target } from '../model/connection.js';
import type { Breach } from '../model/fuzz.js';
import type { Control } from './control.js';
import type { FuzzProperty } from './property.js';
import { search } from './search.js';
import { FuzzSession } from './session.js';

const V1 = '2026-09-13';
const reference = stdioTarget([]);
const mutant = (id: string): Target => stdioTarget(['--mutant', id]);

/** A server that answers the handshake, and ends on whatever comes then. */
const MORTAL: Target = {
  kind: 'stdio',
  command: process.execPath,
  args: [
    '-e',
    `process.stdin.on('data', (chunk) => {
      for (const line of String(chunk).split('\\n').filter(Boolean)) {
        const { id, method } = JSON.parse(line);
        if (method !== 'server/discover') process.exit(1);
        const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} };
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
      }
    });`,
  ],
  shell: false,
  env: {},
};

const sessions: FuzzSession[] = [];
function sessionOn(target: Target, signal = new AbortController().signal): FuzzSession {
  const session = new FuzzSession({ target, era: 'modern', revision: V1, limits: LIMITS, signal });
  sessions.push(session);
  return session;
}
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

const PLAIN: Control = { method: 'skills/list', params: {}, digest: null };
const options = {
  tool: { name: 'test', version: '0' },
  seed: 1,
  runs: undefined,
  timeBoxed: false,
  ms: 20_000,
  isTold: () => false,
  isHint: () => false,
} as const;

/** A property of numbers, judged by a function of ours; nothing is sent. */
function ofNumbers(judge: (n: number) => string | undefined | Promise<string | undefined>): FuzzProperty {
  const made: FuzzProperty<string, null, number> = {
    verifies: 'fuzz/numbers',
    title: 'numbers',
    needs: [],
    runs: 100,
    prepare: () => Promise.resolve(null),
    plans: () => fc.integer({ min: 1, max: 10_000 }),
    name: (n) => `the number ${n}`,
    run: async (n) => {
      const kind = await judge(n);
      const breach: Breach | undefined =
        kind === undefined
          ? undefined
          : { kind, subject: `${n}`, evidence: { expected: '', actual: '', frames: [] } };
      return breach === undefined ? [] : [breach];
    },
  };
  return made as unknown as FuzzProperty;
}

const onReference = (property: FuzzProperty, more: Partial<Parameters<typeof search>[1]> = {}) =>
  search({ property, world: null, control: PLAIN, session: sessionOn(reference) }, { ...options, ...more });

describe('what a search finds', () => {
  it('is one case of each kind, the smallest that there is', async () => {
    const property = ofNumbers((n) => (n > 5000 ? 'large' : n > 100 ? 'middle' : undefined));
    const { found, stats } = await onReference(property);
    expect(found.map(({ breach, case: one }) => [breach.kind, one.plan])).toEqual(
      expect.arrayContaining([
        ['middle', 101],
        ['large', 5001],
      ]),
    );
    expect(found).toHaveLength(2);
    expect(stats).toMatchObject({ runs: 100, planned: 100, complete: true });
  });

  it('is held back where an ordinary check tells the same', async () => {
    const property = ofNumbers(() => undefined);
    const told = {
      ...property,
      run: () =>
        Promise.resolve([
          { kind: 'x', subject: '', told: ['a/b'], evidence: { expected: '', actual: '', frames: [] } },
        ]),
    };
    const { found } = await onReference(told, { isTold: (ids) => ids.includes('a/b') });
    expect(found).toEqual([]);
  });

  it('is but a hint where it does not come again', async () => {
    let count = 0;
    const property = ofNumbers(() => (++count === 5 ? 'once' : undefined));
    const { found } = await onReference(property);
    expect(found.map(({ breach }) => [breach.evidence.level, breach.evidence.cause])).toEqual([
      ['INFO', 'it did not happen again when it was repeated'],
    ]);
  });
});

describe('how far a search goes', () => {
  it('has the same inputs under the same seed, and others under another', async () => {
    const inputsOf = async (seed: number): Promise<number[]> => {
      const seen: number[] = [];
      await onReference(
        ofNumbers((n) => void seen.push(n)),
        { seed },
      );
      return seen;
    };
    const first = await inputsOf(1);
    expect(first).toHaveLength(100);
    expect(await inputsOf(1)).toEqual(first);
    expect(await inputsOf(2)).not.toEqual(first);
  });

  it('is as far as its time, and says so', async () => {
    const slow = ofNumbers(() => new Promise((resolve) => void setTimeout(() => resolve(undefined), 50)));
    const begun = performance.now();
    const { stats } = await onReference(slow, { ms: 1_000 });
    expect(performance.now() - begun).toBeLessThan(2_500);
    expect(stats.complete).toBe(false);
    expect(stats.stopped).toContain('--fuzz-time');
    expect(stats.runs).toBeGreaterThan(0);
  });

  it('is past its inputs when it may use all of its time', async () => {
    const { stats } = await onReference(
      ofNumbers(() => undefined),
      { ms: 1_000, timeBoxed: true },
    );
    expect(stats.runs).toBeGreaterThan(100);
    expect(stats.complete).toBe(true);
  });

  it('ends when the run does', async () => {
    const controller = new AbortController();
    const session = sessionOn(reference, controller.signal);
    setTimeout(() => controller.abort(), 1_000);
    const begun = performance.now();
    const property = ofNumbers(() => undefined);
    const { stats } = await search(
      { property, world: null, control: PLAIN, session },
      { ...options, timeBoxed: true, ms: 60_000 },
    );
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(stats.runs).toBeGreaterThan(0);
  });
});

describe('a server that dies', () => {
  it('is started again, and the request that kills it stands alone', async () => {
    const target = mutant('fuzz-read-control-dies');
    const prepared = await prepare(uriRead, target, 'modern', V1);
    const result = await searchOnce(uriRead, prepared, target, 'modern', V1, { mostFound: 1 });
    const [found] = grave(result);
    expect(found?.breach.kind).toBe('died');
    expect(found?.case.plan).toHaveLength(1);
    expect(found?.breach.evidence.actual).toMatch(/exited with code/);
  });

  it('of every request ends the search, with that said', async () => {
    const property = ofNumbers(() => undefined);
    const { found, stats } = await search(
      { property, world: null, control: PLAIN, session: sessionOn(MORTAL) },
      options,
    );
    expect(found).toEqual([]);
    expect(stats).toMatchObject({ runs: 0, complete: false });
    expect(stats.stopped).toMatch(
      /does not answer skills\/list before anything odd was sent: the server exited with code 1/,
    );
  });

  it('and cannot be started any more ends the search, with that said', async () => {
    const property = ofNumbers(() => undefined);
    const target: Target = {
      kind: 'stdio',
      command: process.execPath,
      args: ['-e', 'process.exit(3)'],
      shell: false,
      env: {},
    };
    const { stats } = await search({ property, world: null, control: PLAIN, session: sessionOn(target) }, options);
    expect(stats).toMatchObject({ runs: 0, complete: false });
    expect(stats.stopped).toContain('code 3');
  });
});
