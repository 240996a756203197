import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { Catalogue } from '../catalogue.js';
import { asText } from '../digest.js';
import { fixedFile } from '../files.js';
import { readFrontmatter } from '../frontmatter.js';
import { publish } from '../publish.js';
import { SHAPES, type Revision } from '../revision.js';
import { fileName, isBelow } from '../uri.js';
import type { FolderHooks } from './hooks.js';

/** Directories below one another that are looked into. */
const MAX_DEPTH = 64;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** A tar header holds no longer name. */
const MAX_TAR_NAME = 100;

/** What is loaded, with a word on each skill that was left out. */
export interface Loaded {
  readonly catalogue: Catalogue;
  readonly problems: readonly string[];
}

/** Thrown by a deviation that does not survive a bad skill. */
export class BadSkill extends Error {
  override readonly name = 'BadSkill';
}

/** A name as a segment of a URI. It need not be UTF-8, so its bytes are escaped. */
const segmentOf = (name: Buffer): string =>
  [...name]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const below = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);

interface Item {
  readonly name: Buffer;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** What is in a folder, in the order of the bytes of the names. */
function itemsIn(folder: Buffer): Item[] {
  // The types know no names as bytes beside the kinds; Node does.
  const entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' as 'utf8' });
  return entries
    .map((entry): Item => {
      const kind = entry.isDirectory() ? 'directory' : entry.isFile() ? 'file' : 'other';
      return { name: entry.name as unknown as Buffer, kind: entry.isSymbolicLink() ? 'link' : kind };
    })
    .sort((a, b) => Buffer.compare(a.name, b.name));
}

/** Where a link leads, and what is there; undefined for one that leads nowhere. */
function follow(path: Buffer): { real: Buffer; kind: Item['kind'] } | undefined {
  try {
    const stats = statSync(path);
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
    return { real: realpathSync(path, { encoding: 'buffer' }), kind };
  } catch {
    return undefined;
  }
}

const isWithin = (path: Buffer, folder: Buffer): boolean =>
  path.length > folder.length &&
  path.subarray(0, folder.length + 1).equals(Buffer.concat([folder, Buffer.from('/')]));

class Loader {
  readonly catalogue: Catalogue;
  readonly problems: string[] = [];
  readonly #hooks: FolderHooks;
  readonly #top: Buffer;
  #stopped = false;

  constructor(folder: string, revision: Revision, hooks: FolderHooks) {
    this.catalogue = new Catalogue(revision);
    this.#hooks = hooks;
    this.#top = realpathSync(folder, { encoding: 'buffer' });
  }

  load(): void {
    this.#walk(this.#top, this.#hooks.top ?? 'skill:/', [], [this.#top]);
    const named = [...this.catalogue.files.keys()].filter((uri) => uri.endsWith('/SKILL.md'));
    const roots = named.map((uri) => uri.slice(0, -'/SKILL.md'.length));
    for (const root of roots.sort()) this.#skill(root);
    const { files, emptyDirectories, skills } = this.catalogue;
    const isServed = (uri: string): boolean => skills.some(({ root }) => isBelow(uri, root));
    for (const uri of files.keys()) if (!isServed(uri)) files.delete(uri);
    for (const uri of emptyDirectories) if (!isServed(uri)) emptyDirectories.delete(uri);
  }

  /** Adds what is in a folder; `above` are the real folders on the way to it. */
  #walk(folder: Buffer, uri: string, path: readonly string[], above: readonly Buffer[]): void {
    const { skips, segment, bytes, followsOut, skipsLinks } = this.#hooks;
    let isEmpty = true;
    for (const { name, kind } of itemsIn(folder)) {
      const at = below(folder, name);
      const isLink = kind === 'link';
      if (isLink && skipsLinks === true) continue;
      const found = isLink ? follow(at) : { real: at, kind };
      if (found === undefined || found.kind === 'other' || found.kind === 'link') continue;
      // A link that leads out shows what is not ours; one that leads back up has no end.
      if (isLink && followsOut !== true && !isWithin(found.real, this.#top)) continue;
      const here = [...path, name.toString()];
      if (skips?.(here, found.kind) === true) continue;
      const child = `${uri}/${segment === undefined ? segmentOf(name) : segment(name.toString())}`;
      if (found.kind === 'directory') {
        if (here.length > MAX_DEPTH || above.some((one) => one.equals(found.real))) continue;
        this.#walk(found.real, child, here, [...above, found.real]);
      } else {
        const content = readFileSync(found.real);
        this.catalogue.files.set(child, fixedFile(child, bytes?.(content, here) ?? content));
      }
      isEmpty = false;
    }
    if (isEmpty && path.length > 0) this.catalogue.emptyDirectories.add(uri);
  }

  /** Takes a folder for a skill when its SKILL.md is one. */
  #skill(root: string): void {
    if (this.#stopped) return;
    const problem = this.#problem(root);
    if (problem === undefined) {
      this.catalogue.skills.push({ root, listed: true, dynamic: false, forms: this.#forms(root) });
      return;
    }
    this.problems.push(`${root}/SKILL.md is left out: ${problem}`);
    if (this.#hooks.onBad === 'exit') throw new BadSkill(problem);
    if (this.#hooks.onBad === 'stop') this.#stopped = true;
  }

  #problem(root: string): string | undefined {
    const bytes = this.catalogue.files.get(`${root}/SKILL.md`)!.bytes();
    let frontmatter;
    try {
      frontmatter = readFrontmatter(bytes);
    } catch (error) {
      return (error as Error).message.split('\n', 1)[0];
    }
    const { name, description } = frontmatter;
    if (typeof name !== 'string' || !NAME.test(name) || name.length > 64) return 'its name is none by the rules';
    if (name !== fileName(root)) return 'its name is not that of its folder';
    if (typeof description !== 'string' || description.trim() === '') return 'it has no description';
    if ([...description].length > 1024) return 'its description is longer than 1024 characters';
    if (!SHAPES[this.catalogue.revision].skillMethods && this.#isNested(root)) return 'skills do not nest';
    return this.#hooks.refuses?.({ text: asText(bytes)!, frontmatter }) === true ? 'it is refused' : undefined;
  }

  #isNested = (root: string): boolean => this.catalogue.skills.some((other) => isBelow(root, other.root));

  /** Both kinds of archive; where a name is too long for a tar header, a zip alone. Other revisions take no notice. */
  #forms(root: string): { files: true; archives: ('tar.gz' | 'zip')[] } {
    const paths = this.catalogue.filesBelow(root).map((uri) => decoded(uri.slice(root.length + 1)));
    const fits = paths.every((path) => Buffer.byteLength(path) <= MAX_TAR_NAME);
    return { files: true, archives: fits ? ['tar.gz', 'zip'] : ['zip'] };
  }
}

const decoded = (path: string): string => path.split('/').map(fileName).join('/');

/**
 * Loads every skill below `folder`: each folder with a good SKILL.md is one, nested ones too. What is left out is told in
 * `problems`. Symbolic links are followed as long as they stay in the folder.
 * @throws when the folder cannot be read
 */
export function loadFolder(folder: string, revision: Revision, hooks: FolderHooks = {}): Loaded {
  const loader = new Loader(folder, revision, hooks);
  loader.load();
  const { catalogue, problems } = loader;
  catalogue.pageSizes = { skills: 10, resources: 50, children: 12 };
  hooks.catalogue?.(catalogue);
  publish(catalogue, hooks);
  return { catalogue, problems };
}
