import { describe, expect, test } from 'vitest';

test('passes', () => expect(1).toBe(1));
test('fails', () => expect(1).toBe(2));
test.skip('is skipped', () => {});
describe.skip('a skipped group', () => {
  test('is skipped with it', () => {});
});
