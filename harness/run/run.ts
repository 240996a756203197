import { ERAS, type Era } from '../model/protocol.js';
import type { FuzzCase } from '../model/fuzz.js';
import type { EraReport } from '../model/report.js';
import { searchBudget } from './budget.js';
import { conclude } from './conclude.js';
import { EraConnector } from './connect-eras.js';
import type { Spoken } from './detect.js';
import { judgeEra } from './judge-era.js';
import type { RunOptions, RunOutput, RunServer, Transcript } from './options.js';
import { provisionBase } from '../provision/base.js';
import { reconcile, type FailedEra } from './reconcile.js';

/** Judges one target in every era and revision that it speaks; see `RunServer`. */
export const runServer: RunServer = async (given) => {
  const { trees } = given.suite;
  if (given.fuzz?.provisionMs === undefined || trees === undefined) return await runOn(given, given.target);
  const { target, site } = provisionBase(trees, given.target);
  try {
    return await runOn({ ...given, target }, given.target);
  } finally {
    site.remove();
  }
};

/** @param named as the user named the target: with `{skills}`, where it is started on generated folders */
async function runOn(options: RunOptions, named: RunOptions['target']): Promise<RunOutput> {
  const started = new Date();
  const label = named.kind === 'http' ? named.url : [named.command, ...named.args].join(' ');
  options.onEvent?.({ type: 'run-start', label });
  const deadline = AbortSignal.timeout(options.limits.runMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);

  const judged: EraReport[] = [];
  const transcripts: Transcript[] = [];
  const cases: FuzzCase[] = [];
  const budget = searchBudget(options.fuzz, options.protocol === 'auto' ? ERAS.length : 1, named);
  const failures: FailedEra[] = [];
  const connector = new EraConnector(options.target, options.limits, signal, options.protocol === 'auto');

  /** Judges one era, by one revision a connection; false when no other era is worth a try. */
  const judgeOne = async (era: Era): Promise<boolean> => {
    const queue: (Spoken | undefined)[] = [pinned(options)];
    for (let at = 0; at < queue.length && !(at > 0 && signal.aborted); at += 1) {
      const connection = at === 0 ? await connector.connect(era) : await connector.again(era);
      if ('kind' in connection) {
        failures.push({ era, failure: connection, ...(at > 0 && { further: queue[at]?.revision }) });
        transcripts.push({ era, frames: connection.frames });
        // A target that cannot be started at all will not start for the other era either.
        return connection.notThisEra;
      }
      const came = await judgeEra(connection, queue[at], options, signal, budget);
      const { report } = came;
      judged.push(report);
      cases.push(...came.cases);
      transcripts.push({ era, revision: report.revision, frames: came.frames });
      queue.push(...came.further);
      options.onEvent?.({ type: 'era-end', report });
    }
    return true;
  };

  for (const era of options.protocol === 'auto' ? ERAS : [options.protocol]) {
    if (signal.aborted && judged.length > 0) break;
    options.onEvent?.({ type: 'connecting', era });
    if (!(await judgeOne(era))) break;
  }
  await connector.close();

  const eras = reconcile(judged, failures, options);
  const report = conclude(eras, options, label, started, interruption(options.signal, deadline));
  options.onEvent?.({ type: 'run-end', report });
  return { report, transcripts, cases };
}

/** The revision that was asked for; undefined when it is to be found. */
const pinned = ({ revision }: RunOptions): Spoken | undefined =>
  revision === 'auto' ? undefined : { revision, because: `it was asked for with --spec ${revision}` };

function interruption(user: AbortSignal | undefined, deadline: AbortSignal): string | undefined {
  if (user?.aborted === true) return 'the run was interrupted';
  if (deadline.aborted) return 'the run took longer than --run-timeout allows';
  return undefined;
}
