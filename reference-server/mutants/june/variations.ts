import type { Variation } from '../mutant.js';
import { blameVariations } from './blame.js';
import { archiveVariations } from './variations-archive.js';
import { indexVariations } from './variations-index.js';
import { offerVariations } from './variations-offers.js';
import { templateVariations } from './variations-template.js';

/** Unusual servers of June that are right all the same. */
export const juneVariations: readonly Variation[] = [
  ...indexVariations,
  ...archiveVariations,
  ...offerVariations,
  ...templateVariations,
  ...blameVariations,
];
