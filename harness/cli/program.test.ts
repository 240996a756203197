import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from './program.js';
import { fakeEngine, fakeIo } from './testing/fakes.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'cli-test-'));
const server = ['--server', 'node server.js'];

/** Whether stdout has colour. */
const colored = async (argv: string[], more: object): Promise<boolean> => {
  const io = fakeIo(more);
  await main([...server, ...argv], io, fakeEngine().load);
  return io.stdout.includes('\u001b[');
};

/** Everything in a folder. */
const files = (out: string): string =>
  readdirSync(out)
    .map((name) => readFileSync(join(out, name), 'utf8'))
    .join('\n');

/** What stderr shows of a run of a while. */
const live = async (more: object, argv: string[] = []): Promise<string> => {
  const io = fakeIo(more);
  const engine = fakeEngine('conforming', async (output, { onEvent }) => {
    onEvent?.({ type: 'check-start', era: 'modern', id: 'list/x', index: 3, of: 9 });
    onEvent?.({ type: 'progress', text: 'file \u001b[2J 12' });
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    return output;
  });
  await main([...server, ...argv], io, engine.load);
  return io.stderr;
};

describe('a run', () => {
  it.each([
    ['conforming', 0],
    ['violations', 1],
    ['incomplete', 3],
    ['harness-fault', 4],
  ])('%s ends with %d', async (name, code) => {
    const io = fakeIo();
    expect(await main(server, io, fakeEngine(name).load)).toBe(code);
    expect(io.stdout).toContain('target      node server.js (stdio)');
    expect(io.stderr).toBe('');
  });

  it('hands on what it was told', async () => {
    const engine = fakeEngine();
    await main(
      [...server, '--only', 'digest', '--bail', '2', '--timeout', '1s', '--skill', 'a:b'],
      fakeIo(),
      engine.load,
    );
    expect(engine.seen[0]).toMatchObject({
      target: { kind: 'stdio', command: 'node', args: ['server.js'] },
      only: ['digest'],
      bail: 2,
      skills: ['a:b'],
      limits: { requestMs: 1000 },
      tool: { name: 'skills-conformance', version: expect.stringMatching(/^\d/) as unknown },
    });
    expect(engine.seen[0]).not.toHaveProperty('output');
  });

  it('carries JSON and nothing else on stdout', async () => {
    const io = fakeIo({ outIsTty: true });
    await main([...server, '--reporter', 'json', '--out', folder()], io, fakeEngine('violations').load);
    expect(JSON.parse(io.stdout)).toMatchObject({ schemaVersion: 1, outcome: 'violations' });
    expect(io.stderr).toContain('report.json');
  });

  it('colours on a terminal, and obeys NO_COLOR, --no-color and --color', async () => {
    expect(await colored([], { outIsTty: true })).toBe(true);
    expect(await colored([], {})).toBe(false);
    expect(await colored([], { outIsTty: true, env: { NO_COLOR: '1' } })).toBe(false);
    expect(await colored(['--no-color'], { outIsTty: true })).toBe(false);
    expect(await colored(['--color'], { env: { NO_COLOR: '1' } })).toBe(true);
    expect(await colored([], { env: { FORCE_COLOR: '1' } })).toBe(true);
  });

  it('gives the verdict alone when quiet', async () => {
    const io = fakeIo();
    await main([...server, '--quiet', '--out', folder()], io, fakeEngine('violations').load);
    expect(io.stdout).toBe('✗ VIOLATIONS  2 requirements (MUST) do not hold.\n');
    expect(io.stderr).toBe('');
  });

  it('writes a folder with reports and transcripts, and no transcript of an earlier run', async () => {
    const out = join(folder(), 'deep', 'er');
    await main([...server, '--out', out], fakeIo(), fakeEngine('violations').load);
    expect(readdirSync(out).sort()).toEqual([
      'junit.xml',
      'report.json',
      'report.txt',
      'transcript-legacy.ndjson',
      'transcript-modern.ndjson',
    ]);
    const lines = readFileSync(join(out, 'transcript-modern.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([12, 13]);
    await main([...server, '--out', out], fakeIo(), fakeEngine('incomplete').load);
    expect(existsSync(join(out, 'transcript-legacy.ndjson'))).toBe(false);
  });

  it('replaces files in one move, follows links, and never replaces a device', async () => {
    const place = folder();
    const real = join(place, 'real.json');
    writeFileSync(real, 'old');
    symlinkSync(real, join(place, 'link.json'));
    const argv = [...server, '--reporter', `json=${join(place, 'link.json')}`, '--reporter', 'junit=/dev/null'];
    expect(await main(argv, fakeIo(), fakeEngine().load)).toBe(0);
    expect(lstatSync(join(place, 'link.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ schemaVersion: 1 });
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(readdirSync(place).sort()).toEqual(['link.json', 'real.json']);
  });

  it('refuses a place that cannot be written before anything starts', async () => {
    const place = folder();
    writeFileSync(join(place, 'file'), '');
    mkdirSync(join(place, 'folder'));
    for (const [flag, path] of [
      ['--reporter', `json=${join(place, 'file', 'x.json')}`],
      ['--reporter', `json=${join(place, 'folder')}`],
      ['--out', join(place, 'file')],
    ] as const) {
      const io = fakeIo();
      const engine = fakeEngine();
      expect(await main([...server, flag, path], io, engine.load)).toBe(2);
      expect(io.stderr).toMatch(new RegExp(`${flag} cannot write .*${place}`));
      expect(engine.seen).toEqual([]);
    }
  });

  it('does not end green when a report could not be written after all', async () => {
    const out = folder();
    const engine = fakeEngine('conforming', (output) => {
      mkdirSync(join(out, 'report.json'));
      return output;
    });
    const io = fakeIo();
    expect(await main([...server, '--out', out], io, engine.load)).toBe(2);
    expect(io.stderr).toContain(`cannot write ${join(out, 'report.json')}: it is a folder`);
    expect(io.stdout).toContain('✓ CONFORMS');
  });

  it('hides secrets in reports and transcripts, and shows them with --no-redact', async () => {
    const frames = [
      { n: 1, at: 0, direction: 'sent', kind: 'http', text: 'authorization: Bearer s3cr3t', bytes: 28, cut: false },
    ] as const;
    const argv = ['--server', 'http://x/mcp?key=q-value', '--header', 'Authorization: Bearer s3cr3t'];
    const leaky = fakeEngine('start-failure', ({ report }) => ({
      report: {
        ...report,
        target: { transport: 'http', label: 'http://x/mcp?key=q-value' },
        summary: 'HTTP 401 for s3cr3t',
      },
      transcripts: [{ era: 'modern', frames }],
      cases: [],
    }));
    const hidden = folder();
    const io = fakeIo();
    await main([...argv, '--out', hidden], io, leaky.load);
    for (const text of [io.stdout, files(hidden)]) {
      expect(text).not.toMatch(/s3cr3t|q-value/);
      expect(text).toContain('[redacted]');
    }
    const shown = folder();
    await main([...argv, '--out', shown, '--no-redact'], fakeIo(), leaky.load);
    expect(files(shown)).toMatch(/s3cr3t[^]*q-value|q-value[^]*s3cr3t/);
  });

  it('ends early on the first Ctrl-C and at once on the second', async () => {
    const io = fakeIo();
    const engine = fakeEngine('incomplete', async (output, { signal }) => {
      io.interrupt();
      expect(signal?.aborted).toBe(true);
      io.interrupt();
      return output;
    });
    expect(await main(server, io, engine.load)).toBe(3);
    expect(io.stderr).toContain('SIGINT: ending the run; once more to quit at once');
    expect(io.abandoned).toEqual([130]);
    expect(io.stdout).toContain('INCOMPLETE');
  });

  it('shows a live line on a terminal only, and takes it away', async () => {
    const shown = await live({ errIsTty: true, columns: 60 });
    expect(shown).toContain('modern  3/9  list/x  file \\x1b[2J 12');
    expect(shown.endsWith('\r\u001b[2K')).toBe(true);
    expect(await live({})).toBe('');
    expect(await live({ errIsTty: true, env: { CI: 'true' } })).toBe('');
    expect(await live({ errIsTty: true }, ['--quiet'])).toBe('');
  });

  it('says that a fault of ours is one', async () => {
    const broken = fakeEngine('conforming', () => {
      throw new TypeError('boom');
    });
    const io = fakeIo();
    expect(await main(server, io, broken.load)).toBe(4);
    expect(io.stderr).toMatch(/internal fault, which says nothing about the server: TypeError: boom/);
    expect(io.stderr).toContain('Please report it');
    expect(io.stderr).not.toContain('    at ');
    const verbose = fakeIo();
    await main([...server, '--verbose'], verbose, broken.load);
    expect(verbose.stderr).toContain('    at ');
  });
});
