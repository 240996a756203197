import type { Report, Result } from '../harness/model/report.js';
import type { ReporterOptions } from './reporter.js';
import { isStopped } from './search.js';
import { style } from './style.js';

const COLUMNS = ['passed', 'failed', 'warned', 'noted', 'blocked', 'stopped', 'n/a', 'error'] as const;
type Column = (typeof COLUMNS)[number];
type Row = Record<Column, number>;

function columnOf(result: Result, failOn: Report['failOn']): Column {
  switch (result.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return result.level === 'MUST' ? 'failed' : result.level === 'SHOULD' ? 'warned' : 'noted';
    case 'not-applicable':
      return 'n/a';
    case 'blocked':
      return isStopped(result, failOn) ? 'stopped' : 'blocked';
    case 'error':
      return 'error';
  }
}

const emptyRow = (): Row => ({
  passed: 0,
  failed: 0,
  warned: 0,
  noted: 0,
  blocked: 0,
  stopped: 0,
  'n/a': 0,
  error: 0,
});

const width = (column: Column): number => Math.max(column.length, 4) + 2;

/** A table of areas with counts, over all eras; columns in which nothing stands are left out. */
export function areaTable(report: Report, options: ReporterOptions): string[] {
  const { bold, dim, red, yellow, green } = style(options);
  const paint = {
    passed: green,
    failed: red,
    warned: yellow,
    noted: dim,
    blocked: yellow,
    stopped: dim,
    'n/a': dim,
    error: red,
  };
  const rows = new Map<string, Row>();
  for (const result of report.eras.flatMap((era) => era.results)) {
    const area = result.id.split('/', 1)[0] ?? '';
    const row = rows.get(area) ?? emptyRow();
    row[columnOf(result, report.failOn)] += 1;
    rows.set(area, row);
  }
  if (rows.size === 0) return [];
  const columns = COLUMNS.filter(
    (column) => column === 'passed' || [...rows.values()].some((row) => row[column] > 0),
  );
  const first = Math.max(4, ...[...rows.keys()].map((area) => area.length));
  const head = columns.map((column) => column.padStart(width(column))).join('');
  const lines = [`  ${bold('Area'.padEnd(first))}${dim(head)}`];
  for (const [area, row] of rows) {
    const cells = columns.map((column) => {
      const n = row[column];
      const cell = (n === 0 ? '·' : String(n)).padStart(width(column));
      return n === 0 ? dim(cell) : paint[column](cell);
    });
    lines.push(`  ${area.padEnd(first)}${cells.join('')}`);
  }
  return lines;
}
