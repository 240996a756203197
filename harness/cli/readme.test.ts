import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { serverSuite } from '../../suites/index.js';
import { parseArgs } from './args.js';
import { splitWords } from './words.js';

// What the README says of the command line and of the suite must be so.

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const helpOf = (...command: string[]): string => {
  const request = parseArgs([...command, '--help'], '0.0.0');
  return request.kind === 'text' ? request.text : '';
};
const run = helpOf();
const help = [run, helpOf('demo'), helpOf('list'), helpOf('explain'), helpOf('replay'), helpOf('fixtures')].join(
  '\n',
);

const flagsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag)),
];
const known = new Set(flagsIn(help));

/** The lines of the shell blocks that call us, without comments, in words; what stands after `--` is the server's. */
const commands: [string, string[]][] = [...readme.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split('\n'))
  .concat([...readme.matchAll(/- run: (npx .*)/g)].map(([, line = '']) => line))
  .map((line) => line.replace(/\s+#.*$/, ''))
  .filter((line) => line.startsWith('npx skills-conformance'))
  .map((line) => [line, splitWords(line).slice(2)]);

/** The README without what belongs to others: commands of servers, of npm, output. */
const ours = readme
  .replace(/```(?:text|js)\n.*?```/gs, '')
  .split('\n')
  .filter((line) => !/\bnpm\b/.test(line))
  .map((line) => line.replace(/"[^"]*"/g, '""').replace(/ -- .*/, ''))
  .join('\n');

describe('the README', () => {
  test('shows commands', () => expect(commands.length).toBeGreaterThan(8));

  test.each(commands)('shows a command that is understood: %s', (_, words) => {
    expect(() => parseArgs(words, '0.0.0')).not.toThrow();
  });

  test('names no flag that is not there', () => {
    expect(flagsIn(ours).filter((flag) => !known.has(flag))).toEqual([]);
  });

  test('names every flag, as the help does', () => {
    const rows = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z-]*(?: [<[][^>\]]+[>\]]+)?) /gm)].map(
      ([, row = '']) => row,
    );
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.filter((row) => !readme.replaceAll('\\|', '|').includes(`\`${row}\``))).toEqual([]);
  });

  test('gives the defaults of the limits', () => {
    const text = run.replace(/\n +/g, ' ');
    const defaults = [...text.matchAll(/(--[a-z-]+) <[^>]+> +[^(]*\(default: ([^)"]+)\)/g)];
    expect(defaults.length).toBeGreaterThan(10);
    for (const [, flag = '', value = ''] of defaults) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${flag} `));
      expect([flag, row?.split('|').at(-2)?.trim()]).toEqual([flag, value.trim()]);
    }
  });

  test('counts the requirements of each area', () => {
    const areas = [...new Set(serverSuite.requirements.map(({ area }) => area)), '**all**'];
    const expected = areas.map((area) => {
      const own = serverSuite.requirements.filter((one) => area === '**all**' || one.area === area);
      return [area, ...['MUST', 'SHOULD', 'INFO'].map((level) => own.filter((one) => one.level === level).length)];
    });
    const cells = readme
      .split('\n')
      .filter((line) => /^\|.*(\|\s*\d+\s*){3}\|$/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const told = cells.map(([, area, , ...counts]) => [area?.replaceAll('`', ''), ...counts.slice(0, 3).map(Number)]);
    expect(told).toEqual(expect.arrayContaining(expected));
    expect(told).toHaveLength(expected.length);
    expect(readme).toContain(`${serverSuite.requirements.length} requirements`);
  });

  test('names every requirement by an id that there is', () => {
    const ids = new Set(serverSuite.requirements.map(({ id }) => id));
    const areas = new Set(serverSuite.requirements.map(({ area }) => area));
    const named = [...readme.matchAll(/\b([a-z]+)\/[a-z][a-z-]+\b/g)].filter(([, area = '']) => areas.has(area));
    const paths = /^(resources|skills)\//;
    expect(named.map(([id]) => id).filter((id) => !ids.has(id) && !paths.test(id))).toEqual([]);
  });
});
