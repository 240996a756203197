import { vi } from 'vitest';
import { V1 } from '../../harness/model/protocol.js';
import { stdioMatrix } from './stdio-matrix.js';

vi.mock('execa', () => import('./in-process.js'));

stdioMatrix(V1, 'modern');
