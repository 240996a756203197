import { brief } from '../model/json.js';
import type { Archive, ArchiveEntry, ArchiveProblem } from './archive.js';
import { segmentsOf } from './paths.js';
import type { Resolved, Tree } from './tree.js';

type LinkProblemName = 'symlink-out' | 'symlink-loop' | 'hardlink-out' | 'hardlink-dangling' | 'through-symlink-out';

/** Links that lead out of the skill, or nowhere they could. A symbolic link to what does not exist inside is legal. */
export function linkProblems(archive: Archive, tree: Tree): ArchiveProblem[] {
  if (!archive.entries.some(({ type }) => type === 'symlink' || type === 'hardlink')) return [];
  const problems: ArchiveProblem[] = [];
  /** Where the files before an entry really are. */
  const earlier = new Set<string>();
  for (const entry of archive.entries) {
    const path = segmentsOf(entry.name);
    const parent = path.includes('..') ? undefined : tree.resolve([], path.slice(0, -1), true);
    const found = parent && problemOf(entry, parent, tree, earlier);
    if (found !== undefined) {
      const [name, detail] = found;
      problems.push({ rule: 'links-inside', name, entry: entry.name, detail: `${brief(entry.name)} ${detail}` });
    }
    if (parent?.kind === 'inside' && entry.type !== 'directory') earlier.add([...parent.path, path.at(-1)].join('/'));
  }
  return problems;
}

function problemOf(
  entry: ArchiveEntry,
  parent: Resolved,
  tree: Tree,
  earlier: ReadonlySet<string>,
): [LinkProblemName, string] | undefined {
  if (parent.kind === 'outside')
    return ['through-symlink-out', 'goes through a symbolic link that leads out of the skill'];
  if (parent.kind === 'loop' || entry.linkTarget === undefined) return undefined;
  const printed = brief(entry.linkTarget);
  if (entry.type === 'symlink') {
    const kinds = readings(entry.linkTarget).map((target) => tree.follow(parent.path, target, true).kind);
    if (kinds.includes('outside')) return ['symlink-out', `is a symbolic link to ${printed}, outside the skill`];
    if (kinds.includes('loop')) return ['symlink-loop', `is a symbolic link to ${printed}, which leads in a circle`];
  }
  if (entry.type === 'hardlink') {
    const found = readings(entry.linkTarget).map((target) => tree.follow([], target, false));
    if (found.some(({ kind }) => kind === 'outside')) {
      return ['hardlink-out', `is a hard link to ${printed}, outside the skill`];
    }
    const [plain] = found;
    if (plain?.kind !== 'inside' || !earlier.has(plain.path.join('/'))) {
      return ['hardlink-dangling', `is a hard link to ${printed}, which is no file before it in the archive`];
    }
  }
  return undefined;
}

/** A target as Unix reads it, and as Windows does, where a backslash separates. */
const readings = (target: string): string[] =>
  target.includes('\\') ? [target, target.replaceAll('\\', '/')] : [target];
