import type { Archive } from './archive.js';
import { Tree, type DirectoryNode, type TreeNode } from './tree.js';

/** Characters of all paths together: links to directories of links can name one file in billions of ways. */
const MAX_PATH_CHARACTERS = 16 * 1024 * 1024;
/** How deep a path may go, links followed. Deeper there is only what a loop of links makes. */
const MAX_LEVELS = 2048;

/** The files and directories of a skill as a host has them; paths from the skill's root, with `/` between. */
export interface Unpacked {
  readonly files: Map<string, Uint8Array>;
  readonly directories: Set<string>;
}

/**
 * The tree that a host sees of an archive, in memory: paths are normalised, the last of several entries of one path counts,
 * links to what is inside are followed (a link to a directory shows what is in it), links that dangle, lead out or go in
 * circles give nothing, entries with unsafe names and contents that could not be decoded are left out.
 */
export function unpack(archive: Archive): Unpacked {
  const tree = new Tree(archive);
  const files = new Map<string, Uint8Array>();
  const directories = new Set<string>();
  const active = new Set<TreeNode>([tree.root]);
  let room = MAX_PATH_CHARACTERS;

  const walk = (directory: DirectoryNode, real: readonly string[], prefix: string, level: number): void => {
    for (const [name, child] of directory.children) {
      const path = prefix + name;
      room -= path.length;
      if (room < 0) return;
      const found = child.kind === 'link' ? tree.follow(real, child.target, true) : undefined;
      const node = found === undefined ? child : found.kind === 'inside' ? found.node : undefined;
      if (node?.kind === 'file') {
        if (node.entry.content !== undefined) files.set(path, node.entry.content);
      } else if (node?.kind === 'directory' && !active.has(node) && level < MAX_LEVELS) {
        directories.add(path);
        active.add(node);
        // A link in it is relative to where the directory really is.
        walk(node, found?.kind === 'inside' ? found.path : [...real, name], `${path}/`, level + 1);
        active.delete(node);
      }
    }
  };
  walk(tree.root, [], '', 1);
  return { files, directories };
}
