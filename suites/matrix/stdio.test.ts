import { ERAS, V1 } from '../../harness/model/protocol.js';
import { stdioMatrix } from './stdio-matrix.js';

for (const era of ERAS) stdioMatrix(V1, era);
