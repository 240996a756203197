import * as fc from 'fast-check';
import type { Target } from '../model/connection.js';
import { place, type Site } from './place.js';
import { withSkills } from './target.js';
import type { Tree, TreeSuite } from './tree.js';

/** Plain skills that stand in the folder which the checks are run on, beside the control. */
const BASE = 6;
const SEED = 1;

/**
 * A folder of plain skills for the checks and the search of requests, and the target that serves it. It is the same for every run, so
 * that a case can be replayed on it. To be removed by the caller.
 */
export function provisionBase(suite: TreeSuite, target: Target): { target: Target; site: Site } {
  const names = new Set(suite.control.names);
  const base: Tree[] = [];
  for (const tree of fc.sample(suite.trees, { seed: SEED, numRuns: 100 })) {
    if (base.length === BASE || tree.facts['state'] !== 'portable') continue;
    if (tree.names.some((name) => names.has(name))) continue;
    for (const name of tree.names) names.add(name);
    base.push(tree);
  }
  const site = place([suite.control, ...base]);
  return { target: withSkills(target, site.skills), site };
}
