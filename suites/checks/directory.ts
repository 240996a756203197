import { describeOutcome } from '../../harness/model/exchange.js';
import { brief } from '../../harness/model/json.js';
import { isBelow, normaliseUri, segmentsBelow } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import {
  bare,
  directoryCheck as check,
  eachDirectory,
  eachTree,
  impliedChildren,
  incomparable,
  kindOf,
  type Directory,
} from '../kit/directories.js';
import { isUnlisted, listedDirectories, listedUris, unfitManifest } from '../kit/files.js';
import { spoiltBy } from '../kit/outcomes.js';
import type { Rooted } from '../kit/subjects.js';
import { pageName } from '../kit/results.js';
import { resourceProblems } from '../schemas/index.js';
import { signsOf } from './completeness.js';

/** Children that the manifest stands for and a directory lacks, by a fresh manifest too. */
async function missingChildren(probe: Probe, skill: Rooted, directory: Directory): Promise<string[]> {
  const present = new Set(directory.children.map(({ child }) => bare(String(child['uri']))));
  const missing = [...impliedChildren(skill, directory.uri)].flatMap(([uri]) => (present.has(uri) ? [] : [uri]));
  if (missing.length === 0) return [];
  // What `resources/list` has and nobody can read is no file that a directory lacks.
  if (skill.assumed === true) {
    const kinds = impliedChildren(skill, directory.uri);
    const lacking: string[] = [];
    for (const uri of missing) if (kinds.get(uri) !== 'file' || (await probe.read(uri)).answered) lacking.push(uri);
    return lacking;
  }
  const fresh = (await probe.get(skill.uri, true)).entry?.manifest;
  if (fresh === undefined) return missing;
  const still = impliedChildren(skill, directory.uri, fresh);
  return missing.filter((uri) => still.has(uri));
}

/** URIs that stand twice on one page of a directory. */
function twiceOnAPage({ walk }: Directory): string[] {
  return walk.pages.flatMap((page) => {
    const uris = page.items
      .map((item) => (item as { uri?: unknown } | null)?.uri)
      .filter((uri) => typeof uri === 'string');
    return [...new Set(uris.filter((uri, index) => uris.indexOf(uri) !== index))];
  });
}

