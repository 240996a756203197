import type { FuzzProperty } from '../../harness/fuzz/property.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import type { Json } from '../../harness/model/json.js';
import type { TestableId } from '../requirements/index.js';

/** Inputs of each property that a run tries unless it is told otherwise. */
const RUNS = 150;

export type ServerProperty = FuzzProperty<TestableId>;

/** Defines a searched property. Each needs the extension to be declared; `needs` adds to that. */
export function property<World extends Json, Plan extends Json>(
  given: Omit<FuzzProperty<TestableId, World, Plan>, 'needs' | 'runs'> & {
    readonly needs?: readonly TestableId[];
    readonly runs?: number;
  },
): ServerProperty {
  const made: FuzzProperty<TestableId, World, Plan> = {
    ...given,
    needs: ['capability/declared', ...(given.needs ?? [])],
    runs: given.runs ?? RUNS,
  };
  return made as unknown as ServerProperty;
}

/** Sends the parts of a plan one after the other, and collects what speaks against the answers. */
export const oneByOne =
  <World extends Json, Part extends Json>(
    judge: (part: Part, wire: FuzzWire, world: World) => Promise<Breach | undefined>,
  ) =>
  async (plan: readonly Part[], wire: FuzzWire, world: World): Promise<Breach[]> => {
    const breaches: Breach[] = [];
    for (const part of plan) {
      const found = await judge(part, wire, world);
      if (found !== undefined) breaches.push(found);
    }
    return breaches;
  };
