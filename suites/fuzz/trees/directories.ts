import { describeOutcome } from '../../../harness/model/exchange.js';
import { brief } from '../../../harness/model/json.js';
import type { DirectoryView } from '../../../harness/probe/views.js';
import { childrenOf, isLinked, onDisk, type Expected, type OnDisk } from './expect.js';
import { isHidden } from './names.js';
import type { Located } from './served.js';
import type { Matched } from './match.js';
import { ROOM, type Session } from './session.js';
import { pathBelow } from './uris.js';

const VERIFIES = 'fuzz/tree-directories';

interface Child {
  readonly uri: string;
  readonly isDirectory: boolean;
}

const joined = (directory: string, name: string): string => (directory === '' ? name : `${directory}/${name}`);

/**
 * The children that a directory shows, by name; those that lie elsewhere under their whole URI.
 * @param known the paths of files by URIs that a manifest has for them: how they are spelt is told there
 */
function shownIn(
  root: string,
  directory: string,
  view: DirectoryView,
  disk: OnDisk,
  known: ReadonlyMap<string, string>,
): Map<string, Child> {
  const shown = new Map<string, Child>();
  for (const { child: resource } of view.children) {
    const { uri, mimeType } = resource;
    if (typeof uri !== 'string') continue;
    const plain = uri.replace(/\/$/, '');
    const child = { uri: plain, isDirectory: mimeType === 'inode/directory' };
    const path = known.get(uri) ?? pathBelow(root, plain);
    const name = path?.slice(path.lastIndexOf('/') + 1);
    // A directory that is not escaped has no manifest to tell it; what it is called is plain all the same.
    const raw = plain.slice(plain.lastIndexOf('/') + 1);
    const isRaw = child.isDirectory && disk.directories.has(joined(directory, raw));
    if (name !== undefined && path === joined(directory, name) && !(isRaw && !disk.directories.has(path)))
      shown.set(name, child);
    else shown.set(isRaw ? raw : uri, child);
  }
  return shown;
}

/** True for a directory that holds a file which no custom hides, however deep: a server cannot but know it. */
const holdsFile = ({ files }: OnDisk, directory: string): boolean =>
  [...files.keys()].some((path) => path.startsWith(directory === '' ? '' : `${directory}/`) && !isHidden(path));

/** A disk without files that a manifest lacks or names otherwise: that they do not show elsewhere either is told already. */
function without(disk: OnDisk, missing: readonly Expected[]): OnDisk {
  const gone = new Set(missing.map(({ path }) => path));
  const files = new Map([...disk.files].filter(([path]) => !gone.has(path)));
  const holds = (paths: Iterable<string>, directory: string): boolean =>
    [...paths].some((path) => path.startsWith(directory === '' ? '' : `${directory}/`));
  const directories = [...disk.directories].filter((one) => !holds(gone, one) || holds(files.keys(), one));
  return { ...disk, files, directories: new Set(directories) };
}

