import { describe, expect, it } from 'vitest';
import type { EraReport } from '../model/report.js';
import { idsOf, judge, ownFaults, scripted, type Judged } from './testing/judge.js';

const judged = async (fault: string, options: Parameters<typeof judge>[1] = {}): Promise<Judged> => {
  const seen = await judge(scripted(fault), {
    ...options,
    limits: { requestMs: 10_000, messageBytes: 64 * 1024 * 1024, ...options.limits },
  });
  expect(ownFaults(seen.report)).toEqual([]);
  expect(seen.left).toEqual([]);
  return seen;
};

const revisions = ({ report }: Judged): string[] => report.eras.map(({ revision }) => revision);
const notes = ({ report }: Judged): string => report.eras.flatMap((era: EraReport) => era.notes).join('\n');
const breaches = ({ report }: Judged): string[] =>
  report.eras.flatMap((era) =>
    era.results
      .filter(({ verdict, level }) => verdict === 'fail' && level !== 'INFO')
      .map(({ id, level }) => `${id} ${level}`),
  );

describe('the revision is found', () => {
  it.each([
    ['none', '2026-09-13', /skills\/list answers/],
    ['june-typed', '2026-06-03', /`\$schema` of skill:.*2026-06-03/],
    ['june-undated', '2026-06-03', /no entry has a digest/],
    ['june-wg', '2026-06-25', /2026-06-09 and 2026-06-25.*--spec 2026-06-09/],
  ])('%s: %s', async (fault, revision, because) => {
    const seen = await judged(fault);
    expect(revisions(seen)).toEqual([revision]);
    expect(seen.report.eras[0]!.because).toMatch(because);
    expect(notes(seen)).toBe('');
    expect(breaches(seen)).toEqual(fault === 'june-undated' ? ['index/digest SHOULD'] : []);
    expect(seen.report.exitCode).toBe(0);
  });

  it('in both eras', async () => {
    const seen = await judged('june-typed', { protocol: 'auto' });
    expect(revisions(seen)).toEqual(['2026-06-03', '2026-06-03']);
    expect(seen.report.exitCode).toBe(0);
  });

  it('each of two, over a connection of its own', async () => {
    const seen = await judged('june-and-final');
    expect(revisions(seen)).toEqual(['2026-09-13', '2026-06-25']);
    expect(breaches(seen)).toEqual([]);
    expect(seen.report.spec).toMatchObject({ asked: 'auto', revision: '2026-09-13' });
    expect(seen.report.exitCode).toBe(0);
  });

  it('is what --spec says', async () => {
    const seen = await judged('june-wg', { revision: '2026-06-09' });
    expect(revisions(seen)).toEqual(['2026-06-09']);
    expect(seen.report.eras[0]!.because).toBe('it was asked for with --spec 2026-06-09');
    const final = await judged('june-wg', { revision: '2026-09-13' });
    expect(breaches(final)).toContain('capability/methods-answer MUST');
    expect(final.result('capability/methods-answer').findings[0]!.cause).toMatch(/drafts of June 2026/);
  });
});

describe('what is odd is said in plain words', () => {
  it('a foreign skills/list', async () => {
    const seen = await judged('june-foreign-list');
    expect(revisions(seen)).toEqual(['2026-06-25']);
    expect(notes(seen)).toMatch(/skills\/list answers, but not with an array `skills`.*another kind/);
    expect(breaches(seen)).toEqual([]);
  });

  it('an index that succeeds with an error text', async () => {
    const seen = await judged('june-error-text');
    expect(revisions(seen)).toEqual(['2026-09-13']);
    expect(notes(seen)).toMatch(/succeeds, but gives no index: .*Resource not found/);
  });

  it('an index that is not declared', async () => {
    const seen = await judged('june-undeclared');
    expect(revisions(seen)).toEqual(['2026-06-25']);
    expect(notes(seen)).toMatch(/there is an index, but .* is not declared/);
    expect(breaches(seen)).toEqual(['capability/declared SHOULD']);
  });

  it('the shape of July', async () => {
    const seen = await judged('july-shape');
    expect(revisions(seen)).toEqual(['2026-09-13']);
    expect(notes(seen)).toMatch(/shape of July 2026/);
    expect(breaches(seen)).toEqual(['manifest/size-present MUST']);
  });
});

describe('an index that is no index', () => {
  it.each([
    ['index-cut', /it is no JSON/],
    ['index-latin-1', /not valid UTF-8/],
    ['index-bom', /byte order mark/],
    ['index-twice', /`contents` has 2|2 elements of `contents`/],
  ])('%s is told, and the rest goes on', async (fault, what) => {
    const seen = await judged(fault, { revision: '2026-06-25' });
    expect(breaches(seen)).toEqual(['index/json MUST']);
    expect(seen.result('index/json').findings[0]!.actual).toMatch(what);
    expect(idsOf(seen.report, 'pass')).toContain('protocol/unknown-method');
  });

  it('of 20 MB is worth a note, and is judged', async () => {
    const seen = await judged('index-20mb');
    expect(seen.result('index/json')).toMatchObject({ verdict: 'fail', level: 'INFO' });
    expect(seen.result('index/json').findings[0]!.actual).toMatch(/20\d+ bytes/);
    expect(breaches(seen)).toEqual([]);
    expect(seen.cpuMs).toBeLessThan(5_000);
  });
});

describe('an archive that is none', () => {
  it.each([
    ['archive-cut', /truncated/],
    ['archive-nothing', /not-tar/],
    ['archive-text', /HTML.*not-gzip/],
  ])('%s is told, and the rest goes on', async (fault, what) => {
    const seen = await judged(fault);
    expect(breaches(seen)).toEqual(['archive/format-agrees MUST']);
    expect(seen.result('archive/format-agrees').findings[0]!.actual).toMatch(what);
    expect(seen.result('archive/skill-md-at-root')).toMatchObject({
      verdict: 'blocked',
      blockedBy: ['archive/format-agrees'],
    });
    expect(seen.result('format/name-rules').judged).toBe(2);
  });
});
