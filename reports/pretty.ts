import type { EraReport, OutcomeWord, Report, Result } from '../harness/model/report.js';
import type { Revision } from '../harness/model/protocol.js';
import { isGating } from './gate.js';
import { eraNote, gather } from './groups.js';
import { areaTable } from './pretty-areas.js';
import { blockedSection } from './pretty-blocked.js';
import { breach } from './pretty-findings.js';
import { searchesOf, searchLine, stoppedSearches } from './pretty-search.js';
import type { Reporter, ReporterOptions } from './reporter.js';
import { isStopped } from './search.js';
import { style } from './style.js';
import { count, duration, shown, wrap } from './text.js';

const LABEL = 12;
/** The final revision. Reports depend on types alone, so that they can be rendered from any report. */
const FINAL: Revision = '2026-09-13';
/** Lines of stderr shown for a target that did not start. */
const STDERR = 20;

const member = (value: unknown, name: string): string | undefined => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
};

/** Name and version as the server gives them; each era may give its own. */
function serverName(era: EraReport): string {
  const name = member(era.serverInfo, 'name');
  if (name === undefined) return 'unnamed';
  const version = member(era.serverInfo, 'version');
  return shown(version === undefined ? name : `${name} ${version}`, 120);
}

function header(report: Report, options: ReporterOptions): string[] {
  const { bold, dim } = style(options);
  const line = (label: string, value: string): string => `  ${dim(label.padEnd(LABEL))}${value}`;
  const names = [...new Set(report.eras.filter((era) => !era.startFailure).map(serverName))];
  const lines = [
    `${bold(report.tool.name)} ${report.tool.version}`,
    '',
    line('target', `${shown(report.target.label, 300)} ${dim(`(${report.target.transport})`)}`),
  ];
  if (names.length > 0) lines.push(line('server', names.join(' · ')));
  const revisions = [...new Set(report.eras.map((era) => era.revision))].sort();
  const judgedBy = revisions.length > 0 ? revisions : [report.spec.revision];
  lines.push(line('revision', `${judgedBy.join(' and ')} of ${report.spec.extension}`));
  lines.push(...revisionLines(report, options, line));
  for (const era of report.eras) {
    const protocol = era.protocolVersion === null ? 'no handshake' : `protocol ${shown(era.protocolVersion, 40)}`;
    const pins = revisions.length < 2 ? '' : `, revision ${era.revision}`;
    const work = `${count(era.requests, 'request')}, ${duration(era.ms)}`;
    lines.push(line(era.era, `${protocol}${pins} ${dim(`(${work})`)}`));
  }
  const searched = searchLine(report);
  if (searched !== undefined) lines.push(line('fuzz', searched));
  const { only, skip, level } = report.selection;
  const narrowed = [
    ...(only.length > 0 ? [`--only ${only.join(',')}`] : []),
    ...(skip.length > 0 ? [`--skip ${skip.join(',')}`] : []),
    ...(level === 'INFO' ? [] : [`--level ${level.toLowerCase()}`]),
  ];
  if (narrowed.length > 0) lines.push(line('selection', shown(narrowed.join(' '), 300)));
  return [...lines, ''];
}

/** Why this revision, where that is not plain, and what is odd; each once, with the eras that it was seen in. */
function revisionLines(
  report: Report,
  options: ReporterOptions,
  line: (label: string, value: string) => string,
): string[] {
  const told = new Map<string, EraReport[]>();
  for (const era of report.eras) {
    if (era.startFailure !== undefined) continue;
    const plain = era.revision === FINAL || report.spec.asked !== 'auto';
    const why = plain && !options.verbose ? [] : [`${era.revision}: ${era.because}`];
    for (const text of [...why, ...era.notes]) told.set(text, [...(told.get(text) ?? []), era]);
    if (era.revision !== FINAL && !report.eras.some(({ revision }) => revision === FINAL)) {
      const draft = `${era.revision} is a draft; hosts of the final revision, ${FINAL}, look for skills elsewhere (judge by it: --spec ${FINAL})`;
      told.set(draft, [...(told.get(draft) ?? []), era]);
    }
  }
  return [...told].flatMap(([text, eras]) => {
    const note = eras.length === report.eras.length ? '' : ` ${eraNote(report, eras)}`;
    return wrap(shown(text, 600) + note, options.width - LABEL - 2).map((part) => line('', part));
  });
}

