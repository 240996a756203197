import type { FuzzProperty } from '../../harness/fuzz/property.js';
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
