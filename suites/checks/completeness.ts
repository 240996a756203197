import type { Judge } from '../../harness/model/check.js';
import { relativeLinks, resolveLink } from '../../harness/model/references.js';
import { isBelow, normaliseUri } from '../../harness/model/uri.js';
import type { EntryView, Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { frontmatterOf } from '../kit/frontmatter.js';
import { listedUris } from '../kit/files.js';
import { hasResources } from '../kit/results.js';
import { manifests, withoutRoot } from '../kit/subjects.js';

/** A sign that a file is served: its URI, where it was seen, and the frames. */
interface Sign {
  readonly uri: string;
  readonly seen: string;
  readonly frames: readonly number[];
}

/** Every file that is seen below a skill's root otherwise than in its manifest. */
async function signsOf(probe: Probe, skill: EntryView & { root: string; uri: string }): Promise<Sign[]> {
  const found: Sign[] = [];
  if (hasResources(probe)) {
    for (const [uri, { resource, frames }] of await probe.resourcesByUri()) {
      if (isBelow(skill.root, uri) && resource['mimeType'] !== 'inode/directory' && !uri.endsWith('/')) {
        found.push({ uri, seen: 'resources/list', frames });
      }
    }
  }
  if (probe.directoryRead) {
    for (const directory of await probe.tree(skill)) {
      for (const { child, frames } of directory.children) {
        const { uri, mimeType } = child;
        if (typeof uri !== 'string' || mimeType === 'inode/directory' || !isBelow(skill.root, uri)) continue;
        found.push({ uri, seen: `resources/directory/read of ${directory.uri}`, frames });
      }
    }
  }
  const frontmatter = await frontmatterOf(probe, skill.uri);
  if (frontmatter.kind === 'mapping') {
    for (const link of relativeLinks(frontmatter.body)) {
      const uri = resolveLink(skill.root, link);
      if (uri !== undefined)
        found.push({ uri, seen: `the link ${JSON.stringify(link)} in SKILL.md`, frames: frontmatter.frames });
    }
  }
  return found;
}

/** Roots of other known skills that lie inside this one, nearest first. */
const nestedIn = (root: string, skills: readonly EntryView[]): EntryView[] =>
  skills.filter((other) => other.root !== undefined && isBelow(root, other.root));

async function judgeSigns(probe: Probe, judge: Judge, nestedOnly: boolean): Promise<void> {
  const skills = await probe.skills();
  for (const skill of await manifests(probe, judge)) {
    const by = withoutRoot(skill);
    if (by !== undefined) {
      judge.unjudged(skill.label, 'its root is not known', by);
      continue;
    }
    const whole = skill as EntryView & { root: string; uri: string };
    const nested = nestedIn(whole.root, skills);
    const signs = nestedOnly ? nestedSigns(nested) : await signsOf(probe, whole);
    if (nestedOnly && nested.length === 0) continue;
    const listed = listedUris(skill);
    const done = new Set<string>();
    let missing = 0;
    for (const sign of signs) {
      const normal = normaliseUri(sign.uri);
      if (done.has(normal) || listed.has(normal)) continue;
      done.add(normal);
      // The skill's own SKILL.md, and what nested skills own, are the matter of other requirements.
      if (normal === normaliseUri(whole.uri)) continue;
      if (
        !nestedOnly &&
        nested.some((other) => normal === normaliseUri(other.uri ?? '') || isBelow(normaliseUri(other.root!), normal))
      )
        continue;
      // What listed files lie below is a directory, whatever a read of it gives.
      if ([...listed].some((uri) => isBelow(normal, uri))) continue;
      const read = await probe.read(sign.uri);
      if (read.digest === undefined || read.mimeType === 'inode/directory') continue;
      const fresh = (await probe.get(whole.uri, true)).entry;
      if (fresh?.manifest !== undefined && listedUris(fresh).has(normal)) continue;
      if (fresh?.dynamic === true) continue;
      missing += 1;
      judge.each(sign.uri, false, {
        expected: `an element in the manifest of ${whole.uri}, which must be complete`,
        actual: `it is served (${read.size} bytes), but not listed`,
        cause: `seen in ${sign.seen}`,
        frames: [...skill.frames, ...sign.frames, ...read.frames],
      });
    }
    if (missing === 0) judge.each(skill.label, true, { expected: '', actual: '', frames: [] });
  }
}

const nestedSigns = (nested: readonly EntryView[]): Sign[] =>
  nested.flatMap((other) => [
    ...(other.uri === undefined ? [] : [{ uri: other.uri, seen: 'a skill of its own', frames: other.frames }]),
    ...(other.manifest ?? []).flatMap((item) =>
      item.uri === undefined || other.root === undefined || !isBelow(other.root, item.uri)
        ? []
        : [{ uri: item.uri, seen: `the manifest of ${other.label}`, frames: other.frames }],
    ),
  ]);

export const completeness = [
  check(
    'manifest/complete',
    'resources/list, directories and links, against every manifest',
    async (probe, judge) => {
      await judgeSigns(probe, judge, false);
    },
  ),

  check(
    'manifest/nested-complete',
    'the files of nested skills, against the enclosing manifest',
    async (probe, judge) => {
      await judgeSigns(probe, judge, true);
      judge.notApplicable('no skill is nested in another one');
    },
  ),
];
