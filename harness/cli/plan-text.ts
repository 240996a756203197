import type { Target } from '../model/connection.js';
import { ERAS } from '../model/protocol.js';
import { areaOf, inRevision } from '../model/requirement.js';
import type { Suite } from '../run/options.js';
import { outOfScope, plan, select } from '../run/plan.js';
import type { RunArgs } from './args.js';
import { checkSelection, revisionOf } from './selection.js';

/** What a run would do (`--dry-run`), per era, in the order in which it would do it. */
export function planText(suite: Suite, args: RunArgs, target: Target | undefined, label: string): string {
  checkSelection(suite, args, target?.kind);
  const revision = revisionOf(suite, args);
  const selected = select(suite, args, revision);
  const levels = new Map(suite.requirements.map((one) => [one.id, inRevision(one, revision).level]));
  const transport = target?.kind ?? 'stdio';
  const wanted = new Set(selected.map(({ id }) => id));
  const lines = [`would judge ${label} by revision ${revision}; nothing was started`];
  if (args.revision === 'auto') lines.push('(or by what else the server turns out to speak; --spec pins a revision)');
  const eras = args.protocol === 'auto' ? ERAS : [args.protocol];
  const width = Math.max(...suite.requirements.map(({ id }) => id.length)) + 2;
  for (const era of eras) {
    const checks = plan(suite, selected, era, transport, revision);
    const extra = checks.filter((check) => !wanted.has(check.verifies)).length;
    const areas = new Set(checks.map((check) => areaOf(check.verifies))).size;
    const spoken = args.protocol === 'auto' ? ', if the server speaks it' : '';
    const needed = extra > 0 ? `, ${extra} of them because others need them` : '';
    lines.push('', `${era} era over ${transport}${spoken}: ${checks.length} checks in ${areas} areas${needed}`);
    for (const { verifies, title } of checks) {
      lines.push(`  ${verifies.padEnd(width)}${(levels.get(verifies) ?? '').padEnd(8)}${title}`);
    }
  }
  const left = selected.filter((one) => eras.every((era) => outOfScope(one, era, transport) !== undefined));
  if (left.length > 0) lines.push('', `${left.length} selected requirements would be not applicable:`);
  for (const one of left) lines.push(`  ${one.id.padEnd(width)}${outOfScope(one, eras[0]!, transport)}`);
  return `${lines.join('\n')}\n`;
}
