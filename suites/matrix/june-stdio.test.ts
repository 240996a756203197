import { vi } from 'vitest';
import { ERAS, REVISIONS, V1 } from '../../harness/model/protocol.js';
import { stdioMatrix } from './stdio-matrix.js';

vi.mock('execa', () => import('./in-process.js'));

for (const revision of REVISIONS.filter((one) => one !== V1)) {
  for (const era of ERAS) stdioMatrix(revision, era);
}
