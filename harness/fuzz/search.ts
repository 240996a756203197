import * as fc from 'fast-check';
import type { Breach, FuzzCase, FuzzStats } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import { attempt, isFatal, problemOf, type Attempt, type Subject } from './attempt.js';
import { caseOf } from './case.js';
import { OutOfTime } from './out-of-time.js';
import { deriveSeed } from './seed.js';
import { TargetGone } from './session.js';

/** Inputs under one seed; then comes the next. So a search without an end needs no array of its inputs. */
const BLOCK = 250;
/** Kinds of breach that one search tells, unless it is told otherwise. */
const MOST_FOUND = 20;
/** Failures of one kind that could not be repeated: no more are looked at. */
const MOST_UNREPEATED = 10;
/** New processes that do not answer the control request, one after the other: then there is nothing more to learn. */
const MOST_LIVES = 5;

export interface SearchOptions {
  readonly tool: FuzzCase['tool'];
  readonly seed: number;
  /** Inputs to try; undefined: those that the property has by default. */
  readonly runs: number | undefined;
  /** Go on after these until the time is used up. */
  readonly timeBoxed: boolean;
  /** Kinds of breach, hints aside, to find before it ends; default 20. */
  readonly mostFound?: number;
  /** False: what fails is repeated, and told as it was found. */
  readonly shrink?: boolean;
  /** Milliseconds for the search of inputs; what was found may be shrunk until `session.deadline`. */
  readonly ms: number;
  /** Whether the ordinary checks told the same defect. */
  readonly isTold: (told: readonly string[]) => boolean;
  /** Whether a breach is but a hint in this run. */
  readonly isHint: (breach: Breach) => boolean;
  readonly onProgress?: (text: string) => void;
}

export interface Found {
  readonly breach: Breach;
  readonly case: FuzzCase;
}

export interface SearchResult {
  readonly found: readonly Found[];
  readonly stats: FuzzStats;
}

/** An input with what it brought about. */
interface Failure<Plan> {
  readonly plan: Plan;
  readonly breach: Breach;
  readonly attempt: Attempt;
}

/** Where fast-check finds an input again. */
interface Place {
  readonly seed: number;
  readonly path: string;
}

/** The last failure that fast-check came to. */
interface Smallest<Plan> {
  readonly failure: Failure<Plan>;
  readonly path: string;
  /** What kept it from going on. */
  readonly ended: unknown;
}

/** Searches one property for inputs that breach it, and shrinks what it finds; one finding of each kind. */
export async function search<World extends Json, Plan extends Json>(
  subject: Subject<World, Plan>,
  options: SearchOptions,
): Promise<SearchResult> {
  return await new Search(subject, options).run();
}

class Search<World extends Json, Plan extends Json> {
  /** By kind of breach. */
  readonly #found = new Map<string, Found>();
  /** What was seen and did not come again, with how often. */
  readonly #unrepeated = new Map<string, { readonly times: number; readonly found: Found }>();
  readonly #begun = performance.now();
  readonly #requestsBefore: number;
  readonly #plans: fc.Arbitrary<Plan>;
  #runs = 0;

  constructor(
    private readonly subject: Subject<World, Plan>,
    private readonly options: SearchOptions,
  ) {
    this.#requestsBefore = subject.session.requests;
    this.#plans = subject.property.plans(subject.world);
  }

  async run(): Promise<SearchResult> {
    const { property, session } = this.subject;
    let stopped: string | undefined;
    try {
      await this.#assertControl();
      for (let block = 0; this.#more(); block += 1)
        await this.#block(deriveSeed(this.options.seed, property.verifies, session.era, block));
    } catch (error) {
      if (error instanceof TargetGone) stopped = error.message;
      else if (!(error instanceof OutOfTime)) throw error;
    }
    const complete = this.#runs >= this.#planned && stopped === undefined;
    if (!complete) {
      stopped ??= this.#timeIsUp
        ? 'the time of the search is used up (--fuzz-time)'
        : `${this.#found.size} kinds of breach were found, which is enough`;
    }
    const unrepeated = [...this.#unrepeated].filter(([kind]) => !this.#found.has(kind));
    return {
      found: [...this.#found.values(), ...unrepeated.map(([, { found }]) => found)],
      stats: {
        seed: this.options.seed,
        runs: this.#runs,
        planned: this.#planned,
        requests: session.requests - this.#requestsBefore,
        ms: Math.round(performance.now() - this.#begun),
        complete,
        ...(stopped === undefined ? {} : { stopped }),
      },
    };
  }

  get #planned(): number {
    return this.options.runs ?? this.subject.property.runs;
  }

  get #timeIsUp(): boolean {
    return performance.now() - this.#begun >= this.options.ms || this.subject.session.left <= 0;
  }

  #more(): boolean {
    const counted = [...this.#found.values()].filter(({ breach }) => !this.options.isHint(breach)).length;
    if (this.#timeIsUp || counted >= (this.options.mostFound ?? MOST_FOUND)) return false;
    return this.options.timeBoxed || this.#runs < this.#planned;
  }

  /** A server that is not as it was before the first input would be blamed on it. */
  async #assertControl(): Promise<void> {
    const problem = await problemOf(this.subject);
    if (problem === undefined) return;
    const { method } = this.subject.control;
    throw new TargetGone(`the server does not answer ${method} before anything odd was sent: ${problem}`);
  }

  /** After a failure: over a new connection the server must be as before, or there is no point in going on. */
  async #assertAlive(): Promise<void> {
    const lives = this.subject.session.transport === 'http' ? 1 : MOST_LIVES;
    let problem: string | undefined;
    for (let life = 0; life < lives; life += 1) {
      problem = await problemOf(this.subject, true);
      if (problem === undefined) return;
    }
    throw new TargetGone(`the server does not recover: ${problem}`);
  }

  /** What of an attempt is new, and not told by the ordinary checks. */
  #news({ breaches }: Attempt): Breach | undefined {
    const isOld = (kind: string): boolean =>
      this.#found.has(kind) || (this.#unrepeated.get(kind)?.times ?? 0) >= MOST_UNREPEATED;
    return breaches.find(({ kind, told = [] }) => !isOld(kind) && !this.options.isTold(told));
  }

