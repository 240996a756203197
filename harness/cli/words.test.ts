import { execFileSync } from 'node:child_process';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { UsageError } from './exit.js';
import { quoteWord, splitWords } from './words.js';

describe('splitWords', () => {
  it.each<[string, string[]]>([
    ['node server.js', ['node', 'server.js']],
    ['  a\t b\n', ['a', 'b']],
    ['', []],
    ['\'a b\' "c d" e\\ f', ['a b', 'c d', 'e f']],
    ["''", ['']],
    ['a""b', ['ab']],
    [`a'b'"c"d`, ['abcd']],
    ['"a \\" b \\n \\\\ \\$"', ['a " b \\n \\ $']],
    ["'a\\'", ['a\\']],
    ['$HOME *.md ~ `x` a|b > c', ['$HOME', '*.md', '~', '`x`', 'a|b', '>', 'c']],
    ['a \\\nb', ['a', 'b']],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it.each(["a 'b", 'a "b', 'a\\', '"\\"'])('refuses %j', (line) => {
    expect(() => splitWords(line)).toThrow(UsageError);
  });

  property.prop([fc.array(fc.string({ unit: 'binary' }))])('gives quoted words back', (words) => {
    expect(splitWords(words.map(quoteWord).join(' '))).toEqual(words);
  });

  const shellish = fc.array(fc.constantFrom('a', 'b', ' ', '\t', "'", '"', '\\', '\\"', '-'), { maxLength: 14 });
  property.prop([shellish.map((parts) => parts.join(''))], { numRuns: 150 })('agrees with sh', (line) => {
    let expected: string[] | undefined;
    try {
      const script = `set -- ${line}\nfor word do printf '%s\\0' "$word"; done`;
      expected = execFileSync('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .split('\0')
        .slice(0, -1);
    } catch {
      // sh refused it as unbalanced.
    }
    // A backslash at the very end joins the next line of the script; we refuse it.
    fc.pre(!/(^|[^\\])(\\\\)*\\$/.test(line));
    if (expected === undefined) expect(() => splitWords(line)).toThrow(UsageError);
    else expect(splitWords(line)).toEqual(expected);
  });
});
