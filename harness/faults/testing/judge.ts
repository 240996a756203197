import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngine } from '../../cli/engine.js';
import type { Target } from '../../model/connection.js';
import { DEFAULT_LIMITS, type Limits } from '../../model/limits.js';
import type { Report, Result } from '../../model/report.js';
import { DEFAULT_RUN, type RunOptions } from '../../run/options.js';

export const TARGET = fileURLToPath(new URL('target.mjs', import.meta.url));

/** Small, so that what waits for a limit does not wait long. */
export const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  requestMs: 1_500,
  startupMs: 3_000,
  checkMs: 20_000,
  runMs: 40_000,
  // A busy machine is no slow server.
  graceMs: 2_000,
  messageBytes: 8 * 1024 * 1024,
  pages: 300,
};

export interface Judged {
  readonly report: Report;
  readonly ms: number;
  /** Time that this process worked, which a busy machine does not change; of use where runs do not overlap. */
  readonly cpuMs: number;
  /** The longest check. */
  readonly slowest: { readonly id: string; readonly ms: number };
  /** Processes that were started and are still there. */
  readonly left: readonly number[];
  /** The result of a requirement in the first era. */
  result(id: string): Result;
}

/** The scripted target with a fault, over stdio. */
export const scripted = (fault: string, ...args: string[]): Target => stdio(process.execPath, TARGET, fault, ...args);

export const stdio = (command: string, ...args: string[]): Target => ({
  kind: 'stdio',
  command,
  args,
  shell: false,
  env: {},
});

/** Runs the real run with the bundled suite, in one era unless told otherwise. */
export async function judge(
  target: Target,
  options: Partial<Pick<RunOptions, 'protocol' | 'only' | 'skills' | 'revision'>> & {
    readonly limits?: Partial<Limits>;
  } = {},
): Promise<Judged> {
  const { runServer, suite } = await loadEngine();
  const began = performance.now();
  const cpu = process.cpuUsage();
  const { report, transcripts } = await runServer({
    ...DEFAULT_RUN,
    target,
    suite,
    protocol: 'modern',
    tool: { name: 'skills-conformance', version: '0' },
    ...options,
    limits: { ...LIMITS, ...options.limits },
  });
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const pids = transcripts
    .flatMap(({ frames }) => frames)
    .flatMap(({ kind, text }) => (kind === 'process' ? (/^started process (\d+):/.exec(text)?.[1] ?? []) : []))
    .map(Number);
  const results = report.eras.flatMap((era) => era.results);
  return {
    report,
    ms,
    cpuMs: (user + system) / 1000,
    slowest: results.reduce((slow, { id, ms: took }) => (took > slow.ms ? { id, ms: took } : slow), {
      id: '',
      ms: 0,
    }),
    left: pids.filter(isAlive),
    result(id) {
      const found = results.find((result) => result.id === id);
      if (found === undefined) throw new Error(`there is no result of ${id}`);
      return found;
    },
  };
}

/** Whether a process is there and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Ids of results with a verdict. */
export const idsOf = (report: Report, verdict: Result['verdict']): string[] =>
  report.eras.flatMap((era) => era.results.filter((result) => result.verdict === verdict).map(({ id }) => id));

/** Faults of our own in a report: there must be none, whatever the server does. */
export const ownFaults = (report: Report): string[] =>
  report.eras.flatMap((era) =>
    era.results.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`),
  );

/** Why results are blocked, each reason once. */
export const hindrances = (report: Report): string =>
  [...new Set(report.eras.flatMap((era) => era.results.map(({ reason }) => reason ?? '')))].join('\n');

/** Starts the scripted target over HTTP; the fault is the path. */
export async function httpTarget(): Promise<{
  readonly port: number;
  at(path: string): Target;
  stop(): void;
}> {
  const child = spawn(process.execPath, [TARGET, '--http'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(chunk.toString());
  return {
    port,
    at: (path) => ({ kind: 'http', url: `http://127.0.0.1:${port}/${path}`, headers: {} }),
    stop: () => void child.kill(),
  };
}
