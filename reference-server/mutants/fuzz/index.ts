import type { Mutant } from '../mutant.js';
import { archiveMutants } from './archive.js';
import { pagingMutants } from './paging.js';
import { protocolFuzzMutants } from './protocol.js';
import { uriMutants } from './uri.js';

export { fuzzVariations } from './variations.js';

/**
 * Known-bad servers that only a search shows to be bad: each breaks one searched property, by an input, an order or an
 * interleaving that no list of examples has. Every other check is green on them.
 */
export const fuzzMutants: readonly Mutant[] = [
  ...uriMutants,
  ...pagingMutants,
  ...archiveMutants,
  ...protocolFuzzMutants,
];
