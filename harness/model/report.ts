import type { Frame } from './exchange.js';
import type { FuzzStats } from './fuzz.js';
import type { Json } from './json.js';
import type { Era, Revision, TransportKind } from './protocol.js';
import type { Level, NamedRequirement } from './requirement.js';

/**
 * pass: judged, and holds. fail: judged, and does not hold (at the result's level). not-applicable: the revision, the
 * transport, an undeclared capability, or the server legally has no such thing. blocked: should have been judged and
 * could not be. error: our own fault.
 */
export type Verdict = 'pass' | 'fail' | 'not-applicable' | 'blocked' | 'error';

/** One observation about one subject that speaks against a requirement. */
export interface Finding {
  /** Which skill, file, page or request. */
  readonly subject: string;
  readonly level: Level;
  readonly expected: string;
  readonly actual: string;
  /** The likely cause in plain words, where it can be told. */
  readonly cause?: string;
  /** Frame numbers in the transcript of the same era; those of the search come after those of the checks. */
  readonly frames: readonly number[];
  /** A finding of the search: the id of its case, which `replay` shows again. */
  readonly case?: string;
}

/** A subject that could not be judged, and why. */
export interface Unjudged {
  readonly subject: string;
  readonly reason: string;
  /** The requirement whose breach stands in the way. */
  readonly by?: string;
}

export interface Result {
  readonly id: string;
  readonly verdict: Verdict;
  /** The level of the requirement, or of the gravest finding where that is lower. */
  readonly level: Level;
  readonly title: string;
  /** How many subjects were judged. */
  readonly judged: number;
  /** Findings in full up to a bound; `findingsTotal` counts all. */
  readonly findings: readonly Finding[];
  readonly findingsTotal: number;
  readonly unjudged: readonly Unjudged[];
  readonly unjudgedTotal: number;
  /** Why it is not applicable, blocked or an error. */
  readonly reason?: string;
  /** blocked: ids of the requirements that stand in the way. */
  readonly blockedBy?: readonly string[];
  /** A searched property: how far the search went. */
  readonly fuzz?: FuzzStats;
  readonly ms: number;
}

/** What was learnt about the target on the way; facts, never verdicts. */
export interface Facts {
  readonly [name: string]: Json;
}

/** One target judged in one era by one revision. */
export interface EraReport {
  readonly era: Era;
  readonly revision: Revision;
  /** Why it was judged by this revision, in plain words. */
  readonly because: string;
  /** What is odd about how the target shows its skills, a sentence each; never a verdict. */
  readonly notes: readonly string[];
  readonly protocolVersion: string | null;
  readonly serverInfo: Json;
  readonly facts: Facts;
  /** Set when the target did not start or the handshake failed; every result is then blocked. */
  readonly startFailure?: { readonly message: string; readonly reason: string; readonly stderr: readonly string[] };
  readonly results: readonly Result[];
  /** Frames that findings point to, by number; the whole transcript is written with `--out`. */
  readonly frames: readonly Frame[];
  /** The limits that were reached, with the flag that raises each. */
  readonly limitsReached: readonly { readonly flag: string; readonly detail: string }[];
  readonly requests: number;
  readonly ms: number;
}

export interface Counts {
  readonly pass: number;
  readonly fail: Readonly<Record<Level, number>>;
  readonly 'not-applicable': number;
  readonly blocked: number;
  readonly error: number;
}

/** `conforms`: exit 0. `violations`: 1. `incomplete`: 3. `error`: 4. */
export type OutcomeWord = 'conforms' | 'violations' | 'incomplete' | 'error';

export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: {
    readonly extension: string;
    /** What was asked for. */
    readonly asked: 'auto' | Revision;
    /** The last of the revisions judged by, and where its text is. */
    readonly revision: Revision;
    readonly source: string;
  };
  readonly target: { readonly transport: TransportKind; readonly label: string };
  readonly startedAt: string;
  readonly ms: number;
  readonly outcome: OutcomeWord;
  readonly exitCode: 0 | 1 | 3 | 4;
  /** One sentence that says what the outcome is and why. */
  readonly summary: string;
  readonly failOn: 'must' | 'should';
  readonly strict: boolean;
  /** Levels of requirements that were selected, and globs, when the run was narrowed. */
  readonly selection: { readonly only: readonly string[]; readonly skip: readonly string[]; readonly level: Level };
  /** The search; absent when it was switched off. */
  readonly fuzz?: {
    readonly seed: number;
    /** `2/8` where several runs share the work. */
    readonly shard?: string;
    /** Where the case files are written: `<folder>/<case id>.json`. */
    readonly folder?: string;
  };
  readonly counts: Counts;
  readonly eras: readonly EraReport[];
  /** The catalogue of every requirement that has a result here, as the last of the revisions says it; `earlier` tells the rest. */
  readonly requirements: Readonly<Record<string, NamedRequirement>>;
}
