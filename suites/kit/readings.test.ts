import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from './frontmatter.js';
import { compareFrontmatter } from './readings.js';

/** Compares one field, and says whether it agrees, splits readers, or is wrong. */
function verdict(yaml: string, json: unknown): 'agrees' | 'split' | 'wrong' {
  const parsed = parseFrontmatter(`v: ${yaml}\n`);
  if (typeof parsed === 'string' || 'unread' in parsed) throw new Error(JSON.stringify(parsed));
  const differences = compareFrontmatter({ v: json }, parsed.document);
  if (differences.length === 0) return 'agrees';
  return differences.every((difference) => difference.split) ? 'split' : 'wrong';
}

describe('one value of a frontmatter against the JSON of an entry', () => {
  it.each([
    ['2026-09-13', '2026-09-13', 'agrees'],
    ['2026-09-13', '2026-09-13T00:00:00.000Z', 'split'],
    ['2026-09-13', '2026-09-14', 'wrong'],
    ['2026-01-01T10:00:00Z', '2026-01-01 10:00:00+00:00', 'split'],
    ['2026-01-01T10:00:00+02:00', '2026-01-01 10:00:00+02:00', 'split'],
    ['2026-01-01T10:00:00+02:00', '2026-01-01T08:00:00.000Z', 'split'],
    ['2026-01-01T10:00:00.5Z', '2026-01-01 10:00:00.500000+00:00', 'split'],
    ['2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z', 'wrong'],
    ['no', 'no', 'agrees'],
    ['no', false, 'split'],
    ['on', true, 'split'],
    ['true', true, 'agrees'],
    ['true', 'true', 'wrong'],
    ['false', 'false', 'wrong'],
    ['null', null, 'agrees'],
    ['null', 'null', 'wrong'],
    ['010', 10, 'agrees'],
    ['010', 8, 'split'],
    ['0o10', 8, 'agrees'],
    ['0o10', '0o10', 'split'],
    ['1_000', '1_000', 'agrees'],
    ['1_000', 1000, 'split'],
    ['1e3', 1000, 'agrees'],
    ['1e3', '1e3', 'split'],
    ['12:30:45', '12:30:45', 'agrees'],
    ['12:30:45', 45045, 'split'],
    ['1.0', 1, 'agrees'],
    ['1.0', '1.0', 'wrong'],
    ['123', '123', 'wrong'],
    ['"123"', 123, 'wrong'],
    ['"no"', false, 'wrong'],
    ['.inf', null, 'split'],
    ['[Read, "Bash(git:*)"]', ['Read', 'Bash(git:*)'], 'agrees'],
    ['[Read]', 'Read', 'wrong'],
    ['{deep: {a: 1}}', { deep: { a: 1 } }, 'agrees'],
    ['{deep: {a: 1}}', { deep: {} }, 'wrong'],
    ['{a: 1}', { a: 1, b: 2 }, 'wrong'],
    ['!custom x', 'x', 'agrees'],
  ] as const)('%s as %j %s', (yaml, json, expected) => expect(verdict(yaml, json)).toBe(expected));

  it('finds a field that is absent, and tells it from null', () => {
    const parsed = parseFrontmatter('name: a\nlicense:\n');
    if (typeof parsed === 'string' || 'unread' in parsed) throw new Error(JSON.stringify(parsed));
    expect(compareFrontmatter({ name: 'a' }, parsed.document)).toMatchObject([{ path: 'license', split: false }]);
    expect(compareFrontmatter({ name: 'a', license: null }, parsed.document)).toEqual([]);
  });
});
