import { describe, expect, test } from 'vitest';
import { pack } from './archive.js';
import { prepare } from './fixtures.js';
import { INDEX_URI } from './publish.js';
import { sha256 } from './testing/answers.js';
import { tarNames, unpackTar, unpackZip } from './testing/unpack.js';

const entry = (path: string, text = 'x\n') => ({ path, bytes: Buffer.from(text) });

describe('pack', () => {
  test('makes tar archives that others read, whatever the names and sizes', () => {
    const long = `${'d'.repeat(90)}/${'e'.repeat(60)}/${'f'.repeat(100)}`;
    const entries = [
      entry('SKILL.md', 'a'.repeat(512)),
      entry('sub dir/100%.md', 'b'.repeat(513)),
      entry('日本語/メモ.md', ''),
      entry(long),
      { path: 'link.md', bytes: Buffer.alloc(0), kind: 'symlink', mode: 0o777, link: 'SKILL.md' } as const,
      { path: 'empty/', bytes: Buffer.alloc(0), kind: 'directory', mode: 0o755 } as const,
    ];
    const bytes = pack('tar.gz', entries);
    expect(tarNames(bytes)).toEqual(entries.map(({ path }) => path));
    const unpacked = unpackTar(bytes);
    for (const { path, bytes: content } of entries.slice(0, 4)) {
      expect(unpacked.get(path)!.bytes.equals(content), path).toBe(true);
    }
    expect(unpacked.get('link.md')!.bytes.length).toBe(512);
  });

  test('refuses what a header cannot hold, and a zip with the same name twice', () => {
    expect(() => pack('tar', [entry('a'.repeat(101))])).toThrow('101 bytes');
    expect(() => pack('tar', [entry(`${'a'.repeat(156)}/b`)])).toThrow('158 bytes');
    expect(() => pack('zip', [entry('a'), entry('a')])).toThrow('twice');
  });

  test('makes zip archives that others read', () => {
    const unpacked = unpackZip(pack('zip', [{ ...entry('grüße.sh'), mode: 0o755 }, entry('constructor', '')]));
    expect([...unpacked].map(([path, { mode }]) => [path, mode])).toEqual([
      ['grüße.sh', 0o755],
      ['constructor', 0o644],
    ]);
  });
});

describe('publish', () => {
  const revision = '2026-06-09';
  const archives = ['skill://zz/ops/night-watch.tar.gz', 'skill://zz/ops/night-watch.zip'];

  test('packs once, only when asked, and the same each time', () => {
    let packed = 0;
    const { catalogue } = prepare({ archive: () => void packed++ }, { revision });
    expect(packed).toBe(0);
    for (const uri of archives) {
      expect(catalogue.files.get(uri)!.bytes()).toBe(catalogue.files.get(uri)!.bytes());
      expect(catalogue.fingerprint(uri).digest).toBe(
        sha256(prepare({}, { revision }).catalogue.files.get(uri)!.bytes()),
      );
    }
    catalogue.files.get(INDEX_URI)!.bytes();
    catalogue.files.get(INDEX_URI)!.bytes();
    expect(packed).toBe(4);
  });

  test('packs what a deviation made of the content', () => {
    const digests = [
      {},
      {
        catalogue: (catalogue: { files: Map<string, unknown> }) =>
          void catalogue.files.delete('skill://zz/ops/night-watch/rota.md'),
      },
    ].map((hooks) => prepare(hooks, { revision }).catalogue.fingerprint(archives[0]!).digest);
    expect(digests[0]).not.toBe(digests[1]);
  });

  test('adds nothing to the released text', () => {
    const { catalogue } = prepare({}, {});
    expect(
      [...catalogue.files.keys()].filter((uri) => /index\.json$|\.zip$|\.gz$|rota|code-standards/.test(uri)),
    ).toEqual([]);
    expect(catalogue.templates).toEqual([]);
  });
});
