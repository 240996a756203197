import { caseId } from '../fuzz/case.js';
import type { Frame } from '../model/exchange.js';
import type { FuzzCase } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import type { Era, Revision } from '../model/protocol.js';
import type { SeenBreach, Tree } from './tree.js';

/** Frames that a case file holds. */
const MOST_FRAMES = 40;
/** Lines of the server's log among them. */
const MOST_LOG = 15;

export interface CaseFacts {
  readonly tool: FuzzCase['tool'];
  readonly era: Era;
  readonly revision: Revision;
  /** How the target was named, where that holds no secret. */
  readonly named?: Json;
}

/** The frames that a breach points to, and what the server logged. */
export function framesOf({ evidence }: SeenBreach, frames: readonly Frame[]): Frame[] {
  const wanted = new Set(evidence.frames.slice(-MOST_FRAMES));
  const log = frames.filter(({ kind }) => kind === 'stderr' || kind === 'process').slice(-MOST_LOG);
  for (const { n } of log) wanted.add(n);
  return frames.filter(({ n }) => wanted.has(n)).slice(-MOST_FRAMES - MOST_LOG);
}

/** Everything that it takes to show a breach again: the tree is all that the server is given. */
export function caseOf(
  breach: SeenBreach,
  plan: Tree,
  frames: readonly Frame[],
  { seed, path }: { readonly seed: number; readonly path: string },
  { tool, era, revision, named }: CaseFacts,
): FuzzCase {
  const { verifies, kind, subject, evidence } = breach;
  const json = plan as unknown as Json;
  return {
    schemaVersion: 1,
    id: caseId(verifies, kind, json, [revision, era]),
    property: verifies,
    kind,
    tool,
    revision,
    era,
    transport: 'stdio',
    ...(named === undefined ? {} : { target: named }),
    seed,
    path,
    plan: json,
    world: null,
    subject,
    expected: evidence.expected,
    actual: evidence.actual,
    frames: framesOf(breach, frames),
  };
}
