import { createHash } from 'node:crypto';
import type { Breach, FuzzCase } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import type { Attempt } from './attempt.js';
import type { Control } from './control.js';
import type { FuzzProperty } from './property.js';
import type { FuzzSession } from './session.js';

/** What every case of a run has in common. */
export interface CaseFacts {
  readonly tool: FuzzCase['tool'];
  readonly target?: Json;
}

/** Frames that a case file holds; the first and the last of more. */
const MOST_FRAMES = 60;

/** A short name that stays the same as long as property, kind, input, revision and era do. */
export const caseId = (property: string, kind: string, plan: Json, where: Json): string =>
  `${property.slice(property.indexOf('/') + 1)}-${createHash('sha256')
    .update(JSON.stringify([property, kind, plan, where]))
    .digest('hex')
    .slice(0, 8)}`;

/** Everything that replay needs of one shrunk failure. */
export function caseOf<World extends Json, Plan extends Json>(
  property: FuzzProperty<string, World, Plan>,
  plan: Plan,
  world: World,
  control: Control,
  breach: Breach,
  { frames }: Attempt,
  session: Pick<FuzzSession, 'era' | 'revision' | 'transport'>,
  { tool, target }: CaseFacts,
  { seed, path }: { readonly seed: number; readonly path: string },
): FuzzCase {
  const { kind, subject, evidence } = breach;
  return {
    schemaVersion: 1,
    id: caseId(property.verifies, kind, plan, [session.revision, session.era]),
    property: property.verifies,
    kind,
    tool,
    revision: session.revision,
    era: session.era,
    transport: session.transport,
    ...(target === undefined ? {} : { target }),
    seed,
    path,
    plan,
    world: property.trim?.(world, plan) ?? world,
    control,
    subject,
    expected: evidence.expected,
    actual: evidence.actual,
    frames:
      frames.length <= MOST_FRAMES
        ? frames
        : [...frames.slice(0, MOST_FRAMES / 2), ...frames.slice(-MOST_FRAMES / 2)],
  };
}
