// Writes the output that the README shows anew, from a run of a mutant: what is shown there is never made up.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const command = 'node dist/reference-server/main.js --mutant digest-of-lf';
const { status, stdout } = spawnSync('node', ['dist/harness/cli/main.js', '--no-fuzz', '--server', command], {
  encoding: 'utf8',
});
if (status !== 1) throw new Error(`the run ended with ${status}, not 1:\n${stdout}`);

const lines = stdout.trimEnd().split('\n');
const at = (start) => lines.findIndex((line) => line.startsWith(start));
const shown = [
  ...lines.slice(at('  target'), at('  https://')),
  lines[at('  skills-conformance explain')],
  '',
  lines[at('  Area')],
  '  […]',
  lines[at('  manifest ')],
  '  […]',
  '',
  ...lines.slice(at('✗ VIOLATIONS')),
];
const readme = readFileSync('README.md', 'utf8');
writeFileSync(
  'README.md',
  readme.replace(/(?<=```text\n).*?(?=\n```)/s, () => shown.join('\n')),
);
