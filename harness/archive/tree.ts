import type { Archive, ArchiveEntry } from './archive.js';
import { pathProblem, rootedPath, segmentsOf } from './paths.js';

/** Linux follows no more links than this for one path. */
const MAX_LINKS = 40;
/** Segments that one path may cost with all links followed; Linux takes 4096 bytes. */
const MAX_STEPS = 4096;

export interface FileNode {
  readonly kind: 'file';
  readonly entry: ArchiveEntry;
}
export interface LinkNode {
  readonly kind: 'link';
  readonly target: string;
}
export interface DirectoryNode {
  readonly kind: 'directory';
  readonly children: Map<string, TreeNode>;
}
export type TreeNode = FileNode | LinkNode | DirectoryNode;

/** Where a path leads. `node` is undefined where nothing is; no link is in `path`. */
export type Resolved =
  | { readonly kind: 'inside'; readonly path: readonly string[]; readonly node: TreeNode | undefined }
  | { readonly kind: 'outside' }
  | { readonly kind: 'loop' };

/** The tree that a host would have after it unpacked an archive entry by entry into an empty place. Nothing is written. */
export class Tree {
  readonly root: DirectoryNode = { kind: 'directory', children: new Map() };

  constructor(archive: Archive) {
    for (const entry of archive.entries) this.#add(entry);
  }

  /**
   * Follows the target of a link in the directory `from`. One that begins at a root, a drive or a network leads outside.
   * @param from as in `resolve`
   */
  follow(from: readonly string[], target: string, last: boolean): Resolved {
    if (rootedPath(target) !== undefined) return { kind: 'outside' };
    if (target === '') return { kind: 'inside', path: from, node: undefined };
    return this.resolve(from, segmentsOf(target), last);
  }

  /**
   * Follows a path, as a system does: `..` is the parent of what was reached. Names that do not exist are taken for
   * directories, since they could be.
   * @param from segments of the directory that the path is relative to; no link is in them
   * @param last follow a link at the end as well
   */
  resolve(from: readonly string[], path: readonly string[], last: boolean): Resolved {
    const nodes: (TreeNode | undefined)[] = [this.root];
    const names = [...from];
    const ahead = [...path].reverse();
    let links = 0;
    let steps = 0;
    for (const segment of from) nodes.push(childOf(nodes.at(-1), segment));
    while (ahead.length > 0) {
      const segment = ahead.pop()!;
      steps += 1;
      if (steps > MAX_STEPS) return { kind: 'loop' };
      if (segment === '..') {
        nodes.pop();
        names.pop();
        if (nodes.length === 0) return { kind: 'outside' };
        continue;
      }
      const node = childOf(nodes.at(-1), segment);
      if (node?.kind !== 'link' || (ahead.length === 0 && !last)) {
        nodes.push(node);
        names.push(segment);
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) return { kind: 'loop' };
      if (rootedPath(node.target) !== undefined) return { kind: 'outside' };
      const target = segmentsOf(node.target);
      if (target.length > MAX_STEPS) return { kind: 'loop' };
      ahead.push(...target.reverse());
    }
    return { kind: 'inside', path: names, node: nodes.at(-1) };
  }

  #add(entry: ArchiveEntry): void {
    if (pathProblem(entry) !== undefined) return;
    const path = segmentsOf(entry.name);
    const name = path.pop();
    if (name === undefined) return;
    const node = this.#nodeOf(entry);
    if (node === undefined) return;
    const parent = this.#parent(path);
    if (parent === undefined) return;
    const there = parent.children.get(name);
    if (node.kind === 'directory') {
      // A link to a directory stays, as tar leaves it.
      if (there === undefined || there.kind === 'file') parent.children.set(name, node);
    } else if (there?.kind !== 'directory' || there.children.size === 0) parent.children.set(name, node);
  }

  #nodeOf(entry: ArchiveEntry): TreeNode | undefined {
    switch (entry.type) {
      case 'file':
        return { kind: 'file', entry };
      case 'directory':
        return { kind: 'directory', children: new Map() };
      case 'symlink':
        return entry.linkTarget === undefined ? undefined : { kind: 'link', target: entry.linkTarget };
      case 'hardlink': {
        // From the root of the archive; a symbolic link at the end is itself what is meant.
        const found = this.follow([], entry.linkTarget ?? '', false);
        const node = found.kind === 'inside' ? found.node : undefined;
        return node?.kind === 'directory' ? undefined : node;
      }
      default:
        return undefined;
    }
  }

  /** The directory of an entry, made if it does not exist; undefined where a file or nothing inside is in the way. */
  #parent(path: readonly string[]): DirectoryNode | undefined {
    let node = this.root;
    for (const [index, segment] of path.entries()) {
      let next = node.children.get(segment);
      if (next?.kind === 'link') {
        const found = this.resolve([], path.slice(0, index + 1), true);
        next = found.kind === 'inside' ? (found.node ?? next) : next;
      }
      if (next === undefined) {
        next = { kind: 'directory', children: new Map() };
        node.children.set(segment, next);
      }
      if (next.kind !== 'directory') return undefined;
      node = next;
    }
    return node;
  }
}

const childOf = (node: TreeNode | undefined, segment: string): TreeNode | undefined =>
  node?.kind === 'directory' ? node.children.get(segment) : undefined;
