import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { brief } from '../../harness/model/json.js';
import type { Era } from '../../harness/model/protocol.js';
import type { Walk } from '../../harness/probe/walk.js';
import type { TestableId } from '../requirements/index.js';
import { setAside } from './outcomes.js';
import { pageName } from './results.js';

/** Judges the cursors of a walk: strings, taken back by the server; what the legacy text leaves open is a warning. */
export function judgeCursors(
  judge: Judge,
  walk: Walk,
  era: Era,
  termination: TestableId,
  subject = walk.method,
): void {
  for (const page of walk.pages) {
    const next = page.nextCursor;
    if (next === undefined) continue;
    const named = pageName(subject, page.number);
    if (next === null) {
      judge.each(named, false, {
        expected: 'no `nextCursor` on the last page',
        actual: 'null',
        frames: page.exchange.frames,
        level: 'SHOULD',
        cause: 'hosts read null as the end, but the schema says string or absent',
      });
    } else if (typeof next !== 'string') {
      judge.each(named, false, { expected: 'a string', actual: brief(next), frames: page.exchange.frames });
    } else {
      judge.each(named, next !== '' || era === 'modern', {
        expected: 'a cursor that is not empty: before 2026-07-28 the text is silent on "", and many hosts stop there',
        actual: '""',
        frames: page.exchange.frames,
        level: 'SHOULD',
      });
    }
  }
  if (walk.end === 'refused' && walk.failure !== undefined) {
    const { outcome } = walk.failure;
    const last = walk.pages.at(-1)!;
    const named = pageName(subject, last.number + 1);
    if (!setAside(judge, named, walk.failure)) {
      judge.each(named, false, {
        expected: `the page for the cursor ${brief(last.nextCursor, 60)} that page ${last.number} gave`,
        actual: describeOutcome(outcome),
        frames: [...last.exchange.frames, ...walk.failure.frames],
        ...(last.nextCursor === '' && era === 'legacy' ? { level: 'SHOULD' } : {}),
      });
    }
  }
  if (walk.end === 'loop') judge.unjudged(subject, 'the walk does not end', termination);
  if (walk.end === 'last' && walk.pages.length === 1)
    judge.notApplicable('there is one page only: paging is not exercised');
}

/** Judges that a walk reached its end. */
export function judgeTermination(judge: Judge, walk: Walk, subject = walk.method): void {
  if (walk.end === 'limit') {
    judge.unjudged(subject, `the walk was given up: ${walk.detail}`);
    return;
  }
  if (walk.pages.length === 1 && walk.end === 'last') {
    judge.notApplicable('there is one page only: paging is not exercised');
    return;
  }
  judge.each(subject, walk.end !== 'loop', () => ({
    expected: 'a page without `nextCursor` in the end',
    actual: walk.detail,
    frames: walk.pages.slice(-2).flatMap((page) => page.exchange.frames),
  }));
}
