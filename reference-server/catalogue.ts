import type { ArchiveFormat } from './archive.js';
import { fingerprint, type Fingerprint } from './digest.js';
import { readFrontmatter } from './frontmatter.js';
import type { JsonObject } from './json.js';
import { V1, type Revision } from './revision.js';
import type { ServedTemplate } from './templates.js';
import { fileName, isBelow } from './uri.js';

/** One file that is served. `bytes` is called for each read; a `changing` file gives others every time. */
export interface ServedFile {
  readonly bytes: () => Uint8Array;
  readonly mimeType: string;
  readonly changing?: boolean;
  /** Read as a blob even if the bytes happen to be UTF-8. */
  readonly binary?: boolean;
  /** False: answered by URI, absent from `resources/list`, whatever skill it belongs to. */
  readonly listed?: boolean;
}

/** What a skill is served as. */
export interface Forms {
  /** Each file by a URI of its own. */
  files: boolean;
  archives: ArchiveFormat[];
}

/** A directory that is a skill: its root without a trailing slash. */
export interface ServedSkill {
  root: string;
  /** False: answered by URI, absent from `skills/list` and `resources/list`. */
  listed: boolean;
  /** The entry says `"dynamic"` in place of a manifest. */
  dynamic: boolean;
  /** Drafts of June only; absent: as files alone. */
  forms?: Forms;
  /** Only for mutants: what the entry says instead of what the file says. */
  frontmatter?: JsonObject;
}

/** How many items one page holds. */
export interface PageSizes {
  skills: number;
  resources: number;
  children: number;
}

const fingerprints = new WeakMap<ServedFile, Fingerprint>();
const frontmatters = new WeakMap<ServedFile, JsonObject>();

/**
 * Everything that is served, as a map from URI to file. Manifests, directories and entries are derived from it, so that
 * a change of a file shows everywhere at once.
 */
export class Catalogue {
  readonly files = new Map<string, ServedFile>();
  /** Directories without a file below them; the others follow from the files. */
  readonly emptyDirectories = new Set<string>();
  skills: ServedSkill[] = [];
  /** Revision 2026-06-03 only; what they expand to is among the files. */
  templates: ServedTemplate[] = [];
  instructions = '';
  pageSizes: PageSizes = { skills: 4, resources: 25, children: 6 };

  /** `revision` is the text whose wire shapes the content is served in. */
  constructor(readonly revision: Revision = V1) {}

  /** A copy that can be changed without touching the original; the bytes themselves are shared. */
  clone(): Catalogue {
    const copy = new Catalogue(this.revision);
    for (const [uri, file] of this.files) copy.files.set(uri, file);
    for (const uri of this.emptyDirectories) copy.emptyDirectories.add(uri);
    copy.skills = this.skills.map((skill) => structuredClone(skill));
    copy.templates = this.templates.map((template) => ({ ...template }));
    copy.instructions = this.instructions;
    copy.pageSizes = { ...this.pageSizes };
    return copy;
  }

  /** The URIs of all files at or below `directory`, in code unit order. */
  filesBelow(directory: string): string[] {
    return [...this.files.keys()].filter((uri) => isBelow(uri, directory)).sort();
  }

  /** The direct children of a directory by URI, or undefined when there is no such directory. */
  children(directory: string): Map<string, 'file' | 'directory'> | undefined {
    // `skill:` would be the root of a whole scheme, which is no directory of ours.
    const wholeScheme =
      /^[a-z][a-z0-9+.-]*:$/i.test(directory) && !this.skills.some(({ root }) => root === directory);
    if (wholeScheme || directory.endsWith('/')) return undefined;
    const children = new Map<string, 'file' | 'directory'>();
    const add = (uri: string, leaf: 'file' | 'directory') => {
      const [name = '', ...deeper] = uri.slice(directory.length + 1).split('/');
      children.set(`${directory}/${name}`, deeper.length > 0 ? 'directory' : leaf);
    };
    for (const uri of this.filesBelow(directory)) add(uri, 'file');
    for (const uri of this.emptyDirectories) if (isBelow(uri, directory)) add(uri, 'directory');
    if (children.size === 0 && !this.emptyDirectories.has(directory)) return undefined;
    return new Map([...children].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The skill whose SKILL.md has exactly this URI. */
  skillAt(uri: string): ServedSkill | undefined {
    return this.skills.find((skill) => `${skill.root}/SKILL.md` === uri && this.files.has(uri));
  }

  /** True for a file of a skill that is listed, and for a file of no skill at all. */
  isListed(uri: string): boolean {
    if (this.files.get(uri)?.listed === false) return false;
    const owners = this.skills.filter((skill) => isBelow(uri, skill.root));
    return owners.length === 0 || owners.some((skill) => skill.listed);
  }

  /** Digest and size of a file, computed once. */
  fingerprint(uri: string): Fingerprint {
    const file = this.files.get(uri)!;
    const known = fingerprints.get(file);
    if (known !== undefined && file.changing !== true) return known;
    const made = fingerprint(file.bytes());
    fingerprints.set(file, made);
    return made;
  }

  /** The frontmatter that the entry of a skill carries; `file` is its SKILL.md where that is in an archive only. */
  frontmatter(skill: ServedSkill, file = this.files.get(`${skill.root}/SKILL.md`)!): JsonObject {
    if (skill.frontmatter !== undefined) return skill.frontmatter;
    const known = frontmatters.get(file) ?? readFrontmatter(file.bytes());
    frontmatters.set(file, known);
    return known;
  }

  /** The entry of a skill, as `skills/list` and `skills/get` give it. */
  entry(skill: ServedSkill): JsonObject {
    return {
      uri: `${skill.root}/SKILL.md`,
      frontmatter: this.frontmatter(skill),
      resources: skill.dynamic
        ? 'dynamic'
        : this.filesBelow(skill.root).map((uri) => ({ uri, ...this.fingerprint(uri) })),
    };
  }

  /** The `Resource` object of a file, the same in `resources/list` and in a directory. */
  resource(uri: string): JsonObject {
    const file = this.files.get(uri)!;
    const skill = this.skillAt(uri);
    const size = file.changing === true ? {} : { size: this.fingerprint(uri).size };
    if (skill === undefined) return { uri, name: fileName(uri), mimeType: file.mimeType, ...size };
    const { name, description, license } = this.frontmatter(skill);
    const meta = license === undefined ? {} : { _meta: { 'io.modelcontextprotocol.skills/license': license } };
    // A mutant's frontmatter may hold anything; a Resource needs a string as its name all the same.
    const label = typeof name === 'string' ? name : fileName(uri);
    const about = typeof description === 'string' ? { description } : {};
    return { uri, name: label, ...about, mimeType: file.mimeType, ...size, ...meta };
  }

  /** The `Resource` object of a directory. */
  directoryResource(uri: string): JsonObject {
    return { uri, name: fileName(uri), mimeType: 'inode/directory' };
  }
}
