import { OutOfTime } from '../fuzz/out-of-time.js';
import type { Connection, StartFailure, Target } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import type { Limits } from '../model/limits.js';
import type { Era, Revision } from '../model/protocol.js';
import { Probe } from '../probe/probe.js';
import { Blocked } from '../probe/sender.js';
import { connect } from '../target/connect.js';
import { place } from './place.js';
import { withSkills } from './target.js';
import type { SeenBreach, Tree, TreeSuite } from './tree.js';

/** A server that was asked all it was to be asked gets no long time to say goodbye. */
const GRACE_MS = 500;

export interface AttemptOptions {
  /** Its command names `{skills}`. */
  readonly target: Target;
  readonly era: Era;
  readonly revision: Revision;
  readonly limits: Limits;
  /** Ends an attempt within a second, whatever it is at. */
  readonly signal: AbortSignal;
  /** Starts the server on a folder; default: the target, with the folder in the place of `{skills}`. */
  readonly open?: (folder: string, limits: Limits, signal: AbortSignal) => Promise<Connection | StartFailure>;
}

/** What one start of the server on some trees came to. */
export interface Attempt<Id extends string> {
  readonly breaches: readonly SeenBreach<Id>[];
  readonly judged: { readonly [id: string]: number };
  /** Trees that the file system here cannot hold; they were not there. */
  readonly left: readonly Tree[];
  readonly frames: readonly Frame[];
  readonly requests: number;
  /** The server did not start, or ended: nothing is known of any of the trees. */
  readonly collapsed: boolean;
}

/**
 * Writes trees and the control into a fresh folder, starts the server on it, judges, ends the server and takes the folder away.
 * Never throws for what the server does; throws `OutOfTime` when the signal is aborted.
 */
export async function attempt<Id extends string>(
  suite: TreeSuite<Id>,
  trees: readonly Tree[],
  options: AttemptOptions,
): Promise<Attempt<Id>> {
  const { era, revision, signal } = options;
  if (signal.aborted) throw new OutOfTime();
  const limits = { ...options.limits, graceMs: Math.min(options.limits.graceMs, GRACE_MS) };
  const site = place([suite.control, ...trees]);
  try {
    const there = trees.filter((tree) => !site.left.includes(tree));
    const open = options.open ?? ((folder) => connect(withSkills(options.target, folder), era, limits, signal));
    const connection = await open(site.skills, limits, signal);
    if (signal.aborted) {
      if (!('kind' in connection)) await connection.close();
      throw new OutOfTime();
    }
    const base = { left: site.left, judged: {}, requests: 0, collapsed: true };
    if ('kind' in connection) {
      const breach = suite.collapsed(there, { kind: 'no-start', failure: connection });
      return { ...base, breaches: [breach], frames: connection.frames };
    }
    const stop = (): void => void connection.close();
    signal.addEventListener('abort', stop, { once: true });
    const probe = new Probe(connection, { limits, skills: [], concurrency: 1, revision });
    try {
      const judgement = await suite.judge(there, probe, site).catch((error: unknown) => {
        if (error instanceof Blocked) return undefined;
        throw error;
      });
      if (signal.aborted) throw new OutOfTime();
      const seen = { ...base, frames: connection.frames, requests: probe.requests };
      const { broken } = connection;
      if (broken === undefined && judgement !== undefined) return { ...seen, ...judgement, collapsed: false };
      // A limit of ours stands in the way: there is nothing to tell.
      if (broken === undefined) return { ...seen, breaches: [] };
      const frames = connection.frames.slice(-20).map(({ n }) => n);
      return { ...seen, breaches: [suite.collapsed(there, { kind: 'died', detail: broken, frames })] };
    } finally {
      signal.removeEventListener('abort', stop);
      await connection.close();
    }
  } finally {
    site.remove();
  }
}
