import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Catalogue } from './catalogue.js';
import { addBigSkills, addExtras } from './extras.js';
import { fixedFile } from './files.js';
import type { Hooks } from './hooks.js';
import { adaptToJune } from './june.js';
import { publish } from './publish.js';
import { JUNE, V1, type Revision } from './revision.js';
import { joinUri } from './uri.js';

export interface ContentOptions {
  readonly big?: boolean;
  readonly revision?: Revision;
}

/**
 * A folder of `fixtures/`, found from the source (`reference-server/`) and from the build (`dist/reference-server/`)
 * alike: in both it is beside this folder. `skills-june` lies over `skills` in the drafts of June.
 */
export function fixturesFolder(name: 'skills' | 'skills-june' = 'skills'): string {
  const folder = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
  if (!existsSync(folder)) throw new Error(`The reference server finds no fixtures at ${folder}`);
  return folder;
}

/** Adds every file below `folder`, over what is there; a folder that holds a SKILL.md becomes a listed skill. */
function addFolder(catalogue: Catalogue, folder: string, uri: string): void {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    // The first level below a scheme is the authority: `skill:/` + `/acme`.
    const child = joinUri(uri, item.name);
    if (item.isDirectory()) addFolder(catalogue, path, child);
    else {
      catalogue.files.set(child, fixedFile(child, readFileSync(path)));
      const isNew = catalogue.skills.every(({ root }) => root !== uri);
      if (item.name === 'SKILL.md' && isNew) catalogue.skills.push({ root: uri, listed: true, dynamic: false });
    }
  }
}

/** Adds a folder of fixtures, whose first level names the URI scheme. */
function addFixtures(catalogue: Catalogue, name: 'skills' | 'skills-june'): void {
  const folder = fixturesFolder(name);
  for (const scheme of readdirSync(folder)) addFolder(catalogue, join(folder, scheme), `${scheme}:/`);
}

function load(revision: Revision): Catalogue {
  const catalogue = new Catalogue(revision);
  addFixtures(catalogue, 'skills');
  addExtras(catalogue);
  if (JUNE.includes(revision)) {
    addFixtures(catalogue, 'skills-june');
    adaptToJune(catalogue);
  }
  return catalogue;
}

const loaded = new Map<Revision, Catalogue>();

/** The content of the reference server. `big` adds the two skills that stand exactly at the limits. */
export function loadCatalogue({ big = false, revision = V1 }: ContentOptions = {}): Catalogue {
  const known = loaded.get(revision) ?? load(revision);
  loaded.set(revision, known);
  const catalogue = known.clone();
  if (big) addBigSkills(catalogue);
  catalogue.skills.sort((a, b) => (a.root < b.root ? -1 : 1));
  return catalogue;
}

/** What to serve: the content, changed as a deviation wants it, with what its revision derives from it. */
export function prepare(hooks: Hooks, options: ContentOptions = {}): { catalogue: Catalogue; hooks: Hooks } {
  const catalogue = loadCatalogue(options);
  hooks.catalogue?.(catalogue);
  publish(catalogue, hooks);
  return { catalogue, hooks };
}
