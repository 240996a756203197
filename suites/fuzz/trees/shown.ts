import { describeOutcome } from '../../../harness/model/exchange.js';
import { isObject } from '../../../harness/model/json.js';
import { skillRoot } from '../../../harness/model/uri.js';
import type { EntryView, ManifestItem } from '../../../harness/probe/views.js';
import type { Probe } from '../../../harness/probe/probe.js';
import { control } from './control.js';
import type { Session } from './session.js';
import { lastName } from './uris.js';

type Offers = Awaited<ReturnType<Probe['drafts']['offers']>>;

/** A skill as the server shows it, in whichever revision. */
export interface Shown {
  /** The URI of its directory, without a slash at the end. */
  readonly root: string;
  /** The URI of its SKILL.md; undefined for one that is served packed alone. */
  readonly uri: string | undefined;
  /** What the entry says of its frontmatter; undefined where the revision has none. */
  readonly frontmatter: unknown;
  /** 2026-09-13; undefined in the drafts, and where it is no array. */
  readonly manifest: readonly ManifestItem[] | undefined;
  readonly dynamic: boolean;
  readonly offers: Offers;
  readonly frames: readonly number[];
}

const ofEntry = ({ uri, root, entry, manifest, dynamic, frames }: EntryView): Shown | undefined =>
  root === undefined
    ? undefined
    : { root, uri, frontmatter: entry['frontmatter'], manifest, dynamic, offers: [], frames };

/** The entry of a skill that the listing need not have. */
export async function confirmed(probe: Probe, uri: string): Promise<Shown | undefined> {
  const { entry } = await probe.get(uri);
  return entry === undefined ? undefined : ofEntry(entry);
}

const ARCHIVE = /\.(?:tar\.gz|tgz|zip|tar)$/i;

async function inIndex(probe: Probe): Promise<readonly Shown[]> {
  const found = new Map<string, Shown>();
  for (const { url, direct, archives, entry, frames } of (await probe.drafts.index()).entries) {
    const own = direct && url !== undefined ? skillRoot(url) : undefined;
    const root = own ?? archives[0]?.url?.replace(ARCHIVE, '');
    if (root === undefined) continue;
    const before = found.get(root);
    found.set(root, {
      root,
      uri: own === undefined ? before?.uri : url,
      frontmatter: before?.frontmatter ?? entry['frontmatter'],
      manifest: undefined,
      dynamic: false,
      offers: [...(before?.offers ?? []), ...archives],
      frames: [...(before?.frames ?? []), ...frames],
    });
  }
  return [...found.values()];
}

/** Every skill that the server lists; undefined when there is no list, which is then told. */
export async function shownBy(session: Session): Promise<readonly Shown[] | undefined> {
  const { probe } = session;
  const failed = (actual: string, frames: readonly number[]): undefined =>
    void session.breach('fuzz/tree-served', control, 'list-failed', 'the list of skills', {
      expected: 'the skills that are good, whatever else is in the folder',
      actual,
      frames,
    });
  if (!probe.hasMethods) {
    const index = await probe.drafts.index();
    if (session.unanswered('fuzz/tree-served', control, 'the index', index.exchange)) return undefined;
    if (!index.answered) return failed(describeOutcome(index.exchange.outcome), index.frames);
    if (index.document === undefined) return failed(index.problem ?? 'no document', index.frames);
    return await inIndex(probe);
  }
  const { failure } = await probe.listing();
  if (failure !== undefined) {
    if (session.unanswered('fuzz/tree-served', control, 'the list of skills', failure)) return undefined;
    return failed(`${failure.method}: ${describeOutcome(failure.outcome)}`, failure.frames);
  }
  return (await probe.entries()).flatMap((entry) => ofEntry(entry) ?? []);
}

/** The skill of a folder among those that are shown: where the prefix says, else the only one of that name. */
export function find(shown: readonly Shown[], prefix: string | undefined, name: string): Shown | undefined {
  const exact = prefix === undefined ? undefined : shown.find(({ root }) => root === `${prefix}${name}`);
  if (exact !== undefined) return exact;
  const named = shown.filter(({ root, frontmatter }) =>
    isObject(frontmatter) && typeof frontmatter['name'] === 'string'
      ? frontmatter['name'] === name && lastName(root) === name
      : lastName(root) === name,
  );
  return named.length === 1 ? named[0] : undefined;
}
