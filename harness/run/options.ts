import type { Check } from '../model/check.js';
import type { Target } from '../model/connection.js';
import type { RunListener } from '../model/events.js';
import type { Frame } from '../model/exchange.js';
import type { FuzzProperty } from '../fuzz/property.js';
import type { FuzzCase } from '../model/fuzz.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import type { Era, Revision } from '../model/protocol.js';
import type { Report } from '../model/report.js';
import type { Level, NamedRequirement } from '../model/requirement.js';
import type { TreeSuite } from '../provision/tree.js';
import type { Probe } from '../probe/probe.js';

/** The requirements and the checks that judge them: data that `suites/` provides and the run walks over. */
export interface Suite {
  readonly requirements: readonly NamedRequirement[];
  readonly checks: readonly Check<Probe>[];
  /** What is searched with generated input, after the checks. */
  readonly properties: readonly FuzzProperty[];
  /** What is judged on generated folders of skills. */
  readonly trees?: TreeSuite;
  /** Where the text of each revision is. */
  readonly sources: Readonly<Record<Revision, string>>;
}

/** How long and with what the search goes on. */
export interface FuzzOptions {
  readonly seed: number;
  /** The part of the work that this run does; the parts have seeds that are apart. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** Inputs of each property; undefined: as many as it has by default. */
  readonly runs?: number;
  /** Milliseconds for all of it, in all eras. */
  readonly ms: number;
  /** Go on with new inputs until the time is used up. */
  readonly timeBoxed: boolean;
  /**
   * The target's command holds `{skills}`: it is started on folders that are generated, the checks run on one of plain skills.
   * Milliseconds for the search of such folders, in all eras.
   */
  readonly provisionMs?: number;
}

/** Of a search of folders, unless it is told otherwise. */
export const DEFAULT_PROVISION_MS = 20_000;

/** A seed of our own, so that two runs on one server agree. */
export const DEFAULT_SEED = 2640;
export const DEFAULT_FUZZ: FuzzOptions = { seed: DEFAULT_SEED, ms: 10_000, timeBoxed: false };

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
  /** The search with generated input; absent: none. */
  readonly fuzz?: FuzzOptions;
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
  /** What the search found, each shrunk. */
  readonly cases: readonly FuzzCase[];
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
