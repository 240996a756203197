import { describe, expect, it, test } from 'vitest';
import { malformed, MALFORMED } from './malformed.js';
import { spell, SPELLINGS } from './json-spellings.js';
import { relationOf, type Relation } from './spellings.js';
import { spoil } from './paging-plans.js';

const FILE = 'skill://acme/billing/refunds/references/Guide%20A.md';

describe('how a URI stands to another', () => {
  test.each<[string, Relation]>([
    [FILE, 'same'],
    ['SKILL://acme/billing/refunds/references/Guide%20A.md', 'same'],
    ['skill://ACME/billing/refunds/references/Guide%20A.md', 'same'],
    ['skill://acme:/billing/refunds/references/Guide%20A.md', 'same'],
    ['skill://acme/billing/refunds/references/%47uide%20A.md', 'same'],
    ['skill://acme/billing/x/../refunds/./references/Guide%20A.md', 'same'],
    ['skill://acme/billing/%2e%2e/billing/refunds/references/Guide%20A.md', 'same'],
    ['skill://acme/billing/refunds/references/Guide A.md', 'sloppy'],
    ['skill://acme/billing/refunds/references/Guide%20A.md?x', 'sloppy'],
    ['skill://acme/billing/refunds/references/Guide%20A.md#x', 'sloppy'],
    ['skill://acme/billing/refunds/references/Guide%20A.md/', 'sloppy'],
    ['skill://acme/billing/refunds/references/Guide%20A.md\u0000', 'sloppy'],
    ['skill://acme//billing/refunds/references/Guide%20A.md', 'sloppy'],
    ['skill://acme/billing/refunds/references%2FGuide%20A.md', 'sloppy'],
    ['skill://acme/billing/refunds\\references\\Guide%20A.md', 'sloppy'],
    ['skill://user@acme:80/billing/refunds/references/Guide%20A.md', 'sloppy'],
    ['skill://acme/billing/refunds/references/guide%20A.md', 'case'],
    ['skill://acme/billing/refunds/references/Guide%2520A.md', 'other'],
    ['skill://acme/billing/refunds/references/Guide%20A.md%00.png', 'other'],
    ['skill://acme/billing/refunds/references/Guide%20A.m', 'other'],
    ['skill://acme/billing/refunds/x/..%2freferences/Guide%20A.md', 'other'],
    ['skill://other/../acme/billing/refunds/references/Guide%20A.md', 'other'],
    ['skillx://acme/billing/refunds/references/Guide%20A.md', 'other'],
    ['', 'other'],
  ])('%j is %s', (asked, relation) => expect(relationOf(asked, FILE)).toBe(relation));
});

describe('other spellings of JSON', () => {
  const message = {
    jsonrpc: '2.0',
    id: 'é"\\/',
    method: 'a/b',
    params: { list: [1, null, true, {}], 'k/é': '\u0000\u{1f600}' },
  };
  it.each(SPELLINGS)('%s: the same value, in one line, in other letters', (spelling) => {
    const text = spell(message, spelling);
    expect(JSON.parse(text)).toEqual(message);
    expect(text).not.toContain('\n');
    expect(text).not.toBe(JSON.stringify(message));
  });
});

describe('malformed messages', () => {
  const good = { method: 'skills/list', params: {} };
  it.each(MALFORMED)('%s: is in one line, and no good request', (what) => {
    const text = malformed(what, good);
    expect(text).not.toContain('\n');
    expect(text).not.toBe(JSON.stringify({ jsonrpc: '2.0', id: 'malformed', ...good }));
  });
});

test('a spoilt cursor is another one, where that can be', () => {
  const ways = ['truncated', 'longer', 'one letter changed', 'case swapped', 'doubled', 'empty', 'padded'] as const;
  for (const how of ways)
    for (const at of [0, 1, 7, 40]) expect([how, at, spoil('c2tpbGxz', how, at)]).not.toEqual([how, at, 'c2tpbGxz']);
  expect(spoil('', 'truncated', 3)).toBe('');
});
