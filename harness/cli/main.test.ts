import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../dist/harness/cli/main.js', import.meta.url));
// Thrown here, not in a hook: tests that a hook fails count as skipped.
if (!existsSync(script)) throw new Error(`${script} is missing: npm run build makes it`);
const node = process.execPath;
/** A server that reads and never answers; its pid goes to stderr. */
const SILENT = `process.stderr.write('pid ' + process.pid + '\\n'); process.stdin.resume(); setInterval(() => {}, 1000)`;

const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(node, [script, ...args], { encoding: 'utf8', timeout: 50_000 });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const until = async (what: () => boolean): Promise<void> => {
  for (let i = 0; i < 400 && !what(); i += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  expect(what()).toBe(true);
};

/** Starts a run of the silent server and sends it signals once the server is up. */
async function interrupted(
  signals: readonly NodeJS.Signals[],
): Promise<{ code: number | null; stdout: string; pid: number }> {
  const file = join(mkdtempSync(join(tmpdir(), 'cli-main-')), 'pid');
  const server = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.on('SIGTERM', () => {}); ${SILENT}`;
  const child = spawn(node, [script, '--grace', '500ms', '--', node, '-e', server], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
  const pid = Number(readFileSync(file, 'utf8'));
  for (const [index, signal] of signals.entries()) {
    if (index > 0) await until(() => stderr.includes('once more to quit'));
    child.kill(signal);
  }
  return { code: await ended, stdout, pid };
}

describe('the command as it is installed', () => {
  it('tells its version and its help on stdout', () => {
    expect(run('--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown,
      stderr: '',
    });
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--server') as unknown,
      stderr: '',
    });
  });

  it('refuses a run without a target: exit 2, on stderr', () => {
    expect(run()).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('No server to judge') as unknown,
    });
  });

  it('ends with 3 when the command does not exist', () => {
    const { status, stdout } = run('--', 'no-such-command-anywhere');
    expect(status).toBe(3);
    expect(stdout).toContain('no-such-command-anywhere');
    expect(stdout).toContain('○ INCOMPLETE');
  });

  it('ends with 3 when the server says nothing, within the start-up limit, with its stderr', () => {
    const begun = performance.now();
    const { status, stdout } = run('--startup-timeout', '500ms', '--grace', '200ms', '--', node, '-e', SILENT);
    expect(status).toBe(3);
    expect(stdout).toMatch(/│ pid \d+/);
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(isAlive(Number(/│ pid (\d+)/.exec(stdout)?.[1]))).toBe(false);
  });

  it('does not mind a reader that goes away', () => {
    const piped = spawnSync('sh', ['-c', `"$0" "$1" list --json; echo "code $?" >&2`, node, script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect(piped.stderr).toBe('code 0\n');
    const cut = spawnSync('sh', ['-c', `{ "$0" "$1" list --json; echo "code $?" >&2; } | head -c 10`, node, script], {
      encoding: 'utf8',
    });
    expect(cut.stdout).toHaveLength(10);
    expect(cut.stderr).toBe('code 0\n');
  });

  it('reports what was done when it is interrupted, and leaves no server behind', async () => {
    const { code, stdout, pid } = await interrupted(['SIGINT']);
    expect(code).toBe(3);
    expect(stdout).toContain('○ INCOMPLETE');
    expect(isAlive(pid)).toBe(false);
  });

  it('quits at once on the second signal, and leaves no server behind', async () => {
    const { code, pid } = await interrupted(['SIGTERM', 'SIGINT']);
    expect(code).toBe(130);
    await until(() => !isAlive(pid));
  });
});
