import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../model/limits.js';
import { DEFAULT_FUZZ } from '../run/options.js';
import { parseArgs, type Request } from './args.js';
import { UsageError } from './exit.js';

const parse = (...argv: string[]): Request => parseArgs(argv, '9.9.9', { GIVEN: 'value', EMPTY: '' });
const run = (...argv: string[]): Extract<Request, { kind: 'run' }> => {
  const request = parse('--server', 'node server.js', ...argv);
  if (request.kind !== 'run') throw new Error(`not a run: ${request.kind}`);
  return request;
};
const target = (...argv: string[]): unknown => (parse(...argv) as Extract<Request, { kind: 'run' }>).target;

describe('targets', () => {
  const stdio = { kind: 'stdio', command: 'node', args: ['my server.js', '--flag'], shell: false, env: {} };

  it.each([
    [['--server', 'node "my server.js" --flag'], stdio],
    [['run', '--server', "node 'my server.js' --flag"], stdio],
    [['--', 'node', 'my server.js', '--flag'], stdio],
    [['run', '--', 'node', 'my server.js', '--flag'], stdio],
    [['--', 'demo', '--server', '--', 'x'], { ...stdio, command: 'demo', args: ['--server', '--', 'x'] }],
    [['--server', 'a | b', '--shell'], { ...stdio, command: 'a | b', args: [], shell: true }],
    [
      ['--server', 'a', '--env', 'K=V=W', '--env', 'E=', '--env', 'GIVEN'],
      { ...stdio, command: 'a', args: [], env: { K: 'V=W', E: '', GIVEN: 'value' } },
    ],
    [['--server', 'a', '--cwd', '/'], { ...stdio, command: 'a', args: [], cwd: '/' }],
    [['--server', 'http://localhost:3000/mcp'], { kind: 'http', url: 'http://localhost:3000/mcp', headers: {} }],
    [['--server', ' HTTPS://x/y '], { kind: 'http', url: 'HTTPS://x/y', headers: {} }],
    [
      ['--server', 'http://x', '--header', 'X-A: b: c', '--header', 'Y:'],
      { kind: 'http', url: 'http://x', headers: { 'X-A': 'b: c', Y: '' } },
    ],
  ])('%j', (argv, expected) => {
    expect(target(...argv)).toEqual(expected);
  });
});

