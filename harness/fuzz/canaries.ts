import { readFileSync } from 'node:fs';
import type { Target } from '../model/connection.js';
import { sha256 } from '../model/digest.js';

/** Files that every machine of a kind has and no server of skills has to do with. */
const HOST_FILES = ['/etc/passwd', '/etc/hosts', '/etc/hostname', 'C:\\Windows\\win.ini'];

/** Only a server on this machine can give away its files. */
const isLocal = (target: Target): boolean =>
  target.kind === 'stdio' ||
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.canParse(target.url) ? new URL(target.url).hostname : '');

/** Digests of files of this machine, with their paths: whoever serves such bytes has read outside of its skills. */
export function hostCanaries(target: Target): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of isLocal(target) ? HOST_FILES : []) {
    try {
      const bytes = readFileSync(path);
      if (bytes.length > 0) found[sha256(bytes)] = path;
    } catch {
      // Not on this kind of machine.
    }
  }
  return found;
}
