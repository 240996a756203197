import { controlOf, type Control } from '../../../harness/fuzz/control.js';
import type { FuzzProperty } from '../../../harness/fuzz/property.js';
import { search, type SearchOptions, type SearchResult } from '../../../harness/fuzz/search.js';
import { FuzzSession } from '../../../harness/fuzz/session.js';
import type { Target } from '../../../harness/model/connection.js';
import type { Json } from '../../../harness/model/json.js';
import { DEFAULT_LIMITS, type Limits } from '../../../harness/model/limits.js';
import type { Era, Revision } from '../../../harness/model/protocol.js';
import { hostCanaries } from '../../../harness/fuzz/canaries.js';
import { Probe } from '../../../harness/probe/probe.js';
import { connect } from '../../../harness/target/connect.js';

export const LIMITS: Limits = { ...DEFAULT_LIMITS, requestMs: 2_500, graceMs: 500 };

/** What a search needs of a server. */
export interface Prepared {
  readonly world: Json;
  readonly control: Control;
}

/** Looks at a server as a run does before it searches; properties with nothing to search in are left out. */
export async function prepareAll<P extends FuzzProperty>(
  properties: readonly P[],
  target: Target,
  era: Era,
  revision: Revision,
): Promise<ReadonlyMap<P, Prepared>> {
  const connection = await connect(target, era, LIMITS);
  if ('kind' in connection) throw new Error(connection.message);
  const probe = new Probe(connection, { limits: LIMITS, skills: [], concurrency: 1, revision });
  try {
    const control = await controlOf(probe);
    const prepared = new Map<P, Prepared>();
    for (const property of properties) {
      const world = await property.prepare(probe, { canaries: hostCanaries(target) });
      if (typeof world === 'object' && world !== null && 'notApplicable' in world) continue;
      prepared.set(property, { world: world as Json, control });
    }
    return prepared;
  } finally {
    await probe.close();
  }
}

/** The same for one property. Throws when there is nothing to search in. */
export async function prepare(
  property: FuzzProperty,
  target: Target,
  era: Era,
  revision: Revision,
): Promise<Prepared> {
  const prepared = (await prepareAll([property], target, era, revision)).get(property);
  if (prepared === undefined) throw new Error(`${property.verifies} has nothing to search in`);
  return prepared;
}

/** Searches one property over a connection of its own. */
export async function searchOnce(
  property: FuzzProperty,
  { world, control }: Prepared,
  target: Target,
  era: Era,
  revision: Revision,
  options: Partial<SearchOptions> = {},
): Promise<SearchResult> {
  const session = new FuzzSession({ target, era, revision, limits: LIMITS, signal: new AbortController().signal });
  session.deadline = performance.now() + (options.ms ?? 60_000);
  try {
    return await search(
      { property, world, control, session },
      {
        seed: 1,
        runs: undefined,
        timeBoxed: false,
        ms: 60_000,
        isTold: () => false,
        isHint: ({ evidence }) => evidence.level === 'INFO',
        tool: { name: 'test', version: '0' },
        ...options,
      },
    );
  } finally {
    await session.close();
  }
}

/** What counts against a server. */
export const grave = ({ found }: SearchResult): SearchResult['found'] =>
  found.filter(({ breach }) => breach.evidence.level !== 'INFO');
