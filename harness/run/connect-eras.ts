import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, StartFailure, Target } from '../model/connection.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';
import { connect } from '../target/connect.js';

type Attempt = Connection | StartFailure;

const failed = (attempt: Attempt): attempt is StartFailure => 'kind' in attempt;

/**
 * Connects to a target in one era after the other. A target over stdio that stays silent must not cost the startup limit
 * once per era: when half of it has passed without a word in the modern era, the legacy attempt begins beside it, in a
 * process of its own, and both end when the limit does. If the modern attempt is answered after all, by a slow starter
 * that turns out to be legacy, the legacy attempt is made anew with the whole limit.
 */
export class EraConnector {
  #early: Promise<Attempt> | undefined;
  #first: Attempt | undefined;

  constructor(
    private readonly target: Target,
    private readonly limits: Limits,
    private readonly signal: AbortSignal,
    /** Whether the target's era is yet to be found. */
    private readonly probing: boolean,
  ) {}

  async connect(era: Era): Promise<Attempt> {
    if (era === 'modern') this.#first = await this.#modern();
    else if (this.#early !== undefined) return await this.#legacyBesides();
    return era === 'modern' ? this.#first! : await this.#attempt('legacy', this.limits);
  }

  /** Ends what was begun and not asked for. */
  async close(): Promise<void> {
    const early = await this.#early;
    if (early !== undefined && !failed(early)) await early.close();
  }

  #attempt(era: Era, limits: Limits): Promise<Attempt> {
    return connect(this.target, era, limits, this.signal, { probe: this.probing });
  }

  async #modern(): Promise<Attempt> {
    const attempt = this.#attempt('modern', this.limits);
    if (!this.probing || this.target.kind !== 'stdio') return await attempt;
    const half = this.limits.startupMs / 2;
    const answered = new AbortController();
    const silence = delay(half, 'silent' as const, { signal: answered.signal }).catch(() => 'over' as const);
    const first = await Promise.race([attempt, silence]);
    answered.abort();
    if (first === 'silent' && !this.signal.aborted) {
      this.#early = this.#attempt('legacy', { ...this.limits, startupMs: half });
    }
    return await attempt;
  }

  async #legacyBesides(): Promise<Attempt> {
    const early = await this.#early!;
    this.#early = undefined;
    const hasty = failed(early) && early.reason === 'silent';
    const spoke = this.#first !== undefined && !(failed(this.#first) && this.#first.reason === 'silent');
    if (!hasty) return early;
    if (spoke) return await this.#attempt('legacy', this.limits);
    // Neither era was answered: that is one failure, and it took the whole limit.
    const whole = `did not answer server/discover (modern era) or initialize (legacy era) within ${(this.limits.startupMs / 1000).toFixed(1)} s.`;
    return { ...early, message: early.message.replace(/did not answer .*? within [\d.]+ s\./, whole) };
  }
}
