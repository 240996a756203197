import { ERAS, REVISIONS, V1 } from '../../harness/model/protocol.js';
import { httpMatrix } from './http-matrix.js';

for (const revision of REVISIONS.filter((one) => one !== V1)) {
  for (const era of ERAS) httpMatrix(revision, era);
}
