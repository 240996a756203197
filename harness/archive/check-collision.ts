import { brief } from '../model/json.js';
import type { Archive, ArchiveEntry, ArchiveProblem } from './archive.js';
import { pathProblem, segmentsOf } from './paths.js';

/** A name in one directory, and what the entries make of it. */
interface Place {
  readonly children: Map<string, Place>;
  /** The first spelling of each folded name. */
  readonly spellings: Map<string, string>;
  entry: ArchiveEntry | undefined;
}

const newPlace = (): Place => ({ children: new Map(), spellings: new Map(), entry: undefined });

/**
 * Names as a file system compares them that knows no case: Unicode case folding as JavaScript can do it. The dotless i folds
 * to itself, although its upper case is that of i.
 */
const foldCase = (name: string): string =>
  name
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı');

const fold = (name: string): string => foldCase(name.normalize('NFC')).normalize('NFC');

/**
 * Entries that some host cannot keep apart: one path twice, a file where a directory must be, names that differ only in case
 * or in Unicode form. Directories that nothing but a path implies count too. An unsafe path is a problem of its own.
 */
export function collisionProblems(archive: Archive): ArchiveProblem[] {
  const root = newPlace();
  const problems: ArchiveProblem[] = [];
  for (const entry of archive.entries) {
    const segments = segmentsOf(entry.name);
    if (segments.length === 0 || pathProblem(entry) !== undefined) continue;
    const found = place(root, entry, segments);
    if (found === undefined) continue;
    const [name, detail] = found;
    problems.push({ rule: 'no-collision', name, entry: entry.name, detail });
  }
  return problems;
}

/** Puts an entry in its place. @returns the first problem that it makes with those before it */
function place(root: Place, entry: ArchiveEntry, segments: readonly string[]): [string, string] | undefined {
  let found: [string, string] | undefined;
  let at = root;
  for (const [index, segment] of segments.entries()) {
    let next = at.children.get(segment);
    if (next === undefined) {
      found ??= spellingProblem(at, segment, segments.slice(0, index));
      next = newPlace();
      at.children.set(segment, next);
    }
    at = next;
    if (index < segments.length - 1 && isFile(at.entry)) {
      const file = segments.slice(0, index + 1).join('/');
      found ??= [
        'file-as-directory',
        `${brief(file)} is a file; ${brief(entry.name)} needs a directory of that name`,
      ];
    }
  }
  found ??= samePathProblem(at, entry);
  // A directory entry after another says nothing new; after a file, the file is what later ones collide with.
  at.entry ??= entry;
  return found;
}

function spellingProblem(parent: Place, name: string, directory: readonly string[]): [string, string] | undefined {
  const folded = fold(name);
  const other = parent.spellings.get(folded);
  if (other === undefined) {
    parent.spellings.set(folded, name);
    return undefined;
  }
  const where = directory.length === 0 ? 'at the root' : `in ${brief(directory.join('/'))}`;
  return name.normalize('NFC') === other.normalize('NFC')
    ? [
        'normalisation-collision',
        `${escaped(name)} and ${escaped(other)} ${where} differ only in Unicode normal form`,
      ]
    : ['case-collision', `${brief(name)} and ${brief(other)} ${where} are one name where case does not count`];
}

function samePathProblem(at: Place, entry: ArchiveEntry): [string, string] | undefined {
  const printed = brief(entry.name);
  const before = at.entry;
  if (before === undefined) {
    if (!isFile(entry) || at.children.size === 0) return undefined;
    return ['file-as-directory', `${printed} is a file; entries before it need a directory of that name`];
  }
  if (before.type === 'directory' && entry.type === 'directory') return undefined;
  if (before.type === 'directory' || entry.type === 'directory') {
    return ['file-as-directory', `${printed} is in the archive both as a directory and as something else`];
  }
  return ['duplicate', `${printed} is in the archive more than once (entries ${before.index} and ${entry.index})`];
}

/** A link can stand for a directory; what is behind it is not known here. */
const isFile = (entry: ArchiveEntry | undefined): boolean =>
  entry !== undefined && entry.type !== 'directory' && entry.type !== 'symlink';

/** A name with all that is not ASCII as numbers, since both forms print alike. */
const escaped = (name: string): string =>
  brief(name).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
