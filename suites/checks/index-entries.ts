import type { Judge } from '../../harness/model/check.js';
import { ENTRY_TYPES } from '../../harness/model/discovery.js';
import { brief, isObject } from '../../harness/model/json.js';
import { INDEX_URI } from '../../harness/model/protocol.js';
import { normaliseUri, skillPath, skillRoot, splitUri } from '../../harness/model/uri.js';
import type { ArchiveOffer, IndexEntry } from '../../harness/probe/index-view.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { frontmatterOf, mapped, packedFrontmatter, type Frontmatter } from '../kit/frontmatter.js';
import { readableIndex } from '../kit/index-document.js';
import { isSkillMd } from '../kit/subjects.js';

/** Entries of the index; with none, the judge is told so. */
async function entriesOf(
  probe: Probe,
  judge: Judge,
  wanted: (entry: IndexEntry) => boolean = () => true,
): Promise<readonly IndexEntry[]> {
  const index = await readableIndex(probe, judge);
  if (index === undefined) return [];
  const objects = index.entries.filter(({ value, label }) => {
    const right = isObject(value);
    if (!right) judge.unjudged(label, 'it is no object', 'index/schema');
    return right;
  });
  const found = objects.filter(wanted);
  if (found.length === 0) judge.notApplicable('the index has no entry of the kind');
  return found;
}

/** An entry of a single skill, which has a name and a description. */
const isSkill = ({ type }: IndexEntry): boolean => type === 'skill-md' || type === 'archive';

/** The frontmatter of the SKILL.md that an entry stands for; undefined when it cannot be had. */
async function frontmatterFor(probe: Probe, entry: IndexEntry): Promise<Frontmatter | undefined> {
  if (entry.type === 'archive') {
    const [offer] = entry.archives;
    if (offer?.url === undefined) return undefined;
    return packedFrontmatter(await probe.drafts.packed(offer));
  }
  return entry.url === undefined || skillRoot(entry.url) === undefined
    ? undefined
    : await frontmatterOf(probe, entry.url);
}

/** Judges that a member of an entry equals a field of the frontmatter. */
async function judgeMember(probe: Probe, judge: Judge, member: 'name' | 'description'): Promise<void> {
  for (const entry of await entriesOf(probe, judge, isSkill)) {
    const given = entry.entry[member];
    const found = await frontmatterFor(probe, entry);
    const owed = member === 'name' ? 'format/name-required' : 'format/description-required';
    if (typeof given !== 'string' || given.trim() === '') {
      const own = found?.kind === 'mapping' ? found.value[member] : undefined;
      if (found?.kind === 'mapping' && (typeof own !== 'string' || own.trim() === '')) {
        judge.unjudged(entry.label, `its SKILL.md has no ${member} either`, owed);
        continue;
      }
      judge.each(entry.label, false, {
        expected: `\`${member}\`, a string that is not empty`,
        actual: brief(given),
        frames: entry.frames,
      });
      continue;
    }
    if (found === undefined) {
      const by = entry.type === 'archive' ? 'archive/skill-md-at-root' : 'index/entry-url';
      judge.unjudged(entry.label, 'its SKILL.md is not known', by);
      continue;
    }
    const file = mapped(judge, entry.label, found);
    if (file === undefined) continue;
    const value = file.value[member];
    if (typeof value !== 'string') {
      judge.unjudged(entry.label, `its SKILL.md has no ${member}`, owed);
      continue;
    }
    judge.each(entry.label, given.trim() === value.trim(), () => ({
      expected: `${brief(value)}, as in the frontmatter`,
      actual: brief(given),
      frames: [...entry.frames, ...file.frames],
    }));
  }
}

/** An archive is downloaded from its URL, which is a full resource URI too. */
function judgeArchiveUrl(judge: Judge, { url = '', label, frames }: ArchiveOffer): void {
  judge.each(label, splitUri(url) !== undefined, () => ({
    expected: 'an absolute URI',
    actual: brief(url),
    frames,
  }));
}

