import { afterAll, beforeAll } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import type { Era, Revision } from '../../harness/model/protocol.js';
import { matrixCases } from './cases.js';
import { serveAll, type ServingAll } from './serving.js';

/**
 * Registers the matrix over HTTP in one era: one process serves all, so a server that remembers something is judged in one
 * era at a time. Needs a build.
 */
export function httpMatrix(revision: Revision, era: Era): void {
  let server: ServingAll;

  beforeAll(async () => {
    server = await serveAll(revision);
  });

  afterAll(() => {
    server.stop();
  });

  const at = (path: string): Target => ({ kind: 'http', url: `${server.base}${path}/mcp`, headers: {} });
  matrixCases(
    { revision, era, transport: 'http' },
    { reference: () => at(''), deviation: (kind, id) => at(`/${kind}/${id}`) },
  );
}
