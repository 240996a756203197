import type { Report, Result } from '../harness/model/report.js';
import type { Level } from '../harness/model/requirement.js';

type FailOn = Report['failOn'];

/** Whether a breach or a block at this level changes the exit code. */
export const isGating = (level: Level, failOn: FailOn): boolean =>
  level === 'MUST' || (level === 'SHOULD' && failOn === 'should');

/** Whether a result makes the run red, and in which way. `undefined`: it does not. */
export function redness(result: Result, failOn: FailOn): 'failure' | 'blocked' | 'harness' | undefined {
  if (result.verdict === 'error') return 'harness';
  if (!isGating(result.level, failOn)) return undefined;
  if (result.verdict === 'fail') return 'failure';
  return result.verdict === 'blocked' ? 'blocked' : undefined;
}