/** Every directory of a skill has the children that are on disk. */
export async function judgeDirectories(
  session: Session,
  { tree, shown }: Located,
  matched: Matched | undefined,
): Promise<void> {
  const { probe } = session;
  if (!probe.directoryRead || shown.uri === undefined) return;
  session.judged(VERIFIES, tree);
  const whole = onDisk(tree);
  const renamed = matched?.renamed.map(({ file }) => file) ?? [];
  const disk = without(whole, [...(matched?.missing ?? []), ...renamed]);
  const uris = new Map([['', shown.root]]);
  const unread = new Set<string>();
  const known = new Map(matched?.pairs.map(({ file, named }) => [named.uri, file.path]));
  // Parents stand before their children, so that the URI which the server has for a directory is known.
  for (const directory of [...disk.directories].sort()) {
    const cut = directory.lastIndexOf('/');
    const parent = cut === -1 ? '' : directory.slice(0, cut);
    // What the directory above does not show is told there.
    if (directory !== '' && (unread.has(parent) || !uris.has(directory))) {
      unread.add(directory);
      continue;
    }
    const uri = uris.get(directory)!;
    const view = await probe.directory(uri);
    const isSure = holdsFile(disk, directory);
    const { failure } = view.walk;
    const frames = [
      ...shown.frames,
      ...(failure?.frames ?? []),
      ...view.walk.pages.flatMap(({ exchange }) => exchange.frames),
    ];
    if (failure !== undefined && session.unanswered(VERIFIES, tree, uri, failure)) continue;
    if (!view.answered) {
      unread.add(directory);
      if (isHidden(directory)) continue;
      session.breach(VERIFIES, tree, isSure ? 'refused' : 'empty-refused', uri, {
        expected: isSure ? 'the children of a directory that holds files' : 'an empty array: the directory is there',
        actual: describeOutcome(failure!.outcome),
        frames,
        ...(isSure ? {} : ROOM),
      });
      continue;
    }
    const children = shownIn(shown.root, directory, view, whole, known);
    for (const [name, child] of children) if (child.isDirectory) uris.set(joined(directory, name), child.uri);
    // A name in another Unicode form will do, unless there is something of just that name as well.
    const spelt = [...uris].filter(([path]) => !whole.directories.has(path));
    const respelt = new Map(spelt.map(([path, at]) => [path.normalize('NFC'), at]));
    for (const one of disk.directories) {
      const at = respelt.get(one.normalize('NFC'));
      if (at !== undefined && !uris.has(one)) uris.set(one, at);
    }
    judgeChildren(session, tree, { disk, whole, known }, directory, uri, children, frames);
  }
}

/** A disk less what is told elsewhere, the whole of it, and the URIs that a manifest has for its files. */
interface Sides {
  readonly disk: OnDisk;
  readonly whole: OnDisk;
  readonly known: ReadonlyMap<string, string>;
}

function judgeChildren(
  session: Session,
  tree: Located['tree'],
  { disk, whole, known }: Sides,
  directory: string,
  uri: string,
  shown: ReadonlyMap<string, Child>,
  frames: readonly number[],
): void {
  const expected = childrenOf(disk, directory);
  const spelt = [...shown].filter(([name]) => !expected.has(name));
  const respelt = new Map(spelt.map(([name, child]) => [name.normalize('NFC'), child]));
  for (const [name, kind] of expected) {
    const path = joined(directory, name);
    const child = shown.get(name) ?? respelt.get(name.normalize('NFC'));
    if (child === undefined) {
      if (isHidden(path)) continue;
      const isSure = kind === 'file' || holdsFile(disk, path);
      const what = kind === 'file' ? 'file-missing' : isSure ? 'directory-missing' : 'empty-missing';
      session.breach(VERIFIES, tree, what, uri, {
        expected: `every direct child, ${brief(name)} among them`,
        actual: 'it is not there',
        frames,
        ...(isSure ? {} : ROOM),
      });
    } else if (child.isDirectory !== (kind === 'directory')) {
      session.breach(
        VERIFIES,
        tree,
        'wrong-type',
        child.uri,
        {
          expected: kind === 'directory' ? 'the media type inode/directory' : 'a file',
          actual: child.isDirectory ? 'a directory' : 'no directory',
          frames,
        },
        ['directory/subdirectory-type'],
      );
    }
  }
  const names = new Set([...childrenOf(whole, directory).keys()].map((name) => name.normalize('NFC')));
  for (const [name, child] of shown) {
    if (names.has(name.normalize('NFC')) || isLinked(disk, joined(directory, name))) continue;
    // Where a manifest has a file under another name, the directories of that name are told with it.
    if (known.has(child.uri)) continue;
    if (child.isDirectory && [...known.keys()].some((one) => one.startsWith(`${child.uri}/`))) continue;
    session.breach(VERIFIES, tree, 'extra', uri, {
      expected: 'no more than what is in the directory',
      actual: child.uri,
      frames,
    });
  }
}
