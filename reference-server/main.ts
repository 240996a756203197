import { parseArgs } from 'node:util';
import type { Catalogue } from './catalogue.js';
import { loadCatalogue } from './fixtures.js';
import type { Hooks } from './hooks.js';
import { runStdio } from './stdio.js';

const USAGE = `usage: main.js [--http PORT [--all-mutants]] [--big] [--mutant ID | --variation ID] [--list]
  Serves skills over stdio, or over Streamable HTTP on 127.0.0.1 with --http (0: any free port; the URL goes to stderr).
  --big            adds a skill of exactly 512 files and one of exactly 16 MiB
  --mutant ID      breaks one rule; --variation ID does something unusual that is allowed
  --all-mutants    serves every deviation at /mutant/ID/mcp and /variation/ID/mcp, and the reference at /mcp
  --list           prints the ids of all deviations as JSON and ends
`;

function fail(message: string): never {
  process.stderr.write(`${message}\n${USAGE}`);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      options: {
        http: { type: 'string' },
        big: { type: 'boolean', default: false },
        mutant: { type: 'string' },
        variation: { type: 'string' },
        'all-mutants': { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** The content with the deviation's changes in it. */
function deviate(hooks: Hooks, big: boolean): { catalogue: Catalogue; hooks: Hooks } {
  const catalogue = loadCatalogue({ big });
  hooks.catalogue?.(catalogue);
  return { catalogue, hooks };
}

/** Finds a deviation. The module is loaded only when one is asked for: the plain server starts faster without. */
async function findHooks(kind: string, id: string): Promise<Hooks | undefined> {
  const { mutants, variations } = await import('./mutants/index.js');
  const { hooksOf } = await import('./mutants/mutant.js');
  const found = (kind === 'mutant' ? mutants : variations).find((deviation) => deviation.id === id);
  return found === undefined ? undefined : hooksOf(found);
}

async function main(): Promise<void> {
  const args = options();
  if (args.list) {
    const { mutants, variations } = await import('./mutants/index.js');
    const ids = { mutants: mutants.map(({ id }) => id), variations: variations.map(({ id }) => id) };
    process.stdout.write(`${JSON.stringify(ids, null, 2)}\n`);
    return;
  }
  if (args.mutant !== undefined && args.variation !== undefined) fail('Give a mutant or a variation, not both.');
  let hooks: Hooks = {};
  for (const kind of ['mutant', 'variation'] as const) {
    const id = args[kind];
    if (id !== undefined)
      hooks = (await findHooks(kind, id)) ?? fail(`There is no ${kind} ${id}; --list names them all.`);
  }
  const plain = deviate(hooks, args.big);
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
  const server = createHttp((path) => (path === '/mcp' ? plain : all?.endpointAt(path, args.big)));
  process.stderr.write(`listening on ${await listen(server, port)}\n`);
}

await main();
