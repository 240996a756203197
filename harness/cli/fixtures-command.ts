import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveCases } from '../../fixtures/archives/build.js';
import { exportFiles } from '../../fixtures/archives/export.js';
import { wildcard } from '../model/text.js';
import { packageInfo } from '../package-info.js';
import { ExitCode, UsageError } from './exit.js';
import type { Io } from './io.js';
import { didYouMean } from './suggest.js';

/** What `fixtures` is told on the command line. */
export interface FixturesArgs {
  readonly out: string;
  /** Ids, `*` for anything in them; none: all. */
  readonly only: readonly string[];
  /** Write to a folder that holds something already. */
  readonly force: boolean;
}

type Case = ReturnType<typeof archiveCases>[number];

/** The cases that are asked for. A glob that matches nothing is a slip of the pen. */
function chosen(only: readonly string[]): readonly Case[] {
  const cases = archiveCases();
  const patterns = only.map((glob) => {
    const pattern = wildcard(glob);
    if (cases.some(({ id }) => pattern.test(id))) return pattern;
    const ids = cases.map(({ id }) => id);
    const hint =
      didYouMean(glob.replaceAll('*', ''), ids) ?? 'Ids start with tar- or zip-; --only "tar-*" takes all tars.';
    throw new UsageError(`--only ${glob} matches no archive`, hint);
  });
  return only.length === 0 ? cases : cases.filter(({ id }) => patterns.some((pattern) => pattern.test(id)));
}

const stat = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Refuses what must not be written to: a link might lead anywhere, and a full folder may be somebody's work. */
function ensureFolder(folder: string, names: readonly string[], force: boolean): void {
  const there = stat(folder);
  const another = 'Name another folder.';
  if (there?.isSymbolicLink()) throw new UsageError(`--out ${folder} is a symbolic link`, another);
  if (there !== undefined && !there.isDirectory()) throw new UsageError(`--out ${folder} is no folder`, another);
  if (there !== undefined && !force && readdirSync(folder).length > 0) {
    throw new UsageError(`--out ${folder} is not empty`, 'Name another folder, or write into it with --force.');
  }
  for (const name of names) {
    const stats = stat(join(folder, name));
    if (stats === undefined || stats.isFile()) continue;
    const what = stats.isSymbolicLink() ? 'a symbolic link' : 'no file';
    throw new UsageError(
      `${join(folder, name)} is ${what}`,
      'Nothing was written. Remove it or name another folder.',
    );
  }
  mkdirSync(folder, { recursive: true });
}

/** Writes one file, and never through a link that was put there meanwhile. */
function write(path: string, bytes: Uint8Array): void {
  // Windows has no such flag.
  const noFollow = constants.O_NOFOLLOW ?? 0;
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow, 0o644);
  try {
    writeFileSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the archives, `index.json` and `README.md` to a folder, for hosts of any language to be tried on. What stands in
 * the way is a `UsageError`.
 */
export async function fixturesCommand({ out, only, force }: FixturesArgs, io: Io): Promise<number> {
  const folder = resolve(out);
  const cases = chosen(only);
  let written = 0;
  try {
    ensureFolder(folder, [...cases.map(({ file }) => file), 'index.json', 'README.md'], force);
    const { name, version } = packageInfo();
    for (const file of exportFiles(cases, `${name} ${version}`)) {
      write(join(folder, file.name), file.bytes);
      written += file.bytes.length;
    }
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(`--out cannot write ${folder}: ${error.message}`, 'Name another folder.');
  }
  const count = `${cases.length} archive${cases.length === 1 ? '' : 's'}`;
  await io.out(`wrote ${count}, index.json and README.md (${(written / 1e6).toFixed(1)} MB) to ${folder}\n`);
  return ExitCode.conforms;
}
