import { existsSync, readFileSync } from 'node:fs';

const NAME = 'skills-conformance';

/** Name and version of this package. The file is looked for upwards: sources and `dist` lie at different depths. */
export function packageInfo(): { readonly name: string; readonly version: string } {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) {
      const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
      if (name === NAME && version !== undefined) return { name, version };
    }
    if (folder.pathname === '/' || new URL('..', folder).href === folder.href)
      return { name: NAME, version: 'unknown' };
  }
}