function startFailures(report: Report, options: ReporterOptions): string[] {
  const { bold, dim, red } = style(options);
  return report.eras.flatMap((era) => {
    if (era.startFailure === undefined) return [];
    const { message, stderr } = era.startFailure;
    const [head = '', ...rest] = wrap(shown(message, 1500), options.width - 20);
    const note = eraNote(report, [era]);
    const lines = [
      `${red('✗')} ${bold(head)}${note === '' ? '' : `  ${dim(note)}`}`,
      ...rest.map((line) => `  ${line}`),
    ];
    if (stderr.length > 0) lines.push(`  ${dim('the last lines of its stderr:')}`);
    lines.push(...stderr.slice(-STDERR).map((line) => `  ${dim('│')} ${shown(line, 300)}`));
    return [...lines, ''];
  });
}

function section(
  report: Report,
  title: string,
  mark: string,
  options: ReporterOptions,
  wanted: (result: Result) => boolean,
): string[] {
  const found = gather(report, wanted);
  if (found.length === 0) return [];
  const lines = found.flatMap((told) => [...breach(report, told, mark, options), '']);
  return [`${style(options).bold(title)}`, '', ...lines];
}

/** The reason of a fault of ours ends in a stack. */
const firstLine = (text: string, options: ReporterOptions): string =>
  options.verbose ? text : (text.split('\n', 1)[0] ?? '');

/** Results that are our own fault: told apart from what the server did. */
function faults(report: Report, options: ReporterOptions): string[] {
  const { bold, red } = style(options);
  const found = gather(report, (result) => result.verdict === 'error');
  if (found.length === 0) return [];
  const lines = found.map(
    ({ result }) => `${red('!')} ${bold(result.id)}  ${shown(firstLine(result.reason ?? 'unknown', options), 400)}`,
  );
  return [bold('Faults of skills-conformance itself (please report them)'), '', ...lines, ''];
}

/** Under `--verbose`: what was seen on the way, and facts about the server. */
function remarks(report: Report, options: ReporterOptions): string[] {
  const { bold, dim } = style(options);
  const reasons = gather(
    report,
    (result) => result.reason !== undefined && ['pass', 'not-applicable'].includes(result.verdict),
  );
  const seen = reasons.map(
    ({ result }) => `  ${result.id}  ${dim(`${result.verdict}: ${shown(result.reason ?? '', 300)}`)}`,
  );
  const facts = report.eras.flatMap((era) =>
    Object.entries(era.facts).map(
      ([name, value]) => `  ${shown(name, 80)}  ${dim(`${shown(JSON.stringify(value), 300)} (${era.era})`)}`,
    ),
  );
  return [
    ...(seen.length > 0 ? [bold('Remarks'), '', ...seen, ''] : []),
    ...(facts.length > 0 ? [bold('Facts'), '', ...facts, ''] : []),
  ];
}

function limits(report: Report, options: ReporterOptions): string[] {
  const reached = new Set(
    report.eras.flatMap((era) => era.limitsReached.map(({ flag, detail }) => `${flag}: ${detail}`)),
  );
  if (reached.size === 0) return [];
  const { bold, yellow } = style(options);
  return [
    bold('Limits of this run that were reached'),
    ...[...reached].map((line) => `${yellow('○')} ${shown(line, 400)}`),
    '',
  ];
}

const WORDS: Readonly<Record<OutcomeWord, string>> = {
  conforms: '✓ CONFORMS',
  violations: '✗ VIOLATIONS',
  incomplete: '○ INCOMPLETE',
  error: '! ERROR',
};

