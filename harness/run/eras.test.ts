import { describe, expect, it } from 'vitest';
import { judge, scripted } from '../faults/testing/judge.js';

describe('an era in which the extension is not declared', () => {
  it.each([
    ['legacy', 0, 'not-applicable'],
    ['modern', 1, 'fail'],
  ] as const)('is told by its text: %s alone gives exit code %d', async (era, exitCode, verdict) => {
    const { report } = await judge(scripted('undeclared-in', era), {
      protocol: 'auto',
      limits: { requestMs: 5_000 },
    });
    const found = report.eras.find((one) => one.era === era)!.results.find(({ id }) => id === 'capability/declared');
    expect([report.exitCode, found?.verdict]).toEqual([exitCode, verdict]);
  });
});
