import type { EraReport, Finding, Report, Result } from '../harness/model/report.js';
import { redness } from './gate.js';
import { eraName, requirementOf } from './groups.js';
import type { Reporter } from './reporter.js';
import { isStopped, replayCommand, searchFlags } from './search.js';
import { cut } from './text.js';
import { element, xmlDocument, type XmlElement } from './xml.js';

/** One field of a finding; libxml refuses text of ten million characters, and nobody reads as much. */
const FIELD = 2_000;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

interface Counted {
  readonly node: XmlElement;
  readonly kind: 'passed' | 'failures' | 'errors' | 'skipped';
}

function findingLines(report: Report, finding: Finding, index: number): string[] {
  const lines = [
    `${index + 1}. ${cut(finding.subject, FIELD)}`,
    `   expected: ${cut(finding.expected, FIELD)}`,
    `   actual:   ${cut(finding.actual, FIELD)}`,
  ];
  if (finding.cause !== undefined) lines.push(`   cause:    ${cut(finding.cause, FIELD)}`);
  if (finding.frames.length > 0) lines.push(`   frames:   ${finding.frames.map((n) => `#${n}`).join(' ')}`);
  if (finding.case !== undefined) {
    lines.push(`   again:    ${replayCommand(report, finding) ?? `case ${cut(finding.case, FIELD)}`}`);
  }
  return lines;
}

/** What a red case says: the requirement, everything found, the sentence it comes from, how to see it again. */
function body(report: Report, era: EraReport, result: Result): string {
  const requirement = requirementOf(report, result.id, era);
  const lines: string[] = [requirement?.statement ?? result.title, ''];
  if (result.reason !== undefined) lines.push(cut(result.reason, FIELD));
  lines.push(...result.findings.flatMap((finding, index) => findingLines(report, finding, index)));
  const unnamed = result.findingsTotal - result.findings.length;
  if (unnamed > 0) lines.push(`and ${unnamed} more`);
  for (const { subject, reason } of result.unjudged) {
    lines.push(`not judged: ${cut(subject, FIELD)}: ${cut(reason, FIELD)}`);
  }
  lines.push('');
  if (requirement !== undefined) lines.push(`${requirement.section.title}: ${requirement.section.url}`);
  lines.push(
    `skills-conformance explain ${result.id}`,
    `skills-conformance --server … --only ${result.id}${searchFlags(report, result)}`,
  );
  return `\n${lines.join('\n')}\n`;
}

function headline(result: Result): string {
  const first = result.findings[0];
  if (first === undefined) return cut(result.reason ?? result.title, 300);
  const more = result.findingsTotal > 1 ? ` (and ${result.findingsTotal - 1} more)` : '';
  return `${cut(first.subject, 200)}: expected ${cut(first.expected, 200)}, got ${cut(first.actual, 200)}${more}`;
}

function blockedReason(result: Result): string {
  const by = result.blockedBy ?? [];
  const reason = result.reason ?? 'it could not be judged';
  return by.length > 0 ? `${cut(reason, 300)} (blocked by ${by.join(', ')})` : cut(reason, 300);
}

function skippedMessage({ failOn }: Report, result: Result): string | undefined {
  if (result.verdict === 'not-applicable') return `not applicable: ${cut(result.reason ?? 'nothing to judge', 300)}`;
  if (result.verdict === 'fail') return `${result.level}, does not fail the run: ${headline(result)}`;
  // Its reason says all, and "blocked" would say too much.
  if (result.verdict === 'blocked' && isStopped(result, failOn)) return blockedReason(result);
  if (result.verdict === 'blocked') return `${result.level}, blocked: ${blockedReason(result)}`;
  return undefined;
}

function outcomeOf(
  report: Report,
  era: EraReport,
  result: Result,
): { kind: Counted['kind']; children: XmlElement[] } {
  const text = (): string => body(report, era, result);
  switch (redness(result, report.failOn)) {
    case 'failure':
      return {
        kind: 'failures',
        children: [element('failure', { type: result.level, message: headline(result) }, [text()])],
      };
    case 'blocked':
      return {
        kind: 'errors',
        children: [element('error', { type: 'blocked', message: blockedReason(result) }, [text()])],
      };
    case 'harness':
      return {
        kind: 'errors',
        children: [
          element('error', { type: 'harness', message: cut(firstLine(result.reason ?? 'a fault of ours'), 300) }, [
            text(),
          ]),
        ],
      };
    case undefined: {
      const message = skippedMessage(report, result);
      if (message === undefined) return { kind: 'passed', children: [] };
      return { kind: 'skipped', children: [element('skipped', { message })] };
    }
  }
}

function testcase(report: Report, era: EraReport, result: Result): Counted {
  const { kind, children } = outcomeOf(report, era, result);
  const area = result.id.split('/', 1)[0] ?? '';
  const attributes = {
    name: result.id,
    classname: `${eraName(report, era).replace(', ', '.')}.${area}`,
    time: seconds(result.ms),
  };
  return { kind, node: element('testcase', attributes, children) };
}

function tally(cases: readonly Counted[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const of = (kind: Counted['kind']): number => cases.filter((one) => one.kind === kind).length;
  return { tests: cases.length, failures: of('failures'), errors: of('errors'), skipped: of('skipped') };
}

interface Suite {
  readonly cases: readonly Counted[];
  readonly node: XmlElement;
}

function suite(report: Report, name: string, ms: number, cases: readonly Counted[], era?: EraReport): Suite {
  const properties: Record<string, string> = {
    'skills-conformance': report.tool.version,
    revision: era?.revision ?? report.spec.revision,
  };
  if (report.fuzz !== undefined) properties['seed'] = String(report.fuzz.seed);
  if (report.fuzz?.shard !== undefined) properties['shard'] = cut(report.fuzz.shard, 40);
  if (era?.protocolVersion) properties['protocolVersion'] = era.protocolVersion;
  const attributes = { name, ...tally(cases), time: seconds(ms), timestamp: report.startedAt.slice(0, 19) };
  const named = Object.entries(properties).map(([key, value]) => element('property', { name: key, value }));
  return {
    cases,
    node: element('testsuite', attributes, [element('properties', {}, named), ...cases.map((one) => one.node)]),
  };
}

function eraSuites(report: Report, era: EraReport): Suite[] {
  const areas = new Map<string, Result[]>();
  for (const result of era.results) {
    const area = result.id.split('/', 1)[0] ?? '';
    areas.set(area, [...(areas.get(area) ?? []), result]);
  }
  return [...areas].map(([area, results]) => {
    const ms = results.reduce((sum, result) => sum + result.ms, 0);
    const cases = results.map((result) => testcase(report, era, result));
    return suite(report, `${area} (${eraName(report, era)})`, ms, cases, era);
  });
}

/** A run can be red with no red requirement in it: it did not start, judged nothing, was interrupted, or we failed. */
function runSuite(report: Report): Suite {
  const failures = report.eras.flatMap((era) => (era.startFailure ? [era.startFailure] : []));
  const stderr = failures.flatMap((failure) => failure.stderr.slice(-20).map((line) => cut(line, FIELD)));
  const lines = [
    report.summary,
    ...failures.map((failure) => cut(failure.message, FIELD)),
    ...(stderr.length > 0 ? ['the last lines of its stderr:', ...stderr] : []),
  ];
  const type = report.exitCode === 4 ? 'harness' : 'blocked';
  const error = element('error', { type, message: cut(report.summary, 300) }, [`\n${lines.join('\n')}\n`]);
  const attributes = { name: 'run/outcome', classname: 'run', time: seconds(report.ms) };
  return suite(report, 'run', report.ms, [{ kind: 'errors', node: element('testcase', attributes, [error]) }]);
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const isRed = (one: Suite): boolean => one.cases.some(({ kind }) => kind === 'failures' || kind === 'errors');

/**
 * JUnit XML: one document, a suite per area and era, a case per requirement and era. It holds a `<failure>` or an
 * `<error>` exactly when the run's exit code is not 0.
 */
export const junit: Reporter = (report) => {
  const suites = report.eras.flatMap((era) => eraSuites(report, era));
  if (report.exitCode !== 0 && (report.eras.some((era) => era.startFailure) || !suites.some(isRed))) {
    suites.unshift(runSuite(report));
  }
  const totals = tally(suites.flatMap((one) => one.cases));
  const attributes = { name: report.tool.name, ...totals, time: seconds(report.ms) };
  return xmlDocument(
    element(
      'testsuites',
      attributes,
      suites.map((one) => one.node),
    ),
  );
};