  /**
   * Runs inputs through fast-check until one of them gives a failure, which comes back. What ends the search is thrown.
   * @param judge undefined: nothing to tell of this input
   */
  async #check(
    parameters: fc.Parameters<[Plan]>,
    judge: (plan: Plan) => Promise<Failure<Plan> | undefined>,
  ): Promise<Smallest<Plan> | undefined> {
    let ended: unknown;
    let failure: Failure<Plan> | undefined;
    const property = fc.asyncProperty(this.#plans, async (plan) => {
      if (ended !== undefined) return;
      let found: Failure<Plan> | undefined;
      try {
        found = await judge(plan);
      } catch (error) {
        ended = error;
      }
      if (found === undefined) return;
      // The last to fail is the smallest.
      failure = found;
      throw new Error(found.breach.kind);
    });
    const { counterexamplePath } = await fc.check(property, parameters);
    if (failure === undefined && ended !== undefined) throw ended;
    return failure === undefined ? undefined : { failure, path: counterexamplePath ?? '', ended };
  }

  async #block(seed: number): Promise<void> {
    const numRuns = this.options.timeBoxed ? BLOCK : Math.min(BLOCK, this.#planned - this.#runs);
    const found = await this.#check({ seed, numRuns, endOnFailure: true }, async (plan) => {
      if (this.#timeIsUp) return undefined;
      const seen = await attempt(this.subject, plan);
      this.#runs += 1;
      const breach = this.#news(seen);
      return breach && { plan, breach, attempt: seen };
    });
    if (found !== undefined) await this.#settle(found.failure, { seed, path: found.path });
  }

  /** Repeats a failure on a fresh connection, shrinks it, and keeps it. */
  async #settle(first: Failure<Plan>, place: Place): Promise<void> {
    const { kind } = first.breach;
    this.options.onProgress?.(`${this.subject.property.verifies}: repeating and shrinking a failure`);
    // A hint is not worth the start of a process.
    const isHint = this.options.isHint(first.breach);
    let again: Failure<Plan> | undefined;
    try {
      again = await this.#again(first.plan, kind, !isHint, true);
    } catch (error) {
      this.#doubt(first, place, 'there was no time to repeat it');
      throw error;
    }
    if (again === undefined) {
      this.#doubt(first, place, 'it did not happen again when it was repeated');
      await this.#assertAlive();
      return;
    }
    const isFresh = !isHint && (this.subject.property.stateful === true || isFatal(first.breach));
    const { failure, path, ended } = await this.#shrink(again, place, isFresh);
    this.#found.set(kind, this.#told(failure, { ...place, path }));
    if (ended !== undefined) throw ended;
    if (isFatal(first.breach)) await this.#assertAlive();
  }

  /** The smallest input that fast-check finds for a failure; the failure itself where the time is up before. */
  async #shrink(failure: Failure<Plan>, { seed, path }: Place, isFresh: boolean): Promise<Smallest<Plan>> {
    const asItIs = { failure, path, ended: undefined };
    if (this.options.shrink === false) return asItIs;
    const { kind } = failure.breach;
    try {
      return (await this.#check({ seed, path, numRuns: 1 }, (plan) => this.#again(plan, kind, isFresh))) ?? asItIs;
    } catch (ended) {
      return { ...asItIs, ended };
    }
  }

  /** Tries an input for a breach of the same kind. */
  async #again(plan: Plan, kind: string, fresh: boolean, patient = false): Promise<Failure<Plan> | undefined> {
    const { session } = this.subject;
    // Only where silence is the point is it waited out.
    session.patient = patient && (kind === 'silent' || kind === 'not-as-before');
    try {
      const seen = await attempt(this.subject, plan, fresh);
      const breach = seen.breaches.find((one) => one.kind === kind && !this.options.isTold(one.told ?? []));
      return breach && { plan, breach, attempt: seen };
    } finally {
      session.patient = false;
    }
  }

  /** Keeps what was seen once: it is told, but never held against the server. */
  #doubt(failure: Failure<Plan>, place: Place, cause: string): void {
    const { breach } = failure;
    const evidence = { ...breach.evidence, level: 'INFO', strict: undefined, cause } as const;
    const times = (this.#unrepeated.get(breach.kind)?.times ?? 0) + 1;
    const found = this.#told({ ...failure, breach: { ...breach, evidence } }, place);
    this.#unrepeated.set(breach.kind, { times, found });
  }

  #told({ plan, breach, attempt: { frames } }: Failure<Plan>, place: Place): Found {
    const { property, world, control, session } = this.subject;
    const { era, revision, transport } = session;
    const { tool } = this.options;
    const facts = { property: property.verifies, tool, revision, era, transport, ...place };
    return { breach, case: caseOf({ ...facts, plan, world, control, frames }, breach) };
  }
}
