import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import { hasDotSegments, isBelow, normaliseUri, segmentsBelow } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { DirectoryView, ManifestItem } from '../../harness/probe/views.js';
import type { TestableId } from '../requirements/index.js';
import { check, type ServerCheck } from './check.js';
import { blame } from './outcomes.js';
import { rooted, type Rooted } from './subjects.js';

export const METHOD = 'resources/directory/read';

export type Directory = DirectoryView & { readonly implied: boolean };

/** A check that is not applicable without `directoryRead: true`: then the method must not even be called. */
export const directoryCheck = (
  verifies: TestableId,
  title: string,
  run: (probe: Probe, judge: Judge) => Promise<void>,
): ServerCheck =>
  check(verifies, title, async (probe, judge) => {
    if (!probe.directoryRead) judge.notApplicable('directoryRead is not declared');
    else if (verifies !== 'directory/every-directory' && (await isUnknownMethod(probe))) {
      judge.unjudged(
        METHOD,
        'the server does not know the method, though it declares it',
        'directory/every-directory',
      );
    } else await run(probe, judge);
  });

/** Whether the first skill's root is answered as an unknown method is: then no answer to it says anything more. */
async function isUnknownMethod(probe: Probe): Promise<boolean> {
  const first = (await probe.skills()).find(({ root }) => root !== undefined);
  if (first?.root === undefined) return false;
  const { pages, failure } = (await probe.directory(first.root)).walk;
  return pages.length === 0 && failure?.outcome.kind === 'error' && failure.outcome.code === ErrorCode.methodNotFound;
}

/** Visits the directory tree of every skill. */
export async function eachTree(
  probe: Probe,
  judge: Judge,
  visit: (skill: Rooted, tree: readonly Directory[]) => Promise<void> | void,
): Promise<void> {
  for (const skill of await rooted(probe, judge)) {
    // In the drafts an entry may name what is not there; then its root is made up.
    if (skill.assumed === true && !(await probe.read(skill.uri)).answered) {
      judge.unjudged(skill.label, 'its SKILL.md cannot be read', 'format/skill-md-at-root');
    } else await visit(skill, await probe.tree(skill));
  }
}

/** Visits every directory that answered, each once though an enclosing and a nested skill share some. */
export async function eachDirectory(
  probe: Probe,
  judge: Judge,
  visit: (directory: Directory, skill: Rooted) => Promise<void> | void,
): Promise<void> {
  const seen = new Set<string>();
  await eachTree(probe, judge, async (skill, tree) => {
    for (const directory of tree) {
      if (seen.has(directory.uri)) continue;
      seen.add(directory.uri);
      if (directory.answered) {
        await visit(directory, skill);
        continue;
      }
      const { failure } = directory.walk;
      const reason = failure === undefined ? 'no answer' : describeOutcome(failure.outcome);
      judge.unjudged(
        directory.uri,
        reason,
        failure === undefined ? undefined : blame(failure, owedBy(directory, skill)),
      );
    }
  });
}

/** Which requirement an unanswered directory breaks: one that no file lies in is empty, if it is one at all. */
export function owedBy(directory: Directory, skill: Rooted): TestableId {
  if (kindOf(skill, directory.uri) === 'file') return 'directory/subdirectory-type';
  return directory.implied || skill.manifest === undefined ? 'directory/every-directory' : 'directory/empty';
}

/** A URI in normal form, without the slash that some servers put behind a directory. */
export const bare = (uri: string): string => normaliseUri(uri).replace(/\/$/, '');

type Kind = 'file' | 'directory';
const MAX_LEVELS = 256;
const indexes = new WeakMap<readonly ManifestItem[], Map<string, Map<string, Kind>>>();

/** The direct children that a manifest stands for, by directory and in normal form. */
function indexOf(root: string, manifest: readonly ManifestItem[]): Map<string, Map<string, Kind>> {
  const known = indexes.get(manifest);
  if (known !== undefined) return known;
  const index = new Map<string, Map<string, Kind>>();
  const add = (directory: string, child: string, kind: Kind): void => {
    const children = index.get(directory) ?? new Map<string, Kind>();
    index.set(directory, children);
    if (kind === 'directory' || !children.has(child)) children.set(child, kind);
  };
  for (const { uri } of manifest) {
    const below = uri === undefined || hasDotSegments(uri) ? undefined : segmentsBelow(root, uri);
    // Deeper than any walk goes: it is made up to cost time.
    if (below === undefined || below.length > MAX_LEVELS) continue;
    below.reduce((path, segment, at) => {
      const next = `${path}/${segment}`;
      add(bare(path), bare(next), at === below.length - 1 ? 'file' : 'directory');
      return next;
    }, root);
  }
  indexes.set(manifest, index);
  return index;
}

const NONE: ReadonlyMap<string, Kind> = new Map();

/** The direct children of one directory that the manifest stands for: URI in normal form → file or directory. */
export const impliedChildren = (
  skill: Rooted,
  directory: string,
  manifest = skill.manifest,
): ReadonlyMap<string, Kind> =>
  manifest === undefined ? NONE : (indexOf(skill.root, manifest).get(bare(directory)) ?? NONE);

/** What the manifest takes a URI for; undefined when it says nothing of it. */
export const kindOf = (skill: Rooted, uri: string): Kind | undefined =>
  impliedChildren(skill, uri.slice(0, uri.lastIndexOf('/'))).get(bare(uri));

/** What keeps the children of a directory from being compared with the manifest; undefined when nothing does. */
export function incomparable(directory: Directory): { readonly reason: string; readonly by: TestableId } | undefined {
  const { walk, children, uri } = directory;
  if (walk.end !== 'last' && walk.end !== 'null') {
    return { reason: `its pages could not be followed to the end: ${walk.detail}`, by: 'directory/pagination' };
  }
  if (walk.pages.some((page) => !page.shaped) || children.some(({ child }) => typeof child['uri'] !== 'string')) {
    return { reason: 'it holds something else than Resources', by: 'directory/result-shape' };
  }
  if (children.some(({ child }) => !isBelow(normaliseUri(uri), bare(String(child['uri']))))) {
    return { reason: 'it has children of other directories', by: 'directory/child-inside' };
  }
  return undefined;
}