/** The summary, without the word that already stands before it or the message that already stands above it. */
function told(report: Report, options: ReporterOptions): string {
  const summary = report.summary.startsWith(`${report.outcome}: `)
    ? report.summary.slice(report.outcome.length + 2)
    : report.summary;
  const above = options.quiet !== true && report.eras.some((era) => era.startFailure?.message === summary);
  return above ? 'the handshake failed, see above' : summary;
}

/** What the figures are summed over, when it is more than one era. */
function counted(report: Report): string {
  if (report.eras.length < 2) return '';
  return new Set(report.eras.map(({ revision }) => revision)).size > 1
    ? ' · all eras and revisions counted'
    : ' · both eras counted';
}

/** The one verdict of the run, and the figures that it rests on. */
function verdict(report: Report, options: ReporterOptions): string[] {
  const { bold, dim, green, red, yellow } = style(options);
  const paint = { conforms: green, violations: red, incomplete: yellow, error: red }[report.outcome];
  const { counts } = report;
  const stopped = report.eras.flatMap(({ results }) => results.filter((one) => isStopped(one, report.failOn)));
  const early = searchesOf(report).filter(({ result }) => isStopped(result, report.failOn)).length;
  const blocked = counts.blocked - stopped.filter((one) => one.verdict === 'blocked').length;
  const figures = [
    `${counts.pass} passed`,
    ...(counts.fail.MUST > 0 ? [count(counts.fail.MUST, 'violation')] : []),
    ...(counts.fail.SHOULD > 0 ? [count(counts.fail.SHOULD, 'warning')] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(counts.error > 0 ? [count(counts.error, 'fault of ours', 'faults of ours')] : []),
    ...(counts['not-applicable'] > 0 ? [`${counts['not-applicable']} not applicable`] : []),
    ...(early > 0 ? [`${count(early, 'search', 'searches')} stopped early`] : []),
    ...(counts.fail.INFO > 0
      ? [`${count(counts.fail.INFO, 'note')}${options.verbose ? '' : ' (--verbose shows them)'}`]
      : []),
  ];
  const [first = '', ...rest] = wrap(
    shown(told(report, options), 1000),
    options.width - WORDS[report.outcome].length - 2,
  );
  return [
    `${bold(paint(WORDS[report.outcome]))}  ${first}`,
    ...rest.map((line) => `  ${line}`),
    ...(options.quiet === true ? [] : [dim(`  ${figures.join(' · ')} · ${duration(report.ms)}${counted(report)}`)]),
  ];
}

const failed = (level: Result['level']) => (result: Result) => result.verdict === 'fail' && result.level === level;

/** The report for people: what is wrong, where, why, what was expected, how to see it again; one verdict, at the end. */
export const pretty: Reporter = (report, given) => {
  const options = { ...given, width: Math.max(60, Math.min(given.width, 120)) };
  if (options.quiet === true) return `${verdict(report, options).join('\n')}\n`;
  const { red, yellow, dim } = style(options);
  const warnings = isGating('SHOULD', report.failOn)
    ? 'Warnings, which fail this run (--fail-on should)'
    : 'Warnings';
  const lines = [
    ...header(report, options),
    ...startFailures(report, options),
    ...faults(report, options),
    ...section(report, 'Violations', red('✗'), options, failed('MUST')),
    ...section(report, warnings, yellow('▲'), options, failed('SHOULD')),
    ...(options.verbose ? section(report, 'Notes', dim('·'), options, failed('INFO')) : []),
    ...blockedSection(report, options),
    ...stoppedSearches(report, options),
    ...limits(report, options),
    ...(options.verbose ? remarks(report, options) : []),
    ...(report.eras.some((era) => !era.startFailure) ? [...areaTable(report, options), ''] : []),
    ...verdict(report, options),
  ];
  return `${lines.join('\n')}\n`;
};
