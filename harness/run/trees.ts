import { DEFAULT_TREES, searchTrees } from '../provision/search.js';
import type { Target } from '../model/connection.js';
import type { Result } from '../model/report.js';
import type { NamedRequirement } from '../model/requirement.js';
import { shorten } from '../model/text.js';
import type { Probe } from '../probe/probe.js';
import { seedOf, takeFrames, type Fuzzed } from './fuzz.js';
import { Tally } from './judge.js';
import { inTheWay } from './obstacles.js';
import type { RunOptions } from './options.js';

export interface TreeTask {
  readonly probe: Pick<Probe, 'era' | 'revision'>;
  readonly requirements: ReadonlyMap<string, NamedRequirement>;
  /** Of the checks. */
  readonly results: ReadonlyMap<string, Result>;
  /** Ids to be judged. */
  readonly wanted: readonly string[];
  readonly lastFrame: number;
  readonly ms: number;
  /** With `{skills}` in it. */
  readonly target: Target;
}

/** Searches generated folders, and gives one result for each requirement that is judged on them. */
export async function runTrees(task: TreeTask, options: RunOptions, signal: AbortSignal): Promise<Fuzzed> {
  const { probe, requirements, results, wanted, target } = task;
  const suite = options.suite.trees!;
  const fuzz = options.fuzz!;
  const level = (id: string): Result['level'] => (fuzz.runs === undefined ? 'INFO' : requirements.get(id)!.level);
  const blank = (id: string, ms = 0): Result =>
    new Tally(requirements.get(id)!, options.strict).result('generated folders of skills', ms);
  const obstacles = inTheWay(['capability/declared'], results);
  if (obstacles.length > 0) {
    const reason = `blocked by ${obstacles.join(', ')}`;
    const told = wanted.map((id): Result => ({ ...blank(id), verdict: 'blocked', reason, blockedBy: obstacles }));
    return { results: told, frames: [], cases: [], requests: 0 };
  }
  const search = await searchTrees(suite, {
    target,
    era: probe.era,
    revision: probe.revision,
    limits: options.limits,
    signal,
    tool: options.tool,
    seed: seedOf(fuzz),
    // Without a number, as many as there is time for.
    runs: fuzz.timeBoxed ? Number.MAX_SAFE_INTEGER : (fuzz.runs ?? DEFAULT_TREES),
    ms: task.ms,
    strict: options.strict,
    suppressed: (told) => told.some((id) => results.get(id)?.verdict === 'fail'),
    onProgress: (text) => options.onEvent?.({ type: 'progress', text }),
  });
  const planned = fuzz.runs ?? DEFAULT_TREES;
  const complete = search.stats.runs >= planned && (search.stats.complete || fuzz.timeBoxed);
  const { stopped, ...counted } = search.stats;
  const stats = { ...counted, planned, complete, ...(complete || stopped === undefined ? {} : { stopped }) };
  const kept = takeFrames(task.lastFrame);
  const found = search.found.filter(({ breach }) => wanted.includes(breach.verifies));
  const told = wanted.map((id): Result => {
    const tally = new Tally(requirements.get(id)!, options.strict);
    const own = found.filter(({ breach }) => breach.verifies === id);
    for (const { breach, case: one } of own) {
      const numbers = kept.take(one.frames);
      const frames = breach.evidence.frames.flatMap((n) => numbers.get(n) ?? []);
      tally.each(breach.subject, false, { ...breach.evidence, frames, case: one.id });
    }
    tally.judged = Math.max(tally.judged, search.judged[id] ?? 0);
    const result = { ...tally.result('generated folders of skills', stats.ms), fuzz: stats };
    if (own.length > 0) return result;
    if (!complete) {
      const reason = `stopped after ${stats.runs} of ${planned} trees: ${stopped ?? 'it was cut short'}`;
      return { ...result, verdict: 'blocked', level: level(id), reason: shorten(reason) };
    }
    if (tally.judged > 0) return result;
    return { ...result, verdict: 'not-applicable', reason: 'no generated folder gave occasion to judge it' };
  });
  const cases = found.map(({ case: one }) => one);
  return { results: told, frames: kept.frames, cases, requests: search.stats.requests };
}
