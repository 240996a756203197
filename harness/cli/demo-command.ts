import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Target } from '../model/connection.js';
import { HAS_GROUPS, registerTarget, signalGroup, unregisterTarget } from '../target/registry.js';
import { V1 } from '../model/protocol.js';
import type { Request, RunArgs } from './args.js';
import type { Engine } from './engine.js';
import type { Io } from './io.js';
import { runCommand } from './run-command.js';

const LABEL = 'the bundled reference server';

function referenceServer(): string {
  const path = fileURLToPath(new URL('../../reference-server/main.js', import.meta.url));
  if (!existsSync(path)) throw new Error(`the bundled reference server is missing: ${path} (npm run build makes it)`);
  return path;
}

/** Resolves with the URL that the server prints once it listens. */
function listening(child: ChildProcess, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => fail(`did not listen within ${limitMs} ms`), limitMs);
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`the bundled reference server ${what}: ${text.slice(-2000)}`));
    };
    child.once('error', (error) => fail(`did not start (${error.message})`));
    child.once('exit', (code) => fail(`exited with code ${code}`));
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /listening on (http:\S+)/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

/** Judges the reference server over HTTP; it is started for this and ended after. */
async function overHttp(flags: readonly string[], args: RunArgs, io: Io, engine: Engine): Promise<number> {
  // Its own process group: a Ctrl-C in the terminal is for the judge, who then ends it.
  const child = spawn(process.execPath, [referenceServer(), '--http', '0', ...flags], {
    detached: HAS_GROUPS,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid } = child;
  if (pid !== undefined) registerTarget(pid);
  try {
    const url = await listening(child, args.limits.startupMs);
    return await runCommand({ kind: 'http', url, headers: {} }, args, io, engine, `${LABEL} at ${url}`);
  } finally {
    if (pid !== undefined && child.exitCode === null) signalGroup(pid, 'SIGKILL');
    if (pid !== undefined) unregisterTarget(pid);
  }
}

/** Runs the whole judge on the server that comes with it: what a run looks like when all is well. */
export async function demoCommand(
  { http, revision, args }: Extract<Request, { kind: 'demo' }>,
  io: Io,
  engine: Engine,
): Promise<number> {
  // The skills of exactly 512 files and 16 MiB are for the limits of the final text.
  const flags = revision === V1 ? ['--big'] : ['--revision', revision];
  if (http && !args.dryRun) return overHttp(flags, args, io, engine);
  const target: Target = http
    ? { kind: 'http', url: 'http://127.0.0.1/mcp', headers: {} }
    : { kind: 'stdio', command: process.execPath, args: [referenceServer(), ...flags], shell: false, env: {} };
  return runCommand(target, args, io, engine, LABEL);
}
