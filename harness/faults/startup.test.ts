import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../cli/program.js';
import { fakeIo } from '../cli/testing/fakes.js';
import type { Target } from '../model/connection.js';
import { httpTarget, isAlive, judge, LIMITS, ownFaults, scripted, stdio, TARGET } from './testing/judge.js';

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GRACE_MS = 150;

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Judges a target that must not start: exit 3, said clearly, in time, nothing left. `eras`: how many are tried. */
async function fails(
  target: Target,
  words: readonly RegExp[],
  stderr: readonly string[] = [],
  eras = 2,
): Promise<void> {
  const { report, ms, left } = await judge(target, { protocol: 'auto', limits: { graceMs: GRACE_MS } });
  const failure = report.eras[0]!.startFailure!;
  expect(report).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
  expect(report.eras).toHaveLength(1);
  for (const word of words) expect(failure.message).toMatch(word);
  expect(report.summary).toContain(failure.message);
  expect(failure.stderr.slice(-stderr.length || undefined)).toEqual(stderr);
  expect(report.eras[0]!.results.every(({ verdict }) => verdict === 'blocked' || verdict === 'not-applicable')).toBe(
    true,
  );
  // The start-up limit holds for each start; ending a process that will not go takes its grace, twice.
  expect(ms).toBeLessThan(eras * (LIMITS.startupMs + 2 * GRACE_MS + 1_500));
  expect(left).toEqual([]);
}

describe('a command that does not start', { concurrent: true }, () => {
  it('is not there', () =>
    fails(stdio('no-such-command-7f3a'), [/no-such-command-7f3a/, /not found/i, /PATH/], [], 1));
  it('is not executable', () =>
    fails(stdio(file('plain.txt', 'text')), [/plain\.txt/, /cannot be executed \(EACCES\)/, /chmod/], [], 1));
  it('has no folder to start in', () =>
    fails({ ...stdio('node'), cwd: join(folder, 'gone') } as Target, [/gone does not exist/, /--cwd/], [], 1));
  it('exits at once', () =>
    fails(
      scripted('exits'),
      [/ended before it answered/, /code 1/, /no file named skills\.toml/],
      ['reading the configuration', 'Error: no file named skills.toml'],
    ));
  it('floods stderr and exits', () =>
    fails(
      scripted('stderr-flood'),
      [/code 1/, /FATAL: out of patience/],
      [...Array.from({ length: 18 }, () => 'x'.repeat(98)), `${'y'.repeat(2000)}…`, 'FATAL: out of patience'],
    ));
});

describe('a server that never answers', { concurrent: true }, () => {
  it('costs the start-up limit once, though two eras are tried', async () => {
    const { ms } = await judge(scripted('silent'), {
      protocol: 'auto',
      limits: { startupMs: 4_000, graceMs: GRACE_MS },
    });
    expect(ms).toBeLessThan(4_000 + 3_500);
  });
  it('is silent', () =>
    fails(scripted('silent'), [/did not answer/, /within 3\.0 s/, /--startup-timeout/], ['waiting for a licence']));
  it('is deaf and will not go', () => fails(scripted('deaf'), [/did not answer/]));
  it('prints garbage only', () =>
    fails(
      scripted('garbage'),
      [/2 line\(s\) to stdout that are not JSON-RPC/, /Welcome to the skills server/, /stderr/],
      ['banner follows'],
    ));
  it('answers with errors', () => fails(scripted('handshake-error'), [/-32603/, /the database is locked/]));
});

describe('a server that speaks the other era only', { concurrent: true }, () => {
  it('is modern, and legacy was asked for', async () => {
    const { report, left } = await judge(scripted('modern'), { protocol: 'legacy' });
    expect(report.exitCode).toBe(3);
    expect(report.summary).toMatch(/-32022.*2026-07-28.*speaks the modern era only/);
    expect(left).toEqual([]);
  });
  it('is legacy, and modern was asked for', async () => {
    const { report } = await judge(scripted('legacy'), { protocol: 'modern' });
    expect(report.exitCode).toBe(3);
    expect(report.summary).toMatch(/server\/discover.*-32601.*does not seem to speak the modern era/);
  });
  it.each(['modern', 'legacy'] as const)('is %s, and is judged so', async (era) => {
    const { report } = await judge(scripted(era), { protocol: 'auto' });
    expect(report.eras.map((one) => one.era)).toEqual([era]);
    expect(report.exitCode).toBe(0);
  });
});

describe('a handshake that is off', { concurrent: true }, () => {
  it.each([
    ['none', 0, /none is violated/],
    ['garbage-then-works', 1, /protocol\/stdout-clean/],
    ['no-capabilities', 1, /capability\/declared/],
    ['capabilities-array', 1, /capability\/declared/],
    ['no-server-info', 0, /none is violated/],
    ['capabilities-hostile', 0, /none is violated/],
    ['version-number', 3, /protocolVersion is 20251125; a version such as 2025-11-25 was expected/],
  ])('%s ends with %d', async (fault, code, summary) => {
    const { report, left } = await judge(scripted(fault), { protocol: 'auto' });
    expect(report.exitCode).toBe(code);
    expect(report.summary).toMatch(summary);
    expect(ownFaults(report)).toEqual([]);
    expect(left).toEqual([]);
  });

  it('is the last thing that a server does', async () => {
    const { report, result } = await judge(scripted('exits-after-handshake'));
    expect(report.exitCode).toBe(1);
    expect(result('protocol/survives').findings[0]!.actual).toMatch(/code 7.*the index is corrupt/);
  });
});

