import type { StartFailure } from '../model/connection.js';
import { EXTENSION_ID, V1, type Era, type Revision } from '../model/protocol.js';
import type { EraReport, Result } from '../model/report.js';
import type { NamedRequirement } from '../model/requirement.js';
import type { RunOptions } from './options.js';
import { outOfScope, select } from './plan.js';

/** A connection that was not made. */
export interface FailedEra {
  readonly era: Era;
  readonly failure: StartFailure;
  /** Set when the target speaks this era, as it showed before, and was to be judged by a further revision. */
  readonly further?: Revision | undefined;
}

/** The result of a requirement that no check was run for. */
export const settled = (
  requirement: NamedRequirement,
  verdict: 'not-applicable' | 'blocked',
  reason: string,
): Result => ({
  id: requirement.id,
  verdict,
  level: requirement.level,
  title: requirement.statement,
  judged: 0,
  findings: [],
  findingsTotal: 0,
  unjudged: [],
  unjudgedTotal: 0,
  reason,
  ms: 0,
});

/**
 * What remains to be said once all eras were tried. An era that the target does not speak is left out when it speaks
 * another. An era in which the extension is not declared does not count when the other one declares it, as the text does
 * not ask for it in each; but the modern era, for which the text is written, is not let off when it serves skills all the
 * same, since its clients never learn of them. Where nothing is declared in any era, one that serves skills counts.
 */
export function reconcile(
  judged: readonly EraReport[],
  failures: readonly FailedEra[],
  options: RunOptions,
): EraReport[] {
  if (judged.length === 0) {
    const told = failures.find(({ failure }) => !failure.notThisEra) ?? failures.at(-1);
    if (told === undefined) return [];
    return [failedEra(told, options)];
  }
  const broken = failures.filter(({ failure, further }) => further !== undefined || !failure.notThisEra);
  const has = (fact: string): boolean => judged.some((report) => report.facts[fact] === true);
  const eras = judged.map((report) => {
    if (report.facts['declared'] === true) return report;
    if (!has('declared')) {
      return report.facts['found'] === true || !has('found')
        ? report
        : letOff(report, `in the ${report.era} era the server shows no skills, which it need not`);
    }
    if (report.era === 'modern' && report.facts['servesUndeclared'] === true) return report;
    return letOff(report, `in the ${report.era} era the server does not declare ${EXTENSION_ID}, which it need not`);
  });
  return [...eras, ...broken.map((failed) => failedEra(failed, options))];
}

/** A report of which nothing counts. */
const letOff = (report: EraReport, reason: string): EraReport => ({
  ...report,
  results: report.results.map((result) => ({
    ...result,
    findings: [],
    findingsTotal: 0,
    verdict: 'not-applicable' as const,
    reason,
    blockedBy: undefined,
  })),
  frames: [],
});

function failedEra({ era, failure, further }: FailedEra, options: RunOptions): EraReport {
  const revision = further ?? (options.revision === 'auto' ? V1 : options.revision);
  return {
    era,
    revision,
    because: 'the handshake failed',
    notes: [],
    protocolVersion: null,
    serverInfo: null,
    facts: {},
    startFailure: { message: failure.message, reason: failure.reason, stderr: failure.stderr },
    results: select(options.suite, options, revision).map((requirement) => {
      const reason = outOfScope(requirement, era, options.target.kind);
      return reason === undefined
        ? settled(requirement, 'blocked', 'the handshake failed')
        : settled(requirement, 'not-applicable', reason);
    }),
    frames: failure.frames.slice(-20),
    limitsReached: [],
    requests: 0,
    ms: 0,
  };
}
