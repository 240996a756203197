import { fileReferencesIn, referencesIn } from '../model/references.js';
import { ancestorsOf, headOf, skillRoot } from '../model/uri.js';
import { TEXT_FILE } from './content.js';
import type { Probe } from './probe.js';
import type { Reference } from './views.js';

/** SKILL.md URIs in the text of skills that are listed whose first segment is one that this server uses. */
export async function findBodyReferences(probe: Probe): Promise<readonly Reference[]> {
  const found: Reference[] = [];
  const entries = await probe.entries();
  const listed = entries.flatMap(({ uri, root }) => (uri === undefined || root === undefined ? [] : [uri]));
  // In the drafts an index may be absent or partial, and `resources/list` shows skills too.
  const sources = new Set([...listed, ...(probe.hasMethods ? [] : await probe.drafts.inResources())]);
  const heads = new Set([...sources].map(headOf));
  for (const from of sources) {
    const { text } = await probe.read(from);
    for (const uri of referencesIn(text ?? '')) if (uri !== from && heads.has(headOf(uri))) found.push({ uri, from });
  }
  return found;
}

/**
 * URIs of files of this server that the text of a skill names: SKILL.md, supporting text files, and text files that only
 * such a reference leads to. Other files than SKILL.md count when they lie in a skill that is known.
 */
export async function findFileReferences(probe: Probe): Promise<readonly Reference[]> {
  const skills = await probe.skills();
  const heads = new Set(skills.map((skill) => headOf(skill.uri ?? '')));
  const roots = new Set(skills.flatMap(({ root }) => root ?? []));
  const own = (uri: string): boolean =>
    skillRoot(uri) === undefined
      ? [...ancestorsOf(uri)].some((directory) => roots.has(directory))
      : heads.has(headOf(uri));
  const queue: string[] = [];
  for (const skill of skills) queue.push(...(await probe.filesOf(skill)));
  const scanned = new Set(queue);
  const found = new Map<string, Reference>();
  for (let at = 0; at < queue.length; at += 1) {
    const from = queue[at]!;
    if (!TEXT_FILE.test(from)) continue;
    const { text } = await probe.read(from);
    for (const uri of fileReferencesIn(text ?? '')) {
      if (uri === from || !own(uri)) continue;
      if (!found.has(uri)) found.set(uri, { uri, from });
      if (!scanned.has(uri)) queue.push(uri);
      scanned.add(uri);
    }
  }
  return [...found.values()];
}
