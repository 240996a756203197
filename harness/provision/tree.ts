import type { Arbitrary } from 'fast-check';
import type { StartFailure } from '../model/connection.js';
import type { Breach } from '../model/fuzz.js';
import type { TreeNode } from '../model/tree.js';
import type { Probe } from '../probe/probe.js';

/** One generated case: what is written below the folder of skills. Data alone: case files hold it. */
export interface Tree {
  /** The names of its folders directly below `{skills}`; no other tree of the same batch has them. */
  readonly names: readonly string[];
  /** The first stays when a tree is made smaller: without it the tree would be another one. */
  readonly nodes: readonly TreeNode[];
  /** What the generator says about it, as the oracle needs it; JSON. */
  readonly facts: { readonly [name: string]: string | number | boolean };
}

/** What a run on a folder saw; `verifies` is the requirement that it bears on. */
export interface TreeBreach<Id extends string = string> extends Breach {
  readonly verifies: Id;
  /** A kind that is the same thing with less excuse: a tree may shrink into it. */
  readonly graver?: string;
}

/** Where trees lie on this machine, for oracles that look for bytes from outside. */
export interface Placed {
  /** The digest of the canary beside the folder of skills, as `sha256:…`. */
  readonly canary: string;
}

/** A breach with the tree that it was seen at; the control stands for a tree that is not known. */
export type SeenBreach<Id extends string = string> = TreeBreach<Id> & { readonly tree: Tree };

/** What the server came to before it could be judged. */
export type Collapse =
  | { readonly kind: 'no-start'; readonly failure: StartFailure }
  | { readonly kind: 'died'; readonly detail: string; readonly frames: readonly number[] };

/** What a judgement came to. */
export interface TreeJudgement<Id extends string = string> {
  readonly breaches: readonly SeenBreach<Id>[];
  /** By requirement: how many of the trees could be judged. */
  readonly judged: { readonly [id: string]: number };
}

/** The properties that are judged over folders of generated skills. */
export interface TreeSuite<Id extends string = string> {
  readonly verifies: readonly Id[];
  /** Plain skills that stand beside all trees, whatever they are. */
  readonly control: Tree;
  /** The trees, smallest first when shrunk. */
  readonly trees: Arbitrary<Tree>;
  /** Compares what the server says with what was written. `probe` is fresh: nothing was asked yet. */
  judge(trees: readonly Tree[], probe: Probe, placed: Placed): Promise<TreeJudgement<Id>>;
  /** What is to be told of a server that does not start on these trees and the control, or ends while it is judged. */
  collapsed(trees: readonly Tree[], how: Collapse): SeenBreach<Id>;
  /** Kinds of breach after which nothing is known of any tree. */
  readonly fatal: readonly string[];
}
