import type { Era, Revision, TransportKind } from './protocol.js';

/**
 * MUST: a breach fails the run. SHOULD: also a plain statement of the text without a keyword; a breach is a warning.
 * INFO: not from a normative sentence; a hint, never part of the exit code.
 */
export type Level = 'MUST' | 'SHOULD' | 'INFO';
export const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'INFO'];

export interface Section {
  readonly title: string;
  readonly url: string;
}

/** What one revision says differently. */
export interface Saying {
  readonly level?: Level;
  readonly statement?: string;
  readonly section?: Section;
}

/** One thing that an implementation owes, in our own words, with a link to the sentence it comes from. */
export interface Requirement {
  readonly level: Level;
  readonly party: 'server' | 'host';
  readonly revisions: readonly Revision[];
  /** Eras it holds in; absent: both. */
  readonly eras?: readonly Era[];
  /** Transports it holds on; absent: both. */
  readonly transports?: readonly TransportKind[];
  readonly statement: string;
  readonly section: Section;
  /**
   * Where an earlier revision says it otherwise. `level`, `statement` and `section` above are those of the last revision
   * that the requirement holds in.
   */
  readonly earlier?: Readonly<Partial<Record<Revision, Saying>>>;
  /** What became of it from one revision to the next, a sentence each, where that is not plain from the rest. */
  readonly changes?: readonly string[];
  /** Check ids of the official suite that look at the same sentence. */
  readonly upstream?: readonly string[];
  /** Why no wire can show it. A requirement with a reason here has no check. */
  readonly untestable?: string;
}

/** A requirement with its stable id, `area/kebab-fact`. */
export interface NamedRequirement extends Requirement {
  readonly id: string;
  readonly area: string;
}

/** The area of an id: what stands before the slash. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('/'));

/** A requirement as one revision has it. */
export const inRevision = (requirement: NamedRequirement, revision: Revision): NamedRequirement => ({
  ...requirement,
  ...requirement.earlier?.[revision],
});
