import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Connection, StartFailure, Target } from '../model/connection.js';
import { DEFAULT_LIMITS } from '../model/limits.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';
import { connect } from './connect.js';
import { killAllTargets } from './registry.js';

const folder = mkdtempSync(join(tmpdir(), 'skills-conformance-stdio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS: Limits = { ...DEFAULT_LIMITS, requestMs: 1_500, startupMs: 5_000, graceMs: 300 };

/** A server of both eras; `custom` sees each message first and returns true when it has dealt with it. */
const SERVER = `
  const out = (text) => process.stdout.write(text + '\\n');
  const send = (m) => out(JSON.stringify({ jsonrpc: '2.0', ...m }));
  const reply = (id, result) => send({ id, result });
  let custom = () => false;
  const handle = (m) => {
    if (custom(m)) return;
    if (m.id === undefined || m.method === undefined) return;
    if (m.method === 'initialize') return reply(m.id, { protocolVersion: m.params.protocolVersion, capabilities: {}, serverInfo: { name: 's' } });
    if (m.method === 'server/discover') return reply(m.id, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {},
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's' } } });
    reply(m.id, { echo: m.method, params: m.params ?? null });
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => handle(JSON.parse(line)));
`;

let scripts = 0;
function target(code: string, base = SERVER): Extract<Target, { kind: 'stdio' }> {
  const file = join(folder, `server-${++scripts}.cjs`);
  writeFileSync(file, base + code);
  return { kind: 'stdio', command: process.execPath, args: [file], shell: false, env: {} };
}

async function open(code: string, limits: Partial<Limits> = {}, era: Era = 'legacy'): Promise<Connection> {
  const connection = await connect(target(code), era, { ...LIMITS, ...limits });
  if ('kind' in connection) throw new Error(connection.message);
  return connection;
}

async function fails(
  where: Target,
  era: Era = 'legacy',
  limits: Partial<Limits> = {},
  probe = false,
): Promise<StartFailure> {
  const failure = await connect(where, era, { ...LIMITS, ...limits }, undefined, { probe });
  if (!('kind' in failure)) {
    await failure.close();
    throw new Error('connected');
  }
  return failure;
}

const names = (connection: { faults: Connection['faults'] }): string[] => connection.faults.map(({ name }) => name);
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie in a container without an init is dead too.
    return !/\) Z /.test(
      execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return false;
  }
};

