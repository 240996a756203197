import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles the reference server alone into a folder of the cache and returns the path of its `main.js`, so that tests
 * can run it as a process, whatever the state of the rest of the project.
 */
export function buildServer(name: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const out = join(root, 'node_modules/.cache', `reference-server-${name}`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  // Below node_modules a folder belongs to no package: it needs its own statement that this is ESM.
  writeFileSync(join(out, 'package.json'), '{ "type": "module" }\n');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { outDir: out, rootDir: root, declaration: false },
    include: [join(root, 'reference-server')],
    exclude: [join(root, '**/*.test.ts'), join(root, '**/testing/**')],
  };
  const file = join(out, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file], {
    encoding: 'utf8',
  });
  const main = join(out, 'reference-server/main.js');
  if (tsc.status !== 0 || !existsSync(main)) throw new Error(`tsc failed:\n${tsc.stdout}${tsc.stderr}`);
  symlinkSync(join(root, 'fixtures'), join(out, 'fixtures'), 'dir');
  return main;
}
