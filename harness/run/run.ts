import type { Check } from '../model/check.js';
import type { Connection, StartFailure } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import { brief, type Json } from '../model/json.js';
import { shorten } from '../model/text.js';
import { ERAS, type Era } from '../model/protocol.js';
import type { EraReport, Result } from '../model/report.js';
import type { NamedRequirement } from '../model/requirement.js';
import { Blocked } from '../probe/sender.js';
import { Probe } from '../probe/probe.js';
import { EraConnector } from './connect-eras.js';
import { Tally } from './judge.js';
import { conclude } from './conclude.js';
import type { RunOptions, RunOutput, RunServer } from './options.js';
import { outOfScope, plan, select } from './plan.js';
import { reconcile, settled } from './reconcile.js';

/** Judges one target in every era that it speaks; see `RunServer`. */
export const runServer: RunServer = async (options) => {
  const started = new Date();
  const label =
    options.target.kind === 'http' ? options.target.url : [options.target.command, ...options.target.args].join(' ');
  options.onEvent?.({ type: 'run-start', label });
  const deadline = AbortSignal.timeout(options.limits.runMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
  const selected = select(options.suite, options, options.revision);

  const judged: EraReport[] = [];
  const transcripts: { era: Era; frames: readonly Frame[] }[] = [];
  const failures: { era: Era; failure: StartFailure }[] = [];
  const connector = new EraConnector(options.target, options.limits, signal, options.protocol === 'auto');
  for (const era of options.protocol === 'auto' ? ERAS : [options.protocol]) {
    if (signal.aborted && judged.length > 0) break;
    options.onEvent?.({ type: 'connecting', era });
    const connection = await connector.connect(era);
    if ('kind' in connection) {
      failures.push({ era, failure: connection });
      transcripts.push({ era, frames: connection.frames });
      // A target that cannot be started at all will not start for the other era either.
      if (!connection.notThisEra) break;
      continue;
    }
    const report = await judgeEra(connection, era, selected, options, signal);
    judged.push(report);
    transcripts.push({ era, frames: connection.frames });
    options.onEvent?.({ type: 'era-end', report });
  }

  await connector.close();

  const eras = reconcile(judged, failures, selected, options);
  const report = conclude(eras, selected, options, label, started, interruption(options.signal, deadline));
  options.onEvent?.({ type: 'run-end', report });
  return { report, transcripts } satisfies RunOutput;
};

function interruption(user: AbortSignal | undefined, deadline: AbortSignal): string | undefined {
  if (user?.aborted === true) return 'the run was interrupted';
  if (deadline.aborted) return 'the run took longer than --run-timeout allows';
  return undefined;
}

/** Runs every planned check against one live connection, and ends the target whatever happens. */
async function judgeEra(
  connection: Connection,
  era: Era,
  selected: readonly NamedRequirement[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<EraReport> {
  const begun = performance.now();
  const probe = new Probe(connection, {
    limits: options.limits,
    skills: options.skills,
    concurrency: options.concurrency,
    onProgress: (text) => options.onEvent?.({ type: 'progress', text }),
  });
  const checks = plan(options.suite, selected, era, connection.transport);
  const requirements = new Map(options.suite.requirements.map((requirement) => [requirement.id, requirement]));
  const results = new Map<string, Result>();
  const { protocolVersion } = connection.handshake;
  options.onEvent?.({ type: 'era-start', era, protocolVersion, checks: checks.length });
  try {
    let index = 0;
    for (const check of checks) {
      index += 1;
      options.onEvent?.({ type: 'check-start', era, id: check.verifies, index, of: checks.length });
      if (check.phase === 'shutdown') await probe.close();
      const result = await runCheck(check, probe, requirements.get(check.verifies)!, results, options, signal);
      results.set(check.verifies, result);
      options.onEvent?.({ type: 'check-end', era, result, index, of: checks.length });
      if (options.bail > 0 && mustFailures(results) >= options.bail) {
        signal = AbortSignal.abort(`stopped after ${options.bail} failing MUST(s) (--bail)`);
      }
    }
  } finally {
    await probe.close();
  }
  const reported = selected.map((requirement) => {
    const reason = outOfScope(requirement, era, connection.transport);
    return reason === undefined ? results.get(requirement.id)! : settled(requirement, 'not-applicable', reason);
  });
  return {
    era,
    revision: options.revision,
    protocolVersion,
    serverInfo: bounded(connection.handshake.serverInfo ?? null),
    facts: {
      declared: probe.declaration !== undefined,
      // From the check, which is a prerequisite of all others and so was run whatever is selected.
      servesUndeclared: results.get('capability/declared')?.verdict === 'fail',
      directoryRead: probe.directoryRead,
    },
    results: reported,
    frames: framesOf(reported, connection.frames),
    limitsReached: [...probe.limitsReached].map(([flag, detail]) => ({ flag, detail: shorten(detail) })),
    requests: probe.requests,
    ms: Math.round(performance.now() - begun),
  };
}

/** What a report holds of a value of the server's own. */
const bounded = (value: Json): Json => (JSON.stringify(value).length <= 16_384 ? value : brief(value));

const mustFailures = (results: ReadonlyMap<string, Result>): number =>
  [...results.values()].filter((result) => result.verdict === 'fail' && result.level === 'MUST').length;

/** Runs one check unless something stands in its way. What it throws is blocked when it says so, and our fault otherwise. */
async function runCheck(
  check: Check<Probe>,
  probe: Probe,
  requirement: NamedRequirement,
  results: ReadonlyMap<string, Result>,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Result> {
  const begun = performance.now();
  const tally = new Tally(requirement, options.strict);
  const elapsed = (): number => Math.round(performance.now() - begun);
  const settle = (verdict: 'blocked' | 'error', reason: string, by: readonly string[] = []): Result => ({
    ...tally.result(check.title, elapsed()),
    verdict,
    level: requirement.level,
    reason: shorten(reason),
    ...(by.length > 0 ? { blockedBy: by } : {}),
  });
  if (signal.aborted) {
    return settle(
      'blocked',
      typeof signal.reason === 'string' ? signal.reason : 'the run ended before it was reached',
    );
  }
  const inTheWay = check.needs.filter((id) => {
    const result = results.get(id);
    return (
      result !== undefined && (result.verdict === 'blocked' || (result.verdict === 'fail' && result.level === 'MUST'))
    );
  });
  if (inTheWay.length > 0) {
    const roots = inTheWay.flatMap((id) => results.get(id)?.blockedBy ?? [id]);
    return settle('blocked', `blocked by ${[...new Set(roots)].join(', ')}`, [...new Set(roots)]);
  }
  let end!: (how: 'timeout' | 'aborted') => void;
  const cut = new Promise<'timeout' | 'aborted'>((resolve) => (end = resolve));
  const timeout = setTimeout(end, options.limits.checkMs, 'timeout');
  const onAbort = (): void => end('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const running = Promise.resolve().then(() => check.run(probe, tally));
    // A check that is left behind must not become an unhandled rejection.
    running.catch(() => undefined);
    const ended = await Promise.race([running.then(() => 'done' as const), cut]);
    if (ended === 'timeout') {
      return settle('blocked', `not finished within ${options.limits.checkMs} ms (--check-timeout)`);
    }
    if (ended === 'aborted') return settle('blocked', 'the run ended before it was finished');
    return tally.result(check.title, elapsed());
  } catch (error) {
    if (error instanceof Blocked) {
      // What was already found stands: a breach does not vanish because the rest could not be judged.
      if (tally.findingsTotal > 0) {
        tally.unjudged('the rest', error.message);
        return tally.result(check.title, elapsed());
      }
      return settle('blocked', error.message);
    }
    return settle('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', onAbort);
  }
}

/** The frames that findings point to, for a report that stands alone. */
function framesOf(results: readonly Result[], frames: readonly Frame[]): Frame[] {
  const wanted = new Set(results.flatMap((result) => result.findings.flatMap((finding) => finding.frames)));
  return [...wanted]
    .sort((a, b) => a - b)
    .map((n) => frames[n - 1])
    .filter((frame) => frame !== undefined);
}