describe('a good server', () => {
  it('is spoken to in the legacy era and ends when stdin is closed', async () => {
    const connection = await open('');
    expect(connection.handshake).toMatchObject({
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 's' },
    });
    const exchange = await connection.request('x/y', { a: 1 });
    expect(exchange.outcome).toEqual({ kind: 'result', result: { echo: 'x/y', params: { a: 1 } } });
    expect(exchange.frames.map((n) => connection.frames[n - 1]!.direction)).toEqual(['sent', 'received']);
    expect((await connection.request('x/y', { a: 1 }, { omitParams: true })).outcome).toMatchObject({
      result: { params: null },
    });
    const [first, second] = await Promise.all([connection.close(), connection.close()]);
    expect(first).toBe(second);
    expect(first.process).toMatchObject({ exitCode: 0, how: 'self' });
    expect(connection.faults).toEqual([]);
    expect((await connection.request('x/y', {})).outcome.kind).toBe('closed');
  });

  it('is spoken to in the modern era, with _meta that can be changed', async () => {
    const connection = await open('', {}, 'modern');
    expect(connection.handshake).toMatchObject({
      era: 'modern',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 's' },
    });
    const { outcome } = await connection.request(
      'x',
      { a: 1, _meta: { own: 1 } },
      { meta: { 'io.modelcontextprotocol/clientInfo': undefined } },
    );
    expect(outcome).toMatchObject({
      result: {
        params: {
          a: 1,
          _meta: {
            own: 1,
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
    });
    expect(JSON.stringify(outcome)).not.toContain('clientInfo');
    await connection.close();
  });

  it('answers fast', async () => {
    const connection = await open('');
    const began = performance.now();
    for (let i = 0; i < 2_000; i++) await connection.request('x', undefined);
    // Ours and the server's share together; ours alone is some 0.03 ms.
    expect((performance.now() - began) / 2_000).toBeLessThan(1);
    await connection.close();
  });
});

describe('faults on stdout', () => {
  it('are named, and what comes between is read', async () => {
    const connection = await open(`custom = (m) => {
      if (m.method !== 'go') return false;
      out('starting'); out(''); out('\\u001b[31mred\\u001b[0m');
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: {} }) + '\\r\\n');
      return true; };`);
    expect((await connection.request('go', {})).outcome.kind).toBe('result');
    expect(names(connection)).toEqual(['not-json', 'blank-line', 'not-json']);
    expect(connection.faults.every(({ bears }) => bears === 'stdout')).toBe(true);
    await connection.close();
  });

  it('tell duplicate, unknown, stringified and late ids apart', async () => {
    const connection = await open(
      `custom = (m) => {
        if (m.method === 'twice') { reply(m.id, {}); reply(m.id, {}); }
        else if (m.method === 'unknown') { reply(999, {}); reply(m.id, {}); }
        else if (m.method === 'string') reply(String(m.id), {});
        else if (m.method === 'late') setTimeout(() => reply(m.id, {}), 300);
        else return false;
        return true; };`,
    );
    expect((await connection.request('twice', {})).outcome.kind).toBe('result');
    expect((await connection.request('unknown', {})).outcome.kind).toBe('result');
    expect((await connection.request('string', {})).outcome.kind).toBe('result');
    expect((await connection.request('late', {}, { timeoutMs: 100 })).outcome).toEqual({ kind: 'timeout', ms: 100 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await connection.request('fine', {}, { id: 'own' })).outcome.kind).toBe('result');
    expect(names(connection)).toEqual(['duplicate-response', 'unknown-id', 'id-type-changed']);
    expect(connection.frames.some(({ text }) => text.includes('notifications/cancelled'))).toBe(true);
    await connection.close();
  });

  it('spoil the answer at once where they clearly were meant as it', async () => {
    const connection = await open(`custom = (m) => {
      if (m.method === 'prefix') out('DEBUG ' + JSON.stringify({ jsonrpc: '2.0', id: m.id, result: {} }));
      else if (m.method === 'noid') send({ id: null, error: { code: -32603, message: 'boom' } });
      else if (m.method === 'log') { out('> ' + JSON.stringify({ id: m.id, result: {} })); setTimeout(() => reply(m.id, {}), 50); }
      else return false;
      return true; };`);
    const prefix = await connection.request('prefix', {});
    expect(prefix.outcome.kind).toBe('malformed');
    expect(prefix.ms).toBeLessThan(1_000);
    expect((await connection.request('noid', {})).outcome).toMatchObject({
      kind: 'malformed',
      problem: expect.stringContaining('boom'),
    });
    expect((await connection.request('log', {})).outcome.kind).toBe('result');
    expect(names(connection)).toEqual(['not-json', 'id-null', 'not-json']);
    await connection.close();
  });

  it('answers may come out of order', async () => {
    const connection = await open(`const held = []; custom = (m) => {
      if (m.method !== 'hold') return false;
      held.push(m.id); if (held.length === 3) held.reverse().forEach((id) => reply(id, { id }));
      return true; };`);
    const all = await Promise.all([1, 2, 3].map((i) => connection.request('hold', { i }, { id: `r${i}` })));
    expect(all.map(({ outcome }) => outcome.kind === 'result' && outcome.result['id'])).toEqual(['r1', 'r2', 'r3']);
    expect(connection.faults).toEqual([]);
    await connection.close();
  });

  it('a last message without a newline is delivered and named', async () => {
    const connection = await open(`custom = (m) => {
      if (m.method !== 'bye') return false;
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: { bye: 1 } }), () => process.exit(3));
      return true; };`);
    expect((await connection.request('bye', {})).outcome).toMatchObject({ kind: 'result', result: { bye: 1 } });
    expect(names(connection)).toEqual(['no-final-newline']);
    expect((await connection.close()).process).toMatchObject({ exitCode: 3, how: 'early' });
  });
});

describe('requests of the server', () => {
  const asking = `let asked; custom = (m) => {
    if (m.method === 'ask') { asked = m.id; send({ id: 'p', method: 'ping' }); send({ id: 'r', method: 'roots/list' }); send({ method: 'notifications/message', params: {} });
      setTimeout(() => { if (asked) { reply(asked, { got: [] }); asked = 0; } }, 200); return true; }
    if (m.method === undefined) { answers.push(m); if (answers.length === 2) { reply(asked, { got: answers }); asked = 0; } return true; }
    return false; }; const answers = [];`;

  it('are answered in the legacy era', async () => {
    const connection = await open(asking);
    const { outcome } = await connection.request('ask', {});
    expect(outcome).toMatchObject({
      result: {
        got: [
          { id: 'p', result: {} },
          { id: 'r', error: { code: -32601 } },
        ],
      },
    });
    expect(connection.faults).toEqual([]);
    await connection.close();
  });

  it('are a fault in the modern era, and get no answer', async () => {
    const connection = await open(asking, {}, 'modern');
    expect((await connection.request('ask', {})).outcome).toMatchObject({ result: { got: [] } });
    expect(names(connection)).toEqual(['server-request', 'server-request']);
    await connection.close();
  });
});

describe('sizes', () => {
  it('reads a message of 30 MB', async () => {
    const connection = await open(
      `custom = (m) => m.method === 'big' && (reply(m.id, { text: 'x'.repeat(30e6) }), true);`,
      { requestMs: 10_000 },
    );
    const exchange = await connection.request('big', {});
    expect(exchange.outcome.kind === 'result' && String(exchange.outcome.result['text']).length).toBe(30e6);
    const frame = connection.frames[exchange.frames[1]! - 1]!;
    expect(frame).toMatchObject({ cut: true });
    expect(frame.bytes).toBeGreaterThan(30e6);
    expect(frame.text.length).toBe(LIMITS.frameBytes);
    await connection.close();
  });

  it('ends a request whose line never ends with a limit, and goes on after it', async () => {
    const connection = await open(
      `custom = (m) => { if (m.method !== 'endless') return false;
        process.stdout.write('{"jsonrpc":"2.0","id":' + m.id + ',"result":{"a":"' + 'x'.repeat(3e6)); setTimeout(() => out('"}}'), 100); return true; };`,
      { messageBytes: 1e6 },
    );
    expect((await connection.request('endless', {})).outcome).toMatchObject({ kind: 'limit', flag: '--max-message' });
    // Until its newline comes, whatever the server writes belongs to that line.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await connection.request('fine', {})).outcome.kind).toBe('result');
    expect(connection.faults).toEqual([]);
    await connection.close();
  });

  it('ends a request with too deep an answer with a limit', async () => {
    const connection = await open(
      `custom = (m) => m.method === 'deep' && (out('{"jsonrpc":"2.0","result":{"a":' + '['.repeat(1e5) + ']'.repeat(1e5) + '},"id":' + m.id + '}'), true);`,
    );
    expect((await connection.request('deep', {})).outcome).toMatchObject({ kind: 'limit', flag: '--max-depth' });
    expect(connection.faults).toEqual([]);
    await connection.close();
  });

  it('bounds a flood', async () => {
    const connection = await open(
      `custom = (m) => m.method === 'flood' && (out('noise\\n'.repeat(30000) + 'last'), console.error('log\\n'.repeat(5000)), reply(m.id, {}), true);`,
    );
    expect((await connection.request('flood', {})).outcome.kind).toBe('result');
    expect(connection.frames.length).toBeLessThan(13_000);
    expect(connection.faults.length).toBe(1_000);
    await connection.close();
  });
});

describe('the process', () => {
  it('that exits in mid-request ends the request', async () => {
    const connection = await open(
      `custom = (m) => m.method === 'die' && (console.error('Traceback: boom'), process.exitCode = 7, process.stdin.destroy(), true);`,
    );
    expect((await connection.request('die', {})).outcome).toEqual({
      kind: 'closed',
      detail: 'the server exited with code 7 while die (frame 5) was unanswered; stderr says: "Traceback: boom"',
    });
    expect(connection.broken).toContain('code 7');
    expect((await connection.close()).process).toMatchObject({ exitCode: 7, how: 'early' });
  });

  it('that closes its stdout and lives on ends the request', async () => {
    const connection = await open(
      `custom = (m) => m.method === 'mute' && (require('node:fs').closeSync(1), setInterval(() => {}, 1000), true);`,
    );
    expect((await connection.request('mute', {})).outcome).toMatchObject({
      kind: 'closed',
      detail: expect.stringContaining('stdout'),
    });
    expect((await connection.close()).process).toMatchObject({ how: 'sigterm' });
  });

  it('that ignores SIGTERM is killed, with its children', async () => {
    const connection = await open(`
      process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] });
      custom = (m) => m.method === 'pids' && (reply(m.id, { pids: [process.pid, child.pid] }), true);`);
    const { outcome } = await connection.request('pids', {});
    const pids = (outcome.kind === 'result' ? outcome.result['pids'] : []) as number[];
    expect(pids.map(alive)).toEqual([true, true]);
    const { process: end } = await connection.close();
    expect(end).toMatchObject({ how: 'sigkill', signal: 'SIGKILL', exitCode: null });
    expect(end!.ms).toBeGreaterThanOrEqual(590);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pids.map(alive)).toEqual([false, false]);
  });

  it('whose grandchild keeps the pipe does not hang us, and leaves none behind', async () => {
    const connection = await open(`
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] });
      child.unref();
      custom = (m) => m.method === 'pid' && (reply(m.id, { pid: child.pid }), true);`);
    const { outcome } = await connection.request('pid', {});
    const pid = outcome.kind === 'result' ? Number(outcome.result['pid']) : 0;
    const began = performance.now();
    expect((await connection.close()).process).toMatchObject({ how: 'self', exitCode: 0 });
    expect(performance.now() - began).toBeLessThan(1_500);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(alive(pid)).toBe(false);
  });

  it('is gone after killAllTargets', async () => {
    const connection = await open(`custom = (m) => m.method === 'pid' && (reply(m.id, { pid: process.pid }), true);`);
    const { outcome } = await connection.request('pid', {});
    killAllTargets();
    const end = await connection.close();
    expect(end.process).toMatchObject({ signal: 'SIGKILL' });
    expect(outcome.kind === 'result' && alive(Number(outcome.result['pid']))).toBe(false);
  });

  it('gets the environment by an allow-list', async () => {
    process.env['SC_SECRET_OF_OURS'] = 'x';
    const where = {
      ...target(`custom = (m) => m.method === 'env' && (reply(m.id, { env: process.env }), true);`),
      env: { GIVEN: '1' },
    };
    const connection = await connect(where, 'legacy', LIMITS);
    if ('kind' in connection) throw new Error(connection.message);
    const { outcome } = await connection.request('env', {});
    expect(outcome).toMatchObject({ result: { env: { GIVEN: '1', PATH: process.env['PATH'] } } });
    expect(JSON.stringify(outcome)).not.toContain('SC_SECRET_OF_OURS');
    await connection.close();
  });
});

