import type { Check } from '../model/check.js';
import type { Connection } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import type { FuzzCase } from '../model/fuzz.js';
import { brief, type Json } from '../model/json.js';
import { V1 } from '../model/protocol.js';
import { shorten } from '../model/text.js';
import type { EraReport, Result } from '../model/report.js';
import { inRevision, type NamedRequirement } from '../model/requirement.js';
import { Blocked } from '../probe/sender.js';
import { Probe } from '../probe/probe.js';
import { detect, detectSecond, pinnedNotes, type Detection, type Spoken } from './detect.js';
import type { SearchBudget } from './budget.js';
import { prepareFuzz, runFuzz } from './fuzz.js';
import { Gathered } from './gathered.js';
import { Tally } from './judge.js';
import { inTheWay } from './obstacles.js';
import type { RunOptions } from './options.js';
import { outOfScope, plan, select } from './plan.js';
import { settled } from './reconcile.js';
import { runTrees } from './trees.js';
import { within } from './within.js';

/** What one connection came to: its report, and the revisions that are still to be judged, each over a new connection. */
export interface Judged {
  readonly report: EraReport;
  /** What went over the wire; what the search found stands at the end. */
  readonly frames: readonly Frame[];
  readonly cases: readonly FuzzCase[];
  readonly further: readonly Spoken[];
}

/** Looks at the target within the limits of a check; undefined when the run ends meanwhile, or the target is gone. */
async function look<T>(work: Promise<T>, options: RunOptions, signal: AbortSignal): Promise<T | undefined> {
  try {
    const found = await within(work, options.limits.checkMs, signal);
    return found === 'timeout' || found === 'aborted' ? undefined : found;
  } catch (error) {
    if (error instanceof Blocked) return undefined;
    throw error;
  }
}

const NOTHING: Detection = { spoken: [], notes: [] };

/**
 * Judges a target over one live connection, and ends the target whatever happens.
 * @param chosen the revision to judge by; without it, the one that the target shows
 */
export async function judgeEra(
  connection: Connection,
  chosen: Spoken | undefined,
  options: RunOptions,
  signal: AbortSignal,
  budget: SearchBudget,
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
    const found = chosen === undefined ? await look(detect(probe), options, signal) : undefined;
    const notes = found?.notes ?? (await look(pinnedNotes(probe), options, signal)) ?? [];
    const spoken = chosen ?? found?.spoken[0] ?? { revision: V1, because: 'nothing shows which revision it speaks' };
    if (spoken.revision !== probe.revision) {
      probe = new Probe(connection, { ...probeOptions, revision: spoken.revision });
    }
    const results = await runChecks(probe, options, signal, budget, async () =>
      // Asked for only when all else was, so that it changes nothing of what was judged.
      chosen === undefined && spoken.revision === V1 ? await look(detectSecond(probe), options, signal) : undefined,
    );
    const { second = NOTHING, reported, gathered } = results;
    const frames = [...connection.frames, ...gathered.frames];
    const report: EraReport = {
      era: probe.era,
      ...spoken,
      notes: [...notes, ...second.notes].map((note) => shorten(note)),
      protocolVersion: connection.handshake.protocolVersion,
      serverInfo: bounded(connection.handshake.serverInfo ?? null),
      facts: {
        declared: probe.declaration !== undefined,
        found: probe.declaration !== undefined || (await showsSkills(probe)),
        servesUndeclared: results.servesUndeclared,
        directoryRead: probe.directoryRead,
      },
      results: reported,
      frames: framesOf(reported, frames),
      limitsReached: [...probe.limitsReached].map(([flag, detail]) => ({ flag, detail: shorten(detail) })),
      requests: probe.requests + gathered.requests,
      ms: Math.round(performance.now() - begun),
    };
    return { report, frames, cases: gathered.cases, further: second.spoken };
  } finally {
    await probe.close();
  }
}

/** What the checks of one revision came to. */
interface Checked {
  readonly reported: readonly Result[];
  /** From the check, which is a prerequisite of all others and so was run whatever is selected. */
  readonly servesUndeclared: boolean;
  readonly second: Detection | undefined;
  readonly gathered: Gathered;
}

/** Runs every planned check; `last` is asked before the target is ended, unless the run is over by then. */
async function runChecks(
  probe: Probe,
  options: RunOptions,
  ending: AbortSignal,
  budget: SearchBudget,
  last: () => Promise<Detection | undefined>,
): Promise<Checked> {
  const { era, revision, transport } = probe;
  const { protocolVersion } = probe.handshake;
  const selected = select(options.suite, options, revision);
  const checks = plan(options.suite, selected, era, transport, revision);
  const requirements = new Map(options.suite.requirements.map((one) => [one.id, inRevision(one, revision)]));
  const results = new Map<string, Result>();
  const bailed = new AbortController();
  const signal = AbortSignal.any([ending, bailed.signal]);
  const inScope = new Set(
    selected.flatMap((one) => (outOfScope(one, era, transport, revision) === undefined ? [one.id] : [])),
  );
  const properties = options.suite.properties.filter(({ verifies }) => inScope.has(verifies));
  const trees = options.suite.trees?.verifies.filter((id) => inScope.has(id)) ?? [];
  // The folders are searched for all their requirements at once.
  const of = checks.length + properties.length + (trees.length > 0 ? 1 : 0);
  options.onEvent?.({ type: 'era-start', era, revision, protocolVersion, checks: of });
  let index = 0;
  const begin = (id: string): void => options.onEvent?.({ type: 'check-start', era, id, index: ++index, of });
  const finish = (result: Result): void => {
    results.set(result.id, result);
    options.onEvent?.({ type: 'check-end', era, result, index, of });
    if (options.bail > 0 && mustFailures(results) >= options.bail)
      bailed.abort(`stopped after ${options.bail} failing MUST(s) (--bail)`);
  };
  const run = async (check: Check<Probe>): Promise<void> => {
    begin(check.verifies);
    finish(await runCheck(check, probe, requirements.get(check.verifies)!, results, options, signal));
  };
  for (const check of checks.filter(({ phase }) => phase !== 'shutdown')) await run(check);
  const second = signal.aborted ? undefined : await last();
  const fuzzPlan = properties.length === 0 ? undefined : await prepareFuzz(probe, properties, options, signal);
  for (const check of checks.filter(({ phase }) => phase === 'shutdown')) {
    await probe.close();
    await run(check);
  }
  // Two of a server's processes at once may get into each other's way.
  if (properties.length + trees.length > 0) await probe.close();
  const gathered = new Gathered(probe.frames.length);
  if (options.fuzz !== undefined) {
    const { fuzz } = options;
    const task = { options, fuzz, signal, budget, era, revision, requirements, results, gathered, begin, finish };
    if (fuzzPlan !== undefined) await runFuzz(fuzzPlan, task);
    await runTrees(trees, task);
  }
  const reported = selected.map((requirement) => {
    const reason = outOfScope(requirement, era, transport, revision);
    return reason === undefined ? results.get(requirement.id)! : settled(requirement, 'not-applicable', reason);
  });
  const servesUndeclared = results.get('capability/declared')?.verdict === 'fail';
  return { reported, servesUndeclared, second, gathered };
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
  const roots = inTheWay(check.needs, results);
  if (roots.length > 0) return settle('blocked', `blocked by ${roots.join(', ')}`, roots);
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
