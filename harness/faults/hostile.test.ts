import { describe, expect, it } from 'vitest';
import { idsOf, judge, ownFaults, scripted, type Judged } from './testing/judge.js';

/** A whole run may not work longer than this on what a server wrote: nothing can interrupt a check that thinks. */
const THOUGHT_MS = 6_000;
/** The same where there are many skills of that kind, for each. */
const EACH_MS = 1_500;

async function judged(
  fault: string,
  argument = '',
  options: Parameters<typeof judge>[1] = {},
  thoughtMs = THOUGHT_MS,
): Promise<Judged> {
  const seen = await judge(scripted(fault, argument), {
    ...options,
    limits: { requestMs: 10_000, messageBytes: 64 * 1024 * 1024, ...options.limits },
  });
  expect(ownFaults(seen.report)).toEqual([]);
  expect(seen.left).toEqual([]);
  expect(seen.cpuMs, `${fault}: ${seen.slowest.id} took ${seen.slowest.ms} ms`).toBeLessThan(thoughtMs);
  // A report stays of a size that people and tools can take, whatever the server says.
  expect(JSON.stringify(seen.report).length).toBeLessThan(2_000_000);
  return seen;
}

/** Judges one skill for each of these names, which say what is in it. */
const group = (fault: string, names: string): Promise<Judged> => {
  const list = names.split(' ');
  return judged(fault, list.join(','), {}, THOUGHT_MS + list.length * EACH_MS);
};

describe('texts made against regular expressions', () => {
  it.each([
    'brackets brackets-lines brackets-escaped parentheses links link-parentheses link-blanks link-titles',
    'link-angles images definitions definition-blanks backticks backticks-a backticks-grow backticks-a-end',
    'fences fence-open fence-blanks tildes reference-dots reference-stars reference-many reference-slashes',
    'newlines carriage-returns blanks blank-lines links-many up-and-up escapes rules',
  ])('%s', async (names) => {
    const { report } = await group('bodies', names);
    expect(idsOf(report, 'fail').filter((id) => !/body-length|broken-reference|reference\//.test(id))).toEqual([]);
  });

  it('under the digest of another text', async () => {
    const { result } = await group('bodies-digest', 'newlines carriage-returns blanks blank-lines brackets');
    expect(result('manifest/digest-matches').findings).toHaveLength(5);
  });
});

describe('frontmatter made against its readers', () => {
  it('is not read where that is not safe, and said so', async () => {
    const { report, result } = await group('yamls', 'bomb deep-valid deep-flow deep-block too-long');
    expect(report.exitCode).toBe(3);
    expect(result('format/frontmatter-yaml')).toMatchObject({ verdict: 'blocked', unjudgedTotal: 5 });
    for (const { reason } of result('format/frontmatter-yaml').unjudged) {
      expect(reason).toMatch(/its frontmatter (?:is not to be read safely|of \d+ characters is not parsed)/);
    }
  });

  it.each([
    'deep-map many-keys many-aliases many-anchors many-items many-errors many-merges quotes quote-blanks plain-blanks',
    'plain-lines block-scalar folded-scalar comments tags long-key long-number long-sexagesimal long-date colons flows flow-colons',
  ])('costs no time: %s', async (names) => {
    await group('yamls', names);
  });

  it('is told when it has a key twice, at any depth', async () => {
    const { result } = await group('yamls', 'key-twice');
    expect(result('format/frontmatter-yaml').findings[0]!.actual).toMatch(/line 5: Map keys must be unique/);
  });
});

describe('hostile names and values', () => {
  it('keys named as what every object has are data', async () => {
    const { report, result } = await judged('hostile-keys');
    expect(idsOf(report, 'fail')).toEqual(['frontmatter/identical']);
    // What the entry alone has is a difference, `__proto__` among it; the skill that has it in both is right.
    const subjects = result('frontmatter/identical').findings.map(({ subject }) => subject);
    expect(subjects).toContain('skill://alpha/SKILL.md, __proto__');
    expect(subjects.filter((subject) => subject.includes('gamma'))).toEqual([]);
  });

  it('skills and files with such names are skills and files', async () => {
    const { report } = await judged('hostile-names');
    expect(idsOf(report, 'fail')).toEqual(['format/name-rules']);
  });

  it.each([
    ['lone-surrogates', /lone surrogate|text-is-utf8/],
    ['nul-text', /U\+0|control character/],
    ['huge-numbers', /9007199254740993000/],
    ['broken-escapes', /hexadecimal/],
    ['long-names', /\(1\d{6} characters\)/],
    ['long-paths', /--max-directory-depth|levels|dot segments/],
  ])('%s are told as what they are', async (fault, words) => {
    const { report } = await judged(fault);
    expect(report.exitCode).toBe(1);
    expect(JSON.stringify(report)).toMatch(words);
  });
});

describe('sheer numbers', () => {
  it('1,000 skills', async () => {
    const { report } = await judged('skills', '1000');
    expect(report.exitCode).toBe(0);
  });

  it('1,000 skills of one name', async () => {
    const { report } = await judged('same-name', '1000');
    expect(idsOf(report, 'fail')).toContain('list/names-unique');
  });

  it('3,000 files in a skill', async () => {
    const { report } = await judged('files', '3000');
    expect(report.exitCode).toBe(0);
  });

  it('100,000 files in a manifest, with a limit on reads', async () => {
    const { report } = await judged(
      'ghost-files',
      '100000',
      { limits: { files: 1_000, runMs: 120_000, checkMs: 60_000 } },
      15_000,
    );
    expect(report.exitCode).toBe(1);
    expect(report.eras[0]!.limitsReached.map(({ flag }) => flag)).toContain('--max-files');
  });
});
