import { execFileSync } from 'node:child_process';
import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../harness/model/report.js';
import { searchLine, stoppedSearches } from './pretty-search.js';
import { isStopped, replayCommand } from './search.js';
import { hostileText } from './testing/hostile.js';
import { sample } from './testing/samples.js';
import { visible } from './text.js';

const commandOf = (folder: string, id = 'uri-read-1'): string => {
  const finding = { case: id } as Finding;
  return replayCommand({ ...sample('fuzz'), fuzz: { seed: 1, folder } }, finding)!;
};
/** What a shell makes of a command: its words. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8', cwd: '/' })
    .split('\n')
    .slice(0, -1);

describe('the command that replays a case', () => {
  it.each([
    ['out/cases', 'out/cases/uri-read-1.json'],
    ['my run/cases', 'my run/cases/uri-read-1.json'],
    ["it's/$(id)/`id`/*", "it's/$(id)/`id`/*/uri-read-1.json"],
    ['-o/cases', './-o/cases/uri-read-1.json'],
    ['~/ä', '~/ä/uri-read-1.json'],
    ['', './uri-read-1.json'],
  ])('is three words for a shell, with the folder %j', (folder, path) => {
    expect(wordsOf(commandOf(folder))).toEqual(['skills-conformance', 'replay', path]);
  });

  it('has no quotes that are not needed', () => {
    expect(commandOf('out/cases')).toBe('skills-conformance replay out/cases/uri-read-1.json');
  });

  it('leaves no quote open where a path is cut', () => {
    expect(wordsOf(commandOf(`${"' ".repeat(5000)}`))).toHaveLength(3);
  });

  property.prop([hostileText, hostileText], { numRuns: 30 })('lets no text out of its word', (folder, id) => {
    const path = `${folder === '' ? '.' : folder}/${id}.json`;
    expect(wordsOf(commandOf(folder, id))).toEqual([
      'skills-conformance',
      'replay',
      visible(path.startsWith('-') ? `./${path}` : path),
    ]);
  });

  it('is there for findings of a search that were written down only', () => {
    const [finding] = sample('violations').eras[0]!.results.flatMap(({ findings }) => findings);
    expect(replayCommand(sample('fuzz'), finding!)).toBeUndefined();
    expect(replayCommand(sample('fuzz-incomplete'), { ...finding!, case: 'a' })).toBeUndefined();
  });
});

describe('a search that stopped', () => {
  it('is told in passing unless it gates', () => {
    const [result] = sample('fuzz-incomplete').eras[0]!.results.slice(-1);
    expect(isStopped(result!, 'must')).toBe(false);
    expect(isStopped({ ...result!, level: 'SHOULD' }, 'must')).toBe(true);
    expect(isStopped({ ...result!, level: 'SHOULD' }, 'should')).toBe(false);
    expect(isStopped({ ...result!, level: 'INFO' }, 'should')).toBe(true);
  });
});

it('tells a search that several requirements are judged by once', () => {
  const report = sample('fuzz');
  const [era] = report.eras;
  const stats = {
    seed: 1,
    runs: 75,
    planned: 100,
    requests: 1234,
    ms: 5,
    complete: false,
    stopped: 'so',
    shared: 'folders',
  };
  const [stopped] = era!.results.filter(({ fuzz }) => fuzz?.complete === false);
  const shared = ['fuzz/tree-read', 'fuzz/tree-served'].map((id) => ({ ...stopped!, id, fuzz: stats }));
  const given = { ...report, eras: [{ ...era!, results: shared }] };
  expect(searchLine(given)).toBe('seed 2640, 75 inputs (1,234 requests), 1 of 1 search stopped early');
  const options = { color: false, verbose: false, width: 100 };
  expect(stoppedSearches(given, options)).toEqual(['searches that stopped early: folders 75 of 100: so', '']);
});
