import type { Mutant } from '../mutant.js';
import { directoryMutants } from './uri-directory.js';
import { getMutants } from './uri-get.js';
import { readMutants } from './uri-read.js';

/** Servers that only URIs show to be wrong which no list of examples has. */
export const uriMutants: readonly Mutant[] = [...readMutants, ...getMutants, ...directoryMutants];
