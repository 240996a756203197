import * as fc from 'fast-check';

/** Names that file systems, URIs, globs, archives and habits treat in their own ways. The simplest stands first. */
const NAMES = [
  'a',
  'b.md',
  'README.md',
  'data.json',
  'run.sh',
  '__init__.py',
  '_index.md',
  '_',
  '.env',
  '.gitkeep',
  '.a.md',
  '-',
  '--help',
  '~',
  'a.tar.gz',
  'SKILL.md.bak',
  'SKILL',
  'A.md',
  'a b.md',
  ' a',
  'a ',
  'a.',
  '...',
  'a#b.md',
  'a?b.md',
  '100%.md',
  '%20',
  'a%20b.md',
  'a%2Fb.md',
  '%c3%a9.md',
  'a+b.md',
  'a&b;c=d,e.md',
  "it's.md",
  '"q".md',
  '(a)[b]{c}.md',
  'a:b.md',
  'a@b',
  '$HOME',
  'a\\b.md',
  'a*b.md',
  '<a>|b.md',
  '\u00e9.md',
  'e\u0301.md',
  '\u65e5\u672c\u8a9e.md',
  '\u{1f600}.md',
  '\ufb01.md',
  '\u0130.md',
  '\u00df.md',
  'a\u00a0b.md',
  'a\u200db.md',
  '\uac00.md',
  '\u1100\u1161.md',
  '\u212b.md',
  'con',
  'nul.md',
  'constructor',
  'toString',
];

/** Parts that names are put together from. */
const PARTS = [
  'a',
  'b',
  '.md',
  '_',
  '-',
  '.',
  ' ',
  '%',
  '+',
  '#',
  '?',
  '&',
  ';',
  '=',
  '%20',
  '%41',
  '\u00e9',
  'e\u0301',
  'A',
  '\u65e5',
  '\u{1f600}',
  "'",
  '~',
  '!',
  '@',
];

const DIRECTORIES = [
  'a',
  'references',
  'scripts',
  'assets',
  'docs',
  '_shared',
  '.hidden',
  'a b',
  '100%',
  'x.y',
  'A',
  'e\u0301',
  '\u00e9',
  'a+b',
  'SKILL',
];

/** No other name is one of a file for sure: `SKILL.md` in another case may be taken for one. */
const isName = (name: string): boolean =>
  !/^\.{0,2}$/.test(name) &&
  !/[/\0]/.test(name) &&
  name.toLowerCase() !== 'skill.md' &&
  Buffer.byteLength(name) <= 200;

/** One of a list; it shrinks step by step towards the first. */
export const oneOf = <T>(list: readonly T[]): fc.Arbitrary<T> =>
  fc.nat({ max: list.length - 1 }).map((index) => list[index]!);

const made = (parts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(oneOf(parts), { minLength: 1, maxLength: 5, size: 'max' })
    .map((all) => all.join(''))
    .filter(isName);

/** Names of files. */
export const fileName: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: oneOf(NAMES), weight: 6 },
  { arbitrary: made(PARTS), weight: 3 },
  { arbitrary: oneOf(['a', 'b.md', 'x'.repeat(90), `${'y'.repeat(160)}.md`, '\u65e5'.repeat(60)]), weight: 1 },
);

/** Directories below one another; from none to five. */
export const directory: fc.Arbitrary<string[]> = fc.array(oneOf(DIRECTORIES), {
  maxLength: 5,
  size: 'max',
});

/** Two names that are easily taken for one. */
export const pair: fc.Arbitrary<readonly [string, string]> = oneOf<readonly [string, string]>([
  ['a.md', 'A.md'],
  ['\u00e9.md', 'e\u0301.md'],
  ['a b.md', 'a%20b.md'],
  ['a b.md', 'a+b.md'],
  ['b', 'B'],
  ['\uac00', '\u1100\u1161'],
  ['a', 'a.md'],
  ['%41.md', 'A.md'],
]);

/** A reader of YAML 1.1 takes these for something else than text; `e1` for a number without digits. */
const NO_TEXT = /^(?:e-?\d.*|y|n|yes|no|on|off|true|false|null|nan|inf)$/;

/** Names of skills by the rules, which any YAML reader takes for text. */
export const skillName: fc.Arbitrary<string> = fc
  .tuple(
    // All stand between the names of the control.
    fc.constantFrom(...'bcdefghijk'),
    fc.array(fc.constantFrom(...'abcdefghijkxyz', '1', '7', '-m', '-2'), { maxLength: 9, size: 'max' }),
    fc.constantFrom('', '', '', '', '', '', '', '', 'z'.repeat(45)),
  )
  .map(([first, rest, last]) => `${first}${rest.join('')}${last}`)
  .filter((name) => !NO_TEXT.test(name) && name.length <= 64);

/** What any server takes for a name, a URI and a path alike. */
export const isPlain = (path: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/.test(path);

/** Whether some part of a path is hidden by the custom of file systems. */
export const isHidden = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'));
