import { createHash } from 'node:crypto';
import type { Evidence } from '../../harness/model/check.js';
import { describeOutcome, type Exchange } from '../../harness/model/exchange.js';
import type { Breach } from '../../harness/model/fuzz.js';
import { brief, isObject } from '../../harness/model/json.js';
import type { TestableId } from '../requirements/index.js';

/** A breach of one exchange; `told` names the requirements whose own checks tell the same. */
export const breach = (
  kind: string,
  subject: string,
  exchange: Exchange,
  evidence: Omit<Evidence, 'frames'>,
  told: readonly TestableId[] = [],
): Breach => ({ kind, subject, evidence: { ...evidence, frames: exchange.frames }, told });

/** One request in words. */
export const asked = (method: string, what: unknown, how?: string): string =>
  `${method} of ${brief(what, 160)}${how === undefined ? '' : ` (${how})`}`;

/**
 * An answer that says nothing about the rule: it never came, which the search itself judges, or HTTP refused the request
 * before it was read.
 */
export const saysNothing = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'timeout' ||
  outcome.kind === 'closed' ||
  outcome.kind === 'limit' ||
  (outcome.kind === 'http' && outcome.status >= 400);

/** Judges an answer that is no result; undefined for one that may be as it is. */
export function judgeError(
  method: string,
  what: unknown,
  exchange: Exchange,
  codes: readonly number[],
  told: readonly TestableId[],
  soft: Pick<Evidence, 'level' | 'strict'> = {},
): Breach | undefined {
  const { outcome } = exchange;
  if (saysNothing(exchange) || outcome.kind === 'result') return undefined;
  if (outcome.kind === 'error' && codes.includes(outcome.code)) return undefined;
  if (outcome.kind === 'error') {
    return breach(
      'wrong-code',
      asked(method, what),
      exchange,
      { expected: `error ${codes.join(' or ')}`, actual: describeOutcome(outcome), ...soft },
      told,
    );
  }
  return breach(
    'malformed',
    asked(method, what),
    exchange,
    { expected: 'a JSON-RPC response', actual: describeOutcome(outcome) },
    ['protocol/jsonrpc', 'protocol/http-status'],
  );
}

/** The digest of what `resources/read` gave, as `sha256:…`; undefined when it gave no bytes, or none at all. */
export function digestOf(uri: unknown, { outcome }: Exchange): string | undefined {
  if (outcome.kind !== 'result') return undefined;
  const { contents } = outcome.result;
  if (!Array.isArray(contents)) return undefined;
  const item = contents.find((one) => isObject(one) && one['uri'] === uri) ?? contents[0];
  if (!isObject(item)) return undefined;
  const { text, blob } = item;
  if (typeof text !== 'string' && typeof blob !== 'string') return undefined;
  const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.from(String(blob), 'base64');
  return bytes.length === 0 ? undefined : `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
