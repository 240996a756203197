import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Report } from '../harness/model/report.js';
import { pretty } from './pretty.js';
import { hostileText } from './testing/hostile.js';
import { poisoned, sample, samples } from './testing/samples.js';

const plain = { color: false, verbose: false, width: 100 };
const render = (report: Report, more: Partial<typeof plain> & { quiet?: boolean } = {}): string =>
  pretty(report, { ...plain, ...more });
const VERDICT = /^(✓ CONFORMS|✗ VIOLATIONS|○ INCOMPLETE|! ERROR) {2}/gm;

describe('pretty', () => {
  it.each(samples())('%s: one verdict, at the end, with the summary', (_name, report) => {
    const text = render(report);
    expect(text.match(VERDICT)).toHaveLength(1);
    const [verdict = '', figures = ''] = text.trimEnd().split('\n').slice(-2);
    expect(verdict).toContain(report.summary);
    expect(figures).toContain(`${report.counts.pass} passed`);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toContain('undefined');
    expect(text).not.toContain('\n\n\n');
  });

  it('is compact when all is well', () => {
    const text = render(sample('conforming'));
    expect(text.split('\n').length).toBeLessThan(20);
    expect(text).not.toContain('Violations');
  });

  it('says what the target is, per era', () => {
    const text = render(sample('violations'));
    expect(text).toMatch(/^ {2}target +node server\.js skills \(stdio\)$/m);
    expect(text).toMatch(/^ {2}server +probe-server 1\.2\.0$/m);
    expect(text).toMatch(/^ {2}revision +2026-09-13 of io\.modelcontextprotocol\/skills$/m);
    expect(text).toMatch(/^ {2}modern +protocol 2026-07-28/m);
    expect(text).toMatch(/^ {2}legacy +protocol 2025-11-25/m);
  });

  it('tells a violation with requirement, subject, expected, actual, cause, frames, link and replay', () => {
    const text = render(sample('violations'));
    for (const line of [
      '✗ digest/matches  MUST  (both eras; frames of modern)',
      '  The digest of each manifest item is the SHA-256',
      '    skill://probe/references/a.md\n',
      '      expected  sha256:b6a98d9ce9a2d9149288fa3df42d377c3e42737afdcdaf714e33c0a100b51060\n',
      '      actual    sha256:0e24',
      '      cause     matches after CRLF→LF\n',
      '      #12 → {"id":6,"method":"resources/read"',
      '      #13 ← {"id":6,"result"',
      'skills.mdx#digest\n',
      '  skills-conformance explain digest/matches\n',
    ]) {
      expect(text).toContain(line);
    }
    expect(text.split('✗ digest/matches')).toHaveLength(2);
  });

  it('shows five findings of a requirement and counts the rest', () => {
    const text = render(sample('violations'));
    expect(text).toContain('✗ digest/size-matches  MUST  (modern)');
    expect(text).toContain('skill://probe/file-4.md');
    expect(text).not.toContain('skill://probe/file-5.md');
    expect(text).toContain('and 4 more (see the JSON report)');
    expect(text.match(/#13 as above/g)).toHaveLength(4);
  });

  it('keeps violations before warnings before what is blocked', () => {
    const text = render(sample('violations'));
    expect(text.indexOf('Violations')).toBeLessThan(text.indexOf('Warnings'));
    expect(text).toContain('▲ list/cursor-invalid  SHOULD  (both eras; frames of modern)');
    expect(render(sample('warnings-fail'))).toContain('Warnings, which fail this run (--fail-on should)');
  });

  it('counts notes, and shows them with --verbose', () => {
    expect(render(sample('violations'))).toContain('2 notes (--verbose shows them)');
    expect(render(sample('violations'))).not.toContain('list/cursor-repeatable');
    const verbose = render(sample('violations'), { verbose: true });
    expect(verbose).toContain('· list/cursor-repeatable  INFO  (both eras)');
    expect(verbose).toContain('list/cache-hints  not-applicable: holds from protocol 2026-07-28 on');
    expect(verbose).toContain('skills  4 (modern)');
  });

  it('tells what is blocked by what stands in the way, once, with what would help', () => {
    const text = render(sample('violations-and-blocked'));
    expect(text).toContain('3 requirements that could not be judged');
    expect(text).toContain('○ list/cache-hints does not hold\n    digest/matches, digest/size-matches\n');
    expect(text).toContain('to unblock: mend list/cache-hints (above) and run again');
    expect(text).toContain('○ no answer within 10000 ms; --timeout allows more');
    expect(text).toContain('○ --max-files: reading stopped after 200000 files');
    expect(render(sample('incomplete'))).toContain('the listing is empty; name a skill with --skill');
  });

  it('tells a target that did not start with its stderr, and nothing of the requirements', () => {
    const text = render(sample('start-failure'));
    expect(text).toContain('✗ The server exited with code 1 before it answered.');
    expect(text).toContain("  │ Error: Cannot find module './skills'");
    expect(text).not.toContain('digest/matches');
  });

  it('says in one line how far the search went, where there was one', () => {
    expect(render(sample('fuzz'))).toMatch(
      /^ {2}fuzz {8}seed 2640, 1,840 inputs \(5,410 requests\), 2 of 4 searches stopped early$/m,
    );
    expect(render(sample('fuzz-incomplete'))).toMatch(/^ {2}fuzz {8}seed 7, shard 2\/8, 1,200 inputs /m);
    const { fuzz: _fuzz, ...without } = sample('fuzz');
    expect(render(without)).not.toMatch(/^ {2}fuzz {2,}seed/m);
    expect(render({ ...sample('violations'), fuzz: { seed: 1 } })).not.toContain('fuzz');
  });

  it('tells last of a finding of the search how it is seen again, in one piece', () => {
    const report = sample('fuzz');
    const command = 'skills-conformance replay skills-conformance-report/cases/uri-read-3f9a01c7.json';
    const text = render(report, { width: 60 });
    expect(text).toMatch(new RegExp(`^ {6}#62 ←.*\\n {6}${command}\\n {2}https:`, 'm'));
    expect(text).toContain('\n  skills-conformance explain fuzz/uri-read\n');
    const away = { ...report, fuzz: { seed: 2640, folder: "/tmp/it's my run/cases" } };
    expect(render(away)).toContain("skills-conformance replay '/tmp/it'\\''s my run/cases/uri-read-3f9a01c7.json'\n");
    expect(render({ ...report, fuzz: { seed: 2640 } })).toMatch(/^ {6}case {6}uri-read-3f9a01c7$/m);
  });

  it('tells searches that stopped early in passing, and none as blocked', () => {
    const text = render(sample('fuzz'), { width: 120 });
    expect(text).toContain(
      'searches that stopped early: fuzz/paging-skills 70 of 80, fuzz/protocol-ids 120 of 150: the time of the search is',
    );
    expect(text).not.toMatch(/blocked|could not be judged/);
    expect(text).toMatch(/^ {2}Area +passed +failed +stopped$/m);
    expect(text).toMatch(/^ {2}2 passed · 1 violation · 2 searches stopped early · /m);
  });

  it('tells a search that found something and stopped early as both', () => {
    const report = sample('fuzz');
    const [era] = report.eras;
    const results = era!.results.map((result) =>
      result.verdict === 'fail' ? { ...result, fuzz: { ...result.fuzz!, runs: 9, complete: false } } : result,
    );
    const text = render({ ...report, eras: [{ ...era!, results }] }, { width: 120 });
    expect(text).toContain('searches that stopped early: fuzz/uri-read 9 of 1500: cut short\n');
    expect(text).toContain('3 of 4 searches stopped early');
    expect(text).toContain('1 violation · 3 searches stopped early');
  });

  it('tells how far a search came in each era', () => {
    const report = sample('fuzz');
    const [era] = report.eras;
    const text = render({ ...report, eras: [era!, { ...era!, era: 'legacy' }] }, { width: 120 });
    expect(text).toContain('fuzz/paging-skills 70 of 80 (modern) and 70 of 80 (legacy), fuzz/protocol-ids');
    expect(text.split(' replay ')).toHaveLength(2);
  });

  it('tells a search as blocked where its inputs were asked for by number', () => {
    const text = render(sample('fuzz-incomplete'));
    expect(text).toContain('1 requirement that could not be judged\n\n○ stopped after 1200 of 100000 inputs');
    expect(text).not.toContain('searches that stopped early');
    expect(text).toContain('1 passed · 1 blocked · ');
  });

  it('counts areas in a table', () => {
    const text = render(sample('violations'));
    expect(text).toMatch(/^ {2}Area +passed +failed +warned +noted +n\/a$/m);
    expect(text).toMatch(/^ {2}digest +1 +3 +· +· +·$/m);
  });

  it('gives the verdict alone when quiet', () => {
    expect(render(sample('violations'), { quiet: true })).toBe('✗ VIOLATIONS  2 requirements (MUST) do not hold.\n');
  });

  it('colours only when asked', () => {
    expect(render(sample('violations'))).not.toContain('\u001b');
    expect(render(sample('violations'), { color: true })).toContain('\u001b[31m');
  });

  it('stays short with a megabyte in every place', () => {
    expect(render(poisoned('x\u202e\n'.repeat(350_000)), { verbose: true }).length).toBeLessThan(60_000);
  });

  property.prop([hostileText])('no text from the target steers the terminal or forges a line', (text) => {
    const clean = render(poisoned('x'), { verbose: true }).split('\n').length;
    const out = render(poisoned(text), { verbose: true });
    expect(out).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    // Wrapping may add lines at spaces; with none there is nothing to add.
    if (!text.includes(' ')) expect(out.split('\n').length).toBeLessThanOrEqual(clean + 12);
  });
});
