import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { startHttp } from './testing/peer.js';

let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  server = await startHttp({});
});
afterAll(() => server.close());

test('the stock client of the legacy era agrees over HTTP', async () => {
  const client = new LegacyClient({ name: 'stock', version: '0' });
  await client.connect(new LegacyHttp(new URL(server.url)));
  expect(client.getInstructions()).toContain('skill://internal/incident-response/SKILL.md');
  let cursor: string | undefined;
  let count = 0;
  do {
    const page = await client.listResources({ cursor });
    count += page.resources.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(count).toBeGreaterThan(60);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  const { contents } = await client.readResource({ uri: 'skill://tools/awkward-names/a%3Fb.md' });
  expect(contents).toEqual([
    { uri: 'skill://tools/awkward-names/a%3Fb.md', mimeType: 'text/markdown', text: 'The file named a?b.md\n' },
  ]);
  await expect(client.readResource({ uri: 'skill://no/x' })).rejects.toMatchObject({ code: -32602 });
  await client.close();
});

test.each(['legacy', '2026-07-28'] as const)('the stock client verifies every skill over HTTP: %s', async (mode) => {
  const client = new Client(
    { name: 'stock', version: '0' },
    { versionNegotiation: { mode: mode === 'legacy' ? 'legacy' : { pin: mode } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const skills = new SkillsClient(client);
  expect([skills.supported, skills.directoryRead]).toEqual([true, true]);
  const listing = await skills.list();
  expect(listing.skills).toHaveLength(14);
  for (const skill of listing.skills) {
    const refs = skill.resources === 'dynamic' ? [undefined] : skill.resources.map(({ uri }) => uri);
    for (const ref of refs) expect((await skills.read(skill, ref)).verified).toBe(skill.resources !== 'dynamic');
    const { resources } = await skills.readDirectory(skill.uri.slice(0, -'/SKILL.md'.length));
    expect(resources.map(({ uri }) => uri)).toContain(skill.uri);
  }
  await client.close();
});
