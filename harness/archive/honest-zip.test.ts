import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readArchive } from './read.js';
import { expectHonest } from './testing/honest.js';
import { LIMITS } from './testing/limits.js';
import { FILES, plant, run, scratch, SHORT_FILES } from './testing/tools.js';

// Archives of real writers: nothing in them may be called wrong.

const place = scratch();
afterAll(place.remove);
const all = plant(join(place.path, 'all'), FILES);
const short = plant(join(place.path, 'short'), SHORT_FILES);
let count = 0;
const fresh = (name: string): string => join(place.path, `${(count += 1)}-${name}`);

describe('bsdtar', () => {
  it('zip, streamed', async () => {
    await expectHonest(run(all, 'bsdtar', ['--format', 'zip', '-cf', '-', '.']), 'zip', FILES);
  });
});

describe('Info-ZIP', () => {
  it.each([
    ['-r', ['-qr']],
    ['stored', ['-qr0']],
    ['without extra fields', ['-qrX']],
    ['with a comment', ['-qrz']],
    ['zip64', ['-qr', '-fz']],
  ])('%s', async (_, flags) => {
    const file = fresh('x.zip');
    run(all, 'zip', [...flags, file, '.'], flags.includes('-qrz') ? 'a comment\n' : undefined);
    await expectHonest(readFileSync(file), 'zip', FILES);
  });

  it('-y, symbolic links', async () => {
    const root = plant(fresh('links'), SHORT_FILES);
    symlinkSync('references/Größe.md', join(root, 'link.md'));
    const file = fresh('x.zip');
    run(root, 'zip', ['-qry', file, '.']);
    const archive = await expectHonest(readFileSync(file), 'zip', {
      ...SHORT_FILES,
      'link.md': SHORT_FILES['references/Größe.md']!,
    });
    expect(archive.entries.find(({ name }) => name === 'link.md')).toMatchObject({
      type: 'symlink',
      linkTarget: 'references/Größe.md',
      content: undefined,
    });
  });

  it('to a pipe, with data descriptors', async () => {
    await expectHonest(run(all, 'zip', ['-qr', '-', '.']), 'zip', FILES);
  });

  it('from a pipe', async () => {
    const bytes = run(short, 'zip', ['-q', '-', '-'], 'from stdin');
    const archive = await readArchive(bytes, 'zip', LIMITS);
    expect(archive.faults).toEqual([]);
    // What it read from was a pipe or a socket, and its Unix mode says so.
    expect(archive.entries).toMatchObject([{ name: '-', type: expect.stringMatching(/fifo|socket/), size: 10 }]);
  });
});

describe('7-Zip', () => {
  it('zip', async () => {
    const file = fresh('x.zip');
    run(all, '7zz', ['a', '-tzip', file, '.']);
    await expectHonest(readFileSync(file), 'zip', FILES);
  });
});

describe('Python', () => {
  const py = (root: string, script: string): Buffer => run(root, 'python3', ['-c', script]);

  const WALK = `
import zipfile, os, sys, io
def names():
    for root, dirs, files in os.walk("."):
        for f in files: yield os.path.relpath(os.path.join(root, f), ".")
class Pipe(io.RawIOBase):
    def writable(self): return True
    def write(self, data): return sys.stdout.buffer.write(data)
`;

  it.each([
    ['ZIP_STORED', ''],
    ['ZIP_DEFLATED', ''],
    ['ZIP_DEFLATED', 'force_zip64'],
  ])('zipfile, %s %s', async (method, force) => {
    const file = fresh('x.zip');
    const add =
      force === ''
        ? 'z.write(n)'
        : 'i = zipfile.ZipInfo.from_file(n); i.compress_type = z.compression\n        with z.open(i, "w", force_zip64=True) as f: f.write(open(n, "rb").read())';
    py(
      all,
      `${WALK}
with zipfile.ZipFile(${JSON.stringify(file)}, "w", zipfile.${method}) as z:
    for n in names():
        ${add}`,
    );
    await expectHonest(readFileSync(file), 'zip', FILES, false);
  });

  it.each(['ZIP_STORED', 'ZIP_DEFLATED'])('zipfile to a pipe, %s', async (method) => {
    const script = `${WALK}
with zipfile.ZipFile(Pipe(), "w", zipfile.${method}) as z:
    for n in names(): z.write(n)
sys.stdout.buffer.flush()`;
    await expectHonest(py(all, script), 'zip', FILES, false);
  });

  it('zipfile, appended to by three writers', async () => {
    const file = fresh('x.zip');
    for (const name of ['python.txt', 'info-zip.txt', '7zip.txt']) writeFileSync(join(place.path, name), name);
    py(all, `${WALK}\nwith zipfile.ZipFile(${JSON.stringify(file)}, "w") as z:\n    for n in names(): z.write(n)`);
    py(place.path, `import zipfile\nwith zipfile.ZipFile(${JSON.stringify(file)}, "a") as z: z.write("python.txt")`);
    run(place.path, 'zip', ['-q', file, 'info-zip.txt']);
    run(place.path, '7zz', ['a', file, '7zip.txt']);
    const added = ['python.txt', 'info-zip.txt', '7zip.txt'].map((name) => [name, Buffer.from(name)]);
    await expectHonest(readFileSync(file), 'zip', { ...FILES, ...Object.fromEntries(added) }, false);
  });
});
