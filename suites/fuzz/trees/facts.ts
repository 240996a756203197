import type { Tree } from '../../../harness/provision/tree.js';

/**
 * Whether a skill must be served. `portable`: nothing about it gives anybody a reason to refuse it. `unusual`: legal, and some
 * servers may not take it. `open`: readers disagree whether it is one at all, or it is none: nothing is owed.
 */
export type State = 'portable' | 'unusual' | 'open';

/** What the generator says about a tree; see `Tree.facts`. */
export interface Facts {
  /** The folder of the skill. */
  readonly folder: string;
  readonly state: State;
  /** What is odd about it, in a few words. */
  readonly what: string;
  /** A word for odd trees of one sort, of which one is enough when they stand in the way of all others; else empty. */
  readonly sort: string;
  /** The JSON text of its frontmatter; empty where readers disagree. */
  readonly frontmatter: string;
  /** The SKILL.md of another skill in it, below its folder. */
  readonly nests: boolean;
}

export const factsOf = (tree: Tree): Facts => tree.facts as unknown as Facts;
