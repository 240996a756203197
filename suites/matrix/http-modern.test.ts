import { httpMatrix } from './http-matrix.js';

httpMatrix('modern');