/** What the entries of the index say. */
export const indexEntries = [
  check('index/entry-type', 'the type of every entry', async (probe, judge) => {
    for (const entry of await entriesOf(probe, judge)) {
      judge.each(entry.label, entry.type !== undefined, () => ({
        expected: ENTRY_TYPES.map((type) => `"${type}"`).join(', '),
        actual: brief(entry.entry['type']),
        frames: entry.frames,
      }));
    }
  }),

  check('index/entry-name', 'the name of every entry against its SKILL.md', (probe, judge) =>
    judgeMember(probe, judge, 'name'),
  ),

  check('index/entry-description', 'the description of every entry against its SKILL.md', (probe, judge) =>
    judgeMember(probe, judge, 'description'),
  ),

  check('index/entry-url', 'the url of every entry', async (probe, judge) => {
    for (const entry of await entriesOf(probe, judge, ({ type }) => type !== 'mcp-resource-template')) {
      for (const offer of probe.drafts.typed ? [] : entry.archives) {
        if (offer.url !== undefined) judgeArchiveUrl(judge, offer);
      }
      // Without a url it may be one of archives alone; see index/entry-reachable.
      if (entry.entry['url'] === undefined && !entry.direct && entry.type !== 'archive') continue;
      if (probe.drafts.typed && entry.type === undefined && !entry.direct) {
        judge.unjudged(entry.label, 'its type is not one of the three', 'index/entry-type');
        continue;
      }
      const { url } = entry;
      const absolute = url !== undefined && splitUri(url) !== undefined;
      const packed = entry.type === 'archive';
      judge.each(entry.label, absolute && (packed || isSkillMd(url)), () => ({
        expected: packed ? 'an absolute URI' : 'an absolute URI that ends in /SKILL.md',
        actual: brief(entry.entry['url']),
        frames: entry.frames,
        ...(url !== undefined && !absolute
          ? { cause: 'a relative URL, as the well-known index has it; over MCP it is a full resource URI' }
          : {}),
      }));
    }
    judge.notApplicable('no entry has a url, which is legal: all are archives');
  }),

  check('index/digest', 'the digest of every entry', async (probe, judge) => {
    const entries = await entriesOf(probe, judge);
    const dated = entries.some((entry) => entry.entry['digest'] !== undefined);
    for (const entry of entries) {
      const present = entry.entry['digest'] !== undefined && entry.entry['digest'] !== null;
      if (entry.type === undefined) {
        judge.unjudged(entry.label, 'its type is not one of the three', 'index/entry-type');
        continue;
      }
      const wanted = isSkill(entry);
      judge.each(entry.label, present === wanted, () => ({
        expected: wanted ? '`digest`, the SHA-256 of what `url` names' : 'no `digest`: a template is no artifact',
        actual: brief(entry.entry['digest']),
        frames: entry.frames,
        ...(wanted && !dated
          ? { level: 'SHOULD', cause: 'no entry has one: the format before 2026-06-03 had no digest' }
          : {}),
      }));
    }
  }),

  check('index/entry-reachable', 'url and archives of every entry', async (probe, judge) => {
    for (const entry of await entriesOf(probe, judge)) {
      const { archives, url } = entry.entry;
      const packed = Array.isArray(archives) && archives.length > 0;
      if (url === undefined && archives !== undefined && !Array.isArray(archives)) {
        judge.unjudged(entry.label, '`archives` is no array', 'index/schema');
        continue;
      }
      judge.each(entry.label, url !== undefined || packed, () => ({
        expected: '`url`, an `archives` that is not empty, or both',
        actual: `url ${brief(url)}, archives ${brief(archives, 80)}`,
        frames: entry.frames,
      }));
    }
  }),

  check('index/digest-with-url', 'digest beside url', async (probe, judge) => {
    for (const entry of await entriesOf(probe, judge)) {
      const { digest, url } = entry.entry;
      const dated = digest !== undefined && digest !== null;
      judge.each(entry.label, dated === (url !== undefined), () => ({
        expected: url === undefined ? 'no `digest` without a `url`' : '`digest` of the SKILL.md at `url`',
        actual: brief(digest),
        frames: entry.frames,
      }));
    }
  }),

  check('index/entry-unique', 'the URLs of all entries', async (probe, judge) => {
    const seen = new Set<string>();
    for (const { url, label, frames } of await entriesOf(probe, judge, (entry) => entry.url !== undefined)) {
      const normal = normaliseUri(url!);
      judge.each(label, !seen.has(normal), { expected: 'one entry for this URL', actual: 'it comes again', frames });
      seen.add(normal);
    }
  }),

  check('index/reserved-name', 'the URLs of all entries and archives', async (probe, judge) => {
    for (const entry of await entriesOf(probe, judge)) {
      const urls = [entry.url, ...entry.archives.map((offer) => offer.url)].filter((url) => url !== undefined);
      const taken = urls.filter((url) => {
        const normal = normaliseUri(url);
        return normal === INDEX_URI || normal.startsWith(`${INDEX_URI}/`);
      });
      judge.each(entry.label, taken.length === 0, () => ({
        expected: `another URI than ${INDEX_URI}, which is reserved`,
        actual: taken.join(', '),
        frames: entry.frames,
      }));
    }
  }),

  check('index/other-scheme-listed', 'skills under other schemes against the index', async (probe, judge) => {
    const index = await readableIndex(probe, judge);
    if (index === undefined) return;
    const listed = new Set(index.entries.flatMap(({ url }) => (url === undefined ? [] : [normaliseUri(url)])));
    const seen = new Map<string, 'given' | 'resources'>();
    for (const uri of probe.given) seen.set(uri, 'given');
    if (probe.hasResources) {
      for (const uri of (await probe.resourcesByUri()).keys()) if (!seen.has(uri)) seen.set(uri, 'resources');
    }
    for (const { url } of index.entries) if (url !== undefined && !seen.has(url)) seen.set(url, 'resources');
    for (const [uri, where] of seen) {
      const root = skillRoot(uri);
      if (root === undefined || splitUri(uri)?.scheme.toLowerCase() === 'skill') continue;
      if (listed.has(normaliseUri(uri))) {
        judge.each(uri, true, { expected: '', actual: '', frames: [] });
        continue;
      }
      // Outside the index, a SKILL.md under another scheme may be any file; one that is a skill in all else is one.
      const found = await frontmatterOf(probe, uri);
      if (found.kind !== 'mapping' || found.value['name'] !== skillPath(root).at(-1)) continue;
      judge.each(uri, false, {
        expected: 'an entry in the index: under another scheme nothing else shows that it is a skill',
        actual:
          where === 'given' ? 'named with --skill, and not in the index' : 'in resources/list, and not in the index',
        frames: [...index.frames, ...found.frames],
        // An index may be partial, and what it leaves out is then no skill.
        ...(where === 'given' ? {} : { level: 'INFO', strict: 'SHOULD' }),
      });
    }
    judge.notApplicable('no skill has another scheme than skill://');
  }),
];