describe('no handshake', () => {
  it('names a command that is not there', async () => {
    const failure = await fails({ kind: 'stdio', command: 'no-such-command-here', args: [], shell: false, env: {} });
    expect(failure).toMatchObject({ reason: 'command-not-found', notThisEra: false });
    expect(failure.message).toContain('"no-such-command-here" was not found');
    const shell = await fails(
      { kind: 'stdio', command: 'no-such-command-here --x', args: [], shell: true, env: {} },
      'modern',
    );
    expect(shell).toMatchObject({ reason: 'command-not-found', notThisEra: false });
    const cwd = await fails({
      kind: 'stdio',
      command: 'node',
      args: [],
      shell: false,
      env: {},
      cwd: '/no/such/folder',
    });
    expect(cwd.message).toContain('/no/such/folder');
  });

  it('names a file that cannot be executed', async () => {
    const file = join(folder, 'plain.txt');
    writeFileSync(file, 'text', { mode: 0o644 });
    expect(await fails({ kind: 'stdio', command: file, args: [], shell: false, env: {} })).toMatchObject({
      reason: 'not-executable',
    });
  });

  it('tells an exit, with the log', async () => {
    const failure = await fails(target(`console.error('line 1\\nModuleNotFoundError: x'); process.exit(2)`, ''));
    expect(failure).toMatchObject({
      reason: 'exited',
      notThisEra: false,
      stderr: ['line 1', 'ModuleNotFoundError: x'],
    });
    expect(failure.message).toContain('code 2');
    expect(await fails(target('process.exit(2)', ''), 'modern')).toMatchObject({
      reason: 'exited',
      notThisEra: true,
    });
  });

  it('tells silence and garbage apart', async () => {
    const silent = target('setInterval(() => {}, 1000)', '');
    expect(await fails(silent, 'legacy', { startupMs: 400 })).toMatchObject({ reason: 'silent', notThisEra: false });
    const garbage = await fails(target(`console.log('Server running'); setInterval(() => {}, 1000)`, ''), 'legacy', {
      startupMs: 400,
    });
    expect(garbage).toMatchObject({ reason: 'garbage' });
    expect(garbage.message).toContain('Server running');
  });

  it('knows a legacy server by its error, or by its ping when it ignores the discovery', async () => {
    const error = target(
      `custom = (m) => m.method === 'server/discover' && (send({ id: m.id, error: { code: -32601, message: 'no' } }), true);`,
    );
    expect(await fails(error, 'modern')).toMatchObject({ reason: 'handshake-error', notThisEra: true });
    const silent = target(`custom = (m) => m.method === 'server/discover';`);
    const began = performance.now();
    expect(await fails(silent, 'modern', { startupMs: 30_000 }, true)).toMatchObject({
      reason: 'silent',
      notThisEra: true,
    });
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('lets a slow starter take its time in a probe', async () => {
    const slow = target('', `const until = Date.now() + 2500; while (Date.now() < until); ${SERVER}`);
    const connection = await connect(slow, 'modern', LIMITS, undefined, { probe: true });
    expect('kind' in connection ? connection.message : 'connected').toBe('connected');
    if (!('kind' in connection)) {
      await connection.close();
      expect(names(connection)).toEqual([]);
    }
  });

  it('tells versions', async () => {
    const version = (v: string) =>
      target(
        `custom = (m) => m.method === 'initialize' && (reply(m.id, { protocolVersion: '${v}', capabilities: {}, serverInfo: {} }), true);`,
      );
    expect(await fails(version('1999-01-01'))).toMatchObject({ reason: 'version' });
    const older = await connect(version('2025-03-26'), 'legacy', LIMITS);
    expect('kind' in older ? older.message : older.handshake.protocolVersion).toBe('2025-03-26');
    if (!('kind' in older)) await older.close();
    const modernOnly = target(
      `custom = (m) => m.method === 'initialize' && (send({ id: m.id, error: { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } } }), true);`,
    );
    expect(await fails(modernOnly)).toMatchObject({ reason: 'version', notThisEra: true });
  });

  it('can be interrupted', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const failure = await connect(target('setInterval(() => {}, 1000)', ''), 'legacy', LIMITS, stop.signal);
    expect(failure).toMatchObject({ kind: 'start-failure', reason: 'interrupted' });
  });
});
