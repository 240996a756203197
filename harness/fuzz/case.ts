import { createHash } from 'node:crypto';
import type { Breach, FuzzCase } from '../model/fuzz.js';

/** Frames that a case file holds; the first and the last of more. */
const MOST_FRAMES = 60;

/** What a case holds beside the breach. How to reach the target is added by whoever writes it, who knows its secrets. */
export type CaseSource = Omit<
  FuzzCase,
  'schemaVersion' | 'id' | 'kind' | 'target' | 'subject' | 'expected' | 'actual'
>;

/** A short name that stays the same as long as property, kind, input, revision and era do. */
function idOf({ property, plan, revision, era }: CaseSource, kind: string): string {
  const name = property.slice(property.indexOf('/') + 1);
  const hash = createHash('sha256').update(JSON.stringify([property, kind, plan, revision, era]));
  return `${name}-${hash.digest('hex').slice(0, 8)}`;
}

/** Everything that replay needs of one shrunk failure. */
export function caseOf(source: CaseSource, { kind, subject, evidence }: Breach): FuzzCase {
  const { frames } = source;
  const kept =
    frames.length <= MOST_FRAMES ? frames : [...frames.slice(0, MOST_FRAMES / 2), ...frames.slice(-MOST_FRAMES / 2)];
  const { expected, actual } = evidence;
  return { schemaVersion: 1, id: idOf(source, kind), kind, ...source, subject, expected, actual, frames: kept };
}
