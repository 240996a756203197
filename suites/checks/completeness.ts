import type { Judge } from '../../harness/model/check.js';
import { relativeLinks, resolveLink } from '../../harness/model/references.js';
import { ancestorsOf, decodedPath, isBelow, normaliseUri, UriIndex } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { EntryView } from '../../harness/probe/views.js';
import { check } from '../kit/check.js';
import { frontmatterOf } from '../kit/frontmatter.js';
import { isUnlisted, listedUris, unfitManifest } from '../kit/files.js';
import { manifests, withoutRoot, type Rooted } from '../kit/subjects.js';

/** A sign that a file is served: its URI, where it was seen, and the frames. */
interface Sign {
  readonly uri: string;
  readonly seen: string;
  readonly frames: readonly number[];
}

/**
 * Every file that is seen below a skill's root in `resources/list` or in a link of its SKILL.md. What directories show is
 * the matter of directory/agrees-with-manifest.
 */
export async function signsOf(probe: Probe, skill: Rooted): Promise<Sign[]> {
  const found: Sign[] = [];
  if (probe.hasResources) {
    const resources = await probe.resourcesByUri();
    for (const uri of (await probe.resourceIndex()).below(skill.root)) {
      const { resource, frames } = resources.get(uri)!;
      if (resource['mimeType'] !== 'inode/directory' && !uri.endsWith('/')) {
        found.push({ uri, seen: 'resources/list', frames });
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

/** Finds the other known skills that lie inside one. */
function nesting(skills: readonly EntryView[]): (root: string) => EntryView[] {
  const byRoot = new Map<string, EntryView[]>();
  for (const skill of skills) {
    if (skill.root === undefined) continue;
    const same = byRoot.get(skill.root) ?? [];
    byRoot.set(skill.root, same);
    same.push(skill);
  }
  const index = new UriIndex(byRoot.keys());
  return (root) => index.below(root).flatMap((inner) => byRoot.get(inner)!);
}

async function judgeSigns(probe: Probe, judge: Judge, nestedOnly: boolean): Promise<void> {
  const nestedIn = nesting(await probe.skills());
  for (const skill of await manifests(probe, judge)) {
    const by = withoutRoot(skill);
    if (by !== undefined) {
      judge.unjudged(skill.label, 'its root is not known', by);
      continue;
    }
    const unfit = unfitManifest(skill.manifest);
    if (unfit !== undefined) {
      judge.unjudged(skill.label, unfit.reason, unfit.by);
      continue;
    }
    const whole = skill as Rooted;
    const nested = nestedIn(whole.root);
    const nestedRoots = new Set(nested.map((other) => normaliseUri(other.root!)));
    const nestedUris = new Set(nested.map((other) => normaliseUri(other.uri ?? '')));
    const signs = nestedOnly ? nestedSigns(nested) : await signsOf(probe, whole);
    if (nestedOnly && nested.length === 0) continue;
    const listed = listedUris(skill);
    const paths = new Set(skill.manifest.map((item) => decodedPath(whole.root, item.uri ?? '')));
    const index = new UriIndex(listed);
    const done = new Set<string>();
    let missing = 0;
    for (const sign of signs) {
      const normal = normaliseUri(sign.uri);
      if (done.has(normal) || listed.has(normal) || paths.has(decodedPath(whole.root, sign.uri) ?? '')) continue;
      done.add(normal);
      // The skill's own SKILL.md, and what nested skills own, are the matter of other requirements.
      if (normal === normaliseUri(whole.uri)) continue;
      if (
        !nestedOnly &&
        nested.length > 0 &&
        (nestedUris.has(normal) || [...ancestorsOf(normal)].some((directory) => nestedRoots.has(directory)))
      )
        continue;
      // What listed files lie below is a directory, whatever a read of it gives.
      if (index.hasBelow(normal)) continue;
      const read = await probe.read(sign.uri);
      if (read.digest === undefined || read.mimeType === 'inode/directory') continue;
      if (!(await isUnlisted(probe, whole, normal))) continue;
      missing += 1;
      judge.each(sign.uri, false, {
        expected: `an element in the manifest of ${whole.uri}, which must be complete`,
        actual: `it is served (${read.size} bytes), but not listed`,
        cause: `seen in ${sign.seen}: a file of the skill, or a resource that is none but stands in the skill’s namespace`,
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
  check('manifest/complete', 'resources/list and links, against every manifest', async (probe, judge) => {
    await judgeSigns(probe, judge, false);
  }),

  check(
    'manifest/nested-complete',
    'the files of nested skills, against the enclosing manifest',
    async (probe, judge) => {
      await judgeSigns(probe, judge, true);
      judge.notApplicable('no skill is nested in another one');
    },
  ),
];
