#!/usr/bin/env node
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bench } from 'tinybench';
import type { Target } from '../harness/model/connection.js';
import { DEFAULT_RUN } from '../harness/run/options.js';
import { runServer } from '../harness/run/run.js';
import { serverSuite } from '../suites/index.js';

/*
 * Figures, never verdicts: how long a whole run takes, both eras, against the official SDK's skills server and against the
 * reference server, each started anew for each era as a user's server is. `start` is the part that is the server's: spawn and handshake alone.
 */

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const target = (args: readonly string[]): Target => ({
  kind: 'stdio',
  command: process.execPath,
  args,
  shell: false,
  env: {},
});

const run = (args: readonly string[], only: readonly string[] = []): Promise<unknown> =>
  runServer({
    ...DEFAULT_RUN,
    target: target(args),
    suite: serverSuite,
    only,
    tool: { name: 'bench', version: '0' },
  });

/** Four small skills of three files each, written to a folder that the caller removes. */
async function fourSkills(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'skills-bench-'));
  for (const name of ['alpha', 'beta', 'gamma', 'delta']) {
    await mkdir(join(root, name, 'references'), { recursive: true });
    await writeFile(
      join(root, name, 'SKILL.md'),
      `---\nname: ${name}\ndescription: The skill ${name}.\n---\n\nSee [a](references/a.md).\n`,
    );
    await writeFile(join(root, name, 'references/a.md'), 'alpha\n');
    await writeFile(join(root, name, 'references/b.md'), 'beta\n');
  }
  return root;
}

const folder = await fourSkills();
const bench = new Bench({ iterations: 8, warmupIterations: 1, time: 0, warmupTime: 0 });
bench
  .add('start: two processes, two handshakes', () =>
    run([here('sdk-server.js'), folder], ['capability/settings-object']),
  )
  .add('run: four small skills, stdio, both eras', () => run([here('sdk-server.js'), folder]))
  .add('run: the reference catalogue, stdio, both eras', () => run([here('../reference-server/main.js')]));
await bench.run();
await rm(folder, { recursive: true });

process.stdout.write(`node ${process.version}, ${availableParallelism()} cores\n`);
for (const task of bench.tasks) {
  const { result } = task;
  if (!('latency' in result)) {
    process.stdout.write(`${task.name}: failed\n`);
    process.exitCode = 1;
    continue;
  }
  const { p50, min, max } = result.latency;
  process.stdout.write(`${task.name}: median ${p50.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})\n`);
}
