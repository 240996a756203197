import { parseArgs } from 'node:util';
import { argumentsOr, failing } from './arguments.js';
import { prepare, type ContentOptions } from './fixtures.js';
import type { Hooks } from './hooks.js';
import { isRevision, REVISIONS, V1, type Revision } from './revision.js';
import { runStdio } from './stdio.js';

const USAGE = `usage: main.js [--revision R] [--http PORT [--all-mutants]] [--big] [--mutant ID | --variation ID] [--list]
  Serves skills over stdio, or over Streamable HTTP on 127.0.0.1 with --http (0: any free port; the URL goes to stderr).
  --revision R     serves the wire shapes of another text of the extension: ${REVISIONS.slice(0, -1).join(', ')}
                   (default: ${V1})
  --big            adds a skill of exactly 512 files and one of exactly 16 MiB
  --mutant ID      breaks one rule; --variation ID does something unusual that is allowed
  --all-mutants    serves every deviation at /mutant/ID/mcp and /variation/ID/mcp, and the reference at /mcp
  --list           prints the ids of all deviations as JSON and ends
  Deviations are those of the revision.
`;

const fail: (message: string) => never = failing(USAGE);

const options = () =>
  argumentsOr(
    fail,
    () =>
      parseArgs({
        options: {
          revision: { type: 'string', default: V1 },
          http: { type: 'string' },
          big: { type: 'boolean', default: false },
          mutant: { type: 'string' },
          variation: { type: 'string' },
          'all-mutants': { type: 'boolean', default: false },
          list: { type: 'boolean', default: false },
        },
      }).values,
  );

function revisionOf(text: string): Revision {
  return isRevision(text) ? text : fail(`There is no revision ${text}; there are ${REVISIONS.join(', ')}.`);
}

/** Finds a deviation. The module is loaded only when one is asked for: the plain server starts faster without. */
async function findHooks(kind: 'mutant' | 'variation', id: string, revision: Revision): Promise<Hooks> {
  const { find } = await import('./mutants/index.js');
  const { hooksOf, revisionsOf } = await import('./mutants/mutant.js');
  const found = find(kind, id) ?? fail(`There is no ${kind} ${id}; --list names them all.`);
  const revisions = revisionsOf(found);
  if (!revisions.includes(revision)) {
    fail(`The ${kind} ${id} is none of revision ${revision}; give --revision ${revisions.join(' or ')}.`);
  }
  return hooksOf(found);
}

async function main(): Promise<void> {
  const args = options();
  const revision = revisionOf(args.revision);
  if (args.list) {
    const { mutantsOf, variationsOf } = await import('./mutants/index.js');
    const [mutants, variations] = [mutantsOf(revision), variationsOf(revision)];
    const ids = { mutants: mutants.map(({ id }) => id), variations: variations.map(({ id }) => id) };
    process.stdout.write(`${JSON.stringify(ids, null, 2)}\n`);
    return;
  }
  if (args.mutant !== undefined && args.variation !== undefined) fail('Give a mutant or a variation, not both.');
  let hooks: Hooks = {};
  for (const kind of ['mutant', 'variation'] as const) {
    const id = args[kind];
    if (id !== undefined) hooks = await findHooks(kind, id, revision);
  }
  const content: ContentOptions = { big: args.big, revision };
  const plain = prepare(hooks, content);
  if (args.http === undefined) {
    if (args['all-mutants']) fail('--all-mutants needs --http.');
    const { stdin, stdout, stderr } = process;
    runStdio(plain.catalogue, plain.hooks, { stdin, stdout, stderr, exit: (code) => process.exit(code) });
    return;
  }
  const port = Number(args.http);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('--http takes a port number.');
  const { createHttp, listen } = await import('./http.js');
  const all = args['all-mutants'] ? await import('./mutants/all.js') : undefined;
  const server = createHttp((path) => (path === '/mcp' ? plain : all?.endpointAt(path, content)));
  process.stderr.write(`listening on ${await listen(server, port)}\n`);
}

await main();
