import { afterAll, test } from 'vitest';

afterAll(() => {
  throw new Error('the hook after the tests fails');
});
test('passes', () => {});
