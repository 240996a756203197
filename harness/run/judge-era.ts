import type { Check } from '../model/check.js';
import type { Connection } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import { brief, type Json } from '../model/json.js';
import { V1 } from '../model/protocol.js';
import { shorten } from '../model/text.js';
import type { EraReport, Result } from '../model/report.js';
import { inRevision, type NamedRequirement } from '../model/requirement.js';
import { Blocked } from '../probe/sender.js';
import { Probe } from '../probe/probe.js';
import { detect, detectSecond, pinnedNotes, type Detection, type Spoken } from './detect.js';
import { Tally } from './judge.js';
import type { RunOptions } from './options.js';
import { outOfScope, plan, select } from './plan.js';
import { settled } from './reconcile.js';
import { within } from './within.js';

/** What one connection came to: its report, and the revisions that are still to be judged, each over a new connection. */
export interface Judged {
  readonly report: EraReport;
  readonly further: readonly Spoken[];
}

/** Finds out what the target speaks, within the limits of a check. A run that ends meanwhile finds nothing. */
async function detected(probe: Probe, options: RunOptions, signal: AbortSignal): Promise<Detection> {
  try {
    const found = await within(detect(probe), options.limits.checkMs, signal);
    return typeof found === 'string' ? { spoken: [], notes: [] } : found;
  } catch (error) {
    if (error instanceof Blocked) return { spoken: [], notes: [] };
    throw error;
  }
}

/** What there is to say where the revision is not to be found out. */
async function pinned(probe: Probe, options: RunOptions, signal: AbortSignal): Promise<readonly string[]> {
  const notes = await within(pinnedNotes(probe), options.limits.checkMs, signal).catch(() => []);
  return typeof notes === 'string' ? [] : notes;
}

/**
 * Judges a target over one live connection, and ends the target whatever happens.
 * @param chosen the revision to judge by; without it, the one that the target shows
 */
export async function judgeEra(
  connection: Connection,
  chosen: Spoken | undefined,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Judged> {
  const begun = performance.now();
  const probeOptions = {
    limits: options.limits,
    skills: options.skills,
    concurrency: options.concurrency,
    onProgress: (text: string) => options.onEvent?.({ type: 'progress', text }),
  };
  let probe = new Probe(connection, { ...probeOptions, revision: chosen?.revision ?? V1 });
  try {
    const detection =
      chosen === undefined
        ? await detected(probe, options, signal)
        : { spoken: [chosen], notes: await pinned(probe, options, signal) };
    const spoken = detection.spoken[0] ?? { revision: V1, because: 'nothing shows which revision it speaks' };
    if (spoken.revision !== probe.revision) {
      probe = new Probe(connection, { ...probeOptions, revision: spoken.revision });
    }
    return await judgeRevision(probe, connection, { ...detection, spoken: [spoken] }, begun, chosen, options, signal);
  } finally {
    await probe.close();
  }
}

async function judgeRevision(
  probe: Probe,
  connection: Connection,
  detection: Detection,
  begun: number,
  chosen: Spoken | undefined,
  options: RunOptions,
  ending: AbortSignal,
): Promise<Judged> {
  const [{ revision, because }] = detection.spoken as readonly [Spoken];
  const { era } = probe;
  const { protocolVersion } = connection.handshake;
  const selected = select(options.suite, options, revision);
  const checks = plan(options.suite, selected, era, connection.transport, revision);
  const requirements = new Map(options.suite.requirements.map((one) => [one.id, inRevision(one, revision)]));
  const results = new Map<string, Result>();
  let signal = ending;
  let second: Detection = { spoken: [], notes: [] };
  options.onEvent?.({ type: 'era-start', era, revision, protocolVersion, checks: checks.length });
  let index = 0;
  const run = async (check: Check<Probe>): Promise<void> => {
    index += 1;
    options.onEvent?.({ type: 'check-start', era, id: check.verifies, index, of: checks.length });
    const result = await runCheck(check, probe, requirements.get(check.verifies)!, results, options, signal);
    results.set(check.verifies, result);
    options.onEvent?.({ type: 'check-end', era, result, index, of: checks.length });
    if (options.bail > 0 && mustFailures(results) >= options.bail) {
      signal = AbortSignal.abort(`stopped after ${options.bail} failing MUST(s) (--bail)`);
    }
  };
  for (const check of checks.filter(({ phase }) => phase !== 'shutdown')) await run(check);
  // Asked for only now, so that it changes nothing of what was judged.
  if (chosen === undefined && revision === V1 && !signal.aborted) {
    const found = await within(detectSecond(probe), options.limits.checkMs, signal).catch(() => undefined);
    if (found !== undefined && typeof found !== 'string') second = found;
  }
  const ended = checks.filter(({ phase }) => phase === 'shutdown');
  if (ended.length > 0) await probe.close();
  for (const check of ended) await run(check);
  const reported = selected.map((requirement) => {
    const reason = outOfScope(requirement, era, connection.transport, revision);
    return reason === undefined ? results.get(requirement.id)! : settled(requirement, 'not-applicable', reason);
  });
  const report: EraReport = {
    era,
    revision,
    because,
    notes: [...detection.notes, ...second.notes].map((note) => shorten(note)),
    protocolVersion,
    serverInfo: bounded(connection.handshake.serverInfo ?? null),
    facts: {
      declared: probe.declaration !== undefined,
      found: probe.declaration !== undefined || (await showsSkills(probe)),
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
  return { report, further: second.spoken };
}

/** Whether a target that declares nothing shows skills all the same; from what was asked for already. */
async function showsSkills(probe: Probe): Promise<boolean> {
  try {
    return probe.hasMethods
      ? (await probe.listing()).pages.some((page) => page.shaped)
      : (await probe.drafts.index()).shape !== undefined;
  } catch (error) {
    if (error instanceof Blocked) return false;
    throw error;
  }
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
  try {
    const ended = await within(
      Promise.resolve().then(() => check.run(probe, tally)),
      options.limits.checkMs,
      signal,
    );
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
