import type { Evidence } from '../model/check.js';
import { describeOutcome, type Fault, type Frame } from '../model/exchange.js';
import type { Breach } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import { askControl, type Control } from './control.js';
import type { FuzzProperty } from './property.js';
import type { FuzzSession } from './session.js';

/** What a search knows of a server, apart from what it remembers of it. */
export interface Subject<World extends Json, Plan extends Json> {
  readonly property: FuzzProperty<string, World, Plan>;
  readonly world: World;
  readonly control: Control;
  readonly session: FuzzSession;
}

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

/** What is wrong with the server itself, whatever was asked. */
const FATAL: ReadonlySet<string> = new Set(['died', 'silent', 'not-as-before']);
export const isFatal = ({ kind }: Breach): boolean => FATAL.has(kind);

/** Sends one input and judges it, and what comes after: a server that died, hangs, or no longer answers as before. */
export async function attempt<World extends Json, Plan extends Json>(
  { property, world, control, session }: Subject<World, Plan>,
  plan: Plan,
  fresh = false,
): Promise<Attempt> {
  await session.begin(fresh);
  const breaches = [...(await property.run(plan, session, world))];
  session.assertTime();
  // What the texts leave open is no breach, but nothing may end a server.
  const lawless = property.lawless?.(plan) === true;
  session.tainted ||= lawless;
  const tell = (kind: string, evidence: Evidence, told: readonly string[] = []): void => {
    breaches.push({ kind, subject: property.name(plan), evidence, told });
  };
  const open = lawless ? ({ level: 'SHOULD', strict: 'MUST' } as const) : {};
  const { silent, faults } = session.passage;
  for (const { method, outcome, frames } of silent) {
    const actual = `${method}: ${describeOutcome(outcome)}`;
    // As long as `--timeout` was not waited out, it may but be slow.
    tell('silent', {
      expected: 'an answer',
      actual,
      frames,
      ...(session.patient ? open : { level: 'SHOULD', strict: 'MUST' }),
    });
  }
  for (const { bears, detail, name, frame } of session.tainted ? [] : faults)
    tell(`wire-${name}`, { expected: 'valid messages', actual: detail, frames: [frame] }, [TOLD_BY[bears]]);
  const after = session.broken === undefined ? await askControl(session, control) : undefined;
  const frames = session.passage.frames.map(({ n }) => n);
  if (session.broken !== undefined)
    tell('died', { expected: 'a server that lives on', actual: session.broken, frames, ...open });
  else if (after?.problem !== undefined) {
    const expected = `the answer to ${control.method} as before`;
    const shown = [...frames.slice(0, 8), ...after.frames];
    tell('not-as-before', { expected, actual: after.problem, frames: shown, ...open });
  }
  // What the server as a whole came to goes before what single answers were.
  return {
    breaches: breaches.sort((a, b) => Number(isFatal(b)) - Number(isFatal(a))),
    frames: session.passage.frames,
  };
}

/** Why a server is not as the control request has it, over the present connection or a fresh one; undefined when it is. */
export async function problemOf(
  { session, control }: Pick<Subject<Json, Json>, 'session' | 'control'>,
  fresh = false,
): Promise<string | undefined> {
  await session.begin(fresh);
  const { problem } = await askControl(session, control);
  return session.broken ?? problem;
}
