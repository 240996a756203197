import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hindrances, httpTarget, idsOf, judge, ownFaults, scripted, type Judged } from './testing/judge.js';

/** Judges a target that starts well and then does not behave: no fault of ours, nothing left, an end in time. */
async function judged(fault: string, argument = '', options: Parameters<typeof judge>[1] = {}): Promise<Judged> {
  const seen = await judge(scripted(fault, argument), options);
  expect(ownFaults(seen.report)).toEqual([]);
  expect(seen.left).toEqual([]);
  expect(seen.ms).toBeLessThan(60_000);
  return seen;
}

const limitsOf = ({ report }: Judged): string[] =>
  report.eras[0]!.limitsReached.map(({ flag, detail }) => `${flag}: ${detail}`);

describe('an answer over a limit', { concurrent: true }, () => {
  it('is too long', async () => {
    const { report } = await judged('big', '20');
    expect(report.exitCode).toBe(3);
    expect(hindrances(report)).toMatch(/--max-message.*longer than 8\.0 MiB/);
    expect(idsOf(report, 'pass')).toContain('manifest/digest-matches');
  });

  it('is a line without an end', async () => {
    const { report, result } = await judged('endless-line', '', {
      limits: { requestMs: 2_000, messageBytes: 4 * 1024 * 1024 },
      only: ['capability/*', 'get/*', 'protocol/survives'],
    });
    expect(report.exitCode).toBe(1);
    expect(hindrances(report)).toMatch(/--max-message/);
    expect(result('protocol/survives').verdict).toBe('fail');
  });

  it('nests too deeply', async () => {
    const { report } = await judged('deep', '100000');
    expect(report.exitCode).toBe(3);
    expect(hindrances(report)).toMatch(/--max-depth.*deeper than 512 levels/);
    expect(idsOf(report, 'pass')).toContain('manifest/digest-matches');
  });
});

describe('a server that dies', { concurrent: true }, () => {
  it('at some request: what was judged stands, the rest is blocked, and the reason names the request', async () => {
    const seen = await judged('dies-at', '14');
    const { report } = seen;
    expect(report.exitCode).toBe(1);
    expect(idsOf(report, 'pass')).toContain('list/result-shape');
    expect(idsOf(report, 'blocked')).toContain('protocol/concurrent');
    expect(hindrances(report)).toMatch(
      /the server is gone: the server exited with code 9 (?:while|after) .*\(frame \d+\).*stack overflow/,
    );
    expect(seen.result('protocol/survives')).toMatchObject({ verdict: 'fail' });
  });

  it('on an unknown URI', async () => {
    const { report, result } = await judged('dies-on-unknown');
    expect(report.exitCode).toBe(1);
    expect(result('get/unknown-skill').findings[0]!.actual).toMatch(
      /while skills\/get \(frame \d+\) was unanswered.*KeyError/,
    );
    expect(idsOf(report, 'fail')).toEqual(['get/unknown-skill', 'protocol/survives']);
  });

  it('before anything that gates was found: incomplete', async () => {
    const { report } = await judged('dies-at', '4', { only: ['manifest/*'] });
    expect(idsOf(report, 'fail')).toEqual([]);
    expect(report.exitCode).toBe(3);
    expect(report.summary).toMatch(/could not be judged/);
  });
});

describe('a server that does not answer', { concurrent: true }, () => {
  it.each(['skills.list', 'skills.get', 'resources.read', 'resources.directory.read'])('%s', async (method) => {
    const { report } = await judged('never-answers', method, { limits: { requestMs: 200 } });
    expect([1, 3]).toContain(report.exitCode);
    expect(hindrances(report)).toMatch(/no answer within 200 ms/);
  });

  it('is not asked for ever', async () => {
    const silent = await judged('never-answers', 'resources.read', { limits: { requestMs: 200 } });
    expect(limitsOf(silent).join()).toMatch(/--timeout: resources\/read was left unanswered 5 times in a row/);
  });

  it('with more than an error', async () => {
    const { report } = await judged('errors-only');
    expect(report.exitCode).toBe(1);
    expect(idsOf(report, 'fail')).toContain('list/result-shape');
    expect(hindrances(report)).toMatch(/the disk is full/);
  });

  it('beyond half a message', async () => {
    const { report } = await judged('half-a-message');
    expect(report.exitCode).toBe(1);
    expect(idsOf(report, 'fail')).toContain('protocol/stdout-clean');
  });
});

