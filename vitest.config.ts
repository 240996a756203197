import { defineConfig } from 'vitest/config';
import SlowFirst from './tools/slow-first.js';

export default defineConfig({
  test: {
    include: ['{harness,suites,reports,reference-server,bench,fixtures,tools}/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    maxConcurrency: 2,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './tools/closing-line-reporter.ts'],
  },
});
