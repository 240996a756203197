import type { Arbitrary } from 'fast-check';
import type { Breach, FuzzWire } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import type { Probe } from '../probe/probe.js';

/** Why a property has nothing to search in. */
export interface Nothing {
  readonly notApplicable: string;
}

/** What is known of the machine that the target runs on. */
export interface Surroundings {
  /** Digests (`sha256:…`) of files that no server of skills may serve, with their paths. */
  readonly canaries: { readonly [digest: string]: string };
}

/**
 * One searched property. Plans and worlds are JSON: a case file holds both, and replay runs the plan again without having to
 * look at the target first.
 */
export interface FuzzProperty<Id extends string = string, World extends Json = Json, Plan extends Json = Json> {
  readonly verifies: Id;
  /** What is sent, in a few words. */
  readonly title: string;
  /** Requirements without which it cannot be judged, as of a check. */
  readonly needs: readonly Id[];
  /** Inputs that a search tries unless it is told otherwise. */
  readonly runs: number;
  /** Learns what to search in: from what the probe has seen already, as far as possible. */
  prepare(probe: Probe, surroundings: Surroundings): Promise<World | Nothing>;
  /** The inputs, smallest first when shrunk. The same world gives the same inputs under the same seed. */
  plans(world: World): Arbitrary<Plan>;
  /** Sends one input and judges what came back. Deaths, hangs and what comes after are judged by the search itself. */
  run(plan: Plan, wire: FuzzWire, world: World): Promise<readonly Breach[]>;
  /** An input in a few words: the subject of what the search itself finds. */
  name(plan: Plan): string;
  /** True for an input that breaks the rules for clients: the server must live on, and need do no more. */
  lawless?(plan: Plan): boolean;
  /** True when what a server remembers from before may be what fails: each step of shrinking gets a connection of its own. */
  readonly stateful?: boolean;
}
