import { beforeAll, describe, test } from 'vitest';

test('passes', () => {});
describe('behind a hook that fails', () => {
  beforeAll(() => {
    throw new Error('the hook fails');
  });
  test('cannot run', () => {});
  describe('a group', () => {
    test('cannot run either', () => {});
  });
  test.skip('would have been skipped anyway', () => {});
});
