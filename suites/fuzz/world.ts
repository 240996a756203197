import type { Nothing, Surroundings } from '../../harness/fuzz/property.js';
import type { Probe } from '../../harness/probe/probe.js';
import { ends } from '../kit/check.js';

/** So many skills and files are searched around; of more, the first and the last. */
const MOST_SKILLS = 40;
const MOST_FILES = 200;
/** What is asked for in one URI: beyond it, HTTP servers refuse the headers that repeat it. */
const LONGEST = { stdio: 70_000, http: 2_000 } as const;

/** What a search around URIs knows of a server. JSON. */
export type UriWorld = {
  /** URIs of files, the shortest first. */
  readonly files: string[];
  /** Digests of those that could be read. */
  readonly digests: { [uri: string]: string };
  readonly skills: string[];
  readonly roots: string[];
  /** The files of each skill with a manifest, by its root. */
  readonly manifests: { [root: string]: string[] };
  /** The children of each directory that answered. */
  readonly directories: { [uri: string]: string[] };
  readonly canaries: { [digest: string]: string };
  readonly longest: number;
};

const shortestFirst = (uris: Iterable<string>): string[] =>
  [...new Set(uris)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** One for all the properties that search around URIs. */
const worlds = new WeakMap<Probe, Promise<UriWorld | Nothing>>();

/** Gathers what the probe knows already, as far as possible. */
export function uriWorld(probe: Probe, { canaries }: Surroundings): Promise<UriWorld | Nothing> {
  const world = worlds.get(probe) ?? gather(probe, canaries);
  worlds.set(probe, world);
  return world;
}

async function gather(probe: Probe, canaries: Surroundings['canaries']): Promise<UriWorld | Nothing> {
  const skills = ends(await probe.skills(), MOST_SKILLS).filter(({ root }) => root !== undefined);
  if (skills.length === 0) return { notApplicable: 'no skill is served as files: there is nothing to search around' };
  const manifests: UriWorld['manifests'] = {};
  const directories: UriWorld['directories'] = {};
  const uris: string[] = [];
  for (const skill of skills) {
    uris.push(skill.uri!, ...(await probe.filesOf(skill)));
    if (skill.manifest !== undefined && skill.assumed !== true)
      manifests[skill.root!] = skill.manifest.flatMap(({ uri }) => uri ?? []);
    if (!probe.directoryRead) continue;
    for (const { uri, answered, children, walk } of await probe.tree(skill)) {
      if (answered && walk.end === 'last')
        directories[uri] = children.flatMap(({ child }) => (typeof child['uri'] === 'string' ? [child['uri']] : []));
    }
  }
  const files = ends(shortestFirst(uris), MOST_FILES);
  const digests: UriWorld['digests'] = {};
  for (const uri of files) {
    const { digest, size } = await probe.read(uri);
    if (digest !== undefined && size !== 0) digests[uri] = digest;
  }
  return {
    files: [...files],
    digests,
    skills: shortestFirst(skills.map(({ uri }) => uri!)),
    roots: shortestFirst(skills.map(({ root }) => root!)),
    manifests,
    directories,
    canaries: { ...canaries },
    longest: LONGEST[probe.transport],
  };
}
