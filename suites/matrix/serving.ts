import { spawn } from 'node:child_process';
import type { Revision } from '../../harness/model/protocol.js';
import { SERVER } from './matrix.js';

/** One process of the reference server over HTTP: itself at `/mcp`, and every deviation at a path of its own. */
export interface ServingAll {
  /** Without a slash at the end. */
  readonly base: string;
  stop(): void;
}

/** Starts it on a free port. Needs a build. */
export async function serveAll(revision: Revision): Promise<ServingAll> {
  const server = spawn(process.execPath, [SERVER, '--http', '0', '--all-mutants', '--revision', revision], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /http:\/\/\S+?(?=\/mcp)/.exec(said);
      if (url !== null) resolve(url[0]);
    });
    server.once('exit', () => reject(new Error(`the reference server did not start: ${said}`)));
  });
  return { base, stop: () => void server.kill() };
}
