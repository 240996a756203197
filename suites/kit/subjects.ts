import type { Judge } from '../../harness/model/check.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import { describeOutcome, isUnanswered } from '../../harness/model/exchange.js';
import type { EntryView, GetView, ManifestItem, Probe } from '../../harness/probe/probe.js';
import type { Walk } from '../../harness/probe/walk.js';
import type { TestableId } from '../requirements/index.js';

/** The listing, when it has pages; else the reason is told to the judge and undefined comes back. */
export async function listingOf(probe: Probe, judge: Judge): Promise<Walk | undefined> {
  const listing = await probe.listing();
  if (listing.pages.length > 0) return listing;
  blameListing(listing, judge);
  return undefined;
}

function blameListing(listing: Walk, judge: Judge): void {
  const outcome = listing.failure?.outcome;
  if (outcome === undefined) return;
  const missing = outcome.kind === 'error' && outcome.code === ErrorCode.methodNotFound;
  const by: TestableId = missing ? 'capability/methods-answer' : 'list/result-shape';
  judge.unjudged('skills/list', describeOutcome(outcome), isUnanswered(outcome) ? undefined : by);
}

/** Every skill known, listed or not. With none, the judge is told why. */
export async function skillsOf(probe: Probe, judge: Judge): Promise<readonly EntryView[]> {
  const skills = await probe.skills();
  if (skills.length === 0) {
    const listing = await probe.listing();
    if (listing.pages.length === 0) blameListing(listing, judge);
    else if (listing.pages.some((page) => !page.shaped))
      judge.unjudged('skills', 'no skill is known', 'list/result-shape');
    else judge.unjudged('skills', 'the listing is empty, which is legal; name a skill with --skill <uri>');
  }
  return skills;
}

/** What stands in the way of judging an entry by its URI. */
export function withoutRoot(entry: EntryView): TestableId | undefined {
  if (entry.root !== undefined) return undefined;
  return entry.uri !== undefined && /\/?skill\.md$/i.test(entry.uri) && !entry.uri.endsWith('/SKILL.md')
    ? 'uri/explicit-skill-md'
    : entry.uri?.endsWith('/SKILL.md') === true
      ? 'uri/explicit-skill-md'
      : 'entry/uri';
}

/** Skills whose URI is usable, with their root; the others are unjudged. */
export async function rooted(
  probe: Probe,
  judge: Judge,
): Promise<readonly (EntryView & { readonly uri: string; readonly root: string })[]> {
  const usable: (EntryView & { uri: string; root: string })[] = [];
  for (const skill of await skillsOf(probe, judge)) {
    const by = withoutRoot(skill);
    if (by !== undefined) judge.unjudged(skill.label, 'its URI is none of a SKILL.md', by);
    else usable.push(skill as EntryView & { uri: string; root: string });
  }
  return usable;
}

/** Skills with a manifest. Dynamic ones are passed over; malformed ones are unjudged. */
export async function manifests(
  probe: Probe,
  judge: Judge,
): Promise<readonly (EntryView & { readonly manifest: readonly ManifestItem[] })[]> {
  const found: (EntryView & { manifest: readonly ManifestItem[] })[] = [];
  let dynamic = 0;
  for (const skill of await skillsOf(probe, judge)) {
    if (skill.manifest !== undefined) found.push(skill as EntryView & { manifest: readonly ManifestItem[] });
    else if (skill.dynamic) dynamic += 1;
    else judge.unjudged(skill.label, '`resources` is neither an array nor "dynamic"', 'entry/resources-form');
  }
  if (dynamic > 0) judge.notApplicable(`all skills (${dynamic}) are dynamic: they have no manifest`);
  return found;
}

/** `skills/get` of every listed URI and of those known by other means that answered; failures are the matter of others. */
export async function gets(
  probe: Probe,
  judge: Judge,
): Promise<readonly { readonly uri: string; readonly got: GetView }[]> {
  const found: { uri: string; got: GetView }[] = [];
  for (const skill of await skillsOf(probe, judge)) {
    if (skill.uri === undefined) {
      judge.unjudged(skill.label, 'it has no URI to ask for', 'entry/uri');
      continue;
    }
    found.push({ uri: skill.uri, got: await probe.get(skill.uri) });
  }
  return found;
}

/** True when `skills/get` gave a result; else the judge is told what stands in the way. */
export function answered(uri: string, got: GetView, judge: Judge): boolean {
  if (got.result !== undefined) return true;
  const { outcome } = got.exchange;
  judge.unjudged(uri, describeOutcome(outcome), isUnanswered(outcome) ? undefined : 'list/agrees-with-get');
  return false;
}
