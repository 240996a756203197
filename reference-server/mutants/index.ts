import { V1, type Revision } from '../revision.js';
import { capability } from './capability.js';
import { directory } from './directory.js';
import { entry } from './entry.js';
import { format } from './format.js';
import { frontmatter } from './frontmatter.js';
import { fuzzMutants, fuzzVariations } from './fuzz/index.js';
import { get } from './get.js';
import { httpMutants } from './http.js';
import { integrity } from './integrity.js';
import { list } from './list.js';
import { manifest } from './manifest.js';
import { metadata } from './metadata.js';
import { juneMutants, juneVariations } from './june/index.js';
import { revisionsOf, type Mutant, type Variation } from './mutant.js';
import { protocol } from './protocol.js';
import { read } from './read.js';
import { reference } from './reference.js';
import { sharedMutants, sharedVariations } from './shared.js';
import { stdoutMutants } from './stdout.js';
import { uri } from './uri.js';
import { variations as permitted } from './variations.js';

export type { Mutant, Variation } from './mutant.js';

/** Every known-bad server, whatever its revisions. To add one, add it to the file of its area. */
const allMutants: readonly Mutant[] = [
  ...sharedMutants([
    ...capability,
    ...list,
    ...get,
    ...entry,
    ...manifest,
    ...integrity,
    ...format,
    ...frontmatter,
    ...uri,
    ...read,
    ...metadata,
    ...directory,
    ...reference,
    ...protocol,
    ...stdoutMutants,
    ...httpMutants,
  ]),
  ...juneMutants,
];

/** Every unusual server that is right all the same, whatever its revisions. */
const allVariations: readonly Variation[] = [...sharedVariations(permitted), ...juneVariations];

/** The known-bad servers of one revision. */
export const mutantsOf = (revision: Revision): Mutant[] =>
  allMutants.filter((mutant) => revisionsOf(mutant).includes(revision));

/** The unusual servers of one revision. */
export const variationsOf = (revision: Revision): Variation[] =>
  allVariations.filter((variation) => revisionsOf(variation).includes(revision));

/** Those of the released text. */
export const mutants: readonly Mutant[] = mutantsOf(V1);
export const variations: readonly Variation[] = variationsOf(V1);

/** A deviation by its id, whatever its revisions; those too that only a search is to see. */
export const find = (kind: 'mutant' | 'variation', id: string): Mutant | Variation | undefined =>
  (kind === 'mutant' ? [...allMutants, ...fuzzMutants] : [...allVariations, ...fuzzVariations]).find(
    (deviation) => deviation.id === id,
  );
