import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite } from 'vitest/node';

/** Ends a run with one line, `N passed, N failed[, N skipped]`, that CI can read. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason = 'passed',
  ): void {
    const all = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = all.filter((test) => test.result().state === 'passed');
    const failed = new Set<unknown>(all.filter((test) => test.result().state === 'failed'));
    for (const module of modules) {
      for (const one of [module, ...module.children.allSuites()]) for (const loss of lossesOf(one)) failed.add(loss);
    }
    // Vitest knows of ways to fail that belong to no test, such as an interruption.
    const extra = unhandledErrors.length || (reason !== 'passed' && failed.size === 0 ? 1 : 0);
    const skipped = all.filter((test) => !failed.has(test) && test.result().state !== 'passed').length;
    process.stdout.write(
      `${passed.length} passed, ${failed.size + extra} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

/**
 * What failed because of an error outside any test: a hook, or a file that cannot be loaded. Vitest calls the tests behind
 * a hook that failed skipped; they are failures, for they were to run. Where there are none the group itself counts.
 */
function lossesOf(group: TestModule | TestSuite): (TestCase | TestModule | TestSuite)[] {
  if (group.errors().length === 0 && !(group.type === 'module' && group.state() === 'failed' && isEmpty(group))) {
    return [];
  }
  const unrun = [...group.children.allTests()].filter((test) => {
    const { state } = test.result();
    return (state === 'skipped' || state === 'pending') && isMeantToRun(test);
  });
  return unrun.length > 0 ? unrun : [group];
}

const isEmpty = (group: TestModule): boolean => group.children.size === 0;

/** False for `test.skip`, `test.todo`, and tests of a `describe.skip`. */
function isMeantToRun(test: TestCase): boolean {
  for (let one: TestCase | TestSuite | TestModule = test; one.type !== 'module'; one = one.parent) {
    if (one.options.mode === 'skip' || one.options.mode === 'todo') return false;
  }
  return true;
}
