import { beforeAll, test } from 'vitest';

beforeAll(() => {
  throw new Error('the hook of the file fails');
});
test('cannot run', () => {});
test('cannot run either', () => {});
