import type { Judge } from '../../harness/model/check.js';
import { describeOutcome, isUnanswered, type Exchange } from '../../harness/model/exchange.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { TestableId } from '../requirements/index.js';

/** Where a listed skill without a URI that can be read is told. */
export const tellsUri = (probe: Probe): TestableId => (probe.hasMethods ? 'entry/uri' : 'index/entry-url');

/** Where a listed file that cannot be read is told. */
export const tellsUnread = (probe: Probe): TestableId =>
  probe.hasMethods ? 'manifest/readable' : 'format/skill-md-at-root';

/**
 * The requirement that a spoilt answer is judged under: a reply that is no valid message says nothing about the rule at
 * hand, and its defect is told once. Undefined for an answer that can be judged, and for one that never came.
 */
export function spoiltBy({ outcome, http }: Exchange): TestableId | undefined {
  if (outcome.kind === 'malformed') {
    if (!outcome.problem.includes('is not JSON')) return 'protocol/jsonrpc';
    return http === undefined ? 'protocol/stdout-clean' : 'protocol/http-status';
  }
  return outcome.kind === 'http' && outcome.status >= 200 && outcome.status < 400
    ? 'protocol/http-status'
    : undefined;
}

/** Sets a subject aside when its answer never came or was spoilt; true when it did. */
export function setAside(judge: Judge, subject: string, exchange: Exchange): boolean {
  const by = spoiltBy(exchange);
  if (by === undefined && !isUnanswered(exchange.outcome)) return false;
  judge.unjudged(subject, describeOutcome(exchange.outcome), by);
  return true;
}

/** Who is to blame for an answer that is no result: nobody when it never came, the wire when it was spoilt, else `other`. */
export function blame(exchange: Exchange, other: TestableId): TestableId | undefined {
  return spoiltBy(exchange) ?? (isUnanswered(exchange.outcome) ? undefined : other);
}
