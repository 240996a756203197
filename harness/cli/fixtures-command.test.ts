import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveCases } from '../../fixtures/archives/build.js';
import { main } from './program.js';
import { fakeIo } from './testing/fakes.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'cli-fixtures-'));
const load = (): never => {
  throw new Error('loaded');
};

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = fakeIo();
  const code = await main(['fixtures', ...argv], io, load);
  return { code, stdout: io.stdout, stderr: io.stderr };
}

interface Index {
  readonly archives: readonly { id: string; file: string; verdict: unknown; sha256: string; size: number }[];
}
const indexOf = (out: string): Index => JSON.parse(readFileSync(join(out, 'index.json'), 'utf8')) as Index;

describe('fixtures', () => {
  it('writes every archive, an index and a README', async () => {
    const out = join(folder(), 'new', 'place');
    const { code, stdout, stderr } = await run('--out', out);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`wrote ${archiveCases().length} archives, index.json and README.md`);
    expect(stdout).toContain(out);
    const { archives } = indexOf(out);
    expect(archives.map(({ id }) => id)).toEqual(archiveCases().map(({ id }) => id));
    expect(readdirSync(out).sort()).toEqual([...archives.map(({ file }) => file), 'README.md', 'index.json'].sort());
    for (const { file, sha256, size } of archives) {
      const bytes = readFileSync(join(out, file));
      expect([file, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([file, size, sha256]);
    }
    const readme = readFileSync(join(out, 'README.md'), 'utf8');
    for (const { id } of archives) expect(readme).toContain(`| ${id} | `);
    expect(archives[0]).not.toHaveProperty('layout');
  });

  it('writes those that --only names', async () => {
    const out = folder();
    const { code, stdout } = await run('--out', out, '--only', 'tar-dot-dot*,zip-plain', '--only', 'tar-plain');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^wrote \d+ archives/);
    const ids = indexOf(out).archives.map(({ id }) => id);
    expect(ids).toContain('tar-dot-dot-pax');
    expect(ids.every((id) => /^(tar-dot-dot.*|(zip|tar)-plain)$/.test(id))).toBe(true);
    expect((await run('--out', folder(), '--only', 'tar-plain')).stdout).toMatch(/^wrote 1 archive, /);
  });

  it.each([
    [['--only', 'tar-plian'], /--only tar-plian matches no archive\nDid you mean tar-plain/],
    [['--only', 'zzz*'], /matches no archive\nIds start with/],
    [['--only', 'tar-plain,qqqq'], /--only qqqq matches no archive/],
  ])('%j is a usage error, and nothing is written', async (argv, message) => {
    const out = join(folder(), 'new');
    const { code, stdout, stderr } = await run('--out', out, ...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });

  it('needs --out', async () => {
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--out') as unknown });
    expect(await run('--out', '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no folder') as unknown,
    });
  });

  it('refuses a folder with something in it, unless it is forced', async () => {
    const out = folder();
    writeFileSync(join(out, 'mine.txt'), 'mine');
    writeFileSync(join(out, 'zip-plain.zip'), 'old');
    const argv = ['--out', out, '--only', 'zip-plain'];
    const refused = await run(...argv);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/is not empty\n.*--force/);
    expect(readdirSync(out)).toHaveLength(2);
    expect((await run(...argv, '--force')).code).toBe(0);
    expect(readFileSync(join(out, 'mine.txt'), 'utf8')).toBe('mine');
    expect(statSync(join(out, 'zip-plain.zip')).size).toBe(indexOf(out).archives[0]?.size);
  });

  it('refuses links, files and folders in its way, forced or not', async () => {
    const place = folder();
    const real = join(place, 'real');
    mkdirSync(real);
    symlinkSync(real, join(place, 'link'));
    writeFileSync(join(place, 'file'), '');
    for (const [name, reason] of [
      ['link', 'is a symbolic link'],
      ['file', 'is no folder'],
      [join('file', 'below'), 'cannot write'],
    ] as const) {
      const { code, stderr } = await run('--out', join(place, name), '--only', 'zip-plain', '--force');
      expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
    expect(readdirSync(real)).toEqual([]);

    const victim = join(place, 'victim');
    writeFileSync(victim, 'mine');
    symlinkSync(victim, join(real, 'index.json'));
    const linked = await run('--out', real, '--only', 'zip-plain', '--force');
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('index.json is a symbolic link')]);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(readdirSync(real)).toEqual(['index.json']);

    const full = folder();
    mkdirSync(join(full, 'zip-plain.zip'));
    const { code, stderr } = await run('--out', full, '--only', 'zip-plain', '--force');
    expect([code, stderr]).toEqual([2, expect.stringContaining('zip-plain.zip is no file')]);
  });
});
