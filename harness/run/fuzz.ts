import { hostCanaries } from '../fuzz/canaries.js';
import { controlOf, type Control } from '../fuzz/control.js';
import { isNothing, type FuzzProperty, type Nothing } from '../fuzz/property.js';
import { deriveSeed, search, type SearchResult } from '../fuzz/search.js';
import { FuzzSession, OutOfTime, TargetGone } from '../fuzz/session.js';
import type { Target } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import type { FuzzCase } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import type { Result } from '../model/report.js';
import type { NamedRequirement } from '../model/requirement.js';
import { shorten } from '../model/text.js';
import type { Probe } from '../probe/probe.js';
import { Blocked } from '../probe/sender.js';
import { Tally } from './judge.js';
import type { FuzzOptions, RunOptions } from './options.js';
import { inTheWay } from './obstacles.js';
import { within } from './within.js';

/** An amount of time that is shared by all connections of a run. */
class Shares {
  constructor(
    private left: number,
    private shares: number,
  ) {}

  take(): number {
    const share = this.left / Math.max(1, this.shares);
    this.shares -= 1;
    return share;
  }

  spend(ms: number): void {
    this.left = Math.max(0, this.left - ms);
  }
}

/** The time of the search: for requests, and for folders of skills. */
export class FuzzBudget {
  readonly #requests: Shares;
  readonly #trees: Shares;

  /**
   * @param shares connections that are expected to want some of it
   * @param target the one that is started on generated folders, with `{skills}` in its command
   */
  constructor(
    fuzz: FuzzOptions | undefined,
    shares: number,
    private readonly target: Target,
  ) {
    this.#requests = new Shares(fuzz?.ms ?? 0, shares);
    this.#trees = new Shares(fuzz?.provisionMs ?? 0, shares);
  }

  /** The milliseconds of the next connection. */
  take(): number {
    return this.#requests.take();
  }

  spend(ms: number): void {
    this.#requests.spend(ms);
  }

