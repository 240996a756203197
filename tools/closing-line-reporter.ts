import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one line, `N passed, N failed[, N skipped]`, that CI can read. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      let own = 0;
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        own += 1;
      }
      // A file that fails to load has no tests and must still count as a failure.
      if (own === 0 && module.state() === 'failed') counts.failed += 1;
    }
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(
      `${counts.passed} passed, ${counts.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}
