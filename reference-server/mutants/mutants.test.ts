import { describe, expect, test } from 'vitest';
import type { Era, Hooks, TransportKind } from '../hooks.js';
import { REVISIONS, V1, type Revision } from '../revision.js';
import { httpPeer, shakeHands, startHttp, stdioPeer, type Peer } from '../testing/peer.js';
import { probeHttp } from '../testing/probes.js';
import { scanJune } from '../testing/scan-june.js';
import { scan, type Note } from '../testing/scan.js';
import { find, mutantsOf, variationsOf, type Mutant, type Variation } from './index.js';
import { hooksOf, revisionsOf } from './mutant.js';

const mutants = [...new Set(REVISIONS.flatMap(mutantsOf))];
const variations = [...new Set(REVISIONS.flatMap(variationsOf))];

/** Each deviation in one of its revisions: the final one, else the first. The matrix of the whole project sees to the others. */
const inOne = <T extends Mutant | Variation>(all: readonly T[]): [string, Revision, T][] =>
  all.map((one) => {
    const revisions = revisionsOf(one);
    return [one.id, revisions.includes(V1) ? V1 : revisions[0]!, one];
  });

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ROW = /^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/;

test('ids are unique words, and what they break looks like ids of requirements', () => {
  for (const all of [mutants, variations]) {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !ID.test(id))).toEqual([]);
  }
  for (const mutant of mutants) expect(find('mutant', mutant.id)).toBe(mutant);
  for (const variation of variations) expect(find('variation', variation.id)).toBe(variation);
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
  revision: Revision,
): Promise<{ peer: Peer; notes(): AsyncGenerator<Note>; end(): Promise<void> }> {
  const ask = revision === V1 ? scan : scanJune;
  if (transport === 'stdio') {
    const peer = stdioPeer(era, hooks, { revision });
    const notes = async function* (): AsyncGenerator<Note> {
      yield* ask(peer);
      yield ['lines on stdout', String(peer.lines.length)];
    };
    return { peer, notes, end: () => peer.close() };
  }
  const server = await startHttp(hooks, { revision });
  const peer = httpPeer(era, server.url);
  const notes = async function* (): AsyncGenerator<Note> {
    yield* probeHttp(server.url);
    yield* ask(peer);
  };
  return { peer, notes, end: () => server.close() };
}

const known = new Map<string, Promise<Map<string, string>>>();

/** What the reference server itself gives. */
function reference(era: Era, transport: TransportKind, revision: Revision): Promise<Map<string, string>> {
  const ask = async () => {
    const { notes, end } = await open(era, transport, {}, revision);
    const all = new Map<string, string>();
    for await (const [what, came] of notes()) all.set(what, came);
    await end();
    return all;
  };
  const key = `${era} ${transport} ${revision}`;
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}

const placesOf = ({ eras = ['modern', 'legacy'], transports = ['stdio', 'http'] }: Mutant | Variation) =>
  eras.flatMap((era) => transports.map((transport) => ({ era, transport })));

/** The first thing that a deviation answers otherwise than the reference server. */
async function firstDifference(
  mutant: Mutant,
  era: Era,
  transport: TransportKind,
  revision: Revision,
): Promise<string | undefined> {
  const right = await reference(era, transport, revision);
  const { notes, end } = await open(era, transport, hooksOf(mutant), revision);
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
  test.each(inOne(seen))('%s', async (_, revision, mutant) => {
    // One place of each: where it shows elsewhere is judged by the matrix of the whole project.
    const { era, transport } = placesOf(mutant)[0]!;
    expect(await firstDifference(mutant, era, transport, revision), `${era} over ${transport}`).toBeDefined();
  });
});

describe('every variation answers a handshake and lists skills', () => {
  test.each(inOne(variations))('%s', async (_, revision, variation) => {
    for (const { era, transport } of placesOf(variation)) {
      if (variation.speaks !== undefined && variation.speaks !== era) continue;
      const { peer, end } = await open(era, transport, hooksOf(variation), revision);
      const hello = await shakeHands(peer);
      expect(hello.message ?? hello.raw, `${era} over ${transport}`).toHaveProperty('result.capabilities');
      const listed =
        revision === V1
          ? await peer.request('skills/list', {})
          : await peer.request('resources/read', { uri: 'skill://index.json' });
      expect(listed.message ?? listed.raw, `${era} over ${transport}`).toHaveProperty(
        revision === V1 ? 'result.skills' : 'result.contents.0.text',
      );
      await end();
    }
  });
});
