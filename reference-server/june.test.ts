import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from './json.js';
import { JUNE, type Revision } from './revision.js';
import { code, pages, read, result, sha256 } from './testing/answers.js';
import { httpPeer, shakeHands, startHttp, stdioPeer, type Peer } from './testing/peer.js';
import { tarNames, unpackTar, unpackZip } from './testing/unpack.js';

const INDEX = 'skill://index.json';
const LAST = 'skill://zz/ops/night-watch';
const TYPED: Revision = '2026-06-03';

const cases = JUNE.flatMap((revision) =>
  (['modern', 'legacy'] as const).flatMap((era) =>
    (['stdio', 'http'] as const).map((transport) => ({ revision, era, transport })),
  ),
);

/** An archive or a SKILL.md that the index tells of. */
interface Indexed {
  readonly url: string;
  readonly digest: string;
  readonly name: string;
}

/** What the index says has a digest, in either form of it. */
function indexed(document: JsonObject): Indexed[] {
  return (document['skills'] as JsonObject[]).flatMap((skill) => {
    const { name } = (skill['frontmatter'] ?? skill) as JsonObject;
    const items = [skill, ...((skill['archives'] as JsonObject[] | undefined) ?? [])];
    return items
      .filter((item) => 'digest' in item)
      .map((item) => ({ url: String(item['url']), digest: String(item['digest']), name: String(name) }));
  });
}

