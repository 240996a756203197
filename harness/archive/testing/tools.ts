import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Programs that the tests need, and the Debian package of each. */
const PACKAGES: Readonly<Record<string, string>> = {
  tar: 'tar',
  bsdtar: 'libarchive-tools',
  zip: 'zip',
  '7zz': '7zip',
  python3: 'python3',
};

/**
 * Runs a tool in a directory. One that is missing fails the test and says which package has it: archives of real writers
 * are what keeps the reader from false alarms.
 * @returns its standard output
 */
export function run(cwd: string, tool: string, args: readonly string[], input?: string): Buffer {
  const done = spawnSync(tool, args, {
    cwd,
    input,
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' },
  });
  if (done.error !== undefined) {
    throw new Error(
      `${tool} cannot be run (Debian: apt-get install ${PACKAGES[tool] ?? tool}): ${done.error.message}`,
    );
  }
  if (done.status !== 0)
    throw new Error(`${tool} ${args.join(' ')}: ${done.stderr.toString()}${done.stdout.toString()}`);
  return done.stdout;
}

/** A place of its own for one test file; the function takes it away again. */
export function scratch(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'archive-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const DEEP = Array.from({ length: 6 }, (_, level) => `${level}`.repeat(50)).join('/');
/** 300 bytes and more: over what ustar holds. */
const LONG_PATH = `${DEEP}/deep file.txt`;
/** Of more than 100 bytes, and what ustar can split into prefix and name. */
export const MIDDLE_PATH = `${'m'.repeat(80)}/${'n'.repeat(60)}.txt`;

const binary = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 251);

/** A skill with all that real ones have: names in many scripts, empty files, binary data. Paths of 300 bytes left out. */
export const SHORT_FILES: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries<string | Uint8Array>({
    'SKILL.md': '---\nname: probe\n---\n# Probe\n',
    'references/with space.md': 'spaced\r\nCRLF\r\n',
    'references/Größe.md': 'umlaut',
    'assets/🚀 rocket.txt': 'emoji',
    'assets/data.bin': binary,
    'empty.txt': '',
    '.hidden': 'dot',
    '..odd..name...': 'dots are legal',
  }).map(([path, content]) => [path, typeof content === 'string' ? new TextEncoder().encode(content) : content]),
);

export const FILES: Readonly<Record<string, Uint8Array>> = {
  ...SHORT_FILES,
  [MIDDLE_PATH]: new TextEncoder().encode('middle'),
  [LONG_PATH]: new TextEncoder().encode('long'),
};

export const EMPTY_DIRECTORY = 'empty dir';

/** Writes files and an empty directory into a new directory. */
export function plant(root: string, files: Readonly<Record<string, Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  mkdirSync(join(root, EMPTY_DIRECTORY), { recursive: true });
  return root;
}
