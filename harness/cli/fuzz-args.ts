import { DEFAULT_FUZZ, DEFAULT_PROVISION_MS, type FuzzOptions } from '../run/options.js';
import { UsageError } from './exit.js';
import type { RawFlags } from './flags.js';

const EXAMPLE = 'Example: --shard 2/8, the second of eight parts.';

function parseShard(text: string): NonNullable<FuzzOptions['shard']> {
  const [, index, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim()) ?? [];
  if (index === undefined || of === undefined)
    throw new UsageError('--shard takes a part and how many there are', EXAMPLE);
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index < 1 || shard.index > shard.of)
    throw new UsageError(`--shard ${text}: there is no such part; they are counted from 1`, EXAMPLE);
  return shard;
}

/** Understands the flags of the search; undefined where there is to be none. */
export function parseFuzz(flags: RawFlags): FuzzOptions | undefined {
  const { fuzz, fuzzTime, runs, seed, shard } = flags;
  if (!fuzz) {
    const given = Object.entries({
      '--fuzz-time': fuzzTime,
      '--runs': runs,
      '--seed': seed,
      '--shard': shard,
      '--provision': flags.provision,
    });
    const stray = given.find(([, value]) => value !== undefined)?.[0];
    if (stray !== undefined)
      throw new UsageError(`${stray} goes with a search, and --no-fuzz leaves it out`, 'Keep one of the two.');
    return undefined;
  }
  // Whoever asks for a number of inputs gets it, however long it takes, unless a time is given as well.
  const whole = fuzzTime ?? (runs === undefined ? undefined : Number.MAX_SAFE_INTEGER);
  const isShared = fuzzTime !== undefined && flags.provision === true;
  return {
    seed: seed ?? DEFAULT_FUZZ.seed,
    ms: (whole ?? DEFAULT_FUZZ.ms) / (isShared ? 2 : 1),
    timeBoxed: fuzzTime !== undefined && runs === undefined,
    ...(flags.provision === true ? { provisionMs: (whole ?? DEFAULT_PROVISION_MS) / (isShared ? 2 : 1) } : {}),
    ...(runs === undefined ? {} : { runs }),
    ...(shard === undefined ? {} : { shard: parseShard(shard) }),
  };
}
