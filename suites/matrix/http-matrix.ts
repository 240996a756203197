import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';
import type { Target } from '../../harness/model/connection.js';
import type { Era, Revision } from '../../harness/model/protocol.js';
import { matrixCases } from './cases.js';
import { SERVER } from './matrix.js';

/**
 * Registers the matrix over HTTP in one era: one process serves all, so a server that remembers something is judged in one
 * era at a time. Needs a build.
 */
export function httpMatrix(revision: Revision, era: Era): void {
  let server: ChildProcess;
  let base: string;

  beforeAll(async () => {
    server = spawn(process.execPath, [SERVER, '--http', '0', '--all-mutants', '--revision', revision], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    base = await new Promise<string>((resolve, reject) => {
      let said = '';
      server.stderr!.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const url = /http:\/\/\S+?(?=\/mcp)/.exec(said);
        if (url !== null) resolve(url[0]);
      });
      server.once('exit', () => reject(new Error(`the reference server did not start: ${said}`)));
    });
  });

  afterAll(() => {
    server.kill();
  });

  const at = (path: string): Target => ({ kind: 'http', url: `${base}${path}/mcp`, headers: {} });
  matrixCases(
    { revision, era, transport: 'http' },
    { reference: () => at(''), deviation: (kind, id) => at(`/${kind}/${id}`) },
  );
}
