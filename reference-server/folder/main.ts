import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { argumentsOr, failing } from '../arguments.js';
import { ErrorCode } from '../errors.js';
import type { JsonObject } from '../json.js';
import { isRevision, REVISIONS, V1 } from '../revision.js';
import { openFolder } from './dispatch.js';
import type { FolderHooks } from './hooks.js';

const USAGE = `usage: main.js [--revision R] [--mutant ID] DIR
       main.js --list
  Serves the skills below the folder DIR over stdio.
  --revision R   ${REVISIONS.join(', ')} (default: ${V1})
  --mutant ID    breaks one rule
  --list         prints the ids of all mutants as JSON and ends
`;

const fail: (message: string) => never = failing(USAGE);

const options = () =>
  argumentsOr(fail, () =>
    parseArgs({
      options: {
        revision: { type: 'string', default: V1 },
        mutant: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    }),
  );

/** The hooks of a mutant. The module is loaded only when one is asked for. */
async function hooksFor(id: string | undefined): Promise<FolderHooks> {
  if (id === undefined) return {};
  const { folderMutants } = await import('./mutants.js');
  const found =
    folderMutants.find((one) => one.id === id) ?? fail(`There is no mutant ${id}; --list names them all.`);
  return found.hooks();
}

/** Lines end in a line feed alone: to `readline`, a lone carriage return and U+2028 are ends as well. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8');
      parts = [];
      from = at + 1;
    }
    parts.push(chunk.subarray(from));
  }
}

async function main(): Promise<void> {
  const { values, positionals } = options();
  if (values.list) {
    const { folderMutants } = await import('./mutants.js');
    process.stdout.write(
      `${JSON.stringify(
        folderMutants.map(({ id }) => id),
        null,
        2,
      )}\n`,
    );
    return;
  }
  const { revision } = values;
  if (!isRevision(revision)) fail(`There is no revision ${revision}; there are ${REVISIONS.join(', ')}.`);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) fail('Name one folder.');
  const hooks = await hooksFor(values.mutant);
  const { dispatcher, problems } = openFolder(folder, revision, hooks);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const write = (message: JsonObject | undefined): void => {
    if (message !== undefined) process.stdout.write(`${JSON.stringify(message)}\n`);
  };
  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      const message = 'Parse error: the line is not JSON';
      write({ jsonrpc: '2.0', id: null, error: { code: ErrorCode.parse, message } });
      continue;
    }
    write(await dispatcher.answer(value));
  }
}

await main();
