import type { Connection, StartFailure, Target } from '../model/connection.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';
import { connect } from '../target/connect.js';

type Attempt = Connection | StartFailure;

const isSilent = (attempt: Attempt | undefined): attempt is StartFailure =>
  attempt !== undefined && 'kind' in attempt && attempt.reason === 'silent';

/**
 * Connects to a target in one era after the other. A target over stdio that stays silent must not cost the startup limit
 * once per era: when half of it has passed without a word in the modern era, the legacy attempt begins beside it, in a
 * process of its own, and both end when the limit does. If the modern attempt is answered after all, by a slow starter
 * that turns out to be legacy, the legacy attempt is made anew with the whole limit.
 */
export class EraConnector {
  #early: Promise<Attempt> | undefined;
  #modern: Attempt | undefined;

  constructor(
    private readonly target: Target,
    private readonly limits: Limits,
    private readonly signal: AbortSignal,
    /** Whether the target's era is yet to be found. */
    private readonly probing: boolean,
  ) {}

  /** The modern era is asked for before the legacy one, where both are. */
  async connect(era: Era): Promise<Attempt> {
    if (era === 'legacy')
      return await (this.#early === undefined ? this.#attempt(era) : this.#legacyBeside(this.#early));
    this.#modern = this.probing && this.target.kind === 'stdio' ? await this.#patient() : await this.#attempt(era);
    return this.#modern;
  }

  /** Connects once more, to a target that is known to speak this era. */
  again(era: Era): Promise<Attempt> {
    return this.#attempt(era);
  }

  /** Ends what was begun and not asked for. */
  async close(): Promise<void> {
    const early = await this.#early;
    if (early !== undefined && !('kind' in early)) await early.close();
  }

  #attempt(era: Era, limits = this.limits): Promise<Attempt> {
    return connect(this.target, era, limits, this.signal, { probe: this.probing });
  }

  /** The modern attempt; half of the limit into its silence the legacy one begins. */
  async #patient(): Promise<Attempt> {
    const attempt = this.#attempt('modern');
    const half = this.limits.startupMs / 2;
    const timer = setTimeout(() => {
      if (!this.signal.aborted) this.#early = this.#attempt('legacy', { ...this.limits, startupMs: half });
    }, half);
    return await attempt.finally(() => clearTimeout(timer));
  }

  async #legacyBeside(begun: Promise<Attempt>): Promise<Attempt> {
    const early = await begun;
    this.#early = undefined;
    if (!isSilent(early)) return early;
    if (!isSilent(this.#modern)) return await this.#attempt('legacy');
    // Neither era was answered: that is one failure, and it took the whole limit.
    const seconds = (this.limits.startupMs / 1000).toFixed(1);
    const whole = `did not answer server/discover (modern era) or initialize (legacy era) within ${seconds} s.`;
    return { ...early, message: early.message.replace(/did not answer .*? within [\d.]+ s\./, whole) };
  }
}
