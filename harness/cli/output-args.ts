import { resolve } from 'node:path';
import { UsageError } from './exit.js';
import type { RawFlags } from './flags.js';
import { didYouMean } from './suggest.js';

/** The folder that `--out` writes to when it names none. */
export const DEFAULT_OUT = 'skills-conformance-report';

const REPORTERS = ['pretty', 'json', 'junit'] as const;
export type ReporterName = (typeof REPORTERS)[number];

/** What is written where. */
export interface OutputArgs {
  /** The one reporter that stdout carries. */
  readonly stdout: ReporterName;
  readonly files: readonly { readonly reporter: ReporterName; readonly path: string }[];
  readonly out: string | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean | undefined;
  readonly redact: boolean;
}

const isReporter = (name: string): name is ReporterName => (REPORTERS as readonly string[]).includes(name);

/** Understands the output flags: one reporter to stdout, any number to files, no file twice. */
export function parseOutput(flags: RawFlags): OutputArgs {
  const onStdout: ReporterName[] = [];
  const files: { reporter: ReporterName; path: string }[] = [];
  for (const value of flags.reporter ?? []) {
    const at = value.indexOf('=');
    const name = at < 0 ? value : value.slice(0, at);
    if (!isReporter(name)) {
      const known = `Reporters: ${REPORTERS.join(', ')}.`;
      throw new UsageError(`There is no reporter ${JSON.stringify(name)}`, didYouMean(name, REPORTERS) ?? known);
    }
    if (at < 0) onStdout.push(name);
    else if (value.length === at + 1)
      throw new UsageError(`--reporter ${value} names no file`, `Example: ${name}=report.txt`);
    else files.push({ reporter: name, path: resolve(value.slice(at + 1)) });
  }
  if (onStdout.length > 1) {
    throw new UsageError(
      `stdout carries one reporter, and ${onStdout.length} are to go there: ${onStdout.join(', ')}`,
      `Send the others to files, for example --reporter ${onStdout[1]}=report.txt`,
    );
  }
  const paths = files.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`Two reporters write to ${twice}`, 'Give each its own file.');
  if (flags.quiet === true && flags.verbose === true) {
    throw new UsageError('--quiet and --verbose contradict each other', 'Keep one of the two.');
  }
  return {
    stdout: onStdout[0] ?? 'pretty',
    files,
    out: flags.out === undefined ? undefined : resolve(flags.out === true ? DEFAULT_OUT : flags.out),
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    color: flags.color,
    redact: flags.redact,
  };
}
