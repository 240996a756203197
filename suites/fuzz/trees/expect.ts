import { sha256 } from '../../../harness/model/digest.js';
import { bytesOf } from '../../../harness/model/tree.js';
import type { Tree } from '../../../harness/provision/tree.js';
import { factsOf } from './facts.js';

/** A file as it is on disk. */
export interface Expected {
  /** Below the root of the skill. */
  readonly path: string;
  readonly digest: string;
  readonly size: number;
  /** Made anew when asked for. */
  readonly bytes: () => Buffer;
}

/** What is on disk of one skill; paths are below its root. */
export interface OnDisk {
  readonly files: ReadonlyMap<string, Expected>;
  /** Every directory, that of the skill itself as the empty path. */
  readonly directories: ReadonlySet<string>;
  /** Where links stand: what a server shows there and below is its own business, as long as it is not from outside. */
  readonly links: readonly string[];
}

/** What the tree puts below the folder of its skill. */
export function onDisk(tree: Tree): OnDisk {
  const { folder } = factsOf(tree);
  const files = new Map<string, Expected>();
  const directories = new Set(['']);
  const links: string[] = [];
  for (const node of tree.nodes) {
    if (!node.path.startsWith(`${folder}/`)) continue;
    const path = node.path.slice(folder.length + 1);
    const segments = path.split('/');
    for (let count = 1; count < segments.length; count += 1) directories.add(segments.slice(0, count).join('/'));
    if (node.kind === 'directory') directories.add(path);
    else if (node.kind === 'link') links.push(path);
    else {
      const bytes = bytesOf(node);
      files.set(path, { path, digest: sha256(bytes), size: bytes.length, bytes: () => bytesOf(node) });
    }
  }
  return { files, directories, links };
}

/** Whether a path is a link or below one. */
export const isLinked = ({ links }: OnDisk, path: string): boolean =>
  links.some((link) => path === link || path.startsWith(`${link}/`));

/** The names in a directory, with what each is. Links are not among them. */
export function childrenOf({ files, directories }: OnDisk, directory: string): Map<string, 'file' | 'directory'> {
  const children = new Map<string, 'file' | 'directory'>();
  const add = (path: string, kind: 'file' | 'directory'): void => {
    const cut = path.lastIndexOf('/');
    if (path !== '' && (cut === -1 ? '' : path.slice(0, cut)) === directory) children.set(path.slice(cut + 1), kind);
  };
  for (const path of files.keys()) add(path, 'file');
  for (const path of directories) add(path, 'directory');
  return children;
}