/** What is in directories, and how it is described. */
export const directory = [
  check('directory/result-shape', 'the resources of every page', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, walk, children }) => {
      for (const page of walk.pages) {
        judge.each(pageName(uri, page.number), page.shaped, () => ({
          expected: '`resources`, an array',
          actual: brief(page.result['resources']),
          frames: page.exchange.frames,
        }));
      }
      children.forEach(({ value, frames }, index) => {
        const problems = resourceProblems(value);
        judge.each(`${uri}, child ${index + 1}`, problems.length === 0, () => ({
          expected: 'a Resource: an object with the strings `uri` and `name`',
          actual: problems.slice(0, 4).join('; '),
          frames,
        }));
      });
    });
  }),

  check(
    'directory/complete',
    'the children of every directory against the manifest, or what is known of the files',
    async (probe, judge) => {
      await eachDirectory(probe, judge, async (found, skill) => {
        const hindrance = incomparable(found);
        if (hindrance !== undefined) {
          judge.unjudged(found.uri, hindrance.reason, hindrance.by);
          return;
        }
        const frames = found.walk.pages.flatMap((page) => page.exchange.frames);
        const twice = twiceOnAPage(found);
        judge.each(found.uri, twice.length === 0, () => ({
          expected: 'every direct child once',
          actual: `twice: ${twice.slice(0, 5).join(', ')}`,
          frames,
        }));
        const listed = listedDirectories(skill);
        const missing = (await missingChildren(probe, skill, found)).filter((uri) => !listed.has(uri));
        judge.each(found.uri, missing.length === 0, () => ({
          expected: 'every direct child',
          actual: `missing: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`,
          frames: [...skill.frames, ...frames],
        }));
        if (skill.dynamic) return;
        for (const { child, frames: seen } of found.children) {
          const uri = String(child['uri']);
          if (child['mimeType'] === 'inode/directory' || uri.endsWith('/') || kindOf(skill, uri) !== undefined)
            continue;
          if ((segmentsBelow(found.uri, uri)?.length ?? 0) > 1) continue;
          // A surplus child that can be read is a file that the manifest lacks; one that cannot is no child at all.
          const { answered, exchange } = await probe.read(uri);
          if (answered || exchange.outcome.kind !== 'error' || spoiltBy(exchange) !== undefined) continue;
          judge.each(uri, false, {
            expected: 'children that are served',
            actual: `listed in ${found.uri}, but a read gives ${describeOutcome(exchange.outcome)}`,
            frames: [...seen, ...exchange.frames],
          });
        }
      });
    },
  ),

  check('directory/not-recursive', 'the depth of every child', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, children }) => {
      for (const { child, frames } of children) {
        const plain = typeof child['uri'] === 'string' ? child['uri'].replace(/\/$/, '') : '';
        const below = segmentsBelow(uri, plain);
        if (below === undefined) continue;
        judge.each(plain, below.length === 1, () => ({
          expected: `direct children of ${uri}`,
          actual: `${plain}, ${below.length} levels below`,
          frames,
        }));
      }
    });
    judge.notApplicable('no directory has children');
  }),

  check('directory/subdirectory-type', 'the mimeType of every child', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ children }, skill) => {
      const listed = listedDirectories(skill);
      for (const { child, frames } of children) {
        if (typeof child['uri'] !== 'string') continue;
        const kind = kindOf(skill, child['uri'].replace(/\/$/, ''));
        const typed = child['mimeType'] === 'inode/directory';
        if (kind === undefined) continue;
        if (typed && (listed.has(child['uri']) || listed.has(`${child['uri']}/`))) {
          judge.unjudged(child['uri'], 'the manifest lists a directory', 'manifest/no-directories');
          continue;
        }
        judge.each(child['uri'], typed === (kind === 'directory'), () => ({
          expected:
            kind === 'directory'
              ? `"inode/directory": ${skill.assumed === true ? 'there are' : 'the manifest has'} files below it`
              : `another type than inode/directory: ${skill.assumed === true ? 'it is read as a file' : 'the manifest lists it as a file'}`,
          actual: brief(child['mimeType']),
          frames,
        }));
      }
    });
    judge.notApplicable('no child is known to be a file or a directory');
  }),

  check('directory/no-trailing-slash', 'the URIs of subdirectories', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ children }) => {
      for (const { child, frames } of children) {
        const { uri } = child;
        if (typeof uri !== 'string') continue;
        judge.each(uri, !uri.endsWith('/'), () => ({ expected: uri.replace(/\/+$/, ''), actual: uri, frames }));
      }
    });
    judge.notApplicable('no directory has children');
  }),

  check('directory/child-inside', 'the URI of every child against its directory', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, children }) => {
      for (const { child, frames } of children) {
        if (typeof child['uri'] !== 'string') continue;
        const plain = child['uri'].replace(/\/$/, '');
        if ((segmentsBelow(uri, plain)?.length ?? 0) > 1) {
          judge.unjudged(child['uri'], 'it is no direct child', 'directory/not-recursive');
          continue;
        }
        const inside = isBelow(uri, plain) || isBelow(normaliseUri(uri), normaliseUri(plain));
        judge.each(child['uri'], inside, () => ({
          expected: `${uri}/<name>`,
          actual: plain === uri ? `${plain}, the directory itself` : plain,
          frames,
        }));
      }
    });
    judge.notApplicable('no directory has children');
  }),

  check('directory/metadata-only', 'content in children', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ children }) => {
      for (const { child, frames } of children) {
        const carried = ['text', 'blob', 'contents'].filter((member) => Object.hasOwn(child, member));
        judge.each(String(child['uri']), carried.length === 0, () => ({
          expected: 'metadata alone: content is read with resources/read',
          actual: carried.join(', '),
          frames,
        }));
      }
    });
    judge.notApplicable('no directory has children');
  }),

  check('directory/agrees-with-manifest', 'the files of every walk against the manifest', async (probe, judge) => {
    await eachTree(probe, judge, async (skill, tree) => {
      if (skill.manifest === undefined) return;
      const unfit = unfitManifest(skill.manifest);
      if (unfit !== undefined) {
        judge.unjudged(skill.label, unfit.reason, unfit.by);
        return;
      }
      // What resources/list or a link shows to be missing is told by manifest/complete already.
      const told = new Set((await signsOf(probe, skill)).map(({ uri }) => normaliseUri(uri)));
      const listed = listedUris(skill);
      let surplus = 0;
      for (const { children, uri: parent } of tree) {
        for (const { child, frames } of children) {
          const { uri, mimeType } = child;
          if (typeof uri !== 'string' || mimeType === 'inode/directory' || !isBelow(skill.root, uri)) continue;
          const normal = bare(uri);
          if (uri.endsWith('/') || listed.has(normal) || told.has(normal) || kindOf(skill, uri) === 'directory')
            continue;
          const read = await probe.read(uri);
          if (read.digest === undefined || read.mimeType === 'inode/directory') continue;
          if (!(await isUnlisted(probe, skill, normal))) continue;
          surplus += 1;
          judge.each(uri, false, {
            expected: `an element in the manifest of ${skill.uri}, which must be complete`,
            actual: `${parent} lists it, and it can be read (${read.size} bytes)`,
            frames: [...skill.frames, ...frames, ...read.frames],
          });
        }
      }
      if (surplus === 0) judge.each(skill.label, true, { expected: '', actual: '', frames: [] });
    });
    judge.notApplicable('no skill has a manifest');
  }),
];
