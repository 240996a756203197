import { describe, expect, test } from 'vitest';
import type { Era, Hooks, TransportKind } from '../hooks.js';
import { httpPeer, shakeHands, startHttp, stdioPeer, type Peer } from '../testing/peer.js';
import { probeHttp } from '../testing/probes.js';
import { scan, type Note } from '../testing/scan.js';
import { mutants, variations, type Mutant, type Variation } from './index.js';
import { hooksOf } from './mutant.js';

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ROW = /^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/;

test('ids are unique words, and what they break looks like ids of requirements', () => {
  for (const all of [mutants, variations]) {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !ID.test(id))).toEqual([]);
  }
  for (const { id, breaks, blocks = [], expectNotApplicable = [] } of mutants) {
    expect(breaks.length, id).toBeGreaterThan(0);
    expect([...breaks, ...blocks, ...expectNotApplicable].filter((row) => !ROW.test(row))).toEqual([]);
  }
});

test('titles and reasons are sentences', () => {
  for (const { id, title } of [...mutants, ...variations]) expect(title, id).toMatch(/^["`A-Z].*\.$/);
  for (const { id, why } of variations) expect(why, id).toMatch(/^["`A-Z].*\.$/);
});

/** A server with these hooks and a client of it, in this process. */
async function open(
  era: Era,
  transport: TransportKind,
  hooks: Hooks,
): Promise<{ peer: Peer; notes(): AsyncGenerator<Note>; end(): Promise<void> }> {
  if (transport === 'stdio') {
    const peer = stdioPeer(era, hooks);
    const notes = async function* (): AsyncGenerator<Note> {
      yield* scan(peer);
      yield ['lines on stdout', String(peer.lines.length)];
    };
    return { peer, notes, end: () => peer.close() };
  }
  const server = await startHttp(hooks);
  const peer = httpPeer(era, server.url);
  const notes = async function* (): AsyncGenerator<Note> {
    yield* probeHttp(server.url);
    yield* scan(peer);
  };
  return { peer, notes, end: () => server.close() };
}

const known = new Map<string, Promise<Map<string, string>>>();

/** What the reference server itself gives. */
function reference(era: Era, transport: TransportKind): Promise<Map<string, string>> {
  const ask = async () => {
    const { notes, end } = await open(era, transport, {});
    const all = new Map<string, string>();
    for await (const [what, came] of notes()) all.set(what, came);
    await end();
    return all;
  };
  const key = `${era} ${transport}`;
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}

const placesOf = ({ eras = ['modern', 'legacy'], transports = ['stdio', 'http'] }: Mutant | Variation) =>
  eras.flatMap((era) => transports.map((transport) => ({ era, transport })));

/** The first thing that a deviation answers otherwise than the reference server. */
async function firstDifference(mutant: Mutant, era: Era, transport: TransportKind): Promise<string | undefined> {
  const right = await reference(era, transport);
  const { notes, end } = await open(era, transport, hooksOf(mutant));
  try {
    for await (const [what, came] of notes()) if (right.get(what) !== came) return what;
    return undefined;
  } finally {
    await end();
  }
}

/** Needs a process: see process.test.ts. */
const NEEDS_PROCESS = new Set(['outlives-stdin']);

describe('every mutant differs from the reference server', () => {
  const seen = mutants.filter(({ id }) => !NEEDS_PROCESS.has(id));
  test.each(seen.map((mutant) => [mutant.id, mutant] as const))('%s', async (_, mutant) => {
    // One place of each: where it shows elsewhere is judged by the matrix of the whole project.
    const { era, transport } = placesOf(mutant)[0]!;
    expect(await firstDifference(mutant, era, transport), `${era} over ${transport}`).toBeDefined();
  });
});

describe('every variation answers a handshake and lists skills', () => {
  test.each(variations.map((variation) => [variation.id, variation] as const))('%s', async (_, variation) => {
    for (const { era, transport } of placesOf(variation)) {
      if (variation.speaks !== undefined && variation.speaks !== era) continue;
      const { peer, end } = await open(era, transport, hooksOf(variation));
      const hello = await shakeHands(peer);
      expect(hello.message ?? hello.raw, `${era} over ${transport}`).toHaveProperty('result.capabilities');
      const listed = await peer.request('skills/list', {});
      expect(listed.message ?? listed.raw, `${era} over ${transport}`).toHaveProperty('result.skills');
      await end();
    }
  });
});
