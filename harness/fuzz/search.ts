import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { Breach, FuzzCase, FuzzStats } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import { attempt, type Attempt } from './attempt.js';
import { caseOf, type CaseFacts } from './case.js';
import type { Control } from './control.js';
import type { FuzzProperty } from './property.js';
import { OutOfTime, TargetGone, type FuzzSession } from './session.js';

/** Inputs under one seed; then comes the next. So a search without an end needs no array of its inputs. */
const BLOCK = 250;
/** Kinds of breach that one search tells, unless it is told otherwise. */
const MOST_FOUND = 20;
/** Failures of one kind that could not be repeated: no more are looked at. */
const MOST_UNREPEATED = 10;
/** Deaths on the control request, or at the start, one after the other: then there is nothing more to learn. */
const MOST_DEATHS = 5;

export interface SearchOptions extends CaseFacts {
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

/** A whole number of 31 bits that follows from what it is made of: seeds of blocks, shards and eras are apart. */
export function deriveSeed(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) >>> 1;
}

/** Carries a breach out of a property of fast-check. */
class Failure extends Error {
  constructor(
    readonly breach: Breach,
    readonly attempt: Attempt,
  ) {
    super(breach.kind);
  }
}

/** Searches one property for inputs that breach it, and shrinks what it finds; one finding of each kind. */
export async function search<World extends Json, Plan extends Json>(
  property: FuzzProperty<string, World, Plan>,
  world: World,
  control: Control,
  session: FuzzSession,
  options: SearchOptions,
): Promise<SearchResult> {
  return await new Search(property, world, control, session, options).run();
}

class Search<World extends Json, Plan extends Json> {
  readonly #found = new Map<string, Found>();
  readonly #unrepeated = new Map<string, number>();
  readonly #begun = performance.now();
  readonly #requestsBefore: number;
  readonly #plans: fc.Arbitrary<Plan>;
  #runs = 0;
  #deaths = 0;

  constructor(
    private readonly property: FuzzProperty<string, World, Plan>,
    private readonly world: World,
    private readonly control: Control,
    private readonly session: FuzzSession,
    private readonly options: SearchOptions,
  ) {
    this.#requestsBefore = session.requests;
    this.#plans = property.plans(world);
  }

  async run(): Promise<SearchResult> {
    let stopped: string | undefined;
    try {
      await this.#assertControl();
      for (let block = 0; this.#more(); block += 1) {
        const { verifies } = this.property;
        await this.#block(deriveSeed(this.options.seed, verifies, this.session.era, block));
      }
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
    return {
      found: [...this.#found.values()],
      stats: {
        seed: this.options.seed,
        runs: this.#runs,
        planned: this.#planned,
        requests: this.session.requests - this.#requestsBefore,
        ms: Math.round(performance.now() - this.#begun),
        complete,
        ...(stopped === undefined ? {} : { stopped }),
      },
    };
  }

  get #planned(): number {
    return this.options.runs ?? this.property.runs;
  }

  get #timeIsUp(): boolean {
    return performance.now() - this.#begun >= this.options.ms || this.session.left <= 0;
  }

  #more(): boolean {
    const counted = [...this.#found.values()].filter(({ breach }) => !this.options.isHint(breach)).length;
    if (this.#timeIsUp || counted >= (this.options.mostFound ?? MOST_FOUND)) return false;
    return this.options.timeBoxed || this.#runs < this.#planned;
  }

  /** A server that is not as it was before the first input would be blamed on it. */
  async #assertControl(): Promise<void> {
    const { breaches } = await this.#try(undefined);
    const wrong = breaches.find(({ kind }) => kind !== 'silent' && !kind.startsWith('wire-'));
    if (wrong !== undefined)
      throw new TargetGone(
        `the server does not answer ${this.control.method} before anything odd was sent: ${wrong.evidence.actual}`,
      );
  }

  /** One input, or the control request alone. */
  async #try(plan: Plan | undefined, fresh = false): Promise<Attempt> {
    const { property, world, session, control } = this;
    if (plan !== undefined) return await attempt(property, plan, world, session, control, fresh);
    const nothing = { ...property, run: () => Promise.resolve([]), name: () => control.method, lawless: () => false };
    return await attempt(nothing, null as Plan, world, session, control, fresh);
  }

  /** What of an attempt is new, and not told by the ordinary checks. */
  #news({ breaches }: Attempt): Breach | undefined {
    return breaches.find(({ kind, told = [] }) => !this.#found.has(kind) && !this.options.isTold(told));
  }

