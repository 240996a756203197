import type { Variation } from './mutant.js';
import { contentVariations } from './variations-content.js';
import { directoryVariations } from './variations-directory.js';
import { fieldVariations } from './variations-field.js';
import { formatVariations } from './variations-format.js';
import { listVariations } from './variations-lists.js';
import { protocolVariations } from './variations-protocol.js';
import { transportVariations } from './variations-transport.js';

/** Every unusual server that is right all the same. */
export const variations: readonly Variation[] = [
  ...formatVariations,
  ...contentVariations,
  ...listVariations,
  ...directoryVariations,
  ...protocolVariations,
  ...transportVariations,
  ...fieldVariations,
];
