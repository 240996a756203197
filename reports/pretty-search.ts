import type { Report, Result } from '../harness/model/report.js';
import { eraName } from './groups.js';
import type { ReporterOptions } from './reporter.js';
import { endedEarly, isStopped } from './search.js';
import { style } from './style.js';
import { count, grouped, shown, wrap } from './text.js';

/** Searches that are named; more are counted. */
const NAMED = 20;

/** What was searched in each era; a search that several requirements are judged by stands there once, under its name. */
export const searchesOf = (report: Report) =>
  report.eras.flatMap((era) => {
    const named = new Map<string, { readonly era: typeof era; readonly name: string; readonly result: Result }>();
    for (const result of era.results) {
      if (result.fuzz === undefined) continue;
      const name = result.fuzz.shared ?? result.id;
      if (!named.has(name)) named.set(name, { era, name, result });
    }
    return [...named.values()];
  });

/** What the search did, in one line; undefined when nothing was searched. */
export function searchLine(report: Report): string | undefined {
  const { fuzz } = report;
  const searches = searchesOf(report).map(({ result }) => result);
  if (fuzz === undefined || searches.length === 0) return undefined;
  const sum = (of: 'runs' | 'requests'): number => searches.reduce((total, one) => total + (one.fuzz?.[of] ?? 0), 0);
  const inputs = `${count(sum('runs'), 'input')} (${count(sum('requests'), 'request')})`;
  const early = searches.filter(endedEarly).length;
  return [
    `seed ${fuzz.seed}`,
    ...(fuzz.shard === undefined ? [] : [`shard ${shown(fuzz.shard, 40)}`]),
    grouped(inputs),
    ...(early === 0 ? [] : [`${early} of ${count(searches.length, 'search', 'searches')} stopped early`]),
  ].join(', ');
}

/** Searches that ended before all planned inputs were tried and hold nothing back: how far each came, and why. */
export function stoppedSearches(report: Report, options: ReporterOptions): string[] {
  const { dim } = style(options);
  const reasons = new Map<string, Map<string, string[]>>();
  for (const { era, name, result } of searchesOf(report)) {
    if (!isStopped(result, report.failOn)) continue;
    const { runs, planned, stopped = 'cut short' } = result.fuzz;
    const note = report.eras.length < 2 ? '' : ` (${eraName(report, era)})`;
    const searches = reasons.get(stopped) ?? new Map<string, string[]>();
    searches.set(name, [...(searches.get(name) ?? []), `${runs} of ${planned}${note}`]);
    reasons.set(stopped, searches);
  }
  if (reasons.size === 0) return [];
  const lines = [...reasons].flatMap(([reason, searches]) => {
    const told = [...searches].map(([name, far]) => `${shown(name, 80)} ${far.join(' and ')}`);
    const more = told.length > NAMED ? ` and ${told.length - NAMED} more` : '';
    const text = `searches that stopped early: ${told.slice(0, NAMED).join(', ')}${more}: ${shown(reason, 300)}`;
    return wrap(text, options.width - 2).map((line, index) => dim(index === 0 ? line : `  ${line}`));
  });
  return [...lines, ''];
}
