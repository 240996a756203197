import type { Mutant } from '../mutant.js';
import { archiveBytes } from './archive-bytes.js';
import { archivePaths } from './archive-paths.js';
import { archiveMutants } from './archive.js';
import { blameMutants } from './blame.js';
import { capabilityMutants } from './capability.js';
import { completionMutants } from './completion.js';
import { documentMutants } from './document.js';
import { contentMutants } from './frontmatter.js';
import { entryMutants } from './index-entries.js';
import { namespaceMutants } from './namespace.js';
import { readMutants } from './read.js';
import { templateMutants } from './template.js';

export { juneVariations } from './variations.js';

/** Every known-bad server of the drafts of June. Those that are bad in 2026-09-13 as well have `revisions` where they stand. */
export const juneMutants: readonly Mutant[] = [
  ...documentMutants,
  ...entryMutants,
  ...contentMutants,
  ...archiveMutants,
  ...archiveBytes,
  ...archivePaths,
  ...namespaceMutants,
  ...templateMutants,
  ...completionMutants,
  ...readMutants,
  ...capabilityMutants,
  ...blameMutants,
];
