import type { Check } from '../model/check.js';
import type { Target } from '../model/connection.js';
import type { RunListener } from '../model/events.js';
import type { Frame } from '../model/exchange.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import type { Era, Revision } from '../model/protocol.js';
import type { Report } from '../model/report.js';
import type { Level, NamedRequirement } from '../model/requirement.js';
import type { Probe } from '../probe/probe.js';

/** The requirements and the checks that judge them: data that `suites/` provides and the run walks over. */
export interface Suite {
  readonly requirements: readonly NamedRequirement[];
  readonly checks: readonly Check<Probe>[];
  /** Where the text of each revision is. */
  readonly sources: Readonly<Record<Revision, string>>;
}

export interface RunOptions {
  readonly target: Target;
  readonly suite: Suite;
  /** `auto` finds out which revisions the target speaks, and judges each. */
  readonly revision: 'auto' | Revision;
  /** `auto` judges every era that the target speaks. */
  readonly protocol: 'auto' | Era;
  readonly limits: Limits;
  /** URIs of SKILL.md files that the user says this server serves, listed or not (`--skill`). */
  readonly skills: readonly string[];
  /** Globs over requirement ids; empty: everything. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The lowest level that is judged: `SHOULD` leaves INFO out, `MUST` leaves both out. */
  readonly level: Level;
  readonly failOn: 'must' | 'should';
  readonly strict: boolean;
  /** Stop after this many failing MUSTs; 0: never. */
  readonly bail: number;
  /** Requests in flight while files are read; 1 is deterministic. */
  readonly concurrency: number;
  readonly onEvent?: RunListener;
  /** Ends the run early: the report says what was done. */
  readonly signal?: AbortSignal;
  readonly tool: { readonly name: string; readonly version: string };
}

/** What went over one connection. `revision` is absent where the handshake failed. */
export interface Transcript {
  readonly era: Era;
  readonly revision?: Revision;
  readonly frames: readonly Frame[];
}

export interface RunOutput {
  readonly report: Report;
  /** The whole transcript of each connection, frames numbered from 1. */
  readonly transcripts: readonly Transcript[];
}

/** What `harness/run` exports: judges one target. Never throws for anything that the target does. */
export type RunServer = (options: RunOptions) => Promise<RunOutput>;

/** What a run does unless it is told otherwise: everything in every era and revision, in order, as the text is commonly read. */
export const DEFAULT_RUN = {
  revision: 'auto',
  protocol: 'auto',
  limits: DEFAULT_LIMITS,
  skills: [],
  only: [],
  skip: [],
  level: 'INFO',
  failOn: 'must',
  strict: false,
  bail: 0,
  concurrency: 1,
} as const satisfies Omit<RunOptions, 'target' | 'suite' | 'tool'>;
