import { V1, type Era, type Revision } from '../../harness/model/protocol.js';
import { matrixCases } from './cases.js';
import { stdioTarget } from './matrix.js';

/** Registers the matrix over stdio: a process or a stand-in (`in-process.ts`) for each case. Needs a build. */
export function stdioMatrix(revision: Revision, era: Era): void {
  const spoken = revision === V1 ? [] : ['--revision', revision];
  matrixCases(
    { revision, era, transport: 'stdio' },
    {
      // With the skills of exactly 512 files and exactly 16 MiB, which are for the limits of the final text.
      reference: () => stdioTarget(revision === V1 ? ['--big'] : spoken),
      deviation: (kind, id) => stdioTarget([`--${kind}`, id, ...spoken]),
    },
  );
}
