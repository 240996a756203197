import { brief } from '../model/json.js';
import type { Archive, ArchiveProblem } from './archive.js';
import { normalisePath, pathProblem, segmentsOf } from './paths.js';
import type { Tree } from './tree.js';

const SKILL_MD = 'SKILL.md';

/** Faults after which entries may be unknown; an absence cannot be told then. */
const HIDES_ENTRIES: ReadonlySet<string> = new Set([
  'not-gzip',
  'not-tar',
  'not-zip',
  'truncated',
  'bad-deflate',
  'gzip-method',
  'gzip-flags',
  'bad-checksum',
  'bad-size',
  'bad-sparse',
  'oversized-metadata',
  'multi-disk',
  'bad-zip64',
  'bad-central-directory',
]);

/** What macOS puts beside the files: resource forks. Nobody means them as content. */
const isMacMetadata = (segments: readonly string[]): boolean =>
  segments[0] === '__MACOSX' || segments.at(-1)?.startsWith('._') === true;

/** A `SKILL.md` of exactly this name must be at the root; when there is none, what is there instead. */
export function skillMdProblems(archive: Archive, tree: Tree): ArchiveProblem[] {
  const node = tree.root.children.get(SKILL_MD);
  const found = node?.kind === 'link' ? tree.follow([], node.target, true) : undefined;
  const real = found?.kind === 'inside' ? found.node : node;
  if (real?.kind === 'file') return [];
  if (node !== undefined) {
    const what = node.kind === 'link' ? 'a link that leads to no file' : 'a directory';
    return [told('not-a-file', SKILL_MD, `\`${SKILL_MD}\` at the root is ${what}`)];
  }
  const exact = archive.entries.find(({ name }) => normalisePath(name) === SKILL_MD);
  if (exact !== undefined) {
    // `/SKILL.md`: what is wrong is the slash, and that is said elsewhere.
    if (pathProblem(exact) !== undefined) return [];
    const what = exact.type === 'hardlink' ? 'a hard link to no file before it' : `of type ${exact.type}`;
    return [told('not-a-file', exact.name, `\`${SKILL_MD}\` at the root is ${what}`)];
  }
  const incomplete = archive.stopped !== undefined || archive.faults.some(({ name }) => HIDES_ENTRIES.has(name));
  return incomplete ? [] : [instead(archive)];
}

const told = (name: string, entry: string | undefined, detail: string): ArchiveProblem => ({
  rule: 'skill-md-at-root',
  name,
  entry,
  detail,
});

function instead(archive: Archive): ArchiveProblem {
  const candidates = archive.entries
    .filter(({ type }) => type === 'file' || type === 'symlink' || type === 'hardlink')
    .map((entry) => ({ entry, segments: segmentsOf(entry.name.replaceAll('\\', '/')) }))
    .filter(({ segments }) => !isMacMetadata(segments) && isLikeSkillMd(segments.at(-1)))
    .sort((a, b) => a.segments.length - b.segments.length);
  const misspelled = candidates.find(({ segments }) => segments.length === 1);
  if (misspelled !== undefined) {
    const { name } = misspelled.entry;
    return told('misspelled', name, `${brief(name)} is at the root; the name must be exactly \`${SKILL_MD}\``);
  }
  const wrapped = candidates.find(({ segments }) => segments.at(-1) === SKILL_MD) ?? candidates[0];
  if (wrapped !== undefined) return told('wrapped', wrapped.entry.name, wrapping(wrapped.segments));
  const what = archive.entries.length === 0 ? 'the archive has no entry' : 'it is nowhere in the archive';
  return told('missing', undefined, `there is no \`${SKILL_MD}\`: ${what}`);
}

function wrapping(segments: readonly string[]): string {
  const path = brief(segments.join('/')).slice(1, -1);
  const wrapper = brief(`${segments.slice(0, -1).join('/')}/`).slice(1, -1);
  return `\`${path}\` — wrapped in \`${wrapper}\`; \`${SKILL_MD}\` must be at the root`;
}

const isLikeSkillMd = (name: string | undefined): boolean => name?.trim().toLowerCase() === SKILL_MD.toLowerCase();
