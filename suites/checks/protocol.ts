import type { Judge } from '../../harness/model/check.js';
import { describeOutcome, isUnanswered, type Fault } from '../../harness/model/exchange.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { judgeRefusal } from '../kit/results.js';

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

const UNINFORMATIVE =
  /^(?:mcp error -?\d+:?\s*)?(?:invalid params?|invalid request|internal error|error|unknown error|failed|bad request|server error)?[.!]?$/i;

export const protocol = [
  check('protocol/unknown-method', 'a made-up method', async (probe, judge) => {
    const method = 'skills-conformance/zz-no-such-method';
    judgeRefusal(judge, method, await probe.request(method, {}), [ErrorCode.methodNotFound]);
  }),

  check('protocol/concurrent', 'three requests at once', async (probe, judge) => {
    const uris = (await probe.skills()).flatMap((skill) =>
      skill.uri === undefined || skill.dynamic ? [] : [skill.uri],
    );
    const readable: string[] = [];
    for (const uri of uris.slice(0, 20)) {
      if (readable.length < 3 && (await probe.read(uri)).digest !== undefined) readable.push(uri);
    }
    if (readable.length < 2) {
      judge.notApplicable('fewer than two files are known to be read at once');
      return;
    }
    const views = await Promise.all(readable.map((uri) => probe.read(uri, true)));
    for (const view of views) {
      const { outcome } = view.exchange;
      const before = await probe.read(view.uri);
      if (outcome.kind === 'http' && outcome.status === 429) {
        judge.unjudged(view.uri, 'the server limits requests in flight, which it may');
        continue;
      }
      // Two answers that differ may be a change; two that are each other's are a mix-up.
      const swapped =
        view.digest !== before.digest &&
        views.some((other) => other.uri !== view.uri && before.digest === other.digest);
      judge.each(view.uri, view.answered && view.shapeProblem === undefined && !swapped, () => ({
        expected: 'the content that a single read gave',
        actual: view.answered ? (view.shapeProblem ?? 'the content of another file') : describeOutcome(outcome),
        frames: view.frames,
      }));
    }
  }),

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
      const listing = await probe.listing();
      if (listing.pages.length === 0) {
        judge.unjudged('skills/list', 'it never answered', 'list/result-shape');
        return;
      }
      const again = await probe.request('skills/list', {});
      judge.each('skills/list', again.outcome.kind === 'result', () => ({
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
    'every HTTP reply of the run, and a made-up method',
    async (probe, judge) => {
      if (probe.era === 'modern') {
        const exchange = await probe.request('skills-conformance/zz-no-such-method', {});
        if (!isUnanswered(exchange.outcome) && exchange.http !== undefined) {
          judge.each('an unknown method', exchange.http.status === 404, {
            expected: 'HTTP 404, with the JSON-RPC error in the body',
            actual: `HTTP ${exchange.http.status}`,
            frames: exchange.frames,
          });
        }
      }
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
      });
    },
    { phase: 'shutdown' },
  ),
];
