import { gravity } from '../model/check.js';
import { EXTENSION_ID, V1 } from '../model/protocol.js';
import type { Counts, EraReport, OutcomeWord, Report, Result } from '../model/report.js';
import type { Level } from '../model/requirement.js';
import type { FuzzOptions, RunOptions } from './options.js';

const EXIT = { conforms: 0, violations: 1, incomplete: 3, error: 4 } as const satisfies Record<OutcomeWord, number>;

/** True when a result of this level decides about the exit code. */
const gates = (level: Level, failOn: 'must' | 'should'): boolean =>
  gravity(level) >= gravity(failOn === 'must' ? 'MUST' : 'SHOULD');

/**
 * Draws the report's one outcome from all results: a gating failure is a violation; else a fault of ours; else a gating
 * requirement that is blocked, or nothing judged at all, leaves the run incomplete; else the target conforms.
 */
export function conclude(
  eras: readonly EraReport[],
  options: RunOptions,
  label: string,
  started: Date,
  interrupted: string | undefined,
): Report {
  const results = eras.flatMap((era) => era.results);
  const violations = results.filter((result) => result.verdict === 'fail' && gates(result.level, options.failOn));
  const errors = results.filter((result) => result.verdict === 'error');
  const blocked = results.filter((result) => result.verdict === 'blocked' && gates(result.level, options.failOn));
  const judged = results.some((result) => result.verdict === 'pass' || result.verdict === 'fail');
  const outcome: OutcomeWord =
    violations.length > 0
      ? 'violations'
      : errors.length > 0
        ? 'error'
        : blocked.length > 0 || !judged || interrupted !== undefined
          ? 'incomplete'
          : 'conforms';
  const revisions = eras.map((era) => era.revision).sort();
  const revision = revisions.at(-1) ?? V1;
  const told = new Set(results.map(({ id }) => id));
  return {
    schemaVersion: 1,
    tool: options.tool,
    spec: { extension: EXTENSION_ID, asked: options.revision, revision, source: options.suite.sources[revision] },
    target: { transport: options.target.kind, label },
    startedAt: started.toISOString(),
    ms: Date.now() - started.getTime(),
    outcome,
    exitCode: EXIT[outcome],
    summary: summarise(outcome, eras, violations, errors, blocked, results, interrupted),
    failOn: options.failOn,
    strict: options.strict,
    selection: { only: options.only, skip: options.skip, level: options.level },
    ...(options.fuzz === undefined ? {} : { fuzz: fuzzOf(options.fuzz) }),
    counts: count(results),
    eras,
    requirements: Object.fromEntries(
      options.suite.requirements.filter(({ id }) => told.has(id)).map((requirement) => [requirement.id, requirement]),
    ),
  };
}

const fuzzOf = ({ seed, shard }: FuzzOptions): NonNullable<Report['fuzz']> => ({
  seed,
  ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.of}` }),
});

const ids = (results: readonly Result[]): string[] => [...new Set(results.map((result) => result.id))];

function summarise(
  outcome: OutcomeWord,
  eras: readonly EraReport[],
  violations: readonly Result[],
  errors: readonly Result[],
  blocked: readonly Result[],
  results: readonly Result[],
  interrupted: string | undefined,
): string {
  const start = eras.find((era) => era.startFailure !== undefined)?.startFailure;
  switch (outcome) {
    case 'violations':
      return `${plural(ids(violations).length, 'requirement')} violated: ${list(ids(violations))}`;
    case 'error':
      return `a fault of this tool kept ${plural(ids(errors).length, 'requirement')} from being judged: ${list(ids(errors))}`;
    case 'incomplete':
      if (interrupted !== undefined) return `incomplete: ${interrupted}`;
      if (start !== undefined) return `incomplete: ${start.message}`;
      if (blocked.length === 0) return `incomplete: nothing was judged${none(eras)}`;
      return `incomplete: ${plural(ids(blocked).length, 'requirement')} could not be judged: ${list(ids(blocked))}`;
    case 'conforms': {
      const warnings = ids(results.filter((result) => result.verdict === 'fail' && result.level === 'SHOULD')).length;
      const passed = ids(results.filter((result) => result.verdict === 'pass')).length;
      return `${plural(passed, 'requirement')} hold${passed === 1 ? 's' : ''}, none is violated${warnings > 0 ? `; ${plural(warnings, 'warning')}` : ''}`;
    }
  }
}

/** Why a selection may have nothing to say: it names requirements of other revisions. */
function none(eras: readonly EraReport[]): string {
  if (eras.some((era) => era.results.length > 0)) return '';
  const spoken = [...new Set(eras.map((era) => era.revision))].join(' and ');
  return `: none of the selected requirements holds in revision ${spoken}, which the server speaks`;
}

const plural = (count_: number, noun: string): string => `${count_} ${noun}${count_ === 1 ? '' : 's'}`;

const list = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;

function count(results: readonly Result[]): Counts {
  const of = (verdict: Result['verdict'], level?: Level): number =>
    results.filter((result) => result.verdict === verdict && (level === undefined || result.level === level)).length;
  return {
    pass: of('pass'),
    fail: { MUST: of('fail', 'MUST'), SHOULD: of('fail', 'SHOULD'), INFO: of('fail', 'INFO') },
    'not-applicable': of('not-applicable'),
    blocked: of('blocked'),
    error: of('error'),
  };
}