describe.each(cases)('$revision, $era over $transport', ({ revision, era, transport }) => {
  const typed = revision === TYPED;
  let peer: Peer;
  let close = async (): Promise<void> => undefined;
  let hello: JsonObject;
  let document: JsonObject;
  let resources: JsonObject[];
  beforeAll(async () => {
    if (transport === 'stdio') peer = stdioPeer(era, {}, { revision });
    else {
      const server = await startHttp({}, { revision });
      peer = httpPeer(era, server.url);
      close = server.close;
    }
    hello = result(await shakeHands(peer));
    document = JSON.parse((await read(peer, INDEX)).bytes.toString()) as JsonObject;
    resources = (await pages(peer, 'resources/list')).flatMap((page) => page['resources'] as JsonObject[]);
  });
  afterAll(async () => {
    await peer.close();
    await close();
  });

  test('declares what it has', () => {
    expect(hello['capabilities']).toEqual({
      resources: {},
      ...(typed && { completions: {} }),
      extensions: { 'io.modelcontextprotocol/skills': typed ? {} : { directoryRead: true } },
    });
  });

  test('has no method of another revision', async () => {
    const absent = ['skills/list', 'skills/get', typed ? 'resources/directory/read' : 'completion/complete'];
    for (const method of absent) expect(code(await peer.request(method, { uri: LAST })), method).toBe(-32601);
  });

  test('gives an index of its form, in which every digest is right', async () => {
    expect((await read(peer, INDEX)).item).toMatchObject({ uri: INDEX, mimeType: 'application/json' });
    expect(document['$schema']).toBe(
      typed ? 'https://schemas.agentskills.io/discovery/0.2.0/schema.json' : undefined,
    );
    const items = indexed(document);
    expect(items).toHaveLength(17);
    for (const { url, digest, name } of items) {
      const { item, bytes } = await read(peer, url);
      expect(sha256(bytes), url).toBe(digest);
      const [, path = '', suffix] = /^(.*?)(\/SKILL\.md|\.tar\.gz|\.zip)$/.exec(url) ?? [];
      expect(path.slice(path.lastIndexOf('/') + 1)).toBe(name);
      const type = { '/SKILL.md': 'text/markdown', '.tar.gz': 'application/gzip', '.zip': 'application/zip' };
      expect(item['mimeType']).toBe(type[suffix as keyof typeof type]);
    }
    expect(items.slice(-3).map(({ url }) => url)).toEqual([`${LAST}/SKILL.md`, `${LAST}.tar.gz`, `${LAST}.zip`]);
  });

  test('has entries with the members of its form', () => {
    for (const entry of document['skills'] as JsonObject[]) {
      const members = Object.keys(entry).sort().join(' ');
      const forms = typed
        ? { 'description digest name type url': true, 'description type url': true }
        : { 'digest frontmatter url': true, 'archives digest frontmatter url': true, 'archives frontmatter': true };
      expect(forms).toHaveProperty([members]);
    }
  });

  test('lists the index and the archives, with their sizes, and each resource can be read', async () => {
    expect(resources.find(({ uri }) => uri === INDEX)).toMatchObject({ mimeType: 'application/json' });
    const uris = resources.map(({ uri }) => String(uri));
    for (const { url } of indexed(document)) expect(uris).toContain(url);
    for (const { uri, size, mimeType } of resources) {
      const { item, bytes } = await read(peer, String(uri));
      expect([bytes.length, item['mimeType']], String(uri)).toEqual([size, mimeType]);
    }
  });

  test('nests no skill in another, and keeps the changing one back', async () => {
    const uris = resources.map(({ uri }) => String(uri));
    const roots = uris.filter((uri) => uri.endsWith('/SKILL.md')).map((uri) => uri.slice(0, -'/SKILL.md'.length));
    expect(roots.filter((root) => roots.some((outer) => root.startsWith(`${outer}/`)))).toEqual([]);
    expect(uris.filter((uri) => uri.includes('daily-report'))).toEqual([]);
    const outer = await read(peer, 'skill://release-train/SKILL.md');
    const [, moved] = /`(skill:\/\/\S+)`/.exec(outer.bytes.toString()) ?? [];
    expect((await read(peer, moved!)).item['mimeType']).toBe('text/markdown');
  });

  test('leads along absolute references from the instructions over three resources', async () => {
    const named = [...String(hello['instructions']).matchAll(/skill:\/\/\S+\.md/g)].map(([uri]) => uri);
    expect(named).toEqual(['skill://internal/incident-response/SKILL.md', 'skill://code-standards/SKILL.md']);
    let uri: string | undefined = named[1];
    const followed: string[] = [];
    while (uri !== undefined) {
      followed.push(uri);
      [uri] = /skill:\/\/\S+\.md/.exec((await read(peer, uri)).bytes.toString()) ?? [];
    }
    expect(followed).toHaveLength(3);
    expect(resources.filter((resource) => followed.includes(String(resource['uri'])))).toEqual([]);
  });

  test('packs the same files that it serves one by one', async () => {
    const served = new Map<string, Buffer>();
    for (const { uri } of resources) {
      const path = String(uri).startsWith(`${LAST}/`) ? String(uri).slice(LAST.length + 1) : undefined;
      if (path !== undefined) served.set(path, (await read(peer, String(uri))).bytes);
    }
    expect(served.size).toBe(8);
    const tar = (await read(peer, `${LAST}.tar.gz`)).bytes;
    expect(tarNames(tar)).toEqual([...served.keys()].sort());
    for (const unpacked of [unpackTar(tar), unpackZip((await read(peer, `${LAST}.zip`)).bytes)]) {
      expect([...unpacked.keys()].sort()).toEqual([...served.keys()].sort());
      for (const [path, { bytes, mode }] of unpacked) {
        expect(bytes.equals(served.get(path)!), path).toBe(true);
        expect(mode, path).toBe(path.endsWith('.sh') ? 0o755 : 0o644);
      }
    }
  });

  test('serves two skills in an archive alone', async () => {
    const kit = unpackTar((await read(peer, 'skill://packed/field-kit.tar.gz')).bytes);
    expect(kit.get('SKILL.md')!.bytes.toString()).toContain('name: field-kit\n');
    expect(kit.get('scripts/measure.sh')!.mode).toBe(0o755);
    const book = unpackZip((await read(peer, 'skill://packed/phrasebook.zip')).bytes);
    expect([...book.keys()]).toEqual(['SKILL.md', 'phrases/grüße.txt', 'phrases/todo.txt']);
    expect(book.get('phrases/grüße.txt')!.bytes.toString()).toContain('\r\n');
    for (const uri of ['field-kit/SKILL.md', 'field-kit', 'phrasebook/SKILL.md', 'phrasebook/phrases/todo.txt']) {
      expect(code(await peer.request('resources/read', { uri: `skill://packed/${uri}` })), uri).toBe(-32602);
    }
  });

  if (typed) return;

  test('reads the directories of the skills that are served as files', async () => {
    const children = async (uri: string) =>
      (await pages(peer, 'resources/directory/read', { uri })).flatMap((page) => page['resources'] as JsonObject[]);
    expect((await children(LAST)).map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ['night-watch', 'text/markdown'],
      ['checklists', 'inode/directory'],
      ['rota.md', 'text/markdown'],
      ['scripts', 'inode/directory'],
      ['walks', 'inode/directory'],
    ]);
    expect(await children('skill://trees/deep-tree/drafts')).toEqual([]);
    for (const uri of ['skill://packed/field-kit', `${LAST}.zip`, INDEX, 'skill://zz-not-served']) {
      expect(code(await peer.request('resources/directory/read', { uri })), uri).toBe(-32602);
    }
  });

  test('has no templates', async () => {
    expect(result(await peer.request('resources/templates/list', {}))['resourceTemplates']).toEqual([]);
  });
});
