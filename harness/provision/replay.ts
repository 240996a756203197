import type { Frame } from '../model/exchange.js';
import type { FuzzCase } from '../model/fuzz.js';
import { attempt, type AttemptOptions } from './attempt.js';
import { framesOf } from './frames.js';
import type { SeenBreach, Tree, TreeSuite } from './tree.js';

/** What came of showing a case once more. */
export interface ReplayedTree<Id extends string> {
  /** The breach of the same requirement and kind is there still. */
  readonly fails: boolean;
  /** Everything that the same tree shows, that breach first. */
  readonly breaches: readonly SeenBreach<Id>[];
  /** The frames of that breach; without it, the last ones. */
  readonly frames: readonly Frame[];
}

/**
 * Writes the tree of a case, starts the server on it and judges. Throws `OutOfTime` when the signal is aborted, and
 * `UnsafePath` when the case holds a path that would leave the folder.
 */
export async function replayTree<Id extends string>(
  one: FuzzCase,
  suite: TreeSuite<Id>,
  options: Omit<AttemptOptions, 'era' | 'revision'>,
): Promise<ReplayedTree<Id>> {
  const { era, revision, property, kind } = one;
  const seen = await attempt(suite, [one.plan as unknown as Tree], { ...options, era, revision });
  const isSame = (breach: SeenBreach<Id>): boolean => breach.verifies === property && breach.kind === kind;
  const breach = seen.breaches.find(isSame);
  return {
    fails: breach !== undefined,
    breaches: [...seen.breaches.filter(isSame), ...seen.breaches.filter((other) => !isSame(other))],
    frames: breach === undefined ? seen.frames.slice(-20) : framesOf(breach, seen.frames),
  };
}
