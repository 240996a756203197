import { describeOutcome, type Fault, type Frame } from '../model/exchange.js';
import type { Breach } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import { askControl, type Control } from './control.js';
import type { FuzzProperty } from './property.js';
import type { FuzzSession } from './session.js';

/** What a run of one input came to. */
export interface Attempt {
  readonly breaches: readonly Breach[];
  /** Every frame from the first request of the input to the answer to the control request. */
  readonly frames: readonly Frame[];
}

/** Where the ordinary checks tell a fault of the wire. */
const TOLD_BY: Readonly<Record<Fault['bears'], string>> = {
  jsonrpc: 'protocol/jsonrpc',
  stdout: 'protocol/stdout-clean',
  http: 'protocol/http-status',
};

/** Sends one input and judges it, and what comes after: a server that died, hangs, or no longer answers as before. */
export async function attempt<World extends Json, Plan extends Json>(
  property: FuzzProperty<string, World, Plan>,
  plan: Plan,
  world: World,
  session: FuzzSession,
  control: Control,
  fresh = false,
): Promise<Attempt> {
  await session.begin(fresh);
  const breaches = [...(await property.run(plan, session, world))];
  session.assertTime();
  // What the texts leave open is no breach, but nothing may end a server.
  const lawless = property.lawless?.(plan) === true;
  session.tainted ||= lawless;
  const open = lawless ? ({ level: 'SHOULD', strict: 'MUST' } as const) : {};
  const done = (): Attempt => ({ breaches, frames: session.passage.frames });
  if (session.broken !== undefined) {
    const frames = session.passage.frames.map(({ n }) => n);
    const actual = session.broken;
    breaches.unshift({
      kind: 'died',
      subject: property.name(plan),
      evidence: { expected: 'a server that lives on', actual, frames, ...open },
    });
    return done();
  }
  const { silent, faults } = session.passage;
  for (const { method, outcome, frames } of silent) {
    breaches.push({
      kind: 'silent',
      subject: property.name(plan),
      evidence: {
        expected: 'an answer',
        actual: `${method}: ${describeOutcome(outcome)}`,
        frames,
        ...(session.patient ? open : { level: 'SHOULD', strict: 'MUST' }),
      },
    });
  }
  for (const fault of session.tainted ? [] : faults) {
    breaches.push({
      kind: `wire-${fault.name}`,
      subject: property.name(plan),
      evidence: { expected: 'valid messages', actual: fault.detail, frames: [fault.frame] },
      told: [TOLD_BY[fault.bears]],
    });
  }
  const { problem, frames } = await askControl(session, control);
  if (problem !== undefined) {
    const all = session.passage.frames.map(({ n }) => n);
    breaches.push({
      kind: session.broken === undefined ? 'not-as-before' : 'died',
      subject: property.name(plan),
      evidence: {
        expected: `the answer to ${control.method} as before`,
        actual: session.broken ?? problem,
        frames: [...all.slice(0, 8), ...frames],
        ...open,
      },
    });
  }
  return done();
}
