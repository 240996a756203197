import { deriveSeed } from '../fuzz/seed.js';
import type { Breach } from '../model/fuzz.js';
import type { Era, Revision } from '../model/protocol.js';
import type { Result } from '../model/report.js';
import type { NamedRequirement } from '../model/requirement.js';
import type { SearchBudget } from './budget.js';
import type { Gathered } from './gathered.js';
import type { FuzzOptions, RunOptions } from './options.js';

/** What the searches after one connection work with. */
export interface SearchTask {
  readonly options: RunOptions;
  readonly fuzz: FuzzOptions;
  readonly signal: AbortSignal;
  readonly budget: SearchBudget;
  readonly era: Era;
  readonly revision: Revision;
  readonly requirements: ReadonlyMap<string, NamedRequirement>;
  /** Of the checks, and of the searches so far. */
  readonly results: ReadonlyMap<string, Result>;
  readonly gathered: Gathered;
  readonly begin: (id: string) => void;
  readonly finish: (result: Result) => void;
}

/** Shards search with seeds that are apart. */
export const seedOf = ({ seed, shard }: FuzzOptions): number =>
  shard === undefined || shard.of === 1 ? seed : deriveSeed(seed, shard.index, shard.of);

/** Whether the checks told a defect already. */
export const isTold =
  ({ results }: SearchTask) =>
  (ids: NonNullable<Breach['told']>): boolean =>
    ids.some((id) => results.get(id)?.verdict === 'fail');