describe('flags of a run', () => {
  it('has the defaults that the design names', () => {
    expect(run().args).toEqual({
      revision: 'auto',
      protocol: 'auto',
      limits: DEFAULT_LIMITS,
      skills: [],
      only: [],
      skip: [],
      level: 'INFO',
      failOn: 'must',
      strict: false,
      bail: 0,
      concurrency: 1,
      dryRun: false,
      fuzz: DEFAULT_FUZZ,
      output: {
        stdout: 'pretty',
        files: [],
        out: undefined,
        quiet: false,
        verbose: false,
        color: undefined,
        redact: true,
      },
    });
  });

  it.each<[string[], object | undefined]>([
    [['--no-fuzz'], undefined],
    [['--seed', '7'], { ...DEFAULT_FUZZ, seed: 7 }],
    [['--shard', '2/8'], { ...DEFAULT_FUZZ, shard: { index: 2, of: 8 } }],
    [['--fuzz-time', '30s'], { ...DEFAULT_FUZZ, ms: 30_000, timeBoxed: true }],
    [['--runs', '500'], { ...DEFAULT_FUZZ, ms: Number.MAX_SAFE_INTEGER, runs: 500 }],
    [['--runs', '500', '--fuzz-time', '1m'], { ...DEFAULT_FUZZ, ms: 60_000, runs: 500 }],
  ])('understands of the search %j', (argv, fuzz) => expect(run(...argv).args.fuzz).toEqual(fuzz));

  it('gives half of the time of the search to folders, where there are any', () => {
    const request = parse('--provision', '--fuzz-time', '1m', '--server', 'node server.js {skills}');
    expect(request).toMatchObject({ args: { fuzz: { ms: 30_000, provisionMs: 30_000, timeBoxed: true } } });
  });

  it.each([
    [['--no-fuzz', '--runs', '3'], /--runs goes with a search/],
    [['--no-fuzz', '--seed', '3'], /--seed goes with a search/],
    [['--shard', '9/8'], /no such part/],
    [['--shard', '0/8'], /no such part/],
    [['--shard', 'two'], /takes a part and how many/],
    [['--seed', '-1'], /seed/],
    [['--runs', '0'], /runs/],
    [['--fuzz-time', '0s'], /fuzz-time/],
  ])('refuses of the search %j', (argv, message) => expect(() => run(...argv)).toThrow(message));

  it.each<[string[], object]>([
    [['--spec', 'v1'], { revision: '2026-09-13' }],
    [['--spec', '2026-06-09'], { revision: '2026-06-09' }],
    [['--spec', 'discovery-index'], { revision: '2026-06-03' }],
    [['--protocol', 'legacy'], { protocol: 'legacy' }],
    [
      ['--skill', 'skill://a/SKILL.md', '--skill-uri', 'x:y', '--skill', 'x:y'],
      { skills: ['skill://a/SKILL.md', 'x:y'] },
    ],
    [['--only', 'digest,list/*', '--only', ' a/b '], { only: ['digest', 'list/*', 'a/b'] }],
    [['--skip', 'x,,y'], { skip: ['x', 'y'] }],
    [['--level', 'should'], { level: 'SHOULD' }],
    [['--fail-on', 'should', '--strict', '--dry-run'], { failOn: 'should', strict: true, dryRun: true }],
    [['--bail'], { bail: 1 }],
    [['--bail', '3'], { bail: 3 }],
    [['--concurrency', '4'], { concurrency: 4 }],
  ])('%j', (argv, expected) => {
    expect(run(...argv).args).toMatchObject(expected);
  });

  it('sets each limit with its own flag', () => {
    const flags =
      '--timeout 1s --check-timeout 2s --startup-timeout 3s --run-timeout 4m --grace 0s --max-message 1KiB --max-depth 5 --max-pages 6 --max-skills 7 --max-listing 11 --max-files 8 --max-bytes 9 --max-directory-depth 10 --max-unpacked 12 --max-archive-entries 13 --max-archive-depth 14 --max-archive-ratio 15';
    expect(run(...flags.split(' ')).args.limits).toEqual({
      requestMs: 1000,
      checkMs: 2000,
      startupMs: 3000,
      runMs: 240_000,
      graceMs: 0,
      messageBytes: 1024,
      jsonDepth: 5,
      pages: 6,
      skills: 7,
      files: 8,
      listingBytes: 11,
      totalBytes: 9,
      directoryDepth: 10,
      unpackedBytes: 12,
      archiveEntries: 13,
      archiveDepth: 14,
      archiveRatio: 15,
      frameBytes: DEFAULT_LIMITS.frameBytes,
    });
  });

  it('sends reporters where they are to go', () => {
    expect(run('--reporter', 'json', '--reporter', 'junit=/tmp/a=b.xml').args.output).toMatchObject({
      stdout: 'json',
      files: [{ reporter: 'junit', path: '/tmp/a=b.xml' }],
    });
    expect(run('--reporter', 'junit=/tmp/x.xml').args.output.stdout).toBe('pretty');
    expect(run('--out').args.output.out).toMatch(/skills-conformance-report$/);
    expect(run('--out', '/tmp/o', '--no-color', '--no-redact').args.output).toMatchObject({
      out: '/tmp/o',
      color: false,
      redact: false,
    });
    expect(run('--color').args.output.color).toBe(true);
  });
});

describe('commands', () => {
  it('knows them', () => {
    expect(parse('list', '--json')).toEqual({ kind: 'list', json: true, color: undefined });
    expect(parse('fixtures', '--out', 'x', '--only', 'a,b*', '--force')).toEqual({
      kind: 'fixtures',
      args: { out: 'x', only: ['a', 'b*'], force: true },
    });
    expect(parse('explain', 'a/b')).toEqual({ kind: 'explain', id: 'a/b', color: undefined });
    expect(parse('demo', '--http', '--only', 'list')).toMatchObject({
      kind: 'demo',
      http: true,
      args: { only: ['list'] },
    });
    expect(parse('--dry-run')).toMatchObject({ kind: 'run', target: undefined });
  });

  it('answers --help and --version', () => {
    expect(parse('--version')).toEqual({ kind: 'text', text: '9.9.9\n' });
    const help = parse('--help') as { text: string };
    for (const word of ['--server', '--only', '--fail-on', '--junit', 'Exit code', 'demo', 'explain']) {
      if (word !== '--junit') expect(help.text).toContain(word);
    }
    expect(help.text).not.toMatch(/--(baseline|skill-uri)/);
    expect(parse('demo', '--help')).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('--http') as unknown,
    });
    expect(parse('help')).toMatchObject({ kind: 'text', text: expect.stringContaining('--server') as unknown });
  });
});

