import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixturesFolder } from './fixtures.js';
import type { Era } from './hooks.js';
import type { JsonObject } from './json.js';
import { code, pages, result } from './testing/answers.js';
import { httpPeer, shakeHands, startHttp, stdioPeer, type Peer } from './testing/peer.js';

let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  server = await startHttp({});
});
afterAll(() => server.close());

/** The fixtures as a map from URI to bytes, found without the server's own code. */
function onDisk(): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const walk = (folder: string, uri: string) => {
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const child = `${uri}/${encodeURIComponent(item.name)}`;
      if (item.isDirectory()) walk(join(folder, item.name), child);
      else found.set(child, readFileSync(join(folder, item.name)));
    }
  };
  for (const scheme of readdirSync(fixturesFolder())) walk(join(fixturesFolder(), scheme), `${scheme}:/`);
  return found;
}

const cases = (['modern', 'legacy'] as const).flatMap((era) =>
  (['stdio', 'http'] as const).map((transport) => ({ era, transport })),
);

describe.each(cases)('$era over $transport', ({ era, transport }) => {
  let peer: Peer;
  const unknownResource = -32602;
  beforeAll(async () => {
    peer = transport === 'stdio' ? stdioPeer(era, {}) : httpPeer(era, server.url);
    const { capabilities, instructions } = result(await shakeHands(peer));
    expect(capabilities).toEqual({
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    });
    expect(instructions).toContain('skill://internal/incident-response/SKILL.md');
  });
  afterAll(() => peer.close());

  test('lists fourteen skills on four pages, and gets each as listed', async () => {
    const listed = await pages(peer, 'skills/list');
    expect(listed.map((page) => (page['skills'] as unknown[]).length)).toEqual([4, 4, 4, 2]);
    expect(listed[0]!['nextCursor'] === '').toBe(era === 'modern');
    const entries = listed.flatMap((page) => page['skills'] as JsonObject[]);
    expect(new Set(entries.map((entry) => (entry['frontmatter'] as JsonObject)['name'])).size).toBe(14);
    for (const entry of entries) {
      expect(result(await peer.request('skills/get', { uri: entry['uri'] }))['skill']).toEqual(entry);
    }
  });

  test('serves the bytes of every fixture under the digest and size of its manifest', async () => {
    const disk = onDisk();
    const entries = (await pages(peer, 'skills/list')).flatMap((page) => page['skills'] as JsonObject[]);
    const listed = new Map<string, JsonObject>();
    for (const { resources } of entries) {
      if (Array.isArray(resources))
        for (const item of resources as JsonObject[]) listed.set(String(item['uri']), item);
    }
    for (const [uri, bytes] of disk) {
      if (/^skill:\/\/(internal|reports)\//.test(uri)) continue;
      expect(listed.get(uri), uri).toEqual({
        uri,
        digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
        size: bytes.length,
      });
      const [item] = result(await peer.request('resources/read', { uri }))['contents'] as JsonObject[];
      const { text, blob } = item!;
      const read = text === undefined ? Buffer.from(String(blob), 'base64') : Buffer.from(String(text));
      expect(read.equals(bytes), uri).toBe(true);
      expect(text === undefined, uri).toBe(!isUtf8(bytes));
    }
    // One file more than there are on disk: the one with a question mark in its name.
    expect(listed.size).toBe(
      [...disk.keys()].filter((uri) => !/^skill:\/\/(internal|reports)\//.test(uri)).length + 1,
    );
  });

  test('a dynamic skill changes at every read, an unlisted one is served by URI', async () => {
    const uri = 'skill://reports/daily-report/SKILL.md';
    const once = result(await peer.request('resources/read', { uri }));
    expect(result(await peer.request('resources/read', { uri }))['contents']).not.toEqual(once['contents']);
    const skill = result(await peer.request('skills/get', { uri }))['skill'] as JsonObject;
    expect(skill['resources']).toBe('dynamic');
    const unlisted = 'skill://internal/incident-response/SKILL.md';
    expect(result(await peer.request('skills/get', { uri: unlisted }))['skill']).toMatchObject({ uri: unlisted });
  });

  test('reads directories: children only, paged, empty ones too', async () => {
    const uri = 'skill://pdf-processing/templates';
    const found = await pages(peer, 'resources/directory/read', { uri });
    expect(found).toHaveLength(2);
    const children = found.flatMap((page) => page['resources'] as JsonObject[]);
    expect(children).toHaveLength(9);
    expect(children.filter((child) => child['mimeType'] === 'inode/directory')).toEqual([
      { uri: `${uri}/regional`, name: 'regional', mimeType: 'inode/directory' },
    ]);
    const empty = await peer.request('resources/directory/read', { uri: 'skill://trees/deep-tree/drafts' });
    expect(result(empty)['resources']).toEqual([]);
    const cursor = found[0]!['nextCursor'];
    expect(code(await peer.request('resources/directory/read', { uri: 'skill://pdf-processing', cursor }))).toBe(
      -32602,
    );
  });

  test('refuses what it should, with messages that say why', async () => {
    const skill = 'skill://zz/ops/night-watch';
    const refused: [string, JsonObject, number][] = [
      ...[
        undefined,
        7,
        '',
        null,
        skill,
        `${skill}/`,
        `${skill}/skill.md`,
        `${skill}/scripts/ring.sh`,
        'skill://no/SKILL.md',
      ].map((uri): [string, JsonObject, number] => ['skills/get', { uri }, -32602]),
      ...[undefined, 7, 'skill://no', `${skill}/SKILL.md`, 'skill:', 'skill://'].map(
        (uri): [string, JsonObject, number] => ['resources/directory/read', { uri }, -32602],
      ),
      ...[undefined, 7].map((uri): [string, JsonObject, number] => ['resources/read', { uri }, -32602]),
      ...['skill://no/x', skill].map((uri): [string, JsonObject, number] => [
        'resources/read',
        { uri },
        unknownResource,
      ]),
      ...['skills/list', 'resources/list', 'resources/templates/list'].flatMap((method) =>
        ['made-up', 7, null].map((cursor): [string, JsonObject, number] => [method, { cursor }, -32602]),
      ),
      ['no/such/method', {}, -32601],
    ];
    for (const [method, params, expected] of refused) {
      const answer = await peer.request(method, params);
      expect(code(answer), `${method} ${JSON.stringify(params)}: ${answer.raw}`).toBe(expected);
      const { message } = answer.message!['error'] as JsonObject;
      expect(String(message).length, answer.raw).toBeGreaterThan(20);
    }
  });

  test(
    era === 'modern' ? 'results carry what 2026-07-28 asks for' : 'results carry nothing of 2026-07-28',
    async () => {
      const uri = 'skill://line-endings/SKILL.md';
      const cacheable: [string, JsonObject][] = [
        ['skills/list', {}],
        ['skills/get', { uri }],
        ['resources/read', { uri }],
        ['resources/list', {}],
        ['resources/templates/list', {}],
      ];
      for (const [method, params] of cacheable) {
        const answer = result(await peer.request(method, params));
        if (era === 'modern') {
          expect(answer).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' });
          expect(answer['_meta']).toHaveProperty(
            ['io.modelcontextprotocol/serverInfo', 'name'],
            'skills-conformance-reference',
          );
        } else expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['ttlMs']));
      }
      const scopes = (await pages(peer, 'skills/list')).map((page) => page['cacheScope']);
      expect(new Set(scopes).size).toBe(1);
      const directory = result(await peer.request('resources/directory/read', { uri: 'skill://line-endings' }));
      expect(directory['resultType']).toBe(era === 'modern' ? 'complete' : undefined);
    },
  );

  test('answers requests in flight together, each with its own', async () => {
    const uris = [...onDisk().keys()].filter((uri) => uri.endsWith('/SKILL.md'));
    const answers = await Promise.all(uris.map((uri) => peer.request('skills/get', { uri })));
    expect(answers.map((answer) => (result(answer)['skill'] as JsonObject)['uri'])).toEqual(uris);
  });
});

/** Strict UTF-8, told by re-encoding. */
const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

test.each(['modern', 'legacy'] satisfies Era[])('params may be absent: %s', async (era) => {
  const peer = stdioPeer(era, {});
  await shakeHands(peer);
  expect(result(await peer.request('skills/list'))['skills']).toHaveLength(4);
  await peer.close();
});