  async #block(seed: number): Promise<void> {
    const size = this.options.timeBoxed ? BLOCK : Math.min(BLOCK, this.#planned - this.#runs);
    let end: unknown;
    let failure: Failure | undefined;
    const details = await fc.check(
      fc.asyncProperty(this.#plans, async (plan) => {
        if (end !== undefined || this.#timeIsUp) return;
        try {
          const seen = await this.#try(plan);
          this.#runs += 1;
          const news = this.#news(seen);
          if (news === undefined) return;
          failure = new Failure(news, seen);
        } catch (error) {
          end = error;
          return;
        }
        throw failure;
      }),
      { seed, numRuns: size, endOnFailure: true },
    );
    if (end !== undefined) throw end;
    const { counterexample, counterexamplePath } = details;
    if (counterexample !== null && counterexamplePath !== null && failure !== undefined)
      await this.#settle(counterexample[0], seed, counterexamplePath, failure);
  }

  /** Repeats a failure on a fresh connection, shrinks it, and keeps it. */
  async #settle(plan: Plan, seed: number, path: string, failure: Failure): Promise<void> {
    const { breach } = failure;
    const tell = (smallest: Plan, found: Failure, at: string, key = breach.kind): void => {
      const told = caseOf(
        this.property,
        smallest,
        this.world,
        this.control,
        found.breach,
        found.attempt,
        this.session,
        this.options,
        { seed, path: at },
      );
      this.#found.set(key, { breach: found.breach, case: told });
    };
    this.options.onProgress?.(`${this.property.verifies}: repeating and shrinking a failure`);
    let confirmed: Failure | undefined;
    // A hint is not worth the start of a process.
    const isHint = this.options.isHint(breach);
    const isFatal = /^(?:died|silent|not-as-before)$/.test(breach.kind);
    try {
      confirmed = await this.#again(plan, breach.kind, true, !isHint);
    } catch (error) {
      tell(plan, unconfirmed(failure, 'there was no time to repeat it'), path);
      throw error;
    }
    if (confirmed === undefined) {
      // A later input of this kind may well be one that can be repeated.
      const seen = (this.#unrepeated.get(breach.kind) ?? 0) + 1;
      this.#unrepeated.set(breach.kind, seen);
      const key = seen < MOST_UNREPEATED ? `${breach.kind}?` : breach.kind;
      tell(plan, unconfirmed(failure, 'it did not happen again when it was repeated'), path, key);
      await this.#assertAlive();
      return;
    }
    if (this.options.shrink === false) return tell(plan, confirmed, path);
    let best = { plan, failure: confirmed, path };
    let end: unknown;
    const isFresh = !isHint && (this.property.stateful === true || isFatal);
    const shrunk = await fc.check(
      fc.asyncProperty(this.#plans, async (smaller) => {
        if (end !== undefined) return;
        let again: Failure | undefined;
        try {
          again = await this.#again(smaller, breach.kind, false, isFresh);
        } catch (error) {
          end = error;
          return;
        }
        if (again === undefined) return;
        best = { ...best, plan: smaller, failure: again };
        throw again;
      }),
      { seed, path, numRuns: 1, endOnFailure: false },
    );
    this.#found.delete(`${breach.kind}?`);
    tell(best.plan, best.failure, shrunk.counterexamplePath ?? path);
    if (end !== undefined) throw end;
    if (isFatal) await this.#assertAlive();
  }

  /** Tries an input for a breach of the same kind. */
  async #again(plan: Plan, kind: string, patient: boolean, fresh = true): Promise<Failure | undefined> {
    // Only where silence is the point is it waited out.
    this.session.patient = patient && kind === 'silent';
    try {
      const seen = await this.#try(plan, fresh);
      const breach = seen.breaches.find((one) => one.kind === kind && !this.options.isTold(one.told ?? []));
      return breach === undefined ? undefined : new Failure(breach, seen);
    } finally {
      this.session.patient = false;
    }
  }

  /** After a failure: over a new connection the server must be as before, or there is no point in going on. */
  async #assertAlive(): Promise<void> {
    const { breaches } = await this.#try(undefined, true);
    const wrong = breaches.find(({ kind }) => kind === 'died' || kind === 'not-as-before');
    this.#deaths = wrong === undefined ? 0 : this.#deaths + 1;
    if (wrong === undefined) return;
    if (this.#deaths >= MOST_DEATHS || this.session.transport === 'http')
      throw new TargetGone(`the server does not recover: ${wrong.evidence.actual}`);
    await this.#assertAlive();
  }
}

/** What was seen once is told, but never held against the server. */
function unconfirmed(failure: Failure, why: string): Failure {
  const { breach } = failure;
  const evidence = { ...breach.evidence, level: 'INFO' as const, strict: undefined, cause: why };
  return new Failure({ ...breach, evidence }, failure.attempt);
}
