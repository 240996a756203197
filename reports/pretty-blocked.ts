import type { Report, Result } from '../harness/model/report.js';
import { eraNote, gather, type Told } from './groups.js';
import type { ReporterOptions } from './reporter.js';
import { isStopped } from './search.js';
import { style } from './style.js';
import { count, shown, wrap } from './text.js';

const SUBJECTS = 3;
/** More ids than this in one group are counted by area. */
const NAMED = 20;

/** Requirements that the same thing stands in the way of are told together. */
const obstacle = ({ result, eras }: Told): string =>
  JSON.stringify([result.blockedBy ?? [], result.reason, eras.map(({ era }) => era)]);

/** What to do, so that a blocked requirement can be judged. */
function remedy(report: Report, result: Result): string {
  const by = result.blockedBy ?? [];
  if (by.length === 0) return '';
  const failing = new Set(
    report.eras.flatMap((era) => era.results.filter((one) => one.verdict === 'fail')).map(({ id }) => id),
  );
  const broken = by.filter((id) => failing.has(id));
  if (broken.length > 0) return `to unblock: mend ${broken.join(', ')} (above) and run again`;
  return `to unblock: see why ${by.join(', ')} could not be judged`;
}

/** Ids, or, where they are many, how many of each area. */
function names(ids: readonly string[]): string {
  if (ids.length <= NAMED) return ids.join(', ');
  const areas = new Map<string, number>();
  for (const id of ids) {
    const area = id.slice(0, id.indexOf('/'));
    areas.set(area, (areas.get(area) ?? 0) + 1);
  }
  return `${ids.length} requirements: ${[...areas].map(([area, many]) => `${area} ${many}`).join(', ')}`;
}

function group(report: Report, members: readonly Told[], options: ReporterOptions): string[] {
  const { bold, dim, yellow } = style(options);
  const [first] = members;
  if (first === undefined) return [];
  const { result, eras } = first;
  const indented = (text: string): string[] => wrap(text, options.width - 4).map((line) => `    ${line}`);
  const note = eraNote(report, eras);
  const reason = shown(result.reason ?? `blocked by ${(result.blockedBy ?? []).join(', ')}`, 400);
  const [head = '', ...rest] = wrap(reason, options.width - 20);
  const lines = [`${yellow('○')} ${bold(head)}${note === '' || rest.length > 0 ? '' : `  ${dim(note)}`}`];
  lines.push(...rest.map((line) => `  ${bold(line)}`));
  lines.push(...indented(names(members.map((one) => one.result.id))));
  if (members.length === 1) {
    for (const one of result.unjudged.slice(0, SUBJECTS)) {
      lines.push(...indented(`${shown(one.subject, 200)}: ${shown(one.reason, 300)}`));
    }
    const more = result.unjudgedTotal - Math.min(SUBJECTS, result.unjudged.length);
    if (more > 0) lines.push(...indented(`and ${more} more (see the JSON report)`));
  }
  const hint = remedy(report, result);
  if (hint !== '') lines.push(...indented(hint));
  return lines;
}

/** What should have been judged and could not be, by what stands in the way, with what would help. */
export function blockedSection(report: Report, options: ReporterOptions): string[] {
  const { bold } = style(options);
  // A target that did not start is told once, at the top; every requirement is blocked by it.
  const started = report.eras.filter((era) => era.startFailure === undefined);
  const blocked = gather(
    { ...report, eras: started },
    (result) => result.verdict === 'blocked' && !isStopped(result, report.failOn),
  );
  if (blocked.length === 0) return [];
  const groups = new Map<string, Told[]>();
  for (const one of blocked) groups.set(obstacle(one), [...(groups.get(obstacle(one)) ?? []), one]);
  const title = count(
    blocked.length,
    'requirement that could not be judged',
    'requirements that could not be judged',
  );
  const must = blocked.filter(({ result }) => result.level === 'MUST').length;
  const heading = must < blocked.length ? `${title} (${must} of level MUST)` : title;
  return [bold(heading), '', ...[...groups.values()].flatMap((members) => [...group(report, members, options), ''])];
}
