import type { Check, Judge } from '../../harness/model/check.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { TestableId } from '../requirements/index.js';

export type ServerCheck = Check<Probe, TestableId>;

/**
 * Defines the check of one requirement. `title` says how it is seen, in a few words. Every check but those on the
 * declaration itself needs the extension to be declared; `needs` adds to that.
 */
export function check(
  verifies: TestableId,
  title: string,
  run: (probe: Probe, judge: Judge) => Promise<void> | void,
  options: { readonly needs?: readonly TestableId[]; readonly phase?: ServerCheck['phase'] } = {},
): ServerCheck {
  const needs = options.needs ?? [];
  const declared: TestableId = 'capability/declared';
  return {
    verifies,
    title,
    needs: verifies === declared ? needs : [declared, ...needs],
    phase: options.phase ?? 'work',
    run,
  };
}

/** A name that no server has on purpose. */
export const NONSENSE = 'zz-not-served-7f3a';

/** The first and the last `count / 2` elements: a bound for probes that ask one thing more of each subject. */
export function ends<T>(items: readonly T[], count = 400): readonly T[] {
  if (items.length <= count) return items;
  return [...items.slice(0, count / 2), ...items.slice(-count / 2)];
}
