import type { SeenBreach, Tree } from './tree.js';

/** A tree of the search, with what leads back to it. */
export interface Drawn {
  readonly tree: Tree;
  /** fast-check gives the tree again from both, and shrinks it from there. */
  readonly seed: number;
  readonly index: number;
}

/** Trees that share one start of the server. */
const MOST_TREES = 25;
/** So heavy may all of them be: a node counts 1, and so do 16 KiB. */
const MOST_WEIGHT = 600;

const weightOf = ({ nodes }: Tree): number =>
  nodes.reduce((sum, node) => sum + 1 + ('size' in node ? Math.round(node.size / 16_384) : 0), 0);

/** File systems that fold case or Unicode take these for one. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Takes trees from the front of a queue that can stand beside each other; what cannot stays there for the next batch. */
export function nextBatch(queue: Drawn[], control: Tree): Drawn[] {
  const batch: Drawn[] = [];
  const taken = new Set(control.names.map(folded));
  let weight = 0;
  for (let at = 0; at < queue.length && batch.length < MOST_TREES;) {
    const { tree } = queue[at]!;
    const more = weightOf(tree);
    const fits = batch.length === 0 || weight + more <= MOST_WEIGHT;
    if (!fits || tree.names.some((name) => taken.has(folded(name)))) {
      at += 1;
      continue;
    }
    batch.push(...queue.splice(at, 1));
    weight += more;
    for (const name of tree.names) taken.add(folded(name));
  }
  return batch;
}

/** Several trees as one, which is judged as the first. */
export const merged = ([first, ...others]: readonly [Tree, ...Tree[]]): Tree => ({
  names: [first, ...others].flatMap(({ names }) => names),
  nodes: [first, ...others].flatMap(({ nodes }) => nodes),
  facts: first.facts,
});

/** What tells one finding from another. */
export const keyOf = ({ verifies, kind }: Pick<SeenBreach, 'verifies' | 'kind'>): string => `${verifies} ${kind}`;
