import type { Frame } from '../harness/model/exchange.js';
import type { EraReport, Finding, Report, Result } from '../harness/model/report.js';
import { eraName, eraNote, requirementOf, type Told } from './groups.js';
import type { ReporterOptions } from './reporter.js';
import { replayCommand } from './search.js';
import { style } from './style.js';
import { shown, wrap } from './text.js';

/** Findings shown per requirement; the JSON report has them all. */
const FINDINGS = 5;
const FRAMES = 4;
const VALUE = 400;

const ARROWS = { sent: '→', received: '←', note: '·' } as const;

/** A label, and a value that hangs beside it over as many lines as it needs. */
function field(label: string, value: string, indent: string, width: number): string[] {
  const lines = wrap(shown(value, VALUE), Math.max(40, width - indent.length - 10));
  return lines.map((line, index) => `${indent}${(index === 0 ? label : '').padEnd(10)}${line}`);
}

function frameLine(frame: Frame | undefined, n: number, width: number): string {
  if (frame === undefined) return `#${n}`;
  const what = frame.kind === 'message' ? '' : `[${frame.kind}] `;
  // The version member says nothing to a reader and takes the room of what does.
  const text = frame.text.replace('"jsonrpc":"2.0",', '');
  return shown(`#${n} ${ARROWS[frame.direction]} ${what}${text}`, width);
}

/** The frames of a finding; `told` holds those of the same requirement that stand above already. */
function frameLines(
  era: EraReport,
  finding: Finding,
  about: string,
  told: Set<number>,
  indent: string,
  options: ReporterOptions,
): string[] {
  const { dim } = style(options);
  const byNumber = new Map(era.frames.map((frame) => [frame.n, frame]));
  // Where there is no room for all, HTTP heads give way to messages, unless they are the point.
  const crowded = finding.frames.length > FRAMES && !about.startsWith('protocol/');
  const messages = finding.frames.filter((n) => byNumber.get(n)?.kind !== 'http');
  const frames = crowded && messages.length > 0 ? messages : finding.frames;
  // The first frames show what was asked, the last what came of it.
  const some = frames.length > FRAMES ? [...frames.slice(0, 2), ...frames.slice(2 - FRAMES)] : frames;
  const width = Math.max(40, Math.min(options.width, 160) - indent.length);
  const before = some.filter((n) => told.has(n));
  const lines = some.filter((n) => !told.has(n)).map((n) => frameLine(byNumber.get(n), n, width));
  if (before.length > 0) lines.unshift(`${before.map((n) => `#${n}`).join(' ')} as above`);
  for (const n of some) told.add(n);
  return lines.map((line) => dim(`${indent}${line}`));
}

/** How to see it again, for copying: never wrapped. Without a file there is but the name of the case. */
function replayLines(report: Report, finding: Finding, indent: string, options: ReporterOptions): string[] {
  if (finding.case === undefined) return [];
  const command = replayCommand(report, finding);
  const line = command === undefined ? `${'case'.padEnd(10)}${shown(finding.case, 200)}` : command;
  return [`${indent}${style(options).dim(line)}`];
}

function findingLines(
  report: Report,
  era: EraReport,
  finding: Finding,
  { id: about, level }: Result,
  told: Set<number>,
  options: ReporterOptions,
): string[] {
  const { bold, yellow } = style(options);
  const indent = '      ';
  const lines = [
    `    ${bold(shown(finding.subject, 200))}${finding.level === level ? '' : `  (${finding.level} by itself)`}`,
    ...field('expected', finding.expected, indent, options.width),
    ...field('actual', finding.actual, indent, options.width),
  ];
  if (finding.cause !== undefined) {
    lines.push(...field('cause', finding.cause, indent, options.width).map((line) => yellow(line)));
  }
  return [
    ...lines,
    ...frameLines(era, finding, about, told, indent, options),
    ...replayLines(report, finding, indent, options),
  ];
}

/** One requirement that does not hold: what it says, what was found, how to read on and to see it again. */
export function breach(report: Report, told: Told, mark: string, options: ReporterOptions): string[] {
  const { bold, dim, cyan } = style(options);
  const { result, eras } = told;
  const framed = eras.length > 1 && result.findings.some((finding) => finding.frames.length > 0);
  const note = framed ? `(both eras; frames of ${eraName(report, eras[0]!)})` : eraNote(report, eras);
  const [era] = eras;
  const requirement = requirementOf(report, result.id, era);
  const lines = [`${mark} ${bold(result.id)}  ${result.level}${note === '' ? '' : `  ${dim(note)}`}`];
  const statement = shown(requirement?.statement ?? result.title, 1000);
  lines.push(...wrap(statement, options.width - 2).map((line) => `  ${line}`));
  const frames = new Set<number>();
  if (era !== undefined) {
    for (const finding of result.findings.slice(0, FINDINGS))
      lines.push(...findingLines(report, era, finding, result, frames, options));
  }
  const more = result.findingsTotal - Math.min(FINDINGS, result.findings.length);
  if (more > 0) lines.push(`    and ${more} more (see the JSON report)`);
  if (requirement !== undefined) lines.push(`  ${cyan(shown(requirement.section.url, VALUE))}`);
  lines.push(`  ${dim(`skills-conformance explain ${result.id}`)}`);
  return lines;
}
