import type { JsonObject } from '../json.js';
import { inFrontmatter, yaml, together } from './edits.js';
import type { Mutant } from './mutant.js';
import { CRLF_MD } from './target.js';

/** What the entry says differs from what the file says. */
const differs = (id: string, title: string, edit: (fields: JsonObject) => void): Mutant => ({
  id: `frontmatter-${id}`,
  breaks: ['frontmatter/identical'],
  title,
  hooks: inFrontmatter(edit),
});

/** The file gets a field whose value YAML readers take for different things; the entry has the `rendered` one. */
const reader = (id: string, line: string, rendered: JsonObject[string], what: string): Mutant => ({
  id: `frontmatter-yaml-${id}`,
  breaks: ['frontmatter/identical'],
  title: `The entry has ${what}.`,
  hooks: together(
    yaml((text) => `${text}x-zz-probe: ${line}\n`),
    inFrontmatter((fields) => void (fields['x-zz-probe'] = rendered)),
  ),
});

const shifts = (fields: JsonObject) =>
  fields['x-zz-shifts'] as { first: JsonObject & { crew: string[] }; rules: JsonObject[] };
const metadata = (fields: JsonObject) => fields['metadata'] as JsonObject;

export const frontmatter: Mutant[] = [
  differs('description', 'The description of the last entry is another than the file’s.', (fields) => {
    fields['description'] = 'Sleep until the morning.';
  }),
  differs('description-cut', 'The description of the last entry is cut.', (fields) => {
    fields['description'] = `${String(fields['description']).slice(0, 20)}…`;
  }),
  differs('license-dropped', 'The last entry lacks `license`.', (fields) => void delete fields['license']),
  differs('tools-dropped', 'The last entry lacks `allowed-tools`.', (fields) => void delete fields['allowed-tools']),
  differs(
    'unknown-dropped',
    'The last entry lacks a field that the format does not know.',
    (fields) => void delete fields['x-zz-shifts'],
  ),
  differs(
    'nested-dropped',
    'The last entry lacks a nested key.',
    (fields) => void delete shifts(fields).first['lead'],
  ),
  differs(
    'list-order',
    'A nested list of the last entry has another order.',
    (fields) => void shifts(fields).first.crew.reverse(),
  ),
  differs(
    'list-cut',
    'A nested list of the last entry lacks its last element.',
    (fields) => void shifts(fields).first.crew.pop(),
  ),
  differs(
    'deep-value',
    'A value inside a list of mappings is another.',
    (fields) => void (shifts(fields).rules[0]!['act'] = 'wait'),
  ),
  differs(
    'metadata-dropped',
    'The last entry lacks a key of `metadata`.',
    (fields) => void delete metadata(fields)['version'],
  ),
  differs(
    'metadata-number',
    'A string of `metadata` became a number.',
    (fields) => void (metadata(fields)['version'] = 3),
  ),
  differs(
    'tools-split',
    'The string of `allowed-tools` became a list.',
    (fields) => void (fields['allowed-tools'] = ['Read', 'Grep']),
  ),
  differs('added', 'The last entry has a field that the file has not.', (fields) => void (fields['version'] = '1')),
  differs(
    'null-added',
    'The last entry has a null for a field that the file has not.',
    (fields) => void (fields['hooks'] = null),
  ),
  differs('key-case', 'A key of the last entry is spelled otherwise.', (fields) => {
    fields['allowedTools'] = fields['allowed-tools'];
    delete fields['allowed-tools'];
  }),
  differs('flattened', 'The nested field of the last entry is its JSON text.', (fields) => {
    fields['x-zz-shifts'] = JSON.stringify(fields['x-zz-shifts']);
  }),
  {
    id: 'frontmatter-carriage-return',
    breaks: ['frontmatter/identical'],
    title: 'The description of a CRLF skill keeps the carriage return.',
    hooks: inFrontmatter((fields) => void (fields['description'] += '\r'), CRLF_MD.slice(0, -'/SKILL.md'.length)),
  },
  {
    id: 'frontmatter-null-dropped',
    breaks: ['frontmatter/identical'],
    title: 'The last entry lacks a field that is null in the file.',
    hooks: together(
      yaml((text) => `${text}x-zz-empty:\n`),
      inFrontmatter((fields) => void delete fields['x-zz-empty']),
    ),
  },
  {
    id: 'frontmatter-trimmed',
    breaks: ['frontmatter/identical'],
    title: 'A string of the last entry lacks the spaces that the file quotes.',
    hooks: together(
      yaml((text) => `${text}x-zz-padded: "  padded  "\n`),
      inFrontmatter((fields) => void (fields['x-zz-padded'] = 'padded')),
    ),
  },
  reader('true', 'true', 'true', 'the text "true" for a boolean'),
  reader('number', '42', '42', 'the text "42" for a number'),
  reader('string', '"42"', 42, 'the number 42 for a quoted string'),
  reader('no', 'no', false, 'false for `no`, as YAML 1.1 reads it'),
  reader('octal', '010', 8, '8 for `010`, as YAML 1.1 reads it'),
  reader('date', '2026-09-13', '2026-09-13T00:00:00.000Z', 'a time for a date, as YAML 1.1 reads it'),
];
