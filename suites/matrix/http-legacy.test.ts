import { V1 } from '../../harness/model/protocol.js';
import { httpMatrix } from './http-matrix.js';

httpMatrix(V1, 'legacy');
