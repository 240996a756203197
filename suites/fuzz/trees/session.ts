import type { Evidence } from '../../../harness/model/check.js';
import { describeOutcome, isUnanswered, type Exchange } from '../../../harness/model/exchange.js';
import type { SeenBreach, Tree, TreeJudgement } from '../../../harness/provision/tree.js';
import type { Probe } from '../../../harness/probe/probe.js';
import type { TestableId } from '../../requirements/index.js';

export type TreeId = Extract<TestableId, `fuzz/tree-${string}`>;

/** How sure a sentence is: what is left to the server is a warning, and a failure only under `--strict`. */
export const ROOM = { level: 'SHOULD', strict: 'MUST' } as const satisfies Partial<Evidence>;
export const HINT = { level: 'INFO' } as const satisfies Partial<Evidence>;

/** Collects what one judgement of a folder tells. */
export class Session {
  readonly #breaches: SeenBreach<TreeId>[] = [];
  readonly #judged = new Map<TreeId, Set<Tree>>();

  constructor(
    readonly probe: Probe,
    readonly canary: string,
  ) {}

  /** Counts a tree as judged for a requirement. */
  judged(verifies: TreeId, tree: Tree): void {
    const known = this.#judged.get(verifies) ?? new Set();
    this.#judged.set(verifies, known.add(tree));
  }

  breach(
    verifies: TreeId,
    tree: Tree,
    kind: string,
    subject: string,
    evidence: Evidence,
    told: readonly TestableId[] = [],
    graver?: string,
  ): void {
    this.#breaches.push({
      verifies,
      tree,
      kind,
      subject,
      evidence,
      ...(told.length > 0 && { told }),
      ...(graver !== undefined && { graver }),
    });
  }

  /** A request that was not answered in time tells of itself, and of nothing else. True when there was no answer. */
  unanswered(verifies: TreeId, tree: Tree, subject: string, { outcome, frames, method }: Exchange): boolean {
    if (!isUnanswered(outcome)) return false;
    const actual = `${method}: ${describeOutcome(outcome)}`;
    if (outcome.kind === 'timeout') {
      this.breach(verifies, tree, 'silent', subject, { expected: 'an answer', actual, frames });
    }
    return true;
  }

  get judgement(): TreeJudgement<TreeId> {
    return {
      breaches: this.#breaches,
      judged: Object.fromEntries([...this.#judged].map(([id, trees]) => [id, trees.size])),
    };
  }
}
