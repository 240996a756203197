import type { Result } from '../model/report.js';

/** What stands in the way of something that needs other requirements: those whose breach (MUST) or block began it. */
export function inTheWay(needs: readonly string[], results: ReadonlyMap<string, Result>): readonly string[] {
  const blocking = needs.filter((id) => {
    const result = results.get(id);
    return (
      result !== undefined && (result.verdict === 'blocked' || (result.verdict === 'fail' && result.level === 'MUST'))
    );
  });
  return [...new Set(blocking.flatMap((id) => results.get(id)?.blockedBy ?? [id]))];
}
