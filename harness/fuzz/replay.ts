import type { Target } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import type { Breach, FuzzCase } from '../model/fuzz.js';
import type { Limits } from '../model/limits.js';
import { attempt } from './attempt.js';
import type { Control } from './control.js';
import type { FuzzProperty } from './property.js';
import { OutOfTime } from './out-of-time.js';
import { FuzzSession, TargetGone } from './session.js';

/** What came of sending a case once more. `gone`: the target could not be had, in words. */
export interface Replayed {
  /** The breach of the same kind, when there is one still. */
  readonly breach?: Breach;
  /** Breaches of other kinds that the same input shows. */
  readonly others: readonly Breach[];
  readonly frames: readonly Frame[];
  /** Whether every message that was sent is the one of the case, letter by letter (ids and headers aside). */
  readonly sameFrames: boolean;
  readonly gone?: string;
}

/** What was sent, without the numbers that differ from one connection to the next. */
const sentTexts = (frames: readonly Frame[]): string[] =>
  frames
    .filter(({ direction, kind }) => direction === 'sent' && kind === 'message')
    .map(({ text }) => text.replace(/"id":\d+/, '"id":0'));

/** Sends the input of a case over a fresh connection, with all patience, and judges what comes back. */
export async function replayCase(
  property: FuzzProperty,
  one: FuzzCase,
  target: Target,
  limits: Limits,
  signal: AbortSignal,
): Promise<Replayed> {
  const { era, revision } = one;
  const session = new FuzzSession({ target, era, revision, limits, signal });
  session.patient = true;
  try {
    const control = one.control as Control;
    const { breaches, frames } = await attempt({ property, world: one.world, control, session }, one.plan, true);
    const breach = breaches.find(({ kind }) => kind === one.kind);
    const [before, now] = [sentTexts(one.frames), sentTexts(frames)];
    return {
      ...(breach === undefined ? {} : { breach }),
      others: breaches.filter(({ kind }) => kind !== one.kind),
      frames,
      sameFrames: before.length > 0 && before.every((text, index) => text === now[index]),
    };
  } catch (error) {
    if (!(error instanceof TargetGone) && !(error instanceof OutOfTime)) throw error;
    const gone = error instanceof TargetGone ? error.message : 'the replay was interrupted';
    return { others: [], frames: [], sameFrames: false, gone };
  } finally {
    await session.close();
  }
}
