import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { httpPeer, shakeHands } from './testing/peer.js';
import { buildServer } from './testing/build.js';

let main: string;
beforeAll(() => {
  main = buildServer('process');
});

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [main, ...args], { stdio: 'pipe' });
  running.push(child);
  return child;
}

const DISCOVER = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})}\n`;

test('answers what was asked before stdin closed, then exits with 0', async () => {
  const child = start();
  let out = '';
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stdin!.end(DISCOVER);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(JSON.parse(out)).toHaveProperty('result.supportedVersions', ['2026-07-28']);
});

test('a process that outlives its stdin can still be ended', async () => {
  const child = start('--mutant', 'outlives-stdin');
  child.stdin!.end(DISCOVER);
  await once(child.stdout!, 'data');
  await new Promise((resolve) => void setTimeout(resolve, 300));
  expect(child.exitCode).toBe(null);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

test('serves all deviations from one process', async () => {
  const child = start('--http', '0', '--all-mutants');
  const [line] = (await once(child.stderr!, 'data')) as [Buffer];
  const url = /^listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n$/.exec(line.toString())![1]!;
  const names: unknown[] = [];
  for (const path of ['/mcp', '/mutant/settings-true/mcp', '/variation/no-instructions/mcp']) {
    const { message } = await shakeHands(httpPeer('legacy', url.replace('/mcp', path)));
    names.push(message!['result']);
  }
  expect(names[1]).toHaveProperty(['capabilities', 'extensions', 'io.modelcontextprotocol/skills'], true);
  expect(names[2]).not.toHaveProperty('instructions');
  expect(names[0]).toHaveProperty('instructions');
});

test.each(['2026-06-03', '2026-06-09', '2026-06-25'])(
  'serves the draft of %s, and its deviations alone',
  async (revision) => {
    const child = start('--revision', revision, '--http', '0', '--all-mutants');
    const [line] = (await once(child.stderr!, 'data')) as [Buffer];
    const url = /http:\S+(?=\n)/.exec(line.toString())![0];
    const indexAt = async (path: string) => {
      const peer = httpPeer('modern', url.replace('/mcp', path));
      return (await peer.request('resources/read', { uri: 'skill://index.json' })).message?.['result'];
    };
    const right = await indexAt('/mcp');
    expect(right).toHaveProperty('contents.0.mimeType', 'application/json');
    expect(await indexAt('/mutant/index-mime-plain/mcp')).toHaveProperty('contents.0.mimeType', 'text/plain');
    expect(await indexAt('/variation/index-partial/mcp')).toHaveProperty('contents.0.mimeType', 'application/json');
    expect(await indexAt('/mutant/get-inline/mcp')).toBeUndefined();
  },
);

test('lists the deviations of a revision', async () => {
  const listed = async (...args: string[]) => {
    const child = start('--list', ...args);
    let out = '';
    child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await once(child, 'close');
    return JSON.parse(out) as { mutants: string[]; variations: string[] };
  };
  expect((await listed()).mutants).not.toContain('index-cut');
  const june = await listed('--revision', '2026-06-03');
  expect(june.mutants).toContain('index-cut');
  expect(june.mutants).not.toContain('archive-only-addressable');
  expect(june.variations).toContain('index-partial');
});

test.each([
  [['--mutant', 'no-such'], 'There is no mutant no-such'],
  [
    ['--revision', 'nonsense'],
    'There is no revision nonsense; there are 2026-06-03, 2026-06-09, 2026-06-25, 2026-09-13.',
  ],
  [['--mutant', 'index-cut'], 'give --revision 2026-06-03 or 2026-06-09 or 2026-06-25'],
  [
    ['--mutant', 'get-inline', '--revision', '2026-06-09'],
    'is none of revision 2026-06-09; give --revision 2026-09-13',
  ],
  [['--all-mutants'], '--all-mutants needs --http'],
  [['--http', 'x'], 'takes a port number'],
  [['--what'], 'usage: main.js'],
])('refuses %j', async (args, text) => {
  const child = start(...args);
  let err = '';
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, err]).toEqual([2, expect.stringContaining(text)]);
});

test('the stock client of the legacy era agrees over stdio', async () => {
  const client = new LegacyClient({ name: 'stock', version: '0' });
  await client.connect(new LegacyStdio({ command: process.execPath, args: [main] }));
  const { resources } = await client.listResources();
  expect(resources.length).toBeGreaterThan(10);
  const { contents } = await client.readResource({ uri: 'skill://brand-assets/assets/logo.png' });
  expect(contents[0]).toHaveProperty('blob');
  await client.close();
});

test.each(['legacy', '2026-07-28'] as const)('the stock client verifies every skill over stdio: %s', async (mode) => {
  const client = new Client(
    { name: 'stock', version: '0' },
    { versionNegotiation: { mode: mode === 'legacy' ? 'legacy' : { pin: mode } } },
  );
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main] }));
  const skills = new SkillsClient(client);
  const listing = await skills.list();
  expect(listing.skills).toHaveLength(14);
  for (const skill of listing.skills) {
    expect((await skills.get(skill.uri)).skill.uri).toBe(skill.uri);
    const refs = skill.resources === 'dynamic' ? [undefined] : skill.resources.map(({ uri }) => uri);
    for (const ref of refs) {
      const file = await skills.read(skill, ref);
      expect(file.verified, String(ref)).toBe(skill.resources !== 'dynamic');
    }
  }
  await client.close();
});
