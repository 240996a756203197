import type { Judge } from '../../harness/model/check.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { splitUri } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { EntryView, GetView, ManifestItem } from '../../harness/probe/views.js';
import type { Walk } from '../../harness/probe/walk.js';
import type { TestableId } from '../requirements/index.js';
import { blame } from './outcomes.js';

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
  judge.unjudged('skills/list', describeOutcome(outcome), blame(listing.failure!, by));
}

/** Says that an index is broken, so that what it would list cannot be judged. */
async function blameBrokenIndex(probe: Probe, judge: Judge): Promise<boolean> {
  const index = await probe.drafts.index();
  if (!index.answered || index.shape !== undefined) return false;
  const by: TestableId = index.document === undefined ? 'index/json' : 'index/schema';
  judge.unjudged('what the index lists', index.problem ?? 'the index has no array `skills`', by);
  return true;
}

/** Says why no skill is known from an index that can be read, or is not there: it is empty, or offers none as files. */
async function blameIndex(probe: Probe, judge: Judge): Promise<void> {
  const index = await probe.drafts.index();
  if (index.entries.some((entry) => entry.archives.length > 0 || entry.type === 'mcp-resource-template'))
    judge.notApplicable('no skill is served as files: the index offers archives or templates alone, which is legal');
  else if (index.entries.length > 0)
    judge.unjudged('skills', 'no entry of the index names a skill', 'index/entry-url');
  else {
    const state = index.answered ? 'empty' : 'absent';
    judge.unjudged('skills', `the index is ${state}, which is legal; name a skill with --skill <uri>`);
  }
}

/** Every skill that is served as files, listed or not. With none, the judge is told why. */
export async function skillsOf(probe: Probe, judge: Judge): Promise<readonly EntryView[]> {
  const skills = await probe.skills();
  if (!probe.hasMethods) {
    if (!(await blameBrokenIndex(probe, judge)) && skills.length === 0) await blameIndex(probe, judge);
  } else if (skills.length === 0) {
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
  if (entry.assumed === true && !(entry.uri !== undefined && isSkillMd(entry.uri))) return 'index/entry-url';
  return entry.uri !== undefined && isSkillMd(entry.uri) ? 'uri/explicit-skill-md' : 'entry/uri';
}

/** True for an absolute URI whose last segment is SKILL.md, whatever stands before it. */
export const isSkillMd = (uri: string): boolean => splitUri(uri) !== undefined && /[/:]SKILL\.md$/.test(uri);

/** A skill whose URI is usable. */
export type Rooted = EntryView & { readonly uri: string; readonly root: string };

/** Skills whose URI is usable, with their root; the others are unjudged. */
export async function rooted(probe: Probe, judge: Judge): Promise<readonly Rooted[]> {
  const usable: Rooted[] = [];
  for (const skill of await skillsOf(probe, judge)) {
    const by = withoutRoot(skill);
    if (by !== undefined) judge.unjudged(skill.label, 'its URI does not name a SKILL.md', by);
    else usable.push(skill as Rooted);
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
    else if (skill.assumed === true)
      judge.unjudged(skill.label, 'its URI does not name a SKILL.md', withoutRoot(skill));
    else judge.unjudged(skill.label, '`resources` is neither an array nor "dynamic"', 'entry/resources-form');
  }
  if (dynamic > 0) judge.notApplicable(`all skills (${dynamic}) are dynamic: they have no manifest`);
  return found;
}

/** `skills/get` of every listed URI, and of the others that it gives a result for. */
export async function gets(
  probe: Probe,
  judge: Judge,
): Promise<readonly { readonly uri: string; readonly got: GetView }[]> {
  const found = new Map<string, GetView>();
  for (const skill of await skillsOf(probe, judge)) {
    if (skill.uri === undefined) judge.unjudged(skill.label, 'it has no URI to ask for', 'entry/uri');
    else found.set(skill.uri, await probe.get(skill.uri));
  }
  for (const { uri } of await probe.unlisted()) {
    const got = await probe.get(uri);
    if (got.result !== undefined) found.set(uri, got);
  }
  return [...found].map(([uri, got]) => ({ uri, got }));
}

/** True when `skills/get` gave a result; else the judge is told what stands in the way. */
export function answered(uri: string, got: GetView, judge: Judge): boolean {
  if (got.result !== undefined) return true;
  const { outcome } = got.exchange;
  judge.unjudged(uri, describeOutcome(outcome), blame(got.exchange, 'list/agrees-with-get'));
  return false;
}
