import type { EraReport, Report, Result } from '../harness/model/report.js';
import type { NamedRequirement } from '../harness/model/requirement.js';

/** What one requirement came to in one era, or in several of one revision when they say the same. */
export interface Told {
  readonly result: Result;
  readonly eras: readonly EraReport[];
}

/** What makes two eras' results the same to a reader: everything but the frame numbers, the case and the time. */
const key = (result: Result): string =>
  JSON.stringify([
    result.verdict,
    result.level,
    result.reason,
    result.blockedBy,
    result.findingsTotal,
    result.unjudgedTotal,
    result.findings.map((one) => [one.subject, one.level, one.expected, one.actual, one.cause]),
    result.unjudged,
  ]);

/** The results that `wanted` picks, in the order of the report; equal ones of two eras are told once. */
export function gather(report: Report, wanted: (result: Result) => boolean): Told[] {
  const told = new Map<string, Told>();
  for (const era of report.eras) {
    for (const result of era.results.filter(wanted)) {
      const id = `${result.id} ${era.revision} ${key(result)}`;
      const before = told.get(id);
      told.set(id, { result: before?.result ?? result, eras: [...(before?.eras ?? []), era] });
    }
  }
  // Two eras that differ stand next to each other, where the first of them stood.
  const order = new Map<string, number>();
  for (const { result } of told.values()) if (!order.has(result.id)) order.set(result.id, order.size);
  return [...told.values()].sort((a, b) => (order.get(a.result.id) ?? 0) - (order.get(b.result.id) ?? 0));
}

/** An era, with its revision where the report has several. */
export function eraName(report: Report, { era, revision }: EraReport): string {
  const revisions = new Set(report.eras.map((one) => one.revision));
  return revisions.size < 2 ? era : `${era}, ${revision}`;
}

/** `(both eras)`, `(modern)`; nothing when the run has one era only. */
export function eraNote(report: Report, eras: readonly EraReport[]): string {
  if (report.eras.length < 2) return '';
  const [first] = eras;
  if (eras.length < 2 || first === undefined) return `(${eras.map((era) => eraName(report, era)).join(', ')})`;
  const several = report.eras.some(({ revision }) => revision !== first.revision);
  return several ? `(both eras, ${first.revision})` : '(both eras)';
}

/** A requirement as the revision of an era has it; undefined when the report does not know it. */
export function requirementOf(report: Report, id: string, era: EraReport | undefined): NamedRequirement | undefined {
  const requirement = report.requirements[id];
  if (requirement === undefined || era === undefined) return requirement;
  return { ...requirement, ...requirement.earlier?.[era.revision] };
}
