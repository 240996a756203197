import type { Evidence } from '../../harness/model/check.js';
import { contentOf, sha256 } from '../../harness/model/digest.js';
import { describeOutcome, type Exchange } from '../../harness/model/exchange.js';
import type { Breach } from '../../harness/model/fuzz.js';
import { brief } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { TestableId } from '../requirements/index.js';

/** By the natural reading of a sentence that leaves room: a warning, and a breach under `--strict`. */
export const SOFT = { level: 'SHOULD', strict: 'MUST' } as const satisfies Partial<Evidence>;
/** JSON-RPC has a code for it, and no sentence of MCP asks for it. */
export const HINT = { level: 'INFO', strict: 'SHOULD' } as const satisfies Partial<Evidence>;

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

/** The digest of what `resources/read` gave; undefined when it gave no bytes. */
export function digestOf(uri: unknown, { outcome }: Exchange): string | undefined {
  const bytes = outcome.kind === 'result' ? contentOf(uri, outcome.result) : undefined;
  return bytes && sha256(bytes);
}

/** What many files have in common. */
export const NO_BYTES = sha256(Buffer.alloc(0));

/** Judges what a method of the extension makes of something else than a string in the place of its `uri`. */
export function judgeNoString(
  method: string,
  { uri, how }: { readonly uri: unknown; readonly how?: string },
  exchange: Exchange,
  told: readonly TestableId[],
): Breach | undefined {
  const { outcome } = exchange;
  const { invalidParams, invalidRequest } = ErrorCode;
  if (outcome.kind === 'result') {
    const actual = `a result: ${brief(outcome.result, 120)}`;
    return breach(
      'type-taken',
      asked(method, uri, how),
      exchange,
      { expected: `error ${invalidParams}`, actual },
      told,
    );
  }
  // A request that is not as its schema says may also count as an invalid one.
  const isSoft = outcome.kind === 'error' && outcome.code === invalidRequest;
  return judgeError(method, uri, exchange, [invalidParams], told, isSoft ? SOFT : {});
}