describe('messages that are off', { concurrent: true }, () => {
  it.each([
    ['duplicates', ['protocol/jsonrpc']],
    ['string-ids', ['protocol/jsonrpc']],
    ['unknown-ids', ['protocol/jsonrpc']],
    ['invalid-utf8', ['protocol/jsonrpc']],
    ['nul-bytes', ['protocol/stdout-clean']],
    ['notifications', []],
  ])('%s: %j', async (fault, ids) => {
    const { report } = await judged(fault);
    expect(idsOf(report, 'fail')).toEqual(ids);
    expect(idsOf(report, 'blocked')).toEqual([]);
    expect(report.exitCode).toBe(ids.length > 0 ? 1 : 0);
  });
});

describe('walks without an end', { concurrent: true }, () => {
  it('with ever new entries', async () => {
    const seen = await judged('endless-new');
    expect(limitsOf(seen)).toEqual(['--max-pages: skills/list: more than 300 pages (--max-pages)']);
    expect(seen.result('list/pagination-terminates')).toMatchObject({ verdict: 'blocked' });
  });

  it('with ever new entries, bounded by their number or their bytes', async () => {
    const skills = await judged('endless-new', '', { limits: { skills: 50 }, only: ['list/*'] });
    expect(limitsOf(skills)).toEqual(['--max-skills: skills/list: more than 50 elements (--max-skills)']);
    const bytes = await judged('endless-new', '', { limits: { listingBytes: 20_000 }, only: ['list/*'] });
    expect(limitsOf(bytes)).toEqual(['--max-listing: skills/list: more than 20000 bytes (--max-listing)']);
  });

  it('with the same entries again: a loop, not a limit', async () => {
    const seen = await judged('endless-same');
    expect(limitsOf(seen)).toEqual([]);
    expect(seen.report.exitCode).toBe(1);
    expect(seen.result('list/pagination-terminates').findings[0]!.actual).toMatch(/no new element/);
  });

  it('in a directory', async () => {
    const seen = await judged('endless-directory');
    expect(limitsOf(seen)).toEqual(['--max-pages: resources/directory/read: more than 300 pages (--max-pages)']);
  });

  it('down a directory', async () => {
    const seen = await judged('deep-directory', '', { limits: { directoryDepth: 20 } });
    expect(limitsOf(seen)).toEqual(['--max-directory-depth: skill://alpha is deeper than 20 levels']);
  });

  it.each(['cyclic-directory', 'self-directory'])('round and round: %s', async (fault) => {
    const seen = await judged(fault);
    expect(seen.result('directory/child-inside').verdict).toBe('fail');
  });
});

describe('over HTTP', { concurrent: true }, () => {
  let http: Awaited<ReturnType<typeof httpTarget>>;
  beforeAll(async () => {
    http = await httpTarget();
  });
  afterAll(() => http.stop());

  it.each(['http-big', 'http-big-event'])('%s is over a limit', async (fault) => {
    const seen = await judge(http.at(fault), { limits: { requestMs: 5_000 } });
    expect(ownFaults(seen.report)).toEqual([]);
    expect(seen.report.exitCode).toBe(3);
    expect(hindrances(seen.report)).toMatch(/--max-message.*longer than 8\.0 MiB/);
  });

  it('a flood of events is no fault', async () => {
    const { report } = await judge(http.at('http-event-flood'), { limits: { requestMs: 5_000 } });
    expect(idsOf(report, 'fail')).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  it('a server that dies is told once, by the request it died of', async () => {
    const mortal = await httpTarget();
    const { report, ms } = await judge(mortal.at('http-dies/14'));
    mortal.stop();
    expect(ownFaults(report)).toEqual([]);
    expect(report.exitCode).toBe(1);
    expect(idsOf(report, 'fail')).toContain('protocol/survives');
    expect(hindrances(report)).toMatch(
      /the server is gone: nothing listens at the URL any more; the server went (?:while \S+ was unanswered|between the answer to \S+ and that to \S+)/,
    );
    expect(ms).toBeLessThan(10_000);
  });
});
