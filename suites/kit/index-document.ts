import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import type { IndexView } from '../../harness/probe/index-view.js';
import type { Probe } from '../../harness/probe/probe.js';
import { setAside } from './outcomes.js';

/** The index when it answered; else the judge is told why there is nothing to look at. */
export async function answeredIndex(probe: Probe, judge: Judge): Promise<IndexView | undefined> {
  const index = await probe.drafts.index();
  if (index.answered) return index;
  if (!setAside(judge, 'skill://index.json', index.exchange)) {
    judge.notApplicable(
      `there is no index, which is legal: resources/read of it gives ${describeOutcome(index.exchange.outcome)}`,
    );
  }
  return undefined;
}

/** The index when its entries can be read; else the judge is told what stands in the way. */
export async function readableIndex(probe: Probe, judge: Judge): Promise<IndexView | undefined> {
  const index = await answeredIndex(probe, judge);
  if (index === undefined) return undefined;
  if (index.document === undefined) {
    judge.unjudged('skill://index.json', index.problem ?? 'it is no JSON object', 'index/json');
    return undefined;
  }
  if (index.shape === undefined) {
    judge.unjudged('skill://index.json', 'it has no array `skills`', 'index/schema');
    return undefined;
  }
  return index;
}
