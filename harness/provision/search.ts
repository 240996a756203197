import * as fc from 'fast-check';
import { caseOf } from '../fuzz/case.js';
import { OutOfTime } from '../fuzz/out-of-time.js';
import { deriveSeed } from '../fuzz/seed.js';
import { gravity, levelOf } from '../model/check.js';
import type { FuzzCase, FuzzStats } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import type { Level } from '../model/requirement.js';
import type { TreeNode } from '../model/tree.js';
import { attempt, type Attempt, type AttemptOptions } from './attempt.js';
import { keyOf, merged, nextBatch, type Drawn } from './batch.js';
import { framesOf } from './frames.js';
import type { SeenBreach, Tree, TreeSuite } from './tree.js';

/** Trees that a search tries unless it is told otherwise. */
export const DEFAULT_TREES = 100;
/** Trees under one seed; then comes the next. */
const BLOCK = 250;
/** Of its time, a search keeps this for repeating and shrinking what it finds. */
const FOR_SHRINKING = 0.4;
/** Trees that are kept for one kind of breach, the lightest first, should one of them not repeat alone. */
const MOST_CANDIDATES = 12;
/** Kinds of breach that are told. */
const MOST_FOUND = 60;
/** Nodes that are tried to be taken away from a tree that was shrunk. */
const MOST_REDUCTIONS = 60;
/** Longer delays are none to a timer. */
const MOST_DELAY = 2 ** 31 - 1;

export interface TreeSearchOptions extends AttemptOptions {
  readonly tool: FuzzCase['tool'];
  readonly seed: number;
  /** Trees to try; default 100. */
  readonly runs?: number;
  /** Go on after these until the time is used up. */
  readonly timeBoxed?: boolean;
  /** Milliseconds for all of it, shrinking included. */
  readonly ms: number;
  /** The gravity of what leaves room is that of a strict run. */
  readonly strict: boolean;
  /** Whether the ordinary checks told the same defect. */
  readonly suppressed?: (told: readonly string[]) => boolean;
  readonly onProgress?: (text: string) => void;
  /** Kinds of breach, hints aside, after which no more trees are drawn; default 60. */
  readonly mostFound?: number;
  /** False leaves what is found as it was drawn. */
  readonly shrinks?: boolean;
}

/** A breach with the smallest tree that shows it. */
export interface TreeFinding<Id extends string> {
  readonly breach: SeenBreach<Id>;
  readonly case: FuzzCase;
}

/** What a search of trees came to. */
export interface TreeSearch<Id extends string> {
  readonly found: readonly TreeFinding<Id>[];
  /** By requirement: how many trees were judged. One with none was not judged at all. */
  readonly judged: { readonly [id: string]: number };
  /** Trees that the file system here could not hold. */
  readonly left: number;
  readonly stats: FuzzStats;
}

interface Candidate<Id extends string> {
  readonly drawn: Drawn;
  /** What stood beside it when it was seen. */
  readonly beside: readonly Tree[];
  readonly breach: SeenBreach<Id>;
  readonly seen: Attempt<Id>;
}

/** A breach that was seen again, with the tree that shows it. */
interface Shown<Id extends string> {
  readonly breach: SeenBreach<Id>;
  readonly seen: Attempt<Id>;
  readonly tree: Tree;
  readonly path: string;
}

/**
 * Searches for folders of skills that a server does not serve as it owes. Trees are written to a temporary folder and the
 * server is started on them, many at a time; what looks wrong is repeated with the one tree alone and shrunk.
 * Never throws for what the server does; nothing of it, and no folder, is left behind.
 */
export async function searchTrees<Id extends string>(
  suite: TreeSuite<Id>,
  options: TreeSearchOptions,
): Promise<TreeSearch<Id>> {
  const end = options.ms > MOST_DELAY ? [] : [AbortSignal.timeout(Math.max(1, Math.round(options.ms)))];
  const signal = AbortSignal.any([options.signal, ...end]);
  return await new Search(suite, { ...options, signal }).run();
}

class Search<Id extends string> {
  readonly #candidates = new Map<string, Candidate<Id>[]>();
  readonly #found: TreeFinding<Id>[] = [];
  readonly #judged = new Map<string, number>();
  /** What is wrong without any tree: that is for the ordinary checks to tell. */
  readonly #ordinary = new Set<string>();
  /** Sorts of trees that leave nothing of a batch to judge; one of each is enough. */
  readonly #spoiling = new Set<unknown>();
  readonly #begun = performance.now();
  readonly #planned: number;
  #runs = 0;
  #requests = 0;
  #left = 0;

