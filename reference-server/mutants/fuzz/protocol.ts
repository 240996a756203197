import type { Mutant } from '../mutant.js';
import { envelopeMutants } from './envelope.js';
import { idsMutants } from './ids.js';
import { paramsMutants } from './params.js';

/** Servers that only unusual messages show to be wrong. */
export const protocolFuzzMutants: readonly Mutant[] = [...paramsMutants, ...idsMutants, ...envelopeMutants];
