import { describe, expect, it } from 'vitest';
import { main } from './program.js';
import { fakeEngine, fakeIo } from './testing/fakes.js';

const server = ['--server', 'node server.js'];

const load = (): never => {
  throw new Error('loaded');
};

describe('selections', () => {
  it.each<[string[], RegExp]>([
    [['--only', 'digest/match'], /--only digest\/match matches no requirement\nDid you mean digest\/matches/],
    [['--skip', 'digset'], /--skip digset matches no requirement\nDid you mean digest/],
    [['--only', 'zzz'], /matches no requirement\nskills-conformance list/],
    [['--only', 'digest', '--skip', 'digest/*'], /leaves nothing to judge/],
    [['--only', 'list/names-unique', '--level', 'must'], /leaves nothing to judge/],
    [['--only', 'host'], /nothing that can be judged\nhost\/only: .*inside the host/],
    [['--only', 'list/cache-hints', '--protocol', 'legacy'], /nothing that can be judged/],
    [['--only', 'http'], /nothing that can be judged/],
  ])('%j is a usage error', async (argv, message) => {
    const io = fakeIo();
    const engine = fakeEngine();
    expect(await main([...server, ...argv], io, engine.load)).toBe(2);
    expect(io.stderr).toMatch(message);
    expect(io.stdout).toBe('');
    expect(engine.seen).toEqual([]);
  });

  it.each(['digest', 'digest/*', '*', '*/matches', 'digest/matches'])('--only %s runs', async (glob) => {
    expect(await main([...server, '--only', glob], fakeIo(), fakeEngine().load)).toBe(0);
  });

  it('prints the plan with --dry-run and starts nothing', async () => {
    const io = fakeIo();
    const engine = fakeEngine();
    expect(await main([...server, '--dry-run', '--only', 'digest/matches,list,host'], io, engine.load)).toBe(0);
    expect(engine.seen).toEqual([]);
    expect(io.stdout).toContain('would judge node server.js by revision 2026-09-13; nothing was started');
    expect(io.stdout).toContain(
      'modern era over stdio, if the server speaks it: 4 checks in 3 areas, 1 of them because',
    );
    expect(io.stdout).toContain('legacy era over stdio, if the server speaks it: 3 checks in 3 areas');
    expect(io.stdout).toMatch(/digest\/matches +MUST +looks at digest\/matches/);
    expect(io.stdout).toMatch(/1 selected requirements? would be not applicable:\n {2}host\/only/);
    expect(await main(['--dry-run', '--only', 'zzz'], fakeIo(), engine.load)).toBe(2);
  });
});

describe('list and explain', () => {
  it('lists every requirement', async () => {
    const io = fakeIo();
    expect(await main(['list'], io, fakeEngine().load)).toBe(0);
    expect(io.stdout).toContain('list/cache-hints  MUST [modern only]\n  What list/cache-hints says.');
    expect(io.stdout).toContain('host/only  MUST [not testable]');
    expect(io.stdout).toContain(
      '7 requirements, 6 of them testable; the texts:\n  2026-06-03  a fake text of 2026-06-03',
    );
    const asJson = fakeIo();
    await main(['list', '--json'], asJson, fakeEngine().load);
    expect(JSON.parse(asJson.stdout)).toHaveLength(7);
    expect(JSON.parse(asJson.stdout)).toContainEqual(
      expect.objectContaining({ id: 'host/only', testable: false, check: null }),
    );
  });

  it('explains one', async () => {
    const io = fakeIo();
    expect(await main(['explain', 'digest/matches'], io, fakeEngine().load)).toBe(0);
    for (const line of [
      /^digest\/matches\n {2}What digest\/matches says\.$/m,
      /^ {2}level +MUST: a breach fails the run$/m,
      /^ {2}era +both$/m,
      /https:\/\/example\.org\/skills#digest\/matches/,
      /^ {2}check +looks at digest\/matches$/m,
      /^ {2}needs +capability\/declared$/m,
    ]) {
      expect(io.stdout).toMatch(line);
    }
    const upstream = fakeIo();
    await main(['explain', 'capability/declared'], upstream, fakeEngine().load);
    expect(upstream.stdout).toMatch(/official +sep-2640-capability/);
    const untestable = fakeIo();
    await main(['explain', 'host/only'], untestable, fakeEngine().load);
    expect(untestable.stdout).toMatch(/not testable +it happens inside the host/);
  });

  it.each([
    ['digest/mathces', /no requirement "digest\/mathces"\nDid you mean digest\/matches/],
    ['digest', /In digest there are: digest\/matches, digest\/info/],
    ['zzz/zzz', /skills-conformance list/],
  ])('explain %s is a usage error', async (id, message) => {
    const io = fakeIo();
    expect(await main(['explain', id], io, fakeEngine().load)).toBe(2);
    expect(io.stderr).toMatch(message);
  });

  it('does not load the engine for --help, --version and usage errors', async () => {
    expect(await main(['--help'], fakeIo(), load)).toBe(0);
    expect(await main(['--version'], fakeIo(), load)).toBe(0);
    expect(await main([], fakeIo(), load)).toBe(2);
  });
});
