import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Report } from '../harness/model/report.js';
import { junit } from './junit.js';
import { poisoned, sample, samples } from './testing/samples.js';
import { hostileText } from './testing/hostile.js';
import { assertJunit, assertWellFormed } from './testing/xmllint.js';

const options = { color: false, verbose: false, width: 80 };
const render = (report: Report): string => junit(report, options);
const countOf = (xml: string, element: string): number => xml.split(`<${element} `).length - 1;
const total = (xml: string, name: string): number =>
  Number(/<testsuites [^>]*>/.exec(xml)?.[0].match(new RegExp(` ${name}="(\\d+)"`))?.[1]);

describe('junit', () => {
  it.each(samples())('%s is a JUnit document, red exactly when the exit code is', (_name, report) => {
    const xml = render(report);
    assertJunit(xml);
    expect(countOf(xml, 'failure') + countOf(xml, 'error') > 0).toBe(report.exitCode !== 0);
    expect(total(xml, 'tests')).toBe(countOf(xml, 'testcase'));
    expect(total(xml, 'failures')).toBe(countOf(xml, 'failure'));
    expect(total(xml, 'errors')).toBe(countOf(xml, 'error'));
    expect(total(xml, 'skipped')).toBe(countOf(xml, 'skipped'));
  });

  it('has a case per requirement and era, and the counts of each suite add up', () => {
    const report = sample('violations');
    const xml = render(report);
    expect(countOf(xml, 'testcase')).toBe(report.eras.flatMap((era) => era.results).length);
    const tests = [...xml.matchAll(/<testsuite name="[^"]*" tests="(\d+)"/g)].map((match) => Number(match[1]));
    expect(tests.reduce((sum, n) => sum + n, 0)).toBe(total(xml, 'tests'));
  });

  it('tells a failing MUST with every finding, the link and how to see it again', () => {
    const xml = render(sample('violations'));
    expect(xml).toContain('<failure type="MUST" message="skill://probe/references/a.md: expected sha256:b6a9');
    for (let i = 0; i < 7; i += 1) expect(xml).toContain(`${i + 1}. skill://probe/file-${i}.md`);
    expect(xml).toContain('and 2 more');
    expect(xml).toContain('skills.mdx#digest');
    expect(xml).toContain('--only digest/matches');
    expect(xml).toContain('cause:    matches after CRLF→LF');
  });

  it('skips what does not fail the run, with the reason', () => {
    const xml = render(sample('violations'));
    expect(xml).toContain('<skipped message="SHOULD, does not fail the run: skills/list with a made-up cursor');
    expect(xml).toContain('<skipped message="INFO, does not fail the run: page 2');
    expect(xml).toContain('<skipped message="not applicable: holds from protocol 2026-07-28 on"/>');
  });

  it('fails a SHOULD under --fail-on should', () => {
    expect(render(sample('warnings-fail'))).toContain('<failure type="SHOULD"');
  });

  it('tells blocked, unstarted and our own faults as errors of their own kinds', () => {
    expect(render(sample('incomplete'))).toContain('<error type="blocked" message="no skill is listed"');
    expect(render(sample('violations-and-blocked'))).toContain('(blocked by list/cache-hints)');
    expect(render(sample('nothing-judged'))).toContain('<testcase name="run/outcome" classname="run"');
    expect(render(sample('no-era'))).toContain('<error type="blocked" message="The run was interrupted');
    expect(render(sample('start-failure'))).toContain("Error: Cannot find module './skills'");
    expect(render(sample('harness-fault'))).toContain(
      '<error type="harness" message="TypeError: x is not a function"',
    );
  });

  it('tells of a search its seed, how a case is seen again, and where it stopped', () => {
    const xml = render(sample('fuzz'));
    expect(countOf(xml, 'failure')).toBe(1);
    expect(countOf(xml, 'error')).toBe(0);
    expect(xml).toContain('<property name="seed" value="2640"/>');
    expect(xml).toContain(
      '   again:    skills-conformance replay skills-conformance-report/cases/uri-read-3f9a01c7.json\n',
    );
    expect(xml).toContain('skills-conformance --server … --only fuzz/uri-read --seed 2640\n');
    expect(xml).toContain('<skipped message="stopped after 70 of 80 inputs: the time of the search is used up');
    expect(render(sample('violations'))).not.toContain('seed');
  });

  it('has an error for a search that stopped early and was asked for by number', () => {
    const xml = render(sample('fuzz-incomplete'));
    expect(xml).toContain('<error type="blocked" message="stopped after 1200 of 100000 inputs');
    expect(xml).toContain('<property name="shard" value="2/8"/>');
    expect(xml).toContain('--only fuzz/uri-read --seed 7 --shard 2/8\n');
  });

  it('names neither the target nor the host', () => {
    expect(render(sample('violations'))).not.toContain('server.js');
  });

  it('strips ANSI whole, keeps what stands around it, and does not swallow the rest after an open sequence', () => {
    const xml = render(poisoned('a\u001b[31;1mb\u001b[0mc \u001b]8;;http://x\u0007d \u001b]2;e'));
    expect(xml).toContain('abc d 2;e');
    // A path stays what it is, each of its characters to be seen.
    expect(xml.replaceAll(/^ {3}again: .*$/gm, '')).not.toContain('[31');
  });

  it('stays well-formed and valid with a megabyte in every place', () => {
    assertJunit(render(poisoned(']]>&<"\u0000'.repeat(180_000))));
  });

  property.prop([hostileText], { numRuns: 60 })('no text from the target breaks the document', (text) => {
    const xml = render(poisoned(text));
    assertWellFormed(xml);
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  property.prop([fc.constantFrom(...samples())])('is a pure function', ([, report]) => {
    const before = JSON.stringify(report);
    expect(render(report)).toBe(render(report));
    expect(JSON.stringify(report)).toBe(before);
  });
});
