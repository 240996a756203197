import type { ArchiveEntry } from './archive.js';

/** The segments of a name as a host resolves it: `./a//b/` has `a` and `b`. `..` is kept. */
export const segmentsOf = (name: string): string[] =>
  name.split('/').filter((segment) => segment !== '' && segment !== '.');

/** The name as a path below the root of the skill, without `.` and doubled slashes; the root itself is `''`. */
export const normalisePath = (name: string): string => segmentsOf(name).join('/');

export interface PathProblem {
  readonly name: 'nul' | 'empty' | 'unc' | 'drive' | 'absolute' | 'dot-dot' | 'backslash';
  readonly detail: string;
}

/** How a path leaves the place that it is resolved against, whatever that is; undefined when it does not by itself. */
export function rootedPath(path: string): PathProblem | undefined {
  if (path.startsWith('\\\\')) return { name: 'unc', detail: 'begins with `\\\\`, a network path' };
  if (/^[A-Za-z]:/.test(path)) return { name: 'drive', detail: `begins with the drive \`${path.slice(0, 2)}\`` };
  if (path.startsWith('/')) return { name: 'absolute', detail: 'begins with `/`' };
  return undefined;
}

/**
 * Why an entry's name is no safe relative path; undefined when it is one. `./`, `.` segments and doubled slashes are
 * legal: `tar -C dir .` writes them. The first reason is given.
 */
export function pathProblem(entry: Pick<ArchiveEntry, 'name' | 'type'>): PathProblem | undefined {
  const { name } = entry;
  if (name.includes('\0')) return { name: 'nul', detail: 'has a NUL, where other readers end it' };
  if (name === '') return { name: 'empty', detail: 'is empty' };
  const rooted = rootedPath(name);
  if (rooted !== undefined) return rooted;
  if (name.split(/[\\/]/).includes('..')) return { name: 'dot-dot', detail: 'has a `..` segment' };
  if (name.includes('\\')) return { name: 'backslash', detail: 'has a backslash, a separator to some readers' };
  if (entry.type !== 'directory' && normalisePath(name) === '') {
    return { name: 'empty', detail: 'is the root itself, and no directory' };
  }
  return undefined;
}
