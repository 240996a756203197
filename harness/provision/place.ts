import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../model/digest.js';
import { bytesOf } from '../model/tree.js';
import type { Placed, Tree } from './tree.js';

/** What a folder of the canary may be called in a link. */
const OUTSIDE = '{outside}';
/** The file in it. */
export const CANARY = 'canary.md';

/** A folder of skills in a temporary place, with a canary beside it. */
export interface Site extends Placed {
  /** The folder that `{skills}` stands for, absolute. */
  readonly skills: string;
  /** Trees that the file system could not take as they are, such as two names that it holds for one. Nothing of them is left. */
  readonly left: readonly Tree[];
  /** Takes everything away again. Safe to call twice. */
  remove(): void;
}

/** A tree that must not be written: a path of it would leave the folder. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath';
}

/**
 * A path as bytes. A lone surrogate from U+DC80 to U+DCFF stands for the byte that it ends in, as Python has it: so names that
 * are no UTF-8 fit into JSON.
 */
export function pathBytes(path: string): Buffer {
  return Buffer.concat(
    [...path].map((character) => {
      const code = character.codePointAt(0)!;
      return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code & 0xff]) : Buffer.from(character);
    }),
  );
}

/** The segments of a path that stays below the folder that it is relative to. Throws `UnsafePath`. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  const isUnsafe = (segment: string): boolean => /^\.{0,2}$/.test(segment) || segment.includes('\0');
  if (segments.some(isUnsafe)) throw new UnsafePath(`${JSON.stringify(path)} is no path below a folder`);
  return segments;
}

const joined = (folder: string, path: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), pathBytes(path)]);

/** Makes the directories of a path, and refuses to walk through a link: what is below it would be somewhere else. */
function makeDirectories(folder: string, segments: readonly string[], made: Set<string>): void {
  for (let count = 1; count <= segments.length; count += 1) {
    const below = segments.slice(0, count).join('/');
    if (made.has(below)) continue;
    const path = joined(folder, below);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there === undefined) mkdirSync(path);
    else if (!there.isDirectory())
      throw new UnsafePath(`${JSON.stringify(segments.join('/'))} leads through something that is no directory`);
    made.add(below);
  }
}

/** Whether a file system that folds case or respells Unicode may hold a tree otherwise than it was written. */
function isDelicate({ nodes }: Tree): boolean {
  const paths = new Set<string>();
  for (const { path } of nodes) {
    const segments = path.split('/');
    segments.forEach((_, index) => paths.add(segments.slice(0, index + 1).join('/')));
  }
  const isOdd = (path: string): boolean => /[^\x20-\x7e]|[ .](?:\/|$)/.test(path);
  return new Set([...paths].map((path) => path.toLowerCase())).size < paths.size || [...paths].some(isOdd);
}

/** True when each name is there as it was written: some file systems fold case, or respell Unicode. */
function isThere(folder: string, { nodes }: Tree): boolean {
  const listings = new Map<string, Set<string>>();
  return nodes.every(({ path }) => {
    const segments = path.split('/');
    return segments.every((segment, index) => {
      const parent = segments.slice(0, index).join('/');
      const at = parent === '' ? Buffer.from(folder) : joined(folder, parent);
      const known =
        listings.get(parent) ??
        new Set(readdirSync(at, { encoding: 'buffer' }).map((name) => name.toString('latin1')));
      listings.set(parent, known);
      return known.has(pathBytes(segment).toString('latin1'));
    });
  });
}

/**
 * Writes a tree below a folder that exists.
 * @param outside what `{outside}` in a link stands for; without it such links dangle
 * @returns false when the file system cannot hold the tree as it is; what was written is then taken away again
 * @throws `UnsafePath` when a path would leave the folder; nothing is left of the tree then
 */
export function writeTree(tree: Tree, folder: string, outside = join(folder, '..', 'outside')): boolean {
  const tops = new Set(tree.nodes.map(({ path }) => segmentsOf(path)[0]!));
  const taken = [...tops].filter((top) => lstatSync(joined(folder, top), { throwIfNoEntry: false }) !== undefined);
  if (taken.length > 0) return false;
  const clear = (): void => {
    for (const top of tops) rmSync(joined(folder, top), { recursive: true, force: true });
  };
  const made = new Set<string>();
  try {
    for (const node of tree.nodes) {
      const segments = segmentsOf(node.path);
      const path = joined(folder, node.path);
      makeDirectories(folder, node.kind === 'directory' ? segments : segments.slice(0, -1), made);
      if (node.kind === 'file') writeFileSync(path, bytesOf(node), { flag: 'wx' });
      else if (node.kind === 'link') symlinkSync(pathBytes(node.to.replaceAll(OUTSIDE, outside)), path);
    }
    if (!isDelicate(tree) || isThere(folder, tree)) return true;
  } catch (error) {
    clear();
    // Names that are taken, too long, or not to be had here; links where they need a privilege.
    const { code } = error as NodeJS.ErrnoException;
    if (/^(?:EEXIST|ENAMETOOLONG|EILSEQ|EINVAL|EPERM|ENOENT)$/.test(code ?? '')) return false;
    throw error;
  }
  clear();
  return false;
}

/** Writes trees into a fresh temporary folder, with a file beside it that nobody may serve. Throws `UnsafePath`. */
export function place(trees: readonly Tree[]): Site {
  const home = mkdtempSync(join(tmpdir(), 'skills-conformance-'));
  const remove = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  try {
    const skills = join(home, 'skills');
    const outside = join(home, 'outside');
    mkdirSync(skills);
    mkdirSync(outside);
    // Its bytes are found nowhere else, so whoever serves them has read it.
    const canary = `Nobody may serve this file: ${randomUUID()}\n`;
    writeFileSync(join(outside, CANARY), canary);
    const left = trees.filter((tree) => !writeTree(tree, skills, outside));
    return { skills, canary: sha256(Buffer.from(canary)), left, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
