import type { Judge } from '../../harness/model/check.js';
import { ancestorsOf, splitUri } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import { skillsOf } from './subjects.js';

/** A URI that the server emits for a skill or a part of one, with where it stands. */
export interface EmittedUri {
  readonly uri: string;
  readonly kind: 'entry' | 'manifest' | 'directory' | 'list';
  readonly where: string;
  /** The name beside it, as directories and resources/list give one. */
  readonly name: string | undefined;
  readonly frames: readonly number[];
}

/** Every URI of entries, manifests, directories and, below a skill's root, of `resources/list`; each once. */
export async function emittedUris(probe: Probe, judge: Judge): Promise<readonly EmittedUri[]> {
  const found = new Map<string, EmittedUri>();
  const add = (emitted: EmittedUri): void => {
    if (!found.has(emitted.uri)) found.set(emitted.uri, emitted);
  };
  const skills = await skillsOf(probe, judge);
  for (const skill of skills) {
    if (skill.uri !== undefined)
      add({ uri: skill.uri, kind: 'entry', where: 'its entry', name: undefined, frames: skill.frames });
    // An entry that is no absolute URI drags its files along: it is told once.
    if (skill.uri !== undefined && splitUri(skill.uri) === undefined) continue;
    // What we take for files of a skill, its server did not list.
    for (const item of skill.assumed === true ? [] : (skill.manifest ?? [])) {
      if (item.uri !== undefined)
        add({
          uri: item.uri,
          kind: 'manifest',
          where: `the manifest of ${skill.label}`,
          name: undefined,
          frames: skill.frames,
        });
    }
  }
  if (probe.directoryRead) {
    for (const skill of skills) {
      for (const directory of await probe.tree(skill)) {
        for (const { child, frames } of directory.children) {
          const { uri, name } = child;
          if (typeof uri !== 'string') continue;
          add({
            uri,
            kind: 'directory',
            where: `the directory ${directory.uri}`,
            name: typeof name === 'string' ? name : undefined,
            frames,
          });
        }
      }
    }
  }
  for (const offer of probe.hasMethods ? [] : await probe.drafts.offers()) {
    if (offer.url !== undefined)
      add({ uri: offer.url, kind: 'entry', where: 'the index', name: undefined, frames: offer.frames });
  }
  if (probe.hasResources) {
    const roots = new Set(skills.flatMap((skill) => (skill.root === undefined ? [] : [skill.root])));
    for (const [uri, { resource, frames }] of await probe.resourcesByUri()) {
      const { name } = resource;
      if (found.has(uri) || ![...ancestorsOf(uri)].some((directory) => roots.has(directory))) continue;
      add({ uri, kind: 'list', where: 'resources/list', name: typeof name === 'string' ? name : undefined, frames });
    }
  }
  return [...found.values()];
}
