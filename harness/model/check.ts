import { LEVELS, type Level } from './requirement.js';

/** What a check saw of one subject. Strings are for people: what was expected, what was there instead. */
export interface Evidence {
  readonly expected: string;
  readonly actual: string;
  readonly frames: readonly number[];
  readonly cause?: string;
  /** A lower level than the requirement's own, where the text leaves room; `--strict` ignores it when `strict` is set. */
  readonly level?: Level;
  /** The level under `--strict`, where the text can be read more narrowly. */
  readonly strict?: Level;
  /** The case file of a finding of the search. */
  readonly case?: string;
}

/** What a check tells of what it sees. It never writes a verdict: the run derives it from what was told. */
export interface Judge {
  /** Records that `subject` was judged; `evidence` counts when `ok` is false (a function is called only then). */
  each(subject: string, ok: boolean, evidence: Evidence | (() => Evidence)): void;
  /** Records a subject that could not be judged; `by` is the requirement whose breach stands in the way. */
  unjudged(subject: string, reason: string, by?: string): void;
  /** The server legally has no such thing. Only counts when no subject was judged and none was unjudged. */
  notApplicable(reason: string): void;
}

/** One judgement of one requirement. `Probe` is what the check can see; see `harness/probe`. */
export interface Check<Probe, Id extends string = string> {
  readonly verifies: Id;
  readonly title: string;
  /** Requirements without which this one cannot be judged: a breach (MUST) or block of one blocks this. */
  readonly needs: readonly Id[];
  /** `work` first, in any order that `needs` allows; then `wire`, over all that was seen; then `shutdown`, after the end. */
  readonly phase: 'work' | 'wire' | 'shutdown';
  run(probe: Probe, judge: Judge): Promise<void> | void;
}

/** 2 for MUST, 1 for SHOULD, 0 for INFO. */
export const gravity = (level: Level): number => LEVELS.length - 1 - LEVELS.indexOf(level);

/** The level of what was seen, in a strict run or another; never above that of the requirement. */
export function levelOf(
  { level, strict }: Pick<Evidence, 'level' | 'strict'>,
  isStrict: boolean,
  most: Level,
): Level {
  const asked = (isStrict ? strict : undefined) ?? level ?? most;
  return gravity(asked) > gravity(most) ? most : asked;
}