  constructor(
    private readonly suite: TreeSuite<Id>,
    private readonly options: TreeSearchOptions,
  ) {
    this.#planned = options.runs ?? DEFAULT_TREES;
  }

  get #elapsed(): number {
    return performance.now() - this.#begun;
  }

  async run(): Promise<TreeSearch<Id>> {
    let stopped: string | undefined;
    try {
      stopped = await this.#tryControl();
      if (stopped === undefined) await this.#draw();
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    }
    await this.#settleAll();
    const complete = this.#runs >= this.#planned && stopped === undefined;
    if (!complete) {
      const isLate = this.#elapsed >= this.options.ms * (1 - FOR_SHRINKING) || this.options.signal.aborted;
      stopped ??= isLate
        ? 'the time of the search is used up (--fuzz-time)'
        : `${this.#found.length} kinds of breach were found, which is enough`;
    }
    return {
      found: this.#found,
      judged: Object.fromEntries(this.#judged),
      left: this.#left,
      stats: {
        seed: this.options.seed,
        runs: this.#runs,
        planned: this.#planned,
        requests: this.#requests,
        ms: Math.round(this.#elapsed),
        complete,
        ...(stopped === undefined ? {} : { stopped }),
      },
    };
  }

  async #try(trees: readonly Tree[]): Promise<Attempt<Id>> {
    const seen = await attempt(this.suite, trees, this.options);
    this.#requests += seen.requests;
    return seen;
  }

  /** Why there is no point in a search: the plain skills alone are not served. */
  async #tryControl(): Promise<string | undefined> {
    const { breaches, collapsed } = await this.#try([]);
    const lost = breaches.find(({ kind }) => collapsed || this.suite.fatal.includes(kind));
    for (const breach of breaches) this.#ordinary.add(keyOf(breach));
    if (lost === undefined) return undefined;
    return `the server does not serve a folder of plain skills: ${lost.subject}: ${lost.evidence.actual}`;
  }

  get #mayDraw(): boolean {
    const grave = [...this.#candidates.values()].filter(([first]) => this.#levelOf(first!.breach) !== 'INFO');
    if (grave.length >= (this.options.mostFound ?? MOST_FOUND)) return false;
    return this.#elapsed < this.options.ms * (1 - FOR_SHRINKING) && !this.options.signal.aborted;
  }

  async #draw(): Promise<void> {
    const { seed, era, revision, onProgress } = this.options;
    const queue: Drawn[] = [];
    const most = this.options.timeBoxed === true ? Infinity : this.#planned;
    for (let first = 0; first < most; first += BLOCK) {
      const size = Math.min(BLOCK, most - first);
      const own = deriveSeed(seed, 'trees', era, revision, first / BLOCK);
      const trees = fc.sample(this.suite.trees, { seed: own, numRuns: size });
      queue.push(...trees.map((tree, index) => ({ tree, seed: own, index })));
      const isLast = first + size >= most;
      // What is left at the end of a block finds companions in the next.
      while (queue.length > (isLast ? 0 : BLOCK / 5)) {
        if (!this.#mayDraw) return;
        await this.#judge(nextBatch(this.#withoutKnown(queue), this.suite.control));
        onProgress?.(`${this.#runs} of ${this.#planned} folders of skills`);
      }
    }
  }

  /** Takes trees off the queue that are known to spoil a batch: what they do is found already. */
  #withoutKnown(queue: Drawn[]): Drawn[] {
    for (let at = queue.length - 1; at >= 0; at -= 1) {
      if (!this.#spoiling.has(queue[at]!.tree.facts['sort'])) continue;
      queue.splice(at, 1);
      this.#runs += 1;
    }
    return queue;
  }

  /** Judges a batch; one that cannot be judged as a whole is taken apart. True when it could. */
  async #judge(batch: readonly Drawn[]): Promise<boolean> {
    if (batch.length === 0) return true;
    const seen = await this.#try(batch.map(({ tree }) => tree));
    const isSpoiled = (breach: SeenBreach<Id>): boolean =>
      breach.tree === this.suite.control && !this.#ordinary.has(keyOf(breach));
    if (!seen.collapsed && !seen.breaches.some(isSpoiled)) {
      this.#keep(batch, seen);
      return true;
    }
    const [only] = batch;
    if (batch.length === 1) {
      this.#keep(batch, seen);
      const { sort } = only!.tree.facts;
      if (typeof sort === 'string' && sort !== '') this.#spoiling.add(sort);
      return false;
    }
    const middle = batch.length >> 1;
    const parts = [await this.#judge(batch.slice(0, middle))];
    if (!this.#mayDraw) return false;
    parts.push(await this.#judge(batch.slice(middle)));
    // Neither half is to blame: what is wrong takes several trees at once.
    if (parts.every(Boolean)) this.#note(batch, seen);
    return false;
  }

  #keep(batch: readonly Drawn[], seen: Attempt<Id>): void {
    this.#runs += batch.length;
    this.#left += seen.left.length;
    for (const [id, count] of Object.entries(seen.judged)) this.#judged.set(id, (this.#judged.get(id) ?? 0) + count);
    this.#note(batch, seen);
  }

  /** Keeps what is new of the breaches that were seen. */
  #note(batch: readonly Drawn[], seen: Attempt<Id>): void {
    const { suppressed } = this.options;
    for (const breach of seen.breaches) {
      const key = keyOf(breach);
      if (this.#ordinary.has(key) || suppressed?.(breach.told ?? []) === true) continue;
      const drawn = batch.find(({ tree }) => tree === breach.tree) ?? batch[0];
      if (drawn === undefined) continue;
      const known = this.#candidates.get(key) ?? [];
      if (known.some((one) => one.drawn === drawn)) continue;
      const beside = batch.filter((one) => one !== drawn).map(({ tree }) => tree);
      // Of what was seen in passing only the frames in question are kept.
      const frames = seen.frames.filter(({ n }) => breach.evidence.frames.includes(n));
      known.push({ drawn, beside, breach, seen: { ...seen, frames, breaches: [] } });
      known.sort((a, b) => a.drawn.tree.nodes.length - b.drawn.tree.nodes.length);
      this.#candidates.set(key, known.slice(0, MOST_CANDIDATES));
    }
  }

  #levelOf({ evidence }: SeenBreach<Id>): Level {
    return levelOf(evidence, this.options.strict, 'MUST');
  }

  /** Repeats and shrinks what was seen, the gravest first; each has its part of the time that is left. */
  async #settleAll(): Promise<void> {
    const graveness = ([, [first]]: [string, Candidate<Id>[]]): number => gravity(this.#levelOf(first!.breach));
    const most = this.options.mostFound ?? MOST_FOUND;
    const queue = [...this.#candidates].sort((a, b) => graveness(b) - graveness(a)).slice(0, most);
    for (const [at, [key, candidates]] of queue.entries()) {
      const first = candidates[0]!;
      if (this.#levelOf(first.breach) === 'INFO') {
        this.#tell({ ...first, tree: first.drawn.tree, path: `${first.drawn.index}` }, first.drawn.seed);
        continue;
      }
      this.options.onProgress?.(`${key}: repeating and shrinking`);
      const until = this.#elapsed + Math.max(0, this.options.ms - this.#elapsed) / (queue.length - at);
      await this.#settle(key, candidates, until);
    }
  }

  async #settle(key: string, candidates: readonly Candidate<Id>[], until: number): Promise<void> {
    let why = 'it did not happen again when it was repeated';
    try {
      for (const candidate of candidates) {
        const shown = await this.#shrink(key, candidate, until);
        if (shown === undefined) continue;
        this.#tell(shown, candidate.drawn.seed);
        return;
      }
      for (const candidate of candidates.slice(0, 1)) {
        const shown = await this.#narrow(key, candidate, until);
        if (shown === undefined) continue;
        this.#tell(shown, candidate.drawn.seed);
        return;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      why = 'there was no time to repeat it';
    }
    // What was seen once is told, but never held against the server.
    const { drawn, breach, seen } = candidates[0]!;
    const evidence = { ...breach.evidence, level: 'INFO' as const, strict: undefined, cause: why };
    this.#tell({ breach: { ...breach, evidence }, seen, tree: drawn.tree, path: `${drawn.index}` }, drawn.seed);
  }

  /** A start with one tree, for a breach of the same kind. */
  async #again(key: string, tree: Tree, graver?: string): Promise<Omit<Shown<Id>, 'path'> | undefined> {
    const seen = await this.#try([tree]);
    const breach =
      seen.breaches.find((one) => graver !== undefined && keyOf(one) === graver) ??
      seen.breaches.find((one) => keyOf(one) === key);
    return breach === undefined ? undefined : { breach, seen, tree };
  }

  /** Repeats a breach with its tree alone, and makes the tree as small as it gets. */
  async #shrink(key: string, { drawn, breach }: Candidate<Id>, until: number): Promise<Shown<Id> | undefined> {
    const { seed, index } = drawn;
    const { verifies, graver } = breach;
    const above = graver === undefined ? undefined : keyOf({ verifies, kind: graver });
    let best: Omit<Shown<Id>, 'path'> | undefined;
    let end: unknown;
    const details = await fc.check(
      fc.asyncProperty(this.suite.trees, async (tree) => {
        if (end !== undefined || (best !== undefined && this.#elapsed > until)) return;
        let again: Omit<Shown<Id>, 'path'> | undefined;
        try {
          again = await this.#again(above !== undefined && best?.breach.kind === graver ? above : key, tree, above);
        } catch (error) {
          end = error;
          return;
        }
        if (again === undefined) return;
        best = again;
        throw new Error(key);
      }),
      { seed, path: `${index}`, numRuns: 1, endOnFailure: this.options.shrinks === false },
    );
    if (best === undefined && end !== undefined) throw end;
    if (best === undefined) return undefined;
    const path = details.counterexamplePath ?? `${index}`;
    const found: Omit<Shown<Id>, 'path'> = best;
    return { ...(await this.#reduce(found, until, found.tree.nodes.slice(1))), path };
  }

  /** Takes away one node after the other, as long as the breach stays: fast-check keeps together what was drawn together. */
  async #reduce(
    shown: Omit<Shown<Id>, 'path'>,
    until: number,
    nodes: readonly TreeNode[],
  ): Promise<Omit<Shown<Id>, 'path'>> {
    let best = shown;
    const wanted = keyOf(shown.breach);
    try {
      for (const node of this.options.shrinks === false ? [] : nodes.slice(0, MOST_REDUCTIONS)) {
        if (this.#elapsed > until) break;
        const without: Tree = { ...best.tree, nodes: best.tree.nodes.filter((one) => one !== node) };
        best = (await this.#again(wanted, without)) ?? best;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    }
    const tops = new Set(best.tree.nodes.map(({ path }) => path.split('/', 1)[0]));
    return { ...best, tree: { ...best.tree, names: best.tree.names.filter((name) => tops.has(name)) } };
  }

  /** Finds what must stand beside a tree for a breach to show, and makes one tree of it all. */
  async #narrow(
    key: string,
    { drawn, beside, breach }: Candidate<Id>,
    until: number,
  ): Promise<Shown<Id> | undefined> {
    const isThere = async (others: readonly Tree[]): Promise<boolean> => {
      const { breaches } = await this.#try([drawn.tree, ...others]);
      const wanted = breach.tree === this.suite.control ? this.suite.control : drawn.tree;
      return breaches.some((one) => keyOf(one) === key && one.tree === wanted);
    };
    if (beside.length === 0 || !(await isThere(beside))) return undefined;
    let others = beside;
    while (others.length > 1) {
      const middle = others.length >> 1;
      const halves = [others.slice(0, middle), others.slice(middle)];
      let half: readonly Tree[] | undefined;
      for (const one of halves) if (half === undefined && (await isThere(one))) half = one;
      if (half === undefined) break;
      others = half;
    }
    let best: Omit<Shown<Id>, 'path'> | undefined = await this.#again(key, merged([drawn.tree, ...others]));
    if (best === undefined) return undefined;
    // The tree that is judged stays whole: without its SKILL.md any tree would do.
    const own = new Set(drawn.tree.nodes);
    const spare = best.tree.nodes.filter((node) => !own.has(node));
    return { ...(await this.#reduce(best, until, spare)), path: '' };
  }

  #tell({ breach, seen, tree, path }: Shown<Id>, seed: number): void {
    // It shrank into something that is found already.
    if (this.#found.some((one) => keyOf(one.breach) === keyOf(breach))) return;
    const { tool, era, revision } = this.options;
    const source = {
      property: breach.verifies,
      tool,
      revision,
      era,
      transport: 'stdio',
      seed,
      path,
      plan: tree as unknown as Json,
      world: null,
      frames: framesOf(breach, seen.frames),
    } as const;
    this.#found.push({ breach, case: caseOf(source, breach) });
  }
}
