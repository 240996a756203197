import { test } from 'vitest';

test('is never collected', () => {});
throw new Error('the file cannot be loaded');
