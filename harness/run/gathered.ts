import type { Frame } from '../model/exchange.js';
import type { Breach, FuzzCase, FuzzStats } from '../model/fuzz.js';
import type { Result } from '../model/report.js';
import type { NamedRequirement } from '../model/requirement.js';
import { shorten } from '../model/text.js';
import { Tally } from './judge.js';
import type { RunOptions } from './options.js';

/** What the searches of one connection came to: cases, and their frames, numbered on from those of the checks. */
export class Gathered {
  readonly frames: Frame[] = [];
  readonly cases: FuzzCase[] = [];
  requests = 0;

  /** @param lastFrame the number of the last frame of the checks */
  constructor(private readonly lastFrame: number) {}

  /** Keeps a case, and tells which number each of its frames has now. */
  keep(one: FuzzCase): ReadonlyMap<number, number> {
    this.cases.push(one);
    const numbers = new Map<number, number>();
    for (const frame of one.frames) {
      const n = this.lastFrame + this.frames.length + 1;
      numbers.set(frame.n, n);
      this.frames.push({ ...frame, n });
    }
    return numbers;
  }
}

/** A requirement that is searched for, in the words of its search. */
export interface Searched {
  readonly requirement: NamedRequirement;
  readonly title: string;
  /** What its inputs are called. */
  readonly inputs: string;
}

/** The result of a search that could not be made, or had no occasion. */
export function unsearched(
  { requirement, title }: Searched,
  verdict: 'blocked' | 'not-applicable' | 'error',
  reason: string,
  options: RunOptions,
  by: readonly string[] = [],
): Result {
  return {
    ...new Tally(requirement, options.strict).result(title, 0),
    verdict,
    level: verdict === 'blocked' && by.length === 0 ? stoppedLevel(requirement, options) : requirement.level,
    reason: shorten(reason),
    ...(by.length > 0 ? { blockedBy: by } : {}),
  };
}

/** Only a search that was asked for by number holds a run back when it is not done. */
const stoppedLevel = ({ level }: NamedRequirement, { fuzz }: RunOptions): Result['level'] =>
  fuzz?.runs === undefined ? 'INFO' : level;

/**
 * The result of a search: what was found counts as of a check; without a find it passes only when it was whole.
 * @param judged how many inputs gave occasion to judge the requirement
 */
export function searchResult(
  searched: Searched,
  found: readonly { readonly breach: Breach; readonly case: FuzzCase }[],
  judged: number,
  stats: FuzzStats,
  options: RunOptions,
  gathered: Gathered,
): Result {
  const { requirement, title, inputs } = searched;
  const tally = new Tally(requirement, options.strict);
  for (const { breach, case: one } of found) {
    const numbers = gathered.keep(one);
    const frames = breach.evidence.frames.flatMap((n) => numbers.get(n) ?? []);
    tally.each(breach.subject, false, { ...breach.evidence, frames, case: one.id });
  }
  tally.judged = Math.max(tally.judged, judged);
  if (found.length === 0 && stats.complete && judged === 0)
    tally.notApplicable(`none of the ${inputs} gave occasion to judge it`);
  const result = { ...tally.result(title, stats.ms), fuzz: stats };
  if (found.length > 0 || stats.complete) return result;
  const reason = `stopped after ${stats.runs} of ${stats.planned} ${inputs}: ${stats.stopped ?? 'it was cut short'}`;
  return { ...result, verdict: 'blocked', level: stoppedLevel(requirement, options), reason: shorten(reason) };
}
