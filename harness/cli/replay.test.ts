import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVER } from '../../suites/matrix/matrix.js';
import type { FuzzCase } from '../model/fuzz.js';
import type { Report } from '../model/report.js';
import { casesToWrite } from './cases.js';
import type { OutputArgs } from './output-args.js';
import { main } from './program.js';
import { fakeIo, sampleReport } from './testing/fakes.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'skills-replay-'));
const serverOf = (...more: string[]): string[] => ['--', process.execPath, SERVER, ...more];

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo();
  return { code: await main(argv, io), out: io.stdout, err: io.stderr };
}

/** Searches a mutant, and gives the only case file. */
async function caseOf(out: string, ...argv: string[]): Promise<{ file: string; one: FuzzCase; told: string }> {
  const { out: told } = await run('--only', 'fuzz/uri-read', '--protocol', 'modern', '--out', out, ...argv);
  const files = readdirSync(join(out, 'cases')).filter((name) => name.endsWith('.json'));
  expect(files).toHaveLength(1);
  const file = join(out, 'cases', files[0]!);
  return { file, one: JSON.parse(readFileSync(file, 'utf8')) as FuzzCase, told };
}

describe('replay', () => {
  it('shows a failure again, and that it is gone once it is mended', async () => {
    const { file, one, told } = await caseOf(folder(), ...serverOf('--mutant', 'fuzz-read-decoded-twice'));
    expect(told).toContain(`skills-conformance replay ${file}`);
    expect(one).toMatchObject({ schemaVersion: 1, property: 'fuzz/uri-read', kind: 'other-file', era: 'modern' });
    expect(one.plan).toHaveLength(1);
    const again = await run('replay', file);
    expect(again.code).toBe(1);
    expect(again.out).toContain('✗ still fails');
    const json = await run('replay', file, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ case: one.id, fails: true, sameFrames: true, gone: null });
    const mended = await run('replay', file, ...serverOf());
    expect(mended).toMatchObject({ code: 0, err: '' });
    expect(mended.out).toContain('✓ no longer fails');
  });

  it('keeps variables out of the file, and then wants the server named', async () => {
    const secret = ['--env', 'API_KEY=s3cr3t-value', ...serverOf('--mutant', 'fuzz-read-decoded-twice')];
    const { file } = await caseOf(folder(), ...secret);
    expect(readFileSync(file, 'utf8')).not.toContain('s3cr3t-value');
    const again = await run('replay', file);
    expect(again.code).toBe(2);
    expect(again.err).toContain('--server');
  });

  it('says when the server cannot be had', async () => {
    const { file } = await caseOf(folder(), ...serverOf('--mutant', 'fuzz-read-decoded-twice'));
    const gone = await run('replay', file, '--server', 'no-such-command-7f3a');
    expect(gone.code).toBe(3);
    expect(gone.out).toContain('could not be sent');
  });

  it.each([
    ['is not JSON', '{'],
    ['is not a case file', '{"a":1}'],
    ['is a case of schema version 9', '{"schemaVersion":9,"property":"fuzz/uri-read","kind":"x"}'],
    ['lacks something that a case has', '{"schemaVersion":1,"property":"fuzz/uri-read","kind":"x"}'],
  ])('refuses a file that %s', async (what, text) => {
    const file = join(folder(), 'case.json');
    writeFileSync(file, text);
    const { code, err } = await run('replay', file);
    expect(code).toBe(2);
    expect(err).toContain(what);
  });

  it('refuses a file that is not there', async () => {
    const { code, err } = await run('replay', join(folder(), 'none.json'));
    expect(code).toBe(2);
    expect(err).toContain('cannot be read');
  });
});

it('writes no cases of hints alone, unless files are asked for', () => {
  const report = sampleReport('fuzz');
  const cases = [{ id: 'uri-read-3f9a01c7' } as FuzzCase];
  const output = { out: undefined, verbose: false } as OutputArgs;
  expect(casesToWrite(report, cases, output)).toEqual(cases);
  const hints = JSON.parse(JSON.stringify(report).replaceAll('"MUST"', '"INFO"')) as Report;
  expect(casesToWrite(hints, cases, output)).toEqual([]);
  expect(casesToWrite(hints, cases, { ...output, verbose: true })).toEqual(cases);
  expect(casesToWrite(hints, cases, { ...output, out: 'out' })).toEqual(cases);
});

describe('--provision', () => {
  it('writes the smallest folder that fails beside its case, and replays it', async () => {
    const out = folder();
    const folderServer = join(SERVER, '..', 'folder', 'main.js');
    const command = `"${process.execPath}" "${folderServer}" --mutant size-in-characters {skills}`;
    const argv = [
      '--provision',
      '--only',
      'fuzz/tree-manifest',
      '--runs',
      '30',
      '--protocol',
      'modern',
      '--out',
      out,
      '--server',
      command,
    ];
    const { code } = await run(...argv);
    expect(code).toBe(1);
    const names = readdirSync(join(out, 'cases'));
    const file = join(
      out,
      'cases',
      names.find((name) => name.endsWith('.json'))!,
    );
    expect(names.some((name) => name.endsWith('.skills'))).toBe(true);
    const again = await run('replay', file);
    expect(again).toMatchObject({ code: 1 });
  });

  it.each([
    [['--provision', '--server', 'node server.js'], 'needs {skills}'],
    [['--provision', '--server', 'http://127.0.0.1/mcp'], 'the target is a URL'],
    [['--server', 'node server.js {skills}'], 'Add --provision'],
  ])('goes with {skills}: %j', async (argv, what) => {
    const { code, err } = await run(...argv);
    expect(code).toBe(2);
    expect(err).toContain(what);
  });
});
