import { style } from '../../reports/style.js';
import { wrap } from '../../reports/text.js';
import { REVISIONS, V1 } from '../model/protocol.js';
import type { NamedRequirement } from '../model/requirement.js';
import type { Suite } from '../run/options.js';

const STATEMENT_WIDTH = 100;

/** Where a requirement holds when that is not everywhere; that an earlier revision lacks it is for `explain` to say. */
const holdsIn = ({ eras, transports, revisions }: NamedRequirement): string => {
  const drafts = revisions.includes(V1) ? [] : revisions;
  const where = [...drafts, ...(eras ?? []), ...(transports ?? [])];
  return where.length === 0 ? '' : ` [${where.join(', ')} only]`;
};

/** The level in earlier revisions, where it is another one. */
function otherLevels({ earlier = {}, level }: NamedRequirement): string {
  const others = Object.entries(earlier).flatMap(([revision, saying]) =>
    saying.level === undefined || saying.level === level ? [] : [`${saying.level} in ${revision}`],
  );
  return others.length === 0 ? '' : ` (${others.join(', ')})`;
}

/** Every requirement: id, level, where it holds, what it says. */
export function listText(suite: Suite, options: { readonly color: boolean }): string {
  const { bold, dim } = style(options);
  const lines: string[] = [];
  let area = '';
  for (const requirement of suite.requirements) {
    if (requirement.area !== area) {
      if (area !== '') lines.push('');
      ({ area } = requirement);
    }
    const untestable = requirement.untestable === undefined ? '' : ' [not testable]';
    const level = `${requirement.level}${otherLevels(requirement)}`;
    lines.push(`${bold(requirement.id)}  ${level}${dim(holdsIn(requirement) + untestable)}`);
    lines.push(...wrap(requirement.statement, STATEMENT_WIDTH).map((line) => `  ${line}`));
  }
  const testable = suite.requirements.filter(({ untestable }) => untestable === undefined).length;
  lines.push('', `${suite.requirements.length} requirements, ${testable} of them testable; the texts:`);
  for (const revision of REVISIONS) lines.push(`  ${revision}  ${suite.sources[revision]}`);
  return `${lines.join('\n')}\n`;
}

/** The same for programs, with the title of each check. */
export function listJson(suite: Suite): string {
  const checks = new Map(suite.checks.map((check) => [check.verifies, check.title]));
  const rows = suite.requirements.map((requirement) => ({
    ...requirement,
    testable: requirement.untestable === undefined,
    check: checks.get(requirement.id) ?? null,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
