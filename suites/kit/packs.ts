import type { ArchiveProblem, ArchiveRule } from '../../harness/archive/archive.js';
import type { Evidence, Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { skillRoot } from '../../harness/model/uri.js';
import type { ArchiveOffer, IndexEntry } from '../../harness/probe/index-view.js';
import type { PackedView } from '../../harness/probe/packed.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { TestableId } from '../requirements/index.js';
import type { ServerCheck } from './check.js';
import { check } from './check.js';
import { readableIndex } from './index-document.js';
import { blame } from './outcomes.js';

/** The skill path that an archive's URL stands for in 2026-06-03; undefined without one of the two suffixes. */
export function archiveRoot(url: string): string | undefined {
  const stripped = url.replace(/\.(?:tar\.gz|zip)$/, '');
  return stripped === url ? undefined : stripped;
}

/** Every archive that the index offers; with none, the judge is told so. */
export async function offersOf(probe: Probe, judge: Judge): Promise<readonly ArchiveOffer[]> {
  if ((await readableIndex(probe, judge)) === undefined) return [];
  const offers = await probe.drafts.offers();
  if (offers.length === 0) judge.notApplicable('the index offers no archive, which is legal');
  return offers;
}

/** What has no URL cannot be read. */
export function withoutUrl(probe: Probe, judge: Judge, offer: ArchiveOffer): void {
  judge.unjudged(offer.label, 'it has no URL', probe.drafts.typed ? 'index/entry-url' : 'archive/fields');
}

/** Every archive whose bytes came; for the others the judge is told what stands in the way. */
export async function packsOf(probe: Probe, judge: Judge): Promise<readonly PackedView[]> {
  const views: PackedView[] = [];
  for (const offer of await offersOf(probe, judge)) {
    if (offer.url === undefined) {
      withoutUrl(probe, judge, offer);
      continue;
    }
    const view = await probe.drafts.packed(offer);
    const { read } = view;
    const spoilt = read.base64Problem !== undefined && read.digest !== offer.digest;
    if (read.carrier === 'text') judge.unjudged(offer.label, 'it comes as `text`', 'archive/readable');
    else if (spoilt) judge.unjudged(offer.label, `its base64 is spoilt: ${read.base64Problem}`, 'archive/readable');
    else if (read.digest !== undefined) views.push(view);
    else if (read.answered) judge.unjudged(offer.label, read.shapeProblem ?? 'no content', 'archive/readable');
    else
      judge.unjudged(offer.label, describeOutcome(read.exchange.outcome), blame(read.exchange, 'archive/readable'));
  }
  return views;
}

/** Every archive that decodes, so that what is in it can be judged. */
export async function unpackedOf(probe: Probe, judge: Judge): Promise<readonly PackedView[]> {
  const views: PackedView[] = [];
  for (const view of await packsOf(probe, judge)) {
    const { archive, offer, format } = view;
    const spoilt = archive?.faults.find(({ grave }) => grave);
    if (archive === undefined) {
      if (format !== undefined) judge.unjudged(offer.label, 'no bytes came', 'archive/readable');
      else if (probe.drafts.typed)
        judge.unjudged(offer.label, 'its format is not known to us', 'archive/offers-common-format');
      // Servers may offer formats that hosts need not know, and this judge neither.
      else judge.notApplicable('an archive is in a format that this judge does not read, which is legal');
    } else if (spoilt !== undefined) judge.unjudged(offer.label, spoilt.detail, 'archive/format-agrees');
    else views.push(view);
  }
  return views;
}

/** Judges one rule of the archive checker on every archive that decodes. */
export const ruleCheck = (verifies: TestableId, title: string, rule: ArchiveRule, expected: string): ServerCheck =>
  check(verifies, title, async (probe, judge) => {
    for (const view of await unpackedOf(probe, judge)) judgeRule(judge, view, rule, expected);
  });

/** Tells every breach of one rule by one archive. */
export function judgeRule(
  judge: Judge,
  view: PackedView,
  rule: ArchiveRule,
  expected: string,
  more: (problem: ArchiveProblem) => Pick<Evidence, 'level' | 'strict'> = () => ({}),
): void {
  const stopped = rule === 'bounded' ? undefined : view.archive?.stopped;
  const broken = view.problems.filter(
    (problem) => problem.rule === rule && !(stopped !== undefined && rule === 'skill-md-at-root'),
  );
  for (const problem of broken) {
    judge.each(problem.entry === undefined ? view.offer.label : `${view.offer.label} → ${problem.entry}`, false, {
      expected,
      actual: `${problem.detail} (${problem.name})`,
      frames: view.frames,
      ...more(problem),
    });
  }
  if (stopped !== undefined)
    judge.unjudged(view.offer.label, `it was not read to its end: ${stopped.detail}`, 'archive/bounded');
  else if (broken.length === 0) judge.each(view.offer.label, true, { expected: '', actual: '', frames: [] });
}

/** The root under which the same skill is served as files; undefined when it is offered as archives alone. */
export async function filesRoot(probe: Probe, offer: ArchiveOffer): Promise<string | undefined> {
  if (!probe.drafts.typed) return directRoot(offer.entry);
  const root = archiveRoot(offer.url ?? '');
  return root === undefined ? undefined : (await probe.skillAt(root))?.root;
}

const directRoot = ({ url }: IndexEntry): string | undefined => (url === undefined ? undefined : skillRoot(url));
