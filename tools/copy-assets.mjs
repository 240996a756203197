// tsc emits code only; the JSON files that the product reads at run time are copied beside it.
import { chmodSync, copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

// Of the fixtures all but the code, which tsc has put there.
cpSync('fixtures', 'dist/fixtures', { recursive: true, filter: (path) => !path.endsWith('.ts') });
for (const file of ['reports/report.schema.json']) {
  mkdirSync(dirname(`dist/${file}`), { recursive: true });
  copyFileSync(file, `dist/${file}`);
}
chmodSync('dist/harness/cli/main.js', 0o755);
