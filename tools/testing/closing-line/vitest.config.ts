import { defineConfig } from 'vitest/config';

// Files that fail on purpose; `tools/closing-line-reporter.test.ts` runs each by itself.
export default defineConfig({
  cacheDir: '../../../node_modules/.vite-examples',
  test: { include: ['*.example.ts'], reporters: ['../../closing-line-reporter.ts'] },
});
