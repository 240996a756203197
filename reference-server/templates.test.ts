import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './json.js';
import { code, read, result } from './testing/answers.js';
import { httpPeer, shakeHands, startHttp, stdioPeer, type Peer } from './testing/peer.js';

const PRODUCTS = 'skill://catalog/{product}/SKILL.md';
const REGIONS = 'skill://regions/{country}/{city}/SKILL.md';
const revision = '2026-06-03';

const cases = (['modern', 'legacy'] as const).flatMap((era) =>
  (['stdio', 'http'] as const).map((transport) => ({ era, transport })),
);

describe.each(cases)('templates, $era over $transport', ({ era, transport }) => {
  let peer: Peer;
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (transport === 'stdio') peer = stdioPeer(era, {}, { revision });
    else {
      const server = await startHttp({}, { revision });
      peer = httpPeer(era, server.url);
      close = server.close;
    }
    await shakeHands(peer);
  });
  afterAll(async () => {
    await peer.close();
    await close();
  });

  const ask = (params: JsonObject) => peer.request('completion/complete', params);

  async function complete(uri: string, name: string, value: string, known?: JsonObject) {
    const answer = await ask({
      ref: { type: 'ref/resource', uri },
      argument: { name, value },
      ...(known && { context: { arguments: known } }),
    });
    return result(answer)['completion'] as { values: string[]; total: number; hasMore: boolean };
  }

  test('are registered as the index has them', async () => {
    const { resourceTemplates } = result(await peer.request('resources/templates/list', {}));
    const index = JSON.parse((await read(peer, 'skill://index.json')).bytes.toString()) as { skills: JsonObject[] };
    const entries = index.skills.filter(({ type }) => type === 'mcp-resource-template');
    expect(entries.map(({ url }) => url)).toEqual([PRODUCTS, REGIONS]);
    expect(
      (resourceTemplates as JsonObject[]).map((template) => [template['uriTemplate'], template['description']]),
    ).toEqual(entries.map(({ url, description }) => [url, description]));
    for (const template of resourceTemplates as JsonObject[]) {
      expect(template).toMatchObject({ mimeType: 'text/markdown', name: expect.stringMatching(/./) });
    }
  });

  test('complete by prefix, never more than a hundred values', async () => {
    for (const [prefix, total] of [
      ['', 130],
      ['widget-', 130],
      ['widget-0', 99],
      ['widget-1', 31],
      ['widget-13', 1],
      ['idget', 0],
      ['Widget', 0],
      ['widget-0001', 0],
    ] as const) {
      const completion = await complete(PRODUCTS, 'product', prefix);
      expect(completion, prefix).toMatchObject({ total, hasMore: total > 100 });
      expect(completion.values).toHaveLength(Math.min(total, 100));
      expect(completion.values.every((value) => value.startsWith(prefix))).toBe(true);
    }
  });

  test('complete cities by the country that is given, all without one', async () => {
    const countries = await complete(REGIONS, 'country', '');
    expect(countries).toEqual({ values: ['norland', 'osterreach', 'sudmark'], total: 3, hasMore: false });
    expect(await complete(REGIONS, 'country', '', { city: 'newport' })).toMatchObject({
      values: ['norland', 'sudmark'],
    });
    const totals: number[] = [];
    for (const country of countries.values) {
      totals.push((await complete(REGIONS, 'city', '', { country })).total);
    }
    expect(totals).toEqual([113, 7, 25]);
    expect(await complete(REGIONS, 'city', '', { country: 'norland' })).toMatchObject({ hasMore: true });
    expect((await complete(REGIONS, 'city', '', { country: 'norland' })).values).toHaveLength(100);
    // One name is in two countries.
    expect(await complete(REGIONS, 'city', '')).toMatchObject({ total: 144, hasMore: true });
    expect(await complete(REGIONS, 'city', '', { country: 'atlantis' })).toMatchObject({ values: [], total: 0 });
    expect((await complete(REGIONS, 'city', 'fjord', { country: 'sudmark' })).total).toBe(0);
  });

  test('lead to skills, and only by the values that are offered', async () => {
    for (const root of [
      'skill://catalog/widget-130',
      'skill://regions/norland/fjord-112',
      'skill://regions/sudmark/newport',
    ]) {
      const { item, bytes } = await read(peer, `${root}/SKILL.md`);
      expect(item['mimeType']).toBe('text/markdown');
      expect(bytes.toString()).toContain(`---\nname: ${root.slice(root.lastIndexOf('/') + 1)}\n`);
      await read(peer, `${root}/references/facts.md`);
    }
    for (const uri of [
      'skill://catalog/widget-131/SKILL.md',
      'skill://catalog/gadget/SKILL.md',
      'skill://regions/osterreach/fjord-001/SKILL.md',
      'skill://regions/norland/SKILL.md',
      PRODUCTS,
    ]) {
      expect(code(await peer.request('resources/read', { uri })), uri).toBe(-32602);
    }
  });

  test('complete nothing that is asked wrongly', async () => {
    const ref = { type: 'ref/resource', uri: REGIONS };
    const argument = { name: 'city', value: '' };
    const wrong: Record<string, Json | undefined>[] = [
      {},
      { ref },
      { argument },
      { ref: 7, argument },
      { ref: { type: 'ref/prompt', name: 'x' }, argument },
      { ref: { type: 'ref/resource', uri: 'skill://no/{such}' }, argument },
      { ref, argument: { name: 'planet', value: '' } },
      { ref, argument: { name: 'city' } },
      { ref, argument, context: 7 },
      { ref, argument, context: { arguments: { country: 7 } } },
    ];
    for (const params of wrong) {
      const answer = await ask(params);
      expect(code(answer), JSON.stringify(params)).toBe(-32602);
      expect(String((answer.message!['error'] as JsonObject)['message']).length, answer.raw).toBeGreaterThan(20);
    }
    expect(result(await ask({ ref, argument, context: {} }))['completion']).toMatchObject({ total: 144 });
  });
});
