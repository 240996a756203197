import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../model/report.js';
import { TARGET } from './testing/judge.js';

const script = fileURLToPath(new URL('../../dist/harness/cli/main.js', import.meta.url));
// Thrown here, not in a hook: tests that a hook fails count as skipped.
if (!existsSync(script)) throw new Error(`${script} is missing: npm run build makes it`);
/** Tells the greatest size that the process had, in MiB, on its way out. */
const METER =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(`peak ${Math.round(process.resourceUsage().maxRSS/1024)}\\n`))';

/** Judges a scripted target with the built command in a process of its own. */
function measured(
  fault: string,
  argument: string,
  ...flags: string[]
): { report: Report; code: number; peak: number } {
  const own = [
    '--import',
    METER,
    script,
    '--reporter',
    'json',
    '--protocol',
    'modern',
    '--no-fuzz',
    '--timeout',
    '5s',
    ...flags,
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...own, '--', process.execPath, TARGET, fault, argument],
    { encoding: 'utf8', timeout: 55_000, maxBuffer: 64 * 1024 * 1024 },
  );
  return {
    report: JSON.parse(stdout) as Report,
    code: status!,
    peak: Number(/peak (\d+)/.exec(stderr)?.[1]),
  };
}

const reasons = (report: Report): string =>
  report.eras.flatMap((era) => era.results.map(({ reason }) => reason ?? '')).join('\n');

describe('memory stays bounded', { concurrent: true }, () => {
  it('by a reply of 100 MB', () => {
    const { report, code, peak } = measured('big', '100');
    expect(code).toBe(3);
    expect(reasons(report)).toMatch(/--max-message.*longer than 64\.0 MiB/);
    expect(peak).toBeLessThan(400);
  });

  it('by replies just under the limit', () => {
    const { report, peak } = measured('big', '60', '--only', 'get/*');
    expect(reasons(report)).not.toMatch(/--max-message/);
    expect(peak).toBeLessThan(900);
  });

  it('by many large replies, which are kept', () => {
    const { report, code, peak } = measured('big-gets', '4', '--only', 'get/*', '--max-listing', '32MiB');
    expect(code).toBe(3);
    expect(reasons(report)).toMatch(/--max-listing/);
    expect(peak).toBeLessThan(500);
  });

  it('by pages of megabytes that do not end', () => {
    const { report, peak } = measured('endless-big', '4', '--only', 'list/*', '--max-listing', '64MiB');
    expect(report.eras[0]!.limitsReached.map(({ flag }) => flag)).toEqual(['--max-listing']);
    expect(peak).toBeLessThan(500);
  });

  it.each([
    ['at the ratio', []],
    ['at the size', ['--max-archive-ratio', '1000000']],
  ])('by an archive of 400 MiB, stopped %s', (_, flags) => {
    const { report, code, peak } = measured('archive-bomb', '', ...flags);
    const told = report.eras[0]!.results.find(({ id }) => id === 'archive/bounded')!;
    expect(told).toMatchObject({ verdict: 'fail', level: 'SHOULD' });
    expect(told.findings[0]!.actual).toMatch(/--max-(?:archive-ratio|unpacked)|200|64/);
    // The rest goes on: the other skills are judged.
    expect(report.eras[0]!.results.find(({ id }) => id === 'format/name-rules')!.judged).toBeGreaterThan(1);
    expect(code).toBe(3);
    expect(peak).toBeLessThan(300);
  });

  it('by 5,000 skills', () => {
    const { code, peak } = measured('skills', '5000');
    expect(code).toBe(0);
    expect(peak).toBeLessThan(400);
  });
});