describe('bad command lines', () => {
  const s = ['--server', 'a'];
  it.each<[string[], RegExp, RegExp]>([
    [[], /No server to judge/, /skills-conformance --server "node server\.js"/],
    [['run'], /No server to judge/, /demo/],
    [['--'], /Nothing stands after --/, /-- node server\.js/],
    [['--server', ''], /--server is empty/, /Name one/],
    [['--server'], /argument missing/, /./],
    [['--server', 'a "b'], /" that is never closed, at character 3/, /after --/],
    [['--server', 'a \\'], /backslash at the end/, /./],
    [['--server', 'ws://x'], /ws:\/\/… is not a URL that MCP is served at/, /http/],
    [['--server', 'http://'], /not a valid URL/, /Example/],
    [['--server', 'a', '--', 'b'], /named twice/, /one of the two/],
    [['--', 'http://x'], /a command/, /--server http:\/\/x/],
    [['--shell', '--', 'a'], /one string/, /--shell --server/],
    [['--server', 'a', '--header', 'X: y'], /--header goes with a URL/, /--env/],
    [['--server', 'http://x', '--env', 'A=b'], /--env goes with a command/, /./],
    [['--server', 'http://x', '--cwd', '/'], /--cwd goes with a command/, /./],
    [['--server', 'http://x', '--shell'], /--shell goes with a command/, /./],
    [['--server', 'http://x', '--header', 'novalue'], /'Name: value'/, /Authorization/],
    [['--server', 'http://x', '--header', 'a b: c'], /'Name: value'/, /./],
    [['--server', 'http://x', '--header', 'a: b\r\nc: d'], /cannot carry/, /./],
    [['--server', 'http://x', '--header', 'a: b', '--header', 'A: c'], /given twice/, /./],
    [[...s, '--env', '=x'], /NAME=value/, /./],
    [[...s, '--env', 'NOT_SET'], /not set here/, /NOT_SET=value/],
    [[...s, '--cwd', '/nowhere/at/all'], /is not a folder/, /\/nowhere/],
    [[...s, '--spec', '2026-06-10'], /no revision/, /2026-06-09/],
    [['demo', '--revision', 'auto'], /--revision "auto" is no revision/, /2026-06-25/],
    [[...s, '--spec', '__proto__'], /no revision/, /v1/],
    [[...s, '--protocol', 'old'], /legacy, modern, auto/, /./],
    [[...s, '--skill', 'SKILL.md'], /no absolute URI/, /skill:\/\//],
    [[...s, '--level', 'may'], /must, should, info/, /./],
    [[...s, '--fail-on', 'info'], /must, should/, /./],
    [[...s, '--timeout', '10'], /10s or 10ms/, /./],
    [[...s, '--timeout', '0s'], /longer than nothing/, /./],
    [[...s, '--run-timeout', '1000h'], /24 days/, /./],
    [[...s, '--max-message', 'big'], /64MiB/, /./],
    [[...s, '--max-pages', '0'], /whole number/, /./],
    [[...s, '--bail', '-1'], /unknown option|whole number/, /./],
    [[...s, '--bail', 'x'], /whole number/, /./],
    [[...s, '--concurrency', '1.5'], /whole number/, /./],
    [[...s, '--reporter', 'jnuit'], /no reporter "jnuit"/, /Did you mean junit/],
    [[...s, '--reporter', 'xyz'], /no reporter/, /pretty, json, junit/],
    [[...s, '--reporter', 'json', '--reporter', 'junit'], /stdout carries one reporter/, /junit=report/],
    [[...s, '--reporter', 'json='], /names no file/, /./],
    [[...s, '--reporter', 'json=x', '--reporter', 'junit=./x'], /Two reporters write to/, /./],
    [[...s, '--quiet', '--verbose'], /contradict/, /./],
    [[...s, '--sever', 'b'], /unknown option '--sever'/, /--server/],
    [[...s, '--baseline', 'b'], /unknown option/, /./],
    [['lst'], /no command "lst"/, /Did you mean list/],
    [['http://localhost/mcp'], /name the server with --server/, /Write --server http/],
    [['server.js', ...s], /no command "server\.js"/, /--server/],
    [['explain'], /missing required argument 'id'/, /./],
    [['explain', 'a/b', 'c/d'], /too many arguments/, /./],
    [['list', '--server', 'x'], /unknown option '--server'/, /./],
    [['demo', '--server', 'x'], /unknown option '--server'/, /./],
    [['--quiet', 'list'], /--quiet stands before list/, /after it/],
    [['--only', 'x', 'demo'], /--only stands before demo/, /./],
    [['list', '--', 'x'], /list takes no command after --/, /./],
  ])('%j', (argv, message, hint) => {
    let error: unknown;
    try {
      parse(...argv);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(message);
    expect((error as UsageError).hint ?? '').toMatch(hint);
  });

  it('never echoes a secret', () => {
    for (const argv of [
      ['--server', 'http://x', '--header', 'secret-value'],
      ['--server', 'http://x', '--header', 'Authorization: secret-value\u0000'],
      ['--server', 'a', '--env', '=secret-value'],
    ]) {
      let text = '';
      try {
        parse(...argv);
      } catch (error) {
        text = `${(error as UsageError).message} ${(error as UsageError).hint}`;
      }
      expect(text).not.toBe('');
      expect(text).not.toContain('secret-value');
    }
  });
});
