import type { Judge } from '../../harness/model/check.js';
import { brief, isObject, type JsonObject } from '../../harness/model/json.js';
import { skillRoot, splitUri } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { frontmatterOf } from '../kit/frontmatter.js';
import { isMarkdown } from '../kit/media.js';
import { skillsOf } from '../kit/subjects.js';

interface Listed {
  readonly uri: string;
  readonly resource: JsonObject;
  readonly frames: readonly number[];
  /** A SKILL.md inside a skill that the server does not confirm as a skill: it may be an ordinary file to it. */
  readonly unconfirmed: boolean;
}

/**
 * The SKILL.md files under `skill://` that stand in `resources/list`: those of known skills, and nested ones that a
 * manifest lists. Resources that merely look like skills are not judged.
 */
async function listedSkillFiles(probe: Probe, judge: Judge): Promise<Listed[]> {
  if (!probe.hasResources) {
    judge.notApplicable('the resources capability is not declared');
    return [];
  }
  const known = new Set<string>();
  const confirmed = new Set<string>();
  for (const skill of await skillsOf(probe, judge)) {
    if (skill.root !== undefined) confirmed.add(skill.uri!);
    for (const { uri } of skill.manifest ?? []) if (uri !== undefined && skillRoot(uri) !== undefined) known.add(uri);
  }
  const found: Listed[] = [];
  for (const [uri, { resource, frames }] of await probe.resourcesByUri()) {
    if ((known.has(uri) || confirmed.has(uri)) && splitUri(uri)?.scheme.toLowerCase() === 'skill')
      found.push({ uri, resource, frames, unconfirmed: !confirmed.has(uri) });
  }
  if (found.length === 0) judge.notApplicable('no SKILL.md stands in resources/list, which it need not');
  return found;
}

/** Judges that a member of the Resource equals a field of the file's frontmatter. */
async function judgeField(probe: Probe, judge: Judge, member: 'name' | 'description'): Promise<void> {
  for (const { uri, resource, frames, unconfirmed } of await listedSkillFiles(probe, judge)) {
    const frontmatter = await frontmatterOf(probe, uri);
    const value = frontmatter.kind === 'mapping' ? frontmatter.value[member] : undefined;
    if (frontmatter.kind !== 'mapping' || typeof value !== 'string') {
      judge.unjudged(
        uri,
        `its SKILL.md has no ${member}`,
        member === 'name' ? 'format/name-required' : 'format/description-required',
      );
      continue;
    }
    const given = resource[member];
    const same = typeof given === 'string' && given.trim() === value.trim();
    judge.each(uri, same, () => ({
      expected: brief(value),
      actual: brief(given),
      frames: [...frames, ...frontmatter.frames],
      ...(unconfirmed ? { level: 'INFO', strict: 'SHOULD' } : {}),
    }));
  }
}

const THIRD_PARTY = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+\//;
/** The extension's identifier taken for its prefix: `io.modelcontextprotocol/skills…`. */
const MISTAKEN = /^io\.modelcontextprotocol\/skills?\b/i;
/** Keys that the base protocol reserves without a prefix. */
const RESERVED = new Set(['progressToken', 'traceparent', 'tracestate', 'baggage']);

export const metadata = [
  check('metadata/skill-md-mime', 'the mimeType of every SKILL.md in resources/list', async (probe, judge) => {
    for (const { uri, resource, frames } of await listedSkillFiles(probe, judge)) {
      judge.each(uri, isMarkdown(resource['mimeType']), () => ({
        expected: 'text/markdown',
        actual: brief(resource['mimeType']),
        frames,
      }));
    }
  }),

  check('metadata/skill-md-name', 'the name of every SKILL.md in resources/list', async (probe, judge) => {
    await judgeField(probe, judge, 'name');
  }),

  check(
    'metadata/skill-md-description',
    'the description of every SKILL.md in resources/list',
    async (probe, judge) => {
      await judgeField(probe, judge, 'description');
    },
  ),

  check('metadata/meta-prefix', 'the keys of _meta on every SKILL.md, listed and read', async (probe, judge) => {
    const seen: { subject: string; meta: unknown; frames: readonly number[] }[] = [];
    for (const { uri, resource, frames } of await listedSkillFiles(probe, judge)) {
      seen.push({ subject: `${uri} in resources/list`, meta: resource['_meta'], frames });
    }
    for (const skill of await probe.skills()) {
      if (skill.root === undefined) continue;
      const read = await probe.read(skill.uri!);
      seen.push({ subject: `${skill.uri} when read`, meta: read.meta, frames: read.frames });
    }
    for (const { subject, meta, frames } of seen) {
      if (!isObject(meta)) continue;
      const bare = Object.keys(meta).filter(
        (key) => (!THIRD_PARTY.test(key) || MISTAKEN.test(key)) && !RESERVED.has(key),
      );
      judge.each(subject, bare.length === 0, () => ({
        expected:
          'keys such as "io.modelcontextprotocol.skills/version", or with another party’s reverse-domain prefix',
        actual: bare.map((key) => brief(key, 80)).join(', '),
        frames,
      }));
    }
    judge.notApplicable('no SKILL.md carries _meta');
  }),

  check('metadata/size', 'the size of every skill file in resources/list', async (probe, judge) => {
    if (probe.hasResources) {
      const listed = await probe.resourcesByUri();
      for (const skill of await skillsOf(probe, judge)) {
        for (const { uri } of skill.manifest ?? []) {
          const entry = uri === undefined ? undefined : listed.get(uri);
          const size = entry?.resource['size'];
          if (uri === undefined || entry === undefined || size === undefined) continue;
          const read = await probe.read(uri);
          if (read.size === undefined) continue;
          judge.each(uri, size === read.size, () => ({
            expected: `${read.size}`,
            actual: brief(size),
            frames: [...entry.frames, ...read.frames],
          }));
        }
      }
    }
    judge.notApplicable('no skill file has a size in resources/list');
  }),
];
