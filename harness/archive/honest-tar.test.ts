import { closeSync, ftruncateSync, linkSync, openSync, readFileSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectHonest } from './testing/honest.js';
import { FILES, MIDDLE_PATH, plant, run, scratch, SHORT_FILES } from './testing/tools.js';

// Archives of real writers: nothing in them may be called wrong.

const place = scratch();
afterAll(place.remove);
const all = plant(join(place.path, 'all'), FILES);
const short = plant(join(place.path, 'short'), SHORT_FILES);
const middle = plant(join(place.path, 'middle'), { ...SHORT_FILES, [MIDDLE_PATH]: FILES[MIDDLE_PATH]! });
let count = 0;
const fresh = (name: string): string => join(place.path, `${(count += 1)}-${name}`);

describe('GNU tar', () => {
  it.each([
    ['ustar', middle, { ...SHORT_FILES, [MIDDLE_PATH]: FILES[MIDDLE_PATH]! }],
    ['pax', all, FILES],
    ['gnu', all, FILES],
    ['oldgnu', all, FILES],
    ['v7', short, SHORT_FILES],
  ])('--format=%s', async (format, root, files) => {
    const plain = run(root, 'tar', [`--format=${format}`, '-cf', '-', '.']);
    await expectHonest(plain, 'tar', files);
    await expectHonest(run(root, 'tar', [`--format=${format}`, '-czf', '-', '.']), 'tar.gz', files);
  });

  it('czf x.tgz -C dir .', async () => {
    const file = fresh('x.tgz');
    run(place.path, 'tar', ['czf', file, '-C', 'all', '.']);
    const archive = await expectHonest(readFileSync(file), 'tar.gz', FILES);
    expect(archive.entries[0]).toMatchObject({ name: './', type: 'directory' });
  });

  it('with a label, and blocks of an odd size', async () => {
    const bytes = run(short, 'tar', ['-V', '../label', '-b', '3', '-cf', '-', '.']);
    await expectHonest(bytes, 'tar', SHORT_FILES);
  });

  it.each(['gnu', 'pax', 'ustar'])('links, --format=%s', async (format) => {
    const root = plant(fresh('links'), SHORT_FILES);
    symlinkSync('SKILL.md', join(root, 'link.md'));
    symlinkSync('../empty.txt', join(root, 'references/up.txt'));
    symlinkSync('assets', join(root, 'dir-link'));
    symlinkSync('nowhere', join(root, 'dangling'));
    linkSync(join(root, 'SKILL.md'), join(root, 'hard.md'));
    const bytes = run(root, 'tar', [`--format=${format}`, '--sort=name', '-cf', '-', '.']);
    const archive = await expectHonest(bytes, 'tar', {
      ...SHORT_FILES,
      'link.md': SHORT_FILES['SKILL.md']!,
      'hard.md': SHORT_FILES['SKILL.md']!,
      'references/up.txt': new Uint8Array(),
      'dir-link/data.bin': SHORT_FILES['assets/data.bin']!,
      'dir-link/🚀 rocket.txt': SHORT_FILES['assets/🚀 rocket.txt']!,
    });
    expect(archive.entries.map(({ type }) => type)).toEqual(expect.arrayContaining(['symlink', 'hardlink']));
  });

  it.each([
    ['gnu', []],
    ['pax', ['--sparse-version=0.0']],
    ['pax', ['--sparse-version=0.1']],
    ['pax', ['--sparse-version=1.0']],
  ])('--sparse, --format=%s %j', async (format, flags) => {
    const root = plant(fresh('sparse'), SHORT_FILES);
    const size = 4 * 1024 * 1024;
    const wanted = Buffer.alloc(size);
    const file = openSync(join(root, 'sparse.bin'), 'w');
    ftruncateSync(file, size);
    for (let at = 65_536; at < size - 10; at += 131_072) {
      writeSync(file, 'island', at);
      wanted.write('island', at);
    }
    closeSync(file);
    const bytes = run(root, 'tar', ['--sparse', `--format=${format}`, ...flags, '-cf', '-', '.']);
    expect(bytes.length).toBeLessThan(size);
    const archive = await expectHonest(bytes, 'tar', { ...SHORT_FILES, 'sparse.bin': wanted });
    const entry = archive.entries.find(({ name }) => name.endsWith('sparse.bin'));
    expect(entry).toMatchObject({ declaredSize: size, size, extras: expect.arrayContaining(['sparse']) });
  });

  it('long links', async () => {
    const root = plant(fresh('long-links'), FILES);
    const long = Object.keys(FILES).find((path) => path.length > 255)!;
    symlinkSync(long, join(root, 'far'));
    for (const format of ['gnu', 'pax']) {
      const bytes = run(root, 'tar', [`--format=${format}`, '-cf', '-', '.']);
      await expectHonest(bytes, 'tar', { ...FILES, far: FILES[long]! });
    }
  });
});

describe('bsdtar', () => {
  it.each([
    ['ustar', 'middle'],
    ['pax', 'all'],
    ['gnutar', 'all'],
  ])('--format %s', async (format, which) => {
    const [root, files] =
      which === 'all' ? [all, FILES] : [middle, { ...SHORT_FILES, [MIDDLE_PATH]: FILES[MIDDLE_PATH]! }];
    await expectHonest(run(root, 'bsdtar', ['--format', format, '-cf', '-', '.']), 'tar', files);
    await expectHonest(run(root, 'bsdtar', ['--format', format, '-czf', '-', '.']), 'tar.gz', files);
  });
});

describe('7-Zip', () => {
  it.each(['gnu', 'pax'])('tar, %s', async (format) => {
    const file = fresh('x.tar');
    run(all, '7zz', ['a', '-ttar', `-mm=${format}`, file, '.']);
    await expectHonest(readFileSync(file), 'tar', FILES);
  });
});

describe('Python', () => {
  const py = (root: string, script: string): Buffer => run(root, 'python3', ['-c', script]);

  it.each([
    ['USTAR_FORMAT', middle],
    ['GNU_FORMAT', all],
    ['PAX_FORMAT', all],
  ])('tarfile, %s', async (format, root) => {
    const file = fresh('x.tgz');
    py(
      root,
      `import tarfile\nwith tarfile.open(${JSON.stringify(file)}, "w:gz", format=tarfile.${format}) as t: t.add(".")`,
    );
    const files = root === all ? FILES : { ...SHORT_FILES, [MIDDLE_PATH]: FILES[MIDDLE_PATH]! };
    await expectHonest(readFileSync(file), 'tar.gz', files);
  });
});
