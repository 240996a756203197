import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { normaliseUri, UriIndex } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { EntryView, ManifestItem } from '../../harness/probe/views.js';
import type { ReadView } from '../../harness/probe/content.js';
import type { TestableId } from '../requirements/index.js';
import { blame } from './outcomes.js';
import { manifests } from './subjects.js';

export const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** One file of one skill's manifest, with what was read under its URI. */
export interface FileView {
  readonly skill: EntryView;
  readonly item: ManifestItem & { readonly uri: string };
  readonly label: string;
  readonly read: ReadView;
  /** Frames of the entry and of the read. */
  readonly frames: readonly number[];
}

/** Every element of every manifest that has a URI, each read once. Elements without one are unjudged. */
export async function files(
  probe: Probe,
  judge: Judge,
  visit: (file: FileView) => Promise<void> | void,
): Promise<void> {
  for (const skill of await manifests(probe, judge)) {
    const usable = skill.manifest.filter((item): item is ManifestItem & { uri: string } => item.uri !== undefined);
    skill.manifest
      .filter((item) => item.uri === undefined)
      .forEach((item) =>
        judge.unjudged(`${skill.label}, element ${item.index + 1}`, 'it has no URI', 'entry/schema'),
      );
    const seen = new Set<string>();
    const once = usable.filter((item) => !seen.has(item.uri) && seen.add(item.uri));
    await probe.each(once, async (item) => {
      const read = await probe.read(item.uri);
      await visit({ skill, item, label: labelOf(skill, item.uri), read, frames: [...skill.frames, ...read.frames] });
    });
  }
}

/** A file is named by its URI; under an enclosing skill the skill is named too. */
export const labelOf = (skill: EntryView, uri: string): string =>
  skill.root !== undefined && uri.startsWith(`${skill.root}/`) ? uri : `${uri} (in ${skill.label})`;

/** What keeps the content of a file from being judged; undefined when content is there. */
export function unreadable(file: FileView): { reason: string; by: TestableId | undefined } | undefined {
  const { read, item, skill } = file;
  if (read.base64Problem !== undefined && read.digest !== item.digest) {
    return { reason: `its base64 is spoilt: ${read.base64Problem}`, by: 'read/blob-base64' };
  }
  if (read.digest !== undefined) return undefined;
  if (read.answered) return { reason: read.shapeProblem ?? 'no content', by: 'read/shape' };
  const { outcome } = read.exchange;
  return {
    reason: describeOutcome(outcome),
    by: blame(read.exchange, item.uri === skill.uri ? 'format/skill-md-at-root' : 'manifest/readable'),
  };
}

/** Judges content against the manifest, and asks once more before it blames: an entry may be older than the file. */
export async function refreshed(
  probe: Probe,
  file: FileView,
  agrees: (item: ManifestItem, read: ReadView) => boolean,
): Promise<{
  readonly ok: boolean;
  readonly frames: readonly number[];
  readonly item: ManifestItem;
  readonly read: ReadView;
}> {
  if (agrees(file.item, file.read)) return { ok: true, frames: file.frames, item: file.item, read: file.read };
  const entry = file.skill.uri === undefined ? undefined : (await probe.get(file.skill.uri, true)).entry;
  const item = entry?.manifest?.find((candidate) => candidate.uri === file.item.uri) ?? file.item;
  const read = await probe.read(file.item.uri, true);
  const changed =
    read.digest !== file.read.digest || item.digest !== file.item.digest || item.size !== file.item.size;
  if (!changed || read.digest === undefined)
    return { ok: false, frames: file.frames, item: file.item, read: file.read };
  return { ok: agrees(item, read), frames: [...(entry?.frames ?? []), ...read.frames], item, read };
}

type OfManifest<T> = WeakMap<object, T>;
const directoriesOf: OfManifest<ReadonlySet<string>> = new WeakMap();
const normalOf: OfManifest<ReadonlySet<string>> = new WeakMap();
const indexOf: OfManifest<UriIndex> = new WeakMap();

/** What follows from a manifest is made once: it is asked for with every file, and a manifest may have 100,000. */
function ofManifest<T>(skill: EntryView, made: OfManifest<T>, make: (skill: EntryView) => T): T {
  if (skill.manifest === undefined) return make(skill);
  const known = made.get(skill.manifest) ?? make(skill);
  made.set(skill.manifest, known);
  return known;
}

/** URIs of a manifest as sent, in order; elements without one are left out. */
export const urisOf = (skill: EntryView): string[] =>
  (skill.manifest ?? []).flatMap((item) => (item.uri === undefined ? [] : [item.uri]));

/** URIs of a manifest as sent, to be asked for those below a directory. */
export const manifestIndex = (skill: EntryView): UriIndex =>
  ofManifest(skill, indexOf, (own) => new UriIndex(urisOf(own)));

/** Directories that a manifest wrongly lists, as far as it shows itself: elements that others lie below, or that end in a slash. */
export function listedDirectories(skill: EntryView): ReadonlySet<string> {
  return ofManifest(skill, directoriesOf, findListedDirectories);
}

function findListedDirectories(skill: EntryView): ReadonlySet<string> {
  const index = manifestIndex(skill);
  const found = new Set<string>();
  for (const uri of urisOf(skill)) if (uri.endsWith('/') || index.hasBelow(uri)) found.add(uri);
  return found;
}

/** URIs of a manifest in normal form: what "listed" means when spellings may differ. */
export const listedUris = (skill: EntryView): ReadonlySet<string> => ofManifest(skill, normalOf, findListedUris);

const findListedUris = (skill: EntryView): ReadonlySet<string> => new Set(urisOf(skill).map(normaliseUri));

/** What keeps one from telling what a manifest lacks; undefined when nothing does. */
export function unfitManifest(
  manifest: readonly ManifestItem[],
): { readonly reason: string; readonly by: TestableId } | undefined {
  const reason = 'its manifest is broken, so that what is missing cannot be told';
  if (manifest.some((item) => item.uri === undefined)) return { reason, by: 'entry/schema' };
  return manifest.length === 0 ? { reason, by: 'manifest/includes-skill-md' } : undefined;
}

/** Whether a file that is served is missing from a manifest, by a fresh one too. `normal` is its URI in normal form. */
export async function isUnlisted(
  probe: Probe,
  skill: EntryView & { readonly uri: string },
  normal: string,
): Promise<boolean> {
  const fresh = (await probe.get(skill.uri, true)).entry;
  return fresh?.dynamic !== true && !(fresh?.manifest !== undefined && listedUris(fresh).has(normal));
}
