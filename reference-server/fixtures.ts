import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Catalogue } from './catalogue.js';
import { addBigSkills, addExtras } from './extras.js';
import { fixedFile } from './files.js';
import { joinUri } from './uri.js';

/**
 * `fixtures/skills`, found from the source (`reference-server/`) and from the build (`dist/reference-server/`) alike:
 * in both it is beside this folder.
 */
export function fixturesFolder(): string {
  const folder = fileURLToPath(new URL('../fixtures/skills', import.meta.url));
  if (!existsSync(folder)) throw new Error(`The reference server finds no fixtures at ${folder}`);
  return folder;
}

/** Adds every file below `folder`; a folder that holds a SKILL.md becomes a listed skill. */
function addFolder(catalogue: Catalogue, folder: string, uri: string): void {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    // The first level below a scheme is the authority: `skill:/` + `/acme`.
    const child = joinUri(uri, item.name);
    if (item.isDirectory()) addFolder(catalogue, path, child);
    else {
      catalogue.files.set(child, fixedFile(child, readFileSync(path)));
      if (item.name === 'SKILL.md') catalogue.skills.push({ root: uri, listed: true, dynamic: false });
    }
  }
}

let loaded: Catalogue | undefined;

/** The content of the reference server. `big` adds the two skills that stand exactly at the limits. */
export function loadCatalogue({ big = false } = {}): Catalogue {
  if (loaded === undefined) {
    loaded = new Catalogue();
    const folder = fixturesFolder();
    // The first level of the folder names the URI scheme.
    for (const scheme of readdirSync(folder)) addFolder(loaded, join(folder, scheme), `${scheme}:/`);
    addExtras(loaded);
  }
  const catalogue = loaded.clone();
  if (big) addBigSkills(catalogue);
  catalogue.skills.sort((a, b) => (a.root < b.root ? -1 : 1));
  return catalogue;
}
