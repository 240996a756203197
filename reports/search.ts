import type { FuzzStats } from '../harness/model/fuzz.js';
import type { Finding, Report, Result } from '../harness/model/report.js';
import { redness } from './gate.js';
import { cut, shown } from './text.js';

/** The longest path that is told; longer ones no system takes. */
const PATH = 4096;

/** A search that ended before all planned inputs were tried. */
export const endedEarly = (result: Result): result is Result & { readonly fuzz: FuzzStats } =>
  result.fuzz?.complete === false;

/** One that holds no run back: it is told in passing, and never as something that is in the way. */
export const isStopped = (
  result: Result,
  failOn: Report['failOn'],
): result is Result & { readonly fuzz: FuzzStats } => endedEarly(result) && redness(result, failOn) !== 'blocked';

/** A path as one word of a POSIX shell, which is no option. Escapes come first, so that no quote is left open. */
function pathWord(path: string): string {
  const text = shown(path.startsWith('-') ? `./${path}` : path, PATH);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** How a finding of the search is seen again; undefined for others, and where no case file was written. */
export function replayCommand({ fuzz }: Report, { case: id }: Finding): string | undefined {
  if (id === undefined || fuzz?.folder === undefined) return undefined;
  return `skills-conformance replay ${pathWord(`${fuzz.folder === '' ? '.' : fuzz.folder}/${id}.json`)}`;
}

/** The flags without which a search would try other inputs. */
export function searchFlags({ fuzz }: Report, result: Result): string {
  if (fuzz === undefined || result.fuzz === undefined) return '';
  return ` --seed ${fuzz.seed}${fuzz.shard === undefined ? '' : ` --shard ${cut(fuzz.shard, 40)}`}`;
}
