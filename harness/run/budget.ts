import type { Target } from '../model/connection.js';
import type { FuzzOptions } from './options.js';

/** An amount of time that is shared by all connections of a run. */
class Shares {
  constructor(
    private left: number,
    /** Connections that are still expected to want some of it. */
    private shares: number,
  ) {}

  /** Does some work with the share of the next connection, in milliseconds. What it does not need is left for the others. */
  async use<T>(work: (ms: number) => Promise<T>): Promise<T> {
    const share = this.left / Math.max(1, this.shares);
    this.shares -= 1;
    const begun = performance.now();
    try {
      return await work(share);
    } finally {
      this.left = Math.max(0, this.left - (performance.now() - begun));
    }
  }
}

/** What the searches of all connections of a run share. */
export interface SearchBudget {
  readonly requests: Shares;
  readonly folders: Shares;
  /** What is started on generated folders: with `{skills}` in its command. */
  readonly template: Target;
}

export const searchBudget = (fuzz: FuzzOptions | undefined, connections: number, template: Target): SearchBudget => ({
  requests: new Shares(fuzz?.ms ?? 0, connections),
  folders: new Shares(fuzz?.provisionMs ?? 0, connections),
  template,
});
