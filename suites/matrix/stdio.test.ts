import { ERAS } from '../../harness/model/protocol.js';
import { matrixCases } from './cases.js';
import { stdioTarget } from './matrix.js';

/* One process a case: what the reference server and its deviations look like over stdio. Needs a build. */
for (const era of ERAS) {
  matrixCases(era, 'stdio', {
    // With the skills of exactly 512 files and exactly 16 MiB.
    reference: () => stdioTarget(['--big']),
    deviation: (kind, id) => stdioTarget([`--${kind}`, id]),
  });
}
