import type { Judge } from '../../harness/model/check.js';
import { describeOutcome, isUnanswered, type Exchange, type Fault } from '../../harness/model/exchange.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { judgeRefusal } from '../kit/results.js';
import { listingOf, skillsOf } from '../kit/subjects.js';

/** Judges the faults of one kind that the transport saw: each name once, with how often. */
function judgeFaults(probe: Probe, judge: Judge, bears: Fault['bears'], expected: string): void {
  const byName = new Map<string, Fault[]>();
  for (const fault of probe.faults) {
    if (fault.bears === bears) byName.set(fault.name, [...(byName.get(fault.name) ?? []), fault]);
  }
  judge.each('the wire', true, { expected, actual: '', frames: [] });
  for (const [name, faults] of byName) {
    judge.each(name, false, {
      expected,
      actual: `${faults[0]!.detail}${faults.length > 1 ? ` (and ${faults.length - 1} more of this kind)` : ''}`,
      frames: faults.slice(0, 5).map((fault) => fault.frame),
    });
  }
}

/** Judges the status and, where the text gives one, the code of one refused request. */
function judgeStatus(judge: Judge, subject: string, exchange: Exchange, status: number, code?: number): void {
  const { outcome, http } = exchange;
  if (isUnanswered(outcome) || http === undefined) {
    judge.unjudged(subject, describeOutcome(outcome));
    return;
  }
  const right = http.status === status && (code === undefined || (outcome.kind === 'error' && outcome.code === code));
  judge.each(subject, right, () => ({
    expected: `HTTP ${status}${code === undefined ? '' : ` with error ${code}`}`,
    actual: `HTTP ${http.status} with ${describeOutcome(outcome)}`,
    frames: exchange.frames,
  }));
}

/** 2026-07-28, Streamable HTTP: unknown method, unsupported version, headers that contradict the body, missing `_meta`. */
async function judgeModernStatuses(probe: Probe, judge: Judge): Promise<void> {
  const method = 'skills-conformance/zz-no-such-method';
  const unknown = await probe.request(method, {});
  // Its code is the matter of protocol/unknown-method.
  if (unknown.outcome.kind === 'error') judgeStatus(judge, 'an unknown method', unknown, 404);
  const version = '1999-01-01';
  const { method: good, params } = probe.plainRequest;
  const old = await probe.request(good, params, {
    meta: { 'io.modelcontextprotocol/protocolVersion': version },
    headers: { 'MCP-Protocol-Version': version },
  });
  judgeStatus(judge, `the protocol version ${version}`, old, 400, ErrorCode.unsupportedProtocolVersion);
  const other = await probe.request(good, params, { headers: { 'Mcp-Method': 'tools/list' } });
  judgeStatus(judge, 'a Mcp-Method header that contradicts the body', other, 400, ErrorCode.headerMismatch);
  const bare = await probe.request(good, params, {
    meta: { 'io.modelcontextprotocol/clientCapabilities': undefined },
  });
  judgeStatus(judge, 'a request without the required clientCapabilities', bare, 400, ErrorCode.invalidParams);
}

/** 2025-11-25, Streamable HTTP: a bad version header; GET, which opens a stream or is not allowed. */
async function judgeLegacyStatuses(probe: Probe, judge: Judge): Promise<void> {
  if (probe.handshake.protocolVersion >= '2025-06-18') {
    const { method, params } = probe.plainRequest;
    const bad = await probe.request(method, params, { headers: { 'MCP-Protocol-Version': 'banana' } });
    judgeStatus(judge, 'the MCP-Protocol-Version header "banana"', bad, 400);
  }
  const stream = await probe.http({
    method: 'GET',
    headers: { Accept: 'text/event-stream', 'Content-Type': undefined },
    timeoutMs: 1_500,
  });
  if (stream.http === undefined || [401, 403, 429, 503].includes(stream.http.status)) return;
  const { status, contentType } = stream.http;
  judge.each('GET', status === 405 || (status === 200 && contentType === 'text/event-stream'), () => ({
    expected: 'an event stream, or HTTP 405 where none is offered',
    actual: `HTTP ${status}${contentType === '' ? '' : ` with ${contentType}`}`,
    frames: stream.frames,
  }));
}

/** A request that was answered with a result before; without one, the judge is told why. */
async function goodRequest(probe: Probe, judge: Judge): Promise<Probe['plainRequest'] | undefined> {
  if (probe.hasMethods) return (await listingOf(probe, judge)) === undefined ? undefined : probe.plainRequest;
  if ((await probe.drafts.index()).answered) return probe.plainRequest;
  for (const { uri } of await skillsOf(probe, judge)) {
    if (uri === undefined || !(await probe.read(uri)).answered) continue;
    return { method: 'resources/read', params: { uri } };
  }
  return undefined;
}

const UNINFORMATIVE =
  /^(?:mcp error -?\d+:?\s*)?(?:-?\d+|invalid (?:request )?param(?:eter)?s?|invalid request|internal error|error|unknown error|failed|bad request|server error)?[.!]?$/i;

