import type { Target } from '../../harness/model/connection.js';
import { DEFAULT_LIMITS } from '../../harness/model/limits.js';
import { V1, type Era, type Revision, type TransportKind } from '../../harness/model/protocol.js';
import type { EraReport, Result } from '../../harness/model/report.js';
import { DEFAULT_RUN } from '../../harness/run/options.js';
import { outOfScope } from '../../harness/run/plan.js';
import { runServer } from '../../harness/run/run.js';
import type { Mutant, Variation } from '../../reference-server/mutants/index.js';
import { serverSuite } from '../index.js';

/** Where a deviation is looked at. */
export interface Cell {
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportKind;
}

export const SERVER = new URL('../../dist/reference-server/main.js', import.meta.url).pathname;

/** The reference server as a process of its own, with a deviation. */
export const stdioTarget = (args: readonly string[]): Target => ({
  kind: 'stdio',
  command: process.execPath,
  args: [SERVER, ...args],
  shell: false,
  env: {},
});

/** Judges a target in one era, everything selected. */
export async function judge(target: Target, era: Era, revision: Revision): Promise<EraReport> {
  const { report } = await runServer({
    target,
    suite: serverSuite,
    ...DEFAULT_RUN,
    protocol: era,
    revision,
    // Short, for what never answers; archives of ten thousand files take a while to be packed on a busy machine.
    limits: { ...DEFAULT_LIMITS, requestMs: revision === V1 ? 2_000 : 10_000, graceMs: 1_000 },
    tool: { name: 'matrix', version: '0' },
  });
  return report.eras[0]!;
}

const requirement = new Map(serverSuite.requirements.map((named) => [named.id, named]));

/** Ids that can be judged in a revision, in an era, on a transport. */
const inScope = (ids: readonly string[], { revision, era, transport }: Cell): string[] =>
  ids.filter((id) => {
    const named = requirement.get(id);
    return named !== undefined && outOfScope(named, era, transport, revision) === undefined;
  });

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

/** A result worth a line when something did not go as declared. */
const told = (result: Result): string =>
  `${result.id}: ${result.verdict} ${result.level} ${result.reason ?? ''} ${result.findings
    .slice(0, 2)
    .map((finding) => `[${finding.subject}: expected ${finding.expected}, got ${finding.actual}]`)
    .join(' ')}`.slice(0, 600);

export interface Surprise {
  readonly red: string[];
  readonly expectedRed: string[];
  /** Blocked, or in error, for another reason than what the mutant breaks. */
  readonly blocked: string[];
  /** Not applicable, though the mutant does not say so. */
  readonly silent: string[];
  readonly told: string[];
}

/**
 * What a mutant turned red and blocked, beside what it declares. Findings of level INFO count only where the mutant
 * declares them: they are hints, and other deviations may give rise to one. A result that is blocked by what the mutant
 * breaks needs no declaring.
 */
export function compare(report: EraReport, mutant: Mutant, cell: Cell): Surprise {
  const declared = new Set(inScope(mutant.breaks, cell));
  const red = report.results.filter(
    (result) => result.verdict === 'fail' && (result.level !== 'INFO' || declared.has(result.id)),
  );
  const expectedRed = sorted(inScope(mutant.breaks, cell));
  const allowed = new Set(mutant.blocks ?? []);
  const stray = report.results.filter(
    ({ id, verdict, blockedBy }) =>
      verdict === 'error' ||
      (verdict === 'blocked' &&
        !allowed.has(id) &&
        !(blockedBy !== undefined && blockedBy.length > 0 && blockedBy.every((by) => declared.has(by)))),
  );
  const surprising = red.filter(({ id }) => !expectedRed.includes(id));
  const missing = report.results.filter(({ id, verdict }) => expectedRed.includes(id) && verdict !== 'fail');
  return {
    red: sorted(red.map(({ id }) => id)),
    expectedRed,
    blocked: sorted(stray.map(({ id }) => id)),
    silent: unheard(report, cell).filter(
      (id) => !allowed.has(id) && !(mutant.expectNotApplicable ?? []).includes(id),
    ),
    told: [...surprising, ...stray, ...missing].map(told),
  };
}

/**
 * What could be judged in this era on this transport and was not applicable all the same. The reference server gives
 * occasion to judge everything: there it is empty, and elsewhere a check that falls silent would hide what it should see.
 */
export const unheard = (report: EraReport, cell: Cell): string[] =>
  inScope(
    report.results.filter(({ verdict }) => verdict === 'not-applicable').map(({ id }) => id),
    cell,
  );

/** What a variation says that it gives no occasion to judge. */
export const expectedUnheard = (variation: Variation, cell: Cell): string[] =>
  inScope(variation.expectNotApplicable ?? [], cell);

/** What is red, blocked or in error although the server is right. */
export const offences = (report: EraReport): string[] =>
  report.results
    .filter(
      ({ verdict, level }) =>
        verdict === 'blocked' || verdict === 'error' || (verdict === 'fail' && level !== 'INFO'),
    )
    .map(told);

/** Whether a deviation shows in an era on a transport. */
export const shows = (deviation: Mutant | Variation, { era, transport }: Cell): boolean =>
  (deviation.eras?.includes(era) ?? true) &&
  (deviation.transports?.includes(transport) ?? true) &&
  (!('speaks' in deviation) || deviation.speaks === undefined || deviation.speaks === era);
