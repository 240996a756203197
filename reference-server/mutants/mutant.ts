import type { Era, Hooks, TransportKind } from '../hooks.js';
import { V1, type Revision } from '../revision.js';

/** What a mutant and a permitted variation have in common. */
interface Deviation {
  /** A short name, unique among all of its kind; also its path over HTTP. */
  readonly id: string;
  /** One sentence: what it does. */
  readonly title: string;
  /** The revisions that it can be served in. Absent: 2026-09-13 alone. */
  readonly revisions?: readonly Revision[];
  /** Where it shows; elsewhere it behaves as the reference server does. Absent: everywhere. */
  readonly eras?: readonly Era[];
  readonly transports?: readonly TransportKind[];
  /** The deviation itself; a function makes fresh hooks for one that remembers something. */
  readonly hooks: Hooks | (() => Hooks);
  /** The requirements that it gives no occasion to judge. */
  readonly expectNotApplicable?: readonly string[];
}

/** A server that breaks one rule. */
export interface Mutant extends Deviation {
  /** The requirements that must turn red, no others. */
  readonly breaks: readonly string[];
  /**
   * The requirements that can no longer be judged because of it. What a judge itself lays at the door of `breaks` needs
   * no mention.
   */
  readonly blocks?: readonly string[];
}

/** A legal but unusual server: nothing may turn red. */
export interface Variation extends Deviation {
  /** What permits it. */
  readonly why: string;
  /** The only era that it speaks; a client of the other era is refused. */
  readonly speaks?: Era;
}

/** Lets the hooks that see messages see those of some eras only. */
function within(eras: readonly Era[], hooks: Hooks): Hooks {
  const { request, response, http } = hooks;
  return {
    ...hooks,
    ...(request && {
      request: (message, context) => (eras.includes(context.era) ? request(message, context) : undefined),
    }),
    ...(response && {
      response: (answer, message, context) =>
        eras.includes(context.era) ? response(answer, message, context) : answer,
    }),
    ...(http && { http: (reply, call) => (eras.includes(call.era) ? http(reply, call) : reply) }),
  };
}

/** The revisions that a deviation can be served in. */
export const revisionsOf = ({ revisions = [V1] }: Deviation): readonly Revision[] => revisions;

/** The hooks of a deviation, fresh. */
export function hooksOf({ hooks, eras }: Deviation): Hooks {
  const made = typeof hooks === 'function' ? hooks() : hooks;
  return eras === undefined ? made : within(eras, made);
}
