import { style } from '../../reports/style.js';
import { wrap } from '../../reports/text.js';
import type { Level, NamedRequirement } from '../model/requirement.js';
import type { Suite } from '../run/options.js';
import { UsageError } from './exit.js';
import { didYouMean } from './suggest.js';

const LABEL = 14;
const WIDTH = 100;

const MEANING: Readonly<Record<Level, string>> = {
  MUST: 'MUST: a breach fails the run',
  SHOULD: 'SHOULD: a breach is a warning, and fails the run with --fail-on should',
  INFO: 'INFO: a hint, not from a normative sentence; never part of the exit code',
};

/** What earlier revisions say in other words, on another level or in another place; revisions that say the same together. */
function earlierRows(requirement: NamedRequirement, row: (label: string, value: string) => string[]): string[] {
  const told = new Map<string, string[]>();
  for (const [revision, saying] of Object.entries(requirement.earlier ?? {})) {
    const parts = [
      ...(saying.level === undefined ? [] : [saying.level]),
      ...(saying.statement === undefined ? [] : [saying.statement]),
    ];
    const text = parts.length > 0 ? parts.join(': ') : '';
    told.set(text, [...(told.get(text) ?? []), revision]);
  }
  const words = [...told]
    .filter(([text]) => text !== '')
    .map(([text, revisions]) => `in ${revisions.join(', ')}: ${text}`);
  const sections = Object.values(requirement.earlier ?? {}).flatMap(({ section }) => section ?? []);
  const places = [...new Map(sections.map((section) => [section.url, section])).values()];
  return [
    ...words.flatMap((text) => row('', text)),
    ...places.flatMap((section, index) => [
      ...row(index === 0 ? 'drafts' : '', section.title),
      ...row('', section.url),
    ]),
  ];
}

/** What one requirement says, where it holds, where it comes from and how it is checked. */
export function explainText(suite: Suite, id: string, options: { readonly color: boolean }): string {
  const requirement = suite.requirements.find((one) => one.id === id);
  if (requirement === undefined) {
    const ids = suite.requirements.map((one) => one.id);
    const inArea = ids.filter((one) => one.startsWith(`${id}/`));
    const hint = inArea.length > 0 ? `In ${id} there are: ${inArea.join(', ')}` : didYouMean(id, ids);
    throw new UsageError(
      `There is no requirement ${JSON.stringify(id)}`,
      hint ?? 'skills-conformance list prints every id.',
    );
  }
  const { bold, dim } = style(options);
  const check = suite.checks.find(({ verifies }) => verifies === id);
  const property = suite.properties.find(({ verifies }) => verifies === id);
  const row = (label: string, value: string): string[] =>
    wrap(value, WIDTH - LABEL).map((line, index) => `  ${dim((index === 0 ? label : '').padEnd(LABEL))}${line}`);
  const { eras, transports, upstream, untestable } = requirement;
  const lines = [
    bold(id),
    ...wrap(requirement.statement, WIDTH).map((line) => `  ${line}`),
    '',
    ...row('level', MEANING[requirement.level]),
    ...row('holds in', `revision ${requirement.revisions.join(', ')}`),
    ...earlierRows(requirement, row),
    ...(requirement.changes ?? []).flatMap((change, index) => row(index === 0 ? 'changed' : '', change)),
    ...row('era', eras === undefined ? 'both' : eras.join(', ')),
    ...row('transport', transports === undefined ? 'both' : transports.join(', ')),
    ...row('text', `${requirement.section.title}`),
    ...row('', requirement.section.url),
    ...row('official', upstream === undefined ? 'the official suite has no check of its own' : upstream.join(', ')),
  ];
  if (untestable !== undefined) lines.push(...row('not testable', untestable));
  else if (property !== undefined) {
    const { title, needs, runs } = property;
    lines.push(
      ...row('search', title),
      ...row(
        '',
        `searched with generated input: ${runs} inputs unless --runs says otherwise; the same --seed gives the same ones`,
      ),
      ...(needs.length > 0 ? row('needs', needs.join(', ')) : []),
      '',
      `  ${dim(`skills-conformance --server "…" --only ${id} --seed N --runs N`)}`,
      `  ${dim('skills-conformance replay <case>')}`,
    );
  } else if (check === undefined) lines.push(...row('check', 'none in this version'));
  else {
    lines.push(...row('check', check.title));
    if (check.needs.length > 0) lines.push(...row('needs', check.needs.join(', ')));
    lines.push('', `  ${dim(`skills-conformance --server "…" --only ${id}`)}`);
  }
  return `${lines.join('\n')}\n`;
}