  takeTrees(): { readonly target: Target; readonly ms: number } {
    return { target: this.target, ms: this.#trees.take() };
  }

  spendTrees(ms: number): void {
    this.#trees.spend(ms);
  }
}

/** A property with what it is to be searched in. */
interface Prepared {
  readonly property: FuzzProperty;
  readonly world: Json | Nothing | { readonly blocked: string };
}

export interface FuzzPlan {
  readonly properties: readonly Prepared[];
  readonly control: Control | undefined;
}

/** Learns what to search in, as long as the run's own connection lives. */
export async function prepareFuzz(
  probe: Probe,
  wanted: readonly NamedRequirement[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<FuzzPlan> {
  const ids = new Set(wanted.map(({ id }) => id));
  const properties = options.suite.properties.filter(({ verifies }) => ids.has(verifies));
  if (properties.length === 0) return { properties: [], control: undefined };
  const surroundings = { canaries: hostCanaries(options.target) };
  const learn = async <T>(work: () => Promise<T>): Promise<T | { blocked: string }> => {
    try {
      const found = await within(Promise.resolve().then(work), options.limits.checkMs, signal);
      if (found === 'timeout') return { blocked: 'looking at the server took longer than --check-timeout' };
      return found === 'aborted' ? { blocked: 'the run ended before it was reached' } : found;
    } catch (error) {
      if (error instanceof Blocked) return { blocked: error.message };
      throw error;
    }
  };
  const control = await learn(() => controlOf(probe));
  const prepared: Prepared[] = [];
  for (const property of properties)
    prepared.push({ property, world: await learn(() => property.prepare(probe, surroundings)) });
  return { properties: prepared, control: 'blocked' in control ? undefined : control };
}

export interface Fuzzed {
  readonly results: readonly Result[];
  /** The frames of what was found, numbered on from those of the run. */
  readonly frames: readonly Frame[];
  readonly cases: readonly FuzzCase[];
  readonly requests: number;
}

/** What the search of one connection works with. */
export interface FuzzTask {
  readonly plan: FuzzPlan;
  readonly probe: Pick<Probe, 'era' | 'revision'>;
  readonly requirements: ReadonlyMap<string, NamedRequirement>;
  /** Of the checks. */
  readonly results: ReadonlyMap<string, Result>;
  /** The number of the last frame of the run. */
  readonly lastFrame: number;
  readonly ms: number;
  readonly onStart: (id: string) => void;
  readonly onResult: (result: Result) => void;
}

/** Searches every property over connections of its own, once the checks are done. */
export async function runFuzz(task: FuzzTask, options: RunOptions, signal: AbortSignal): Promise<Fuzzed> {
  const { plan, requirements, results } = task;
  const fuzz = options.fuzz!;
  const { era, revision } = task.probe;
  const session = new FuzzSession({ target: options.target, era, revision, limits: options.limits, signal });
  session.deadline = performance.now() + task.ms;
  const told: Result[] = [];
  const kept = takeFrames(task.lastFrame);
  const cases: FuzzCase[] = [];
  const isTold = (ids: readonly string[]): boolean => ids.some((id) => results.get(id)?.verdict === 'fail');
  const searched = plan.properties.filter(({ world }) => !isNothing(world as Json) && !isBlocked(world)).length;
  let open = searched;
  try {
    // The start of a process is nobody's share.
    if (searched > 0) await session.begin().catch(ignoreGone);
    for (const { property, world } of plan.properties) {
      const requirement = requirements.get(property.verifies)!;
      task.onStart(property.verifies);
      const settle = (verdict: 'blocked' | 'not-applicable', reason: string, by: readonly string[] = []): Result => ({
        ...new Tally(requirement, options.strict).result(property.title, 0),
        verdict,
        // Only what was asked for by number holds a run back.
        level: verdict === 'blocked' && fuzz.runs === undefined && by.length === 0 ? 'INFO' : requirement.level,
        reason: shorten(reason),
        ...(by.length > 0 ? { blockedBy: by } : {}),
      });
      let result: Result;
      const obstacles = inTheWay(property.needs, results);
      if (obstacles.length > 0) result = settle('blocked', `blocked by ${obstacles.join(', ')}`, obstacles);
      else if (isBlocked(world)) result = settle('blocked', world.blocked);
      else if (isNothing(world as Json)) result = settle('not-applicable', (world as Nothing).notApplicable);
      else if (plan.control === undefined) result = settle('blocked', 'no request is known that the server answers');
      else if (signal.aborted) result = settle('blocked', 'the run ended before it was reached');
      else {
        const share = Math.max(0, session.left / Math.max(1, open));
        open -= 1;
        try {
          const found = await search(property, world as Json, plan.control, session, {
            seed: seedOf(fuzz),
            runs: fuzz.runs,
            timeBoxed: fuzz.timeBoxed,
            ms: share,
            isTold,
            isHint: ({ evidence }) =>
              ((options.strict ? evidence.strict : undefined) ?? evidence.level ?? requirement.level) === 'INFO',
            tool: options.tool,
            onProgress: (text) => options.onEvent?.({ type: 'progress', text }),
          });
          result = conclude(found, property, requirement, options, (one) => {
            cases.push(one);
            return kept.take(one.frames);
          });
        } catch (error) {
          result = { ...settle('blocked', String(error)), verdict: 'error', level: requirement.level };
          if (error instanceof Error) result = { ...result, reason: error.stack ?? error.message };
        }
      }
      told.push(result);
      task.onResult(result);
    }
  } finally {
    await session.close();
  }
  return { results: told, frames: kept.frames, cases, requests: session.requests };
}

/** What keeps a target from being had is told by the searches themselves. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof TargetGone) && !(error instanceof OutOfTime)) throw error;
}

const isBlocked = (world: Prepared['world']): world is { readonly blocked: string } =>
  typeof world === 'object' && world !== null && 'blocked' in world;

/** Shards search with seeds that are apart. */
export const seedOf = ({ seed, shard }: FuzzOptions): number =>
  shard === undefined || shard.of === 1 ? seed : deriveSeed(seed, shard.index, shard.of);

/** Frames of cases, numbered on from those of the run. */
export interface TakenFrames {
  readonly frames: readonly Frame[];
  /** Takes the frames of one case, and tells which number became which. */
  take(frames: readonly Frame[]): ReadonlyMap<number, number>;
}

/** @param last the number of the last frame so far */
export function takeFrames(last: number): TakenFrames {
  const taken: Frame[] = [];
  return {
    frames: taken,
    take: (frames) => {
      const numbers = new Map<number, number>();
      for (const frame of frames) {
        const n = last + taken.length + 1;
        numbers.set(frame.n, n);
        taken.push({ ...frame, n });
      }
      return numbers;
    },
  };
}

/** The result of one property: what was found counts as of a check; a search without a find passes only when it was whole. */
function conclude(
  { found, stats }: SearchResult,
  property: FuzzProperty,
  requirement: NamedRequirement,
  options: RunOptions,
  keep: (one: FuzzCase) => ReadonlyMap<number, number>,
): Result {
  const tally = new Tally(requirement, options.strict);
  for (const { breach, case: one } of found) {
    const numbers = keep(one);
    const frames = breach.evidence.frames.flatMap((n) => numbers.get(n) ?? []);
    tally.each(breach.subject, false, { ...breach.evidence, frames, case: one.id });
  }
  tally.judged = Math.max(tally.judged, stats.runs);
  const result = { ...tally.result(property.title, stats.ms), fuzz: stats };
  if (found.length > 0 || stats.complete) return result;
  const reason = `stopped after ${stats.runs} of ${stats.planned} inputs: ${stats.stopped ?? 'it was cut short'}`;
  return {
    ...result,
    verdict: 'blocked',
    level: options.fuzz?.runs === undefined ? 'INFO' : requirement.level,
    reason: shorten(reason),
  };
}
