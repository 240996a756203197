import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { decodedPath } from '../../harness/model/uri.js';
import type { ReadView } from '../../harness/probe/content.js';
import type { PackedView } from '../../harness/probe/packed.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';
import { archiveRoot, filesRoot, unpackedOf } from '../kit/packs.js';
import type { TestableId } from '../requirements/index.js';

/** What macOS puts beside files when it packs them. */
const MAC = /(?:^|\/)(?:__MACOSX(?:\/|$)|\._|\.DS_Store$)/;

/** The URI of a packed file below a root: every octet that may mean something else is encoded. */
const uriOf = (root: string, path: string): string => `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Packers and servers write one name in either of Unicode's normal forms. */
const normal = (path: string): string => path.normalize('NFC');

/** The directory that all files lie in, when that is all that keeps two sets of paths apart. */
function wrapperOf(packed: ReadonlySet<string>, wanted: ReadonlySet<string>): string | undefined {
  const [first] = packed;
  const wrapper = first?.split('/', 1)[0];
  if (wrapper === undefined || packed.size === 0) return undefined;
  const inside = [...packed].every((path) => path.startsWith(`${wrapper}/`));
  if (!inside) return undefined;
  const stripped = [...packed].map((path) => path.slice(wrapper.length + 1));
  return stripped.some((path) => wanted.has(path)) ? wrapper : undefined;
}

/** Tells one difference, by path. */
function differ(judge: Judge, view: PackedView, path: string, expected: string, actual: string, cause: string): void {
  const mac = MAC.test(path);
  judge.each(`${view.offer.label} → ${path}`, false, {
    expected,
    actual,
    frames: view.frames,
    cause: mac ? `${cause}: what macOS adds when it packs` : cause,
    // Such files are in nobody's way, though they are not the same files.
    ...(mac ? { level: 'SHOULD', strict: 'MUST' } : {}),
  });
}

/** What keeps a file from being compared, and is told elsewhere. */
function spoilt(read: ReadView, path: string): [reason: string, by: TestableId] | undefined {
  if (read.base64Problem !== undefined) return [`its base64 is spoilt: ${read.base64Problem}`, 'read/blob-base64'];
  if (read.answered && !read.empty && read.digest === undefined)
    return [read.shapeProblem ?? 'no content', 'read/shape'];
  if (read.digest === undefined && path === 'SKILL.md')
    return ['its SKILL.md cannot be read', 'format/skill-md-at-root'];
  return undefined;
}

/** Compares an archive with the files that are served one by one, path by path, both ways. */
async function compareWithFiles(probe: Probe, judge: Judge, view: PackedView, root: string): Promise<void> {
  const skill = await probe.skillAt(root);
  const known = new Map<string, string>();
  for (const uri of skill === undefined ? [] : await probe.filesOf(skill)) {
    // A URI that cannot be decoded is the matter of uri/rfc3986: its path is taken as it stands.
    known.set(normal(decodedPath(root, uri) ?? uri.slice(root.length + 1)), uri);
  }
  const paths = new Set([...view.files.keys()].map(normal));
  const wrapper = wrapperOf(paths, new Set(known.keys()));
  if (wrapper !== undefined) {
    const label = `${wrapper}/`;
    differ(judge, view, label, 'the files of the skill', `all of them lie in ${label}`, 'a wrapper directory');
    return;
  }
  let same = true;
  for (const [path, file] of view.files) {
    const uri = known.get(normal(path)) ?? uriOf(root, path);
    probe.expectDigest(uri, file.digest);
    let read = await probe.read(uri);
    if (read.digest === file.digest) continue;
    if (!read.answered && setAside(judge, uri, read.exchange)) continue;
    const hindrance = spoilt(read, path);
    if (hindrance !== undefined) {
      judge.unjudged(uri, ...hindrance);
      continue;
    }
    if (read.digest === undefined) {
      same = false;
      const actual = `a read of ${uri} gives ${read.answered ? (read.shapeProblem ?? 'no content') : describeOutcome(read.exchange.outcome)}`;
      differ(judge, view, path, 'a file that is served on its own too', actual, 'extra: it is in the archive alone');
      continue;
    }
    // Read anew now that the other digest is known, so that what turns the one into the other is looked for.
    read = await probe.read(uri, true);
    if (read.digest === file.digest) continue;
    same = false;
    const cause = read.alternatives.find((other) => other.digest === file.digest)?.cause;
    const ends = cause !== undefined && cause.includes('CRLF');
    differ(
      judge,
      view,
      path,
      `${read.digest}, ${read.size} bytes, as ${uri} is read`,
      `${file.digest}, ${file.size} bytes, in the archive`,
      cause === undefined ? 'bytes: other content' : `${ends ? 'line ends' : 'bytes'}: ${cause}`,
    );
  }
  for (const [path, uri] of known) {
    if (paths.has(path)) continue;
    const read = await probe.read(uri);
    if (read.digest === undefined) continue;
    same = false;
    differ(
      judge,
      view,
      path,
      `${uri}, which can be read`,
      'no such path in the archive',
      'missing: it is served alone',
    );
  }
  if (same) judge.each(view.offer.label, true, { expected: '', actual: '', frames: [] });
}

/** Compares two archives of one skill. */
function compareArchives(judge: Judge, one: PackedView, other: PackedView): void {
  let same = true;
  for (const path of new Set([...one.files.keys(), ...other.files.keys()])) {
    const here = one.files.get(path);
    const there = other.files.get(path);
    if (here?.digest === there?.digest) continue;
    same = false;
    const expected =
      there === undefined ? `no such path, as in ${other.offer.label}` : `${there.digest} in ${other.offer.label}`;
    const actual = here === undefined ? 'no such path' : here.digest;
    const cause = here === undefined ? 'missing' : there === undefined ? 'extra' : 'bytes: other content';
    differ(judge, one, path, expected, actual, cause);
  }
  if (same) judge.each(`${one.offer.label}, ${other.offer.label}`, true, { expected: '', actual: '', frames: [] });
}

/** What `resources/list` has of SKILL.md files that the index does not list. */
async function unindexed(probe: Probe): Promise<readonly string[]> {
  if (!probe.hasResources) return [];
  const indexed = new Set((await probe.entries()).map((entry) => entry.uri));
  return [...(await probe.resourcesByUri()).keys()].filter((uri) => uri.endsWith('/SKILL.md') && !indexed.has(uri));
}

/** Where the SKILL.md of a skill may be served, though its entry gives no `url`. */
function likelyUris(name: string, url: string, listed: readonly string[]): ReadonlySet<string> {
  const segment = encodeURIComponent(name);
  const root = archiveRoot(url);
  return new Set([
    // By this URI hosts address what they unpack.
    `skill://${segment}/SKILL.md`,
    ...(root === undefined ? [] : [`${root}/SKILL.md`]),
    ...listed.filter((uri) => uri.endsWith(`/${segment}/SKILL.md`)),
  ]);
}

