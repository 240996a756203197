import type { Judge } from '../../harness/model/check.js';
import { describeOutcome, type Exchange } from '../../harness/model/exchange.js';
import { brief, type JsonObject } from '../../harness/model/json.js';
import { setAside } from './outcomes.js';

/** Judges that a result of the modern era says it is complete. */
export function judgeResultType(judge: Judge, subject: string, result: JsonObject, frames: readonly number[]): void {
  judge.each(subject, result['resultType'] === 'complete', () => ({
    expected: '"resultType": "complete"',
    actual: brief(result['resultType']),
    frames,
  }));
}

/** Judges `ttlMs` and `cacheScope` of one cacheable result of the modern era. */
export function judgeCacheHints(judge: Judge, subject: string, result: JsonObject, frames: readonly number[]): void {
  const { ttlMs, cacheScope } = result;
  const ttlRight = typeof ttlMs === 'number' && Number.isInteger(ttlMs) && ttlMs >= 0;
  const scopeRight = cacheScope === 'public' || cacheScope === 'private';
  judge.each(subject, ttlRight && scopeRight, () => ({
    expected: '`ttlMs`, an integer of 0 or more, and `cacheScope`, "public" or "private"',
    actual: `ttlMs ${brief(ttlMs)}, cacheScope ${brief(cacheScope)}`,
    frames,
  }));
}

/**
 * Judges that a request was refused with one of `codes`. An answer that did not come is a breach here: the text asks for
 * an error. Limits of ours, 429 and the like leave it unjudged.
 * @param soft codes that are wrong by a narrow reading only: a warning, and a breach under `--strict`; `all` where the text
 *   asks for an error but leaves the code open
 */
export function judgeRefusal(
  judge: Judge,
  subject: string,
  exchange: Exchange,
  codes: readonly number[],
  soft: readonly number[] | 'all' = [],
): void {
  const { outcome } = exchange;
  const silent = outcome.kind === 'timeout' || outcome.kind === 'closed';
  if (!silent && setAside(judge, subject, exchange)) return;
  const right = outcome.kind === 'error' && codes.includes(outcome.code);
  judge.each(subject, right, () => ({
    expected: `error ${codes.join(' or ')}`,
    actual: describeOutcome(outcome),
    frames: exchange.frames,
    ...(outcome.kind === 'error' && (soft === 'all' || soft.includes(outcome.code))
      ? { level: 'SHOULD', strict: 'MUST' }
      : {}),
    ...(outcome.kind === 'closed' ? { cause: 'the server went away on this request' } : {}),
  }));
}

/** A page of a walk in words. */
export const pageName = (method: string, number: number): string => `${method}, page ${number}`;
