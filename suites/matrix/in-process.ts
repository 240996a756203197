import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type * as Execa from 'execa';
import { vi } from 'vitest';
import { prepare } from '../../reference-server/fixtures.js';
import { find } from '../../reference-server/mutants/index.js';
import { hooksOf } from '../../reference-server/mutants/mutant.js';
import { isRevision, V1 } from '../../reference-server/revision.js';
import { runStdio } from '../../reference-server/stdio.js';

const { execa: startProcess } = await vi.importActual<typeof Execa>('execa');

/** Beyond what Linux gives to a process, so that no signal for a stand-in can reach one. */
let pid = 2 ** 30;

/**
 * In place of execa, for hundreds of starts: the reference server with a deviation runs over its standard streams in this very
 * process, for most of what a start takes is loading modules. A deviation that is about stdio, and everything else that is
 * started, gets a process of its own.
 */
export const execa = ((command: string, args: readonly string[], options: object) =>
  startHere(args) ?? startProcess(command, args, options)) as typeof startProcess;

function startHere([file, ...args]: readonly string[]): object | undefined {
  const option = (name: string): string | undefined =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
  const revision = option('--revision') ?? V1;
  const [mutant, variation] = [option('--mutant'), option('--variation')];
  const deviation = mutant === undefined ? find('variation', variation ?? '') : find('mutant', mutant);
  if (file?.endsWith('/dist/reference-server/main.js') !== true || deviation === undefined || !isRevision(revision)) {
    return undefined;
  }
  if (deviation.transports?.includes('stdio') === true) return undefined;

  const child = new EventEmitter();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const exit = (code: number): void => {
    stdout.end();
    stderr.end();
    setImmediate(() => child.emit('exit', code, null));
  };
  stdin.once('end', () => setImmediate(exit, 0));
  const { catalogue, hooks } = prepare(hooksOf(deviation), { big: false, revision });
  runStdio(catalogue, hooks, { stdin, stdout, stderr, exit });
  return Object.assign(child, { pid: ++pid, stdin, stdout, stderr, catch: () => {} });
}