/** One skill in several forms: they are one namespace. */
export const archiveNamespace = [
  check(
    'archive/same-namespace',
    'every archive, unpacked in memory, against the files and the other archives of its skill',
    async (probe, judge) => {
      const bySkill = new Map<unknown, PackedView[]>();
      for (const view of await unpackedOf(probe, judge)) {
        if (view.archive?.stopped !== undefined) {
          judge.unjudged(
            view.offer.label,
            `it was not read to its end: ${view.archive.stopped.detail}`,
            'archive/bounded',
          );
          continue;
        }
        const root = await filesRoot(probe, view.offer);
        if (root !== undefined) await compareWithFiles(probe, judge, view, root);
        const skill = probe.drafts.typed ? archiveRoot(view.offer.url ?? '') : view.offer.entry;
        const before = skill === undefined ? [] : (bySkill.get(skill) ?? []);
        // With files to compare with, another archive's differences are told against them already.
        if (root === undefined && before[0] !== undefined) compareArchives(judge, view, before[0]);
        bySkill.set(skill, [...before, view]);
      }
      judge.notApplicable('no skill comes in two forms, which is legal');
    },
  ),

  check(
    'archive/only-not-addressable',
    'reading SKILL.md of skills that come as archives alone',
    async (probe, judge) => {
      const views = await unpackedOf(probe, judge);
      const listed = views.length === 0 ? [] : await unindexed(probe);
      for (const { offer } of views) {
        const { name } = offer.entry;
        if (name === undefined || (await filesRoot(probe, offer)) !== undefined) continue;
        for (const uri of likelyUris(name, offer.url ?? '', listed)) {
          const read = await probe.read(uri);
          if (setAside(judge, uri, read.exchange)) continue;
          judge.each(uri, !read.answered || read.empty, () => ({
            expected: 'an error: the entry offers archives alone',
            actual: `a file of ${read.size} bytes`,
            frames: [...offer.frames, ...read.frames],
            cause: 'if the skill is served as files too, its entry should say so with `url`',
          }));
        }
      }
      judge.notApplicable('every skill is served as files');
    },
  ),
];
