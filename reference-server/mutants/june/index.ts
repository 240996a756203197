import type { Mutant } from '../mutant.js';
import { archiveMutants } from './archive.js';
import { capabilityMutants } from './capability.js';
import { documentMutants } from './document.js';
import { templateMutants } from './template.js';

export { juneVariations } from './variations.js';

/** Every known-bad server of the drafts of June. Those that are bad in 2026-09-13 as well have `revisions` where they stand. */
export const juneMutants: readonly Mutant[] = [
  ...documentMutants,
  ...archiveMutants,
  ...templateMutants,
  ...capabilityMutants,
];
