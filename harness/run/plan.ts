import { wildcard } from '../model/text.js';
import { gravity, type Check } from '../model/check.js';
import type { Era, Revision, TransportKind } from '../model/protocol.js';
import { inRevision, type Level, type NamedRequirement } from '../model/requirement.js';
import type { Probe } from '../probe/probe.js';
import type { FuzzOptions, Suite } from './options.js';

export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly level: Level;
  /** Without it, what is searched is no part of a run. */
  readonly fuzz?: FuzzOptions;
}

/** Turns a glob over requirement ids into a pattern: `*` is anything, a bare area name means all of it. */
export const globPattern = (glob: string): RegExp =>
  wildcard(glob.includes('/') || glob.includes('*') ? glob : `${glob}/*`);

/** The requirements that a selection names, of one revision, as it says them, and of the party `server`. */
export function select(suite: Suite, selection: Selection, revision: Revision): NamedRequirement[] {
  const only = selection.only.map(globPattern);
  const skip = selection.skip.map(globPattern);
  const isPart = partOf(suite, selection);
  return suite.requirements
    .filter(({ id, revisions, party }) => party === 'server' && revisions.includes(revision) && isPart(id))
    .map((requirement) => inRevision(requirement, revision))
    .filter(
      ({ id, level }) =>
        gravity(level) >= gravity(selection.level) &&
        (only.length === 0 || only.some((pattern) => pattern.test(id))) &&
        !skip.some((pattern) => pattern.test(id)),
    );
}

/** Whether a requirement is part of a run at all: what is searched is so only where there is a search for it. */
function partOf(suite: Suite, { fuzz }: Selection): (id: string) => boolean {
  const checked = new Set(suite.checks.map(({ verifies }) => verifies));
  const searched = new Set(fuzz === undefined ? [] : suite.properties.map(({ verifies }) => verifies));
  if (fuzz?.provisionMs !== undefined) for (const id of suite.trees?.verifies ?? []) searched.add(id);
  const untestable = new Set(suite.requirements.filter((one) => one.untestable !== undefined).map(({ id }) => id));
  return (id) => checked.has(id) || searched.has(id) || untestable.has(id);
}

/** Why a requirement cannot be judged in an era, on a transport or in a revision; undefined when it can. */
export function outOfScope(
  requirement: NamedRequirement,
  era: Era,
  transport: TransportKind,
  revision?: Revision,
): string | undefined {
  if (revision !== undefined && !requirement.revisions.includes(revision)) {
    return `holds in revision ${requirement.revisions.join(', ')}, this one is ${revision}`;
  }
  if (requirement.untestable !== undefined) return `no wire can show it: ${requirement.untestable}`;
  if (requirement.eras !== undefined && !requirement.eras.includes(era)) {
    return `holds in the ${requirement.eras.join(' and ')} era, this one is ${era}`;
  }
  if (requirement.transports !== undefined && !requirement.transports.includes(transport)) {
    return `holds over ${requirement.transports.join(' and ')}, this target is on ${transport}`;
  }
  return undefined;
}

/** The checks to run, prerequisites included, each after what it needs; phases keep their order. */
export function plan(
  suite: Suite,
  selected: readonly NamedRequirement[],
  era: Era,
  transport: TransportKind,
  revision: Revision,
): Check<Probe>[] {
  const byId = new Map(suite.checks.map((check) => [check.verifies, check]));
  const requirement = new Map(suite.requirements.map((named) => [named.id, named]));
  const ordered: Check<Probe>[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): void => {
    if (state.get(id) === 'done') return;
    if (state.get(id) === 'open') throw new Error(`the checks need each other in a circle at ${id}`);
    const check = byId.get(id);
    const named = requirement.get(id);
    if (check === undefined || named === undefined || outOfScope(named, era, transport, revision) !== undefined)
      return;
    state.set(id, 'open');
    check.needs.forEach(visit);
    state.set(id, 'done');
    ordered.push(check);
  };
  const order = suite.checks.map((check) => check.verifies);
  const wanted = new Set(selected.map(({ id }) => id));
  for (const { verifies, needs } of suite.properties) if (wanted.has(verifies)) needs.forEach((id) => wanted.add(id));
  if (suite.trees?.verifies.some((id) => wanted.has(id)) === true) wanted.add('capability/declared');
  order.filter((id) => wanted.has(id)).forEach(visit);
  const phases = ['work', 'wire', 'shutdown'] as const;
  return phases.flatMap((phase) => ordered.filter((check) => check.phase === phase));
}
