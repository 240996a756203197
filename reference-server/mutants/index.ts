import { capability } from './capability.js';
import { directory } from './directory.js';
import { entry } from './entry.js';
import { format } from './format.js';
import { frontmatter } from './frontmatter.js';
import { get } from './get.js';
import { httpMutants } from './http.js';
import { integrity } from './integrity.js';
import { list } from './list.js';
import { manifest } from './manifest.js';
import { metadata } from './metadata.js';
import type { Mutant, Variation } from './mutant.js';
import { protocol } from './protocol.js';
import { read } from './read.js';
import { reference } from './reference.js';
import { stdoutMutants } from './stdout.js';
import { uri } from './uri.js';
import { variations as permitted } from './variations.js';

export type { Mutant, Variation } from './mutant.js';

/** Every known-bad server. To add one, add it to the file of its area. */
export const mutants: readonly Mutant[] = [
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
];

/** Every unusual server that is right all the same. */
export const variations: readonly Variation[] = permitted;
