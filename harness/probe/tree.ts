import { hasDotSegments, isBelow, segmentsBelow } from '../model/uri.js';
import type { Probe } from './probe.js';
import type { DirectoryView, EntryView } from './views.js';

/** A directory of a skill; `implied`: the manifest stands for it. */
export type TreeView = DirectoryView & { readonly implied: boolean };

/** The root and the directories that the manifest of a skill stands for. */
function impliedDirectories(probe: Probe, root: string, skill: EntryView): Set<string> {
  const { directoryDepth } = probe.limits;
  const implied = new Set([root]);
  for (const item of skill.manifest ?? []) {
    const below = item.uri === undefined || hasDotSegments(item.uri) ? undefined : segmentsBelow(root, item.uri);
    if (below !== undefined && below.length - 1 > directoryDepth) tooDeep(probe, root);
    below?.slice(0, Math.min(below.length - 1, directoryDepth)).reduce((path, segment) => {
      const next = `${path}/${segment}`;
      implied.add(next);
      return next;
    }, root);
  }
  return implied;
}

/** Every directory of a skill: its root, those that the manifest implies, and those that a walk finds, each once. */
export async function walkTree(probe: Probe, skill: EntryView): Promise<readonly TreeView[]> {
  const { root } = skill;
  if (root === undefined) return [];
  const implied = impliedDirectories(probe, root, skill);
  const queue = [...implied];
  const known = new Set(queue);
  let at = 0;
  const views: TreeView[] = [];
  for (let uri = queue[at]; uri !== undefined; uri = queue[++at]) {
    const view = await probe.directory(uri);
    views.push({ ...view, implied: implied.has(uri) });
    for (const { child } of view.children) {
      const next = typeof child['uri'] === 'string' ? child['uri'].replace(/\/$/, '') : '';
      if (child['mimeType'] !== 'inode/directory' || known.has(next) || !isBelow(uri, next)) continue;
      const depth = segmentsBelow(root, next)?.length ?? 0;
      if (depth > probe.limits.directoryDepth) {
        tooDeep(probe, root);
        continue;
      }
      known.add(next);
      queue.push(next);
    }
  }
  return views;
}

const tooDeep = (probe: Probe, root: string): void =>
  void probe.limitsReached.set(
    '--max-directory-depth',
    `${root} is deeper than ${probe.limits.directoryDepth} levels`,
  );

/**
 * The files of a skill: those of its manifest, and where that is no full account, of a dynamic skill and in the drafts of
 * June, those that a walk of its directories shows.
 */
export async function findFiles(probe: Probe, skill: EntryView): Promise<readonly string[]> {
  const files = new Set((skill.manifest ?? []).flatMap(({ uri }) => (uri === undefined ? [] : [uri])));
  if (skill.uri !== undefined) files.add(skill.uri);
  if (!probe.directoryRead || !(skill.dynamic || skill.assumed === true)) return [...files];
  const archives = skill.assumed === true ? await probe.drafts.archiveUrls() : new Set<string>();
  for (const directory of await probe.tree(skill)) {
    for (const { child } of directory.children) {
      const { uri, mimeType } = child;
      if (typeof uri !== 'string' || archives.has(uri) || mimeType === 'inode/directory' || uri.endsWith('/'))
        continue;
      if (isBelow(directory.uri, uri)) files.add(uri);
    }
  }
  return [...files];
}
