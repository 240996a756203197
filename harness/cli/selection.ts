import { REVISIONS, type Revision, type TransportKind } from '../model/protocol.js';
import type { NamedRequirement } from '../model/requirement.js';
import type { Suite } from '../run/options.js';
import { globPattern, outOfScope, select } from '../run/plan.js';
import type { RunArgs } from './args.js';
import { UsageError } from './exit.js';
import { didYouMean } from './suggest.js';

type Chosen = Pick<RunArgs, 'only' | 'skip' | 'level' | 'revision' | 'protocol' | 'fuzz'>;

const SEE = 'skills-conformance list prints every id.';

/** The revisions that a run may turn out to judge by, newest first. */
const revisionsOf = ({ revision }: Chosen): readonly Revision[] =>
  revision === 'auto' ? [...REVISIONS].reverse() : [revision];

/** The newest revision that a selection has anything to say in; the newest of all when it has nothing. */
export const revisionOf = (suite: Suite, chosen: Chosen): Revision =>
  revisionsOf(chosen).find((revision) => select(suite, chosen, revision).length > 0) ?? revisionsOf(chosen)[0]!;

/** What is selected in any revision that may be judged by, each id once. */
function selectIn(suite: Suite, chosen: Chosen): NamedRequirement[] {
  const found = new Map<string, NamedRequirement>();
  for (const revision of revisionsOf(chosen)) {
    for (const one of select(suite, chosen, revision)) if (!found.has(one.id)) found.set(one.id, one);
  }
  return [...found.values()];
}

/** Ids and areas, for hints. */
const names = (suite: Suite): string[] => [...new Set(suite.requirements.flatMap(({ id, area }) => [area, id]))];

/**
 * The requirements that a selection leaves, or a usage error: a glob that matches nothing is a slip of the pen, and a
 * run of nothing must not come out green.
 */
export function checkSelection(suite: Suite, chosen: Chosen, transport?: TransportKind): NamedRequirement[] {
  for (const [flag, globs] of [['--only', chosen.only] as const, ['--skip', chosen.skip] as const]) {
    for (const glob of globs) {
      const pattern = globPattern(glob);
      if (suite.requirements.some(({ id }) => pattern.test(id))) continue;
      const hint = didYouMean(glob.replaceAll('*', ''), names(suite));
      throw new UsageError(`${flag} ${glob} matches no requirement`, hint ?? SEE);
    }
  }
  const selected = selectIn(suite, chosen);
  if (selected.length === 0) {
    const elsewhere = REVISIONS.filter((revision) => select(suite, chosen, revision).length > 0);
    if (elsewhere.length > 0) {
      throw new UsageError(
        `The selection leaves nothing to judge in revision ${String(chosen.revision)}`,
        `What it names holds in ${elsewhere.join(', ')}: write --spec ${elsewhere.at(-1)}, or leave --spec out.`,
      );
    }
    throw new UsageError('The selection leaves nothing to judge', `Look at --only, --skip and --level. ${SEE}`);
  }
  const eras = chosen.protocol === 'auto' ? (['modern', 'legacy'] as const) : [chosen.protocol];
  const transports = transport === undefined ? (['stdio', 'http'] as const) : [transport];
  const reasons = selected.map((one) =>
    eras.flatMap((era) => transports.map((transport) => outOfScope(one, era, transport))),
  );
  const [first] = selected;
  const judgeable = reasons.some((each) => each.includes(undefined));
  if (!judgeable && first !== undefined) {
    throw new UsageError(
      'The selection leaves nothing that can be judged',
      `${first.id}: ${reasons[0]?.[0]}${selected.length > 1 ? `; and ${selected.length - 1} more like it` : ''}.`,
    );
  }
  return selected;
}