export const protocol = [
  check('protocol/unknown-method', 'a made-up method', async (probe, judge) => {
    const method = 'skills-conformance/zz-no-such-method';
    judgeRefusal(judge, method, await probe.request(method, {}), [ErrorCode.methodNotFound]);
  }),

  check(
    'protocol/concurrent',
    'three skills/get where there is such a method, then three resources/read, at once',
    async (probe, judge) => {
      const known: string[] = [];
      for (const { uri, dynamic } of await skillsOf(probe, judge)) {
        if (known.length === 3) break;
        if (uri === undefined || dynamic) continue;
        if (probe.hasMethods && (await probe.get(uri)).entry?.uri !== uri) continue;
        if ((await probe.read(uri)).digest !== undefined) known.push(uri);
      }
      if (known.length < 2) {
        judge.notApplicable('fewer than two skills are known to answer one at a time');
        return;
      }
      // A server may limit requests in flight.
      const limited = ({ outcome }: Exchange): boolean =>
        outcome.kind === 'http' && (outcome.status === 429 || outcome.status === 503);
      const judgeOne = (subject: string, exchange: Exchange, right: boolean, actual: string): void => {
        if (limited(exchange)) judge.notApplicable('the server limits requests in flight, which it may');
        else
          judge.each(subject, right, () => ({
            expected: 'the answer that it gives to one request alone',
            actual,
            frames: exchange.frames,
          }));
      };
      const entries = await Promise.all(probe.hasMethods ? known.map((uri) => probe.get(uri, true)) : []);
      entries.forEach((got, index) => {
        const uri = known[index]!;
        const actual =
          got.result === undefined
            ? describeOutcome(got.exchange.outcome)
            : `the entry of ${got.entry?.label ?? 'nothing'}`;
        judgeOne(`skills/get of ${uri}`, got.exchange, got.entry?.uri === uri, actual);
      });
      const views = await Promise.all(known.map((uri) => probe.read(uri, true)));
      for (const view of views) {
        const before = await probe.read(view.uri);
        // Two answers that differ may be a change; one that is another's is a mix-up.
        const others = await Promise.all(known.filter((uri) => uri !== view.uri).map((uri) => probe.read(uri)));
        const swapped = view.digest !== before.digest && others.some((other) => other.digest === view.digest);
        const actual = view.answered
          ? (view.shapeProblem ?? 'the content of another file')
          : describeOutcome(view.exchange.outcome);
        judgeOne(
          `resources/read of ${view.uri}`,
          view.exchange,
          view.answered && view.shapeProblem === undefined && !swapped,
          actual,
        );
      }
    },
  ),

  check(
    'protocol/survives',
    'the first request of the run, asked again at the end',
    async (probe, judge) => {
      if (probe.broken !== undefined) {
        const last = probe.frames.slice(-6).map((frame) => frame.n);
        judge.each('the connection', false, {
          expected: 'a server that still answers',
          actual: probe.broken,
          frames: last,
        });
        return;
      }
      const good = await goodRequest(probe, judge);
      if (good === undefined) return;
      const again = await probe.request(good.method, good.params);
      judge.each(good.method, again.outcome.kind === 'result', () => ({
        expected: 'a result, as at the start',
        actual: describeOutcome(again.outcome),
        frames: again.frames,
      }));
    },
    { phase: 'wire' },
  ),

  check(
    'protocol/error-message',
    'the messages of all errors that were provoked',
    (probe, judge) => {
      for (const { subject, exchange } of probe.refusals) {
        const { outcome } = exchange;
        if (outcome.kind !== 'error' || outcome.code === ErrorCode.methodNotFound) continue;
        judge.each(subject, !UNINFORMATIVE.test(outcome.message.trim()), () => ({
          expected: 'a message that tells what was wrong',
          actual: JSON.stringify(outcome.message),
          frames: exchange.frames,
        }));
      }
      judge.notApplicable('no error was seen');
    },
    { phase: 'wire' },
  ),

  check(
    'protocol/jsonrpc',
    'every message of the run',
    (probe, judge) => judgeFaults(probe, judge, 'jsonrpc', 'valid JSON-RPC 2.0'),
    { phase: 'wire' },
  ),

  check(
    'protocol/stdout-clean',
    'every line of stdout',
    (probe, judge) => judgeFaults(probe, judge, 'stdout', 'messages alone, one a line, in UTF-8'),
    { phase: 'wire' },
  ),

  check(
    'protocol/http-status',
    'every HTTP reply of the run; requests that a right server refuses with a status',
    async (probe, judge) => {
      await (probe.era === 'modern' ? judgeModernStatuses(probe, judge) : judgeLegacyStatuses(probe, judge));
      judgeFaults(probe, judge, 'http', 'what Streamable HTTP lays down');
    },
    { phase: 'wire' },
  ),

  check(
    'protocol/shutdown',
    'closing stdin',
    (probe, judge) => {
      const ended = probe.closing?.process;
      if (ended === undefined) {
        judge.unjudged('the process', 'how it ended is not known');
        return;
      }
      if (ended.how === 'early') {
        judge.unjudged('the process', 'it went before stdin was closed', 'protocol/survives');
        return;
      }
      judge.each('the process', ended.how === 'self', {
        expected: `an exit within ${probe.limits.graceMs} ms of the end of its input`,
        actual: `it had to be ended by ${ended.how === 'sigterm' ? 'SIGTERM' : 'SIGKILL'}`,
        frames: probe.closing!.frames,
        // The sentence stands in the text of 2026-07-28; before, only the client is told how to end a server.
        ...(probe.era === 'legacy' ? { level: 'INFO', strict: 'SHOULD' } : {}),
      });
    },
    { phase: 'shutdown' },
  ),
];