describe('a URL', { concurrent: true }, () => {
  let http: Awaited<ReturnType<typeof httpTarget>>;
  beforeAll(async () => {
    http = await httpTarget();
  });
  afterAll(() => http.stop());

  it.each([
    ['http-401', [/HTTP 401/, /Bearer realm/, /--header/]],
    ['http-403', [/HTTP 403/, /host not allowed/]],
    ['http-404', [/HTTP 404/, /\/mcp/]],
    ['http-500', [/HTTP 500/, /KeyError/]],
    ['http-301', [/HTTP 301/, /redirect to \/mcp\//, /final one/]],
    ['http-html', [/HTTP 200/, /web page/, /It works!/]],
    ['http-empty', [/HTTP 200/, /empty body/]],
    ['http-other-json', [/HTTP 200|no valid JSON-RPC/, /status/]],
    ['http-not-json', [/ok/, /JSON/]],
    ['http-hangs', [/did not answer/, /3\.0 s/]],
    ['http-endless-head', [/did not answer/, /3\.0 s/]],
  ])('%s is named', (fault, words) => fails(http.at(fault), words));

  it('works when it is right', async () => {
    const { report } = await judge(http.at('none'), { protocol: 'auto' });
    expect(report.summary).toMatch(/none is violated/);
    expect(report.exitCode).toBe(0);
  });

  it('is refused', () =>
    fails({ kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} }, [/Nothing listens at/, /refused/i], [], 1));
  it('wants no TLS', () =>
    fails(
      { kind: 'http', url: `https://127.0.0.1:${http.port}/none`, headers: {} },
      [/No secure connection/, /http:\/\//],
      [],
      1,
    ));
  it('wants TLS', async () => {
    // What a TLS listener says to plain HTTP: a fatal alert, and goodbye.
    const listener = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]));
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const { port } = listener.address() as { port: number };
    await fails(
      { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} },
      [/does not speak HTTP/, /https:\/\//],
      [],
      1,
    );
    listener.close();
  });
});

describe('the command line', { concurrent: true }, () => {
  const fast = ['--startup-timeout', '1s', '--grace', '100ms', '--timeout', '500ms', '--no-color', '--no-fuzz'];
  const run = async (...argv: string[]): Promise<{ code: number; out: string }> => {
    const io = fakeIo();
    const code = await main([...fast, ...argv], io);
    expect(io.stderr).toBe('');
    return { code, out: io.stdout };
  };

  it.each([
    ['exits', /no file named skills\.toml/, /reading the configuration/],
    ['silent', /did not answer/, /waiting for a licence/],
    ['garbage', /not JSON-RPC/, /banner follows/],
    ['stderr-flood', /FATAL: out of patience/, /xxxx/],
  ])('shows why %s did not start, with the end of its log', async (fault, message, log) => {
    const { code, out } = await run('--', process.execPath, TARGET, fault);
    expect(code).toBe(3);
    expect(out).toMatch(message);
    expect(out).toMatch(log);
    expect(out.length).toBeLessThan(20_000);
  });

  it('shows what was not found', async () => {
    const { code, out } = await run('--server', 'no-such-command-7f3a --flag');
    expect(code).toBe(3);
    expect(out).toMatch(/"no-such-command-7f3a" was not found/);
  });

  it.each(['hostile-keys', 'hostile-names', 'lone-surrogates', 'nul-text', 'long-names', 'capabilities-hostile'])(
    'writes %s as a document that can be read',
    async (fault) => {
      const json = await run('--protocol', 'modern', '--reporter', 'json', '--', process.execPath, TARGET, fault);
      const report = JSON.parse(json.out) as { exitCode: number; eras: unknown[] };
      expect(report.exitCode).toBe(json.code);
      expect([0, 1]).toContain(json.code);
      expect(json.out.length).toBeLessThan(2_000_000);
      const junit = await run('--protocol', 'modern', '--reporter', 'junit', '--', process.execPath, TARGET, fault);
      // What XML 1.0 has no place for: controls, and halves of pairs.
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(junit.out).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u);
    },
  );

  it('leaves no process behind', async () => {
    const path = join(folder, 'pid');
    const script = file(
      'pid.cjs',
      `require('node:fs').writeFileSync(${JSON.stringify(path)}, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`,
    );
    const { code } = await run('--', process.execPath, script);
    const { readFileSync } = await import('node:fs');
    expect(code).toBe(3);
    expect(isAlive(Number(readFileSync(path, 'utf8')))).toBe(false);
  });
});
