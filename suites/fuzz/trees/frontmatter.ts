import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../harness/model/json.js';
import { oneOf } from './names.js';

/** One field as it is written, and what every reader makes of it; undefined where readers differ. */
export interface Field {
  readonly key: string;
  /** What stands behind the colon. */
  readonly yaml: string;
  readonly value: Json | undefined;
  /** Block and plain styles, which all readers of YAML agree on, and readers of a part of it do not. */
  readonly fancy?: true;
}

/** Pieces of values; U+2028 and other breaks of YAML 1.1 are not among them. */
const PIECES = [
  'a',
  'b',
  ' ',
  '\n',
  '\t',
  '"',
  '\\',
  ': ',
  ' #',
  '\u00e9',
  'e\u0301',
  '\u{1f600}',
  '1',
  '.',
  '-',
  '{',
  '[',
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '@',
  "'",
  ',',
];

/** What a reader that guesses types takes for something else than text. */
const GUESSED = ['1', '1.10', '0123', '1e3', '2026-01-15', 'true', 'no', 'null', '~', '10:30', '0x1F', '.inf'];

const LONG = fc.integer({ min: 201, max: 480 }).map((length) =>
  'long words '
    .repeat(50)
    .slice(0, length - 1)
    .concat('.'),
);

const words = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8, size: 'max' })
  .map((parts) => parts.join(''));

/** Any text. */
const anyText = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: words, weight: 8 },
  { arbitrary: fc.constantFrom(...GUESSED), weight: 4 },
  { arbitrary: fc.constantFrom(' a', 'a ', '\na', 'a\n'), weight: 2 },
  { arbitrary: LONG, weight: 2 },
  { arbitrary: fc.constant(''), weight: 2 },
);

/** Double quotes as JSON has them: YAML reads them alike. */
const quoted = (text: string): string => JSON.stringify(text);

/** A value in block style at a depth of indentation, to stand behind a colon. */
function block(value: Json, indent: string): string {
  if (typeof value === 'string') return ` ${quoted(value)}`;
  if (Array.isArray(value)) return value.map((item) => `\n${indent}- ${quoted(String(item))}`).join('');
  return Object.entries(value as JsonObject)
    .map(([key, inner]) => `\n${indent}${key}:${block(inner, `${indent}  `)}`)
    .join('');
}

const plain = (key: string, value: Json): Field => ({ key, yaml: block(value, '  '), value });

const mapOf = (values: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'version', 'author', 'com.example', 'x_y'), values), {
      minLength: 1,
      maxLength: 3,
      selector: ([key]) => key,
    })
    .map((pairs) => Object.fromEntries(pairs));

const nested: fc.Arbitrary<Json> = fc.oneof(
  { withCrossShrink: true },
  anyText,
  mapOf(anyText),
  fc.array(anyText, { minLength: 1, maxLength: 3 }),
  mapOf(mapOf(anyText)),
);

const short = anyText.filter((text) => text.trim() !== '' && [...text].length <= 500);

/** Styles that all readers of YAML understand alike. */
const FANCY: readonly (readonly [string, string])[] = [
  [' >-\n  one\n  two', 'one two'],
  [' |\n  a\n  b', 'a\nb\n'],
  [' |-\n  a\n\n  b', 'a\n\nb'],
  [" 'it''s'", "it's"],
  [' one\n  two', 'one two'],
  [' "a" # note', 'a'],
  [' |\n  a\n  ---\n  b', 'a\n---\nb\n'],
];

/** Further fields that any reader takes alike, each key once. */
export const fields: fc.Arbitrary<Field[]> = fc.uniqueArray(
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: anyText.map((value) => plain('license', value)), weight: 3 },
    { arbitrary: short.map((value) => plain('compatibility', value)), weight: 2 },
    { arbitrary: mapOf(anyText).map((value) => plain('metadata', value)), weight: 4 },
    {
      arbitrary: fc.constantFrom('Read', 'Bash(git:*) Read').map((value) => plain('allowed-tools', value)),
      weight: 1,
    },
    { arbitrary: nested.map((value) => plain('x-vendor', value)), weight: 4 },
    {
      arbitrary: fc
        .constantFrom(...FANCY)
        .map(([yaml, value]): Field => ({ key: 'x-fancy', yaml, value, fancy: true })),
      weight: 1,
    },
  ),
  { maxLength: 4, size: 'max', selector: ({ key }) => key },
);

/** Descriptions: 1 to 1024 characters that are not all white space. */
export const description: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: words.filter((text) => text.trim() !== ''), weight: 6 },
  { arbitrary: LONG, weight: 2 },
  { arbitrary: fc.constantFrom(...GUESSED), weight: 1 },
  { arbitrary: oneOf(['x'.repeat(1024), '\u{1f600}'.repeat(1024)]), weight: 1 },
);

/** Values that YAML readers read in several ways; none of them is an error to the common ones. */
const DISPUTED = [
  'true',
  '1',
  '1.0',
  '1.10',
  '2026-01-15',
  '2026-01-15T10:00:00Z',
  'yes',
  'no',
  'on',
  'y',
  '',
  '~',
  'null',
  '0123',
  '010',
  '0o17',
  '0x1F',
  '1_000',
  '1e3',
  '10:30',
  '12:30:45',
  '-1',
  '[Read, Write]',
];

/** Fields that readers disagree on; none of them is a plain skill. */
export const disputed: fc.Arbitrary<Field[]> = fc
  .array(oneOf(DISPUTED), { maxLength: 3 })
  .map((values) =>
    values.map((value, index) => ({ key: `x-${index}`, yaml: ` ${value}`.trimEnd(), value: undefined })),
  );

/** What some readers refuse, or do not see as frontmatter at all. */
export const CONTESTED: readonly string[] = [
  'x: .inf',
  'x: .nan',
  'x: 9007199254740993',
  'x: 1\nx: 2',
  'x: &a {k: 1}\ny: *a',
  'x: &a\n  k: 1\ny:\n  <<: *a',
  'x: !foo a',
  'x: !!binary aGk=',
  '1: one',
  'on: x',
  'x: {a: 1}',
  'x: =',
  '? [a, b]\n: 1',
];

/** The block between the fences, line ends LF. */
export const frontmatterText = (name: string, about: string, more: readonly Field[]): string =>
  `---\nname: ${name}\ndescription: ${quoted(about)}\n${more.map(({ key, yaml }) => `${key}:${yaml}\n`).join('')}---\n`;

/** What it says, where all readers agree. */
export const frontmatterValue = (name: string, about: string, more: readonly Field[]): JsonObject =>
  Object.fromEntries([
    ['name', name],
    ['description', about],
    ...more.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const])),
  ]);
