import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from './answers.js';

/** A file that came out of an archive. */
export interface Unpacked {
  readonly bytes: Buffer;
  /** The permission bits. */
  readonly mode: number;
}

const PYTHON = `
import base64, io, json, sys, zipfile
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert z.testzip() is None
print(json.dumps([[i.filename, base64.b64encode(z.read(i)).decode(), i.external_attr >> 16 & 0o777] for i in z.infolist()]))
`;

function run(program: string, args: readonly string[], input: Uint8Array): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${program} is needed, as somebody else’s code: ${error.message}`);
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

/** The names in a tar.gz, as tar(1) tells them. */
export const tarNames = (bytes: Uint8Array): string[] =>
  run('tar', ['-tzf', '-', '--quoting-style=literal'], bytes).trimEnd().split('\n');

/** What was unpacked before: the same archive comes over every transport, and programs take long to start. */
const known = new Map<string, Map<string, Unpacked>>();

function once(bytes: Uint8Array, unpack: (bytes: Uint8Array) => Map<string, Unpacked>): Map<string, Unpacked> {
  const digest = sha256(bytes);
  const unpacked = known.get(digest) ?? unpack(bytes);
  known.set(digest, unpacked);
  return unpacked;
}

/** The files of a tar.gz by their paths, unpacked by tar(1). */
export const unpackTar = (bytes: Uint8Array): Map<string, Unpacked> => once(bytes, withTar);

/** The files of a zip by their paths, unpacked by Python. */
export const unpackZip = (bytes: Uint8Array): Map<string, Unpacked> => once(bytes, withPython);

function withTar(bytes: Uint8Array): Map<string, Unpacked> {
  const folder = mkdtempSync(join(tmpdir(), 'reference-server-'));
  try {
    const archive = join(folder, 'archive');
    writeFileSync(archive, bytes);
    const out = mkdtempSync(join(folder, 'out-'));
    run('tar', ['-xpzf', archive, '-C', out], new Uint8Array());
    const found = new Map<string, Unpacked>();
    for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
      const path = join(out, name);
      const about = statSync(path);
      if (about.isFile()) found.set(name, { bytes: readFileSync(path), mode: about.mode & 0o777 });
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withPython(bytes: Uint8Array): Map<string, Unpacked> {
  const files = JSON.parse(run('python3', ['-c', PYTHON], bytes)) as [string, string, number][];
  return new Map(files.map(([path, text, mode]) => [path, { bytes: Buffer.from(text, 'base64'), mode }]));
}
