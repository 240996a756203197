import type { Judge } from '../../harness/model/check.js';
import { describeOutcome, isUnanswered } from '../../harness/model/exchange.js';
import { brief, type Json } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import { isBelow, normaliseUri, segmentsBelow } from '../../harness/model/uri.js';
import type { DirectoryView, EntryView, Probe } from '../../harness/probe/probe.js';
import { check as define, ends, NONSENSE, type ServerCheck } from '../kit/check.js';
import { listedUris } from '../kit/files.js';
import { judgeCursors, judgeTermination } from '../kit/paging.js';
import { judgeRefusal, judgeResultType, pageName } from '../kit/results.js';
import { rooted } from '../kit/subjects.js';
import { resourceProblems } from '../schemas/index.js';
import type { TestableId } from '../requirements/index.js';

const METHOD = 'resources/directory/read';
const REFUSED = [ErrorCode.invalidParams];

type Rooted = EntryView & { readonly uri: string; readonly root: string };
type Tree = readonly (DirectoryView & { readonly implied: boolean })[];

/** A check that is not applicable without `directoryRead: true`: then the method must not even be called. */
const check = (
  verifies: TestableId,
  title: string,
  run: (probe: Probe, judge: Judge) => Promise<void>,
): ServerCheck =>
  define(verifies, title, async (probe, judge) => {
    if (!probe.directoryRead) {
      judge.notApplicable('directoryRead is not declared');
      return;
    }
    await run(probe, judge);
  });

/** Visits the directory tree of every skill. */
async function eachTree(
  probe: Probe,
  judge: Judge,
  visit: (skill: Rooted, tree: Tree) => Promise<void> | void,
): Promise<void> {
  for (const skill of await rooted(probe, judge)) await visit(skill, await probe.tree(skill));
}

/** Visits every directory that answered, each once though nested skills share some. */
async function eachDirectory(
  probe: Probe,
  judge: Judge,
  visit: (directory: Tree[number], skill: Rooted) => Promise<void> | void,
): Promise<void> {
  const seen = new Set<string>();
  await eachTree(probe, judge, async (skill, tree) => {
    for (const directory of tree) {
      if (seen.has(directory.uri)) continue;
      seen.add(directory.uri);
      const failure = directory.walk.failure?.outcome;
      if (directory.answered) await visit(directory, skill);
      else
        judge.unjudged(
          directory.uri,
          failure === undefined ? 'no answer' : describeOutcome(failure),
          failure !== undefined && isUnanswered(failure) ? undefined : 'directory/every-directory',
        );
    }
  });
}

const bare = (uri: string): string => normaliseUri(uri).replace(/\/$/, '');

/** The direct children that a manifest stands for: name of URI → whether it is a directory. */
function impliedChildren(skill: Rooted, directory: string): Map<string, 'file' | 'directory'> {
  const found = new Map<string, 'file' | 'directory'>();
  for (const { uri } of skill.manifest ?? []) {
    const below = uri === undefined ? undefined : segmentsBelow(directory, uri);
    if (below === undefined) continue;
    found.set(bare(`${directory}/${below[0]}`), below.length > 1 ? 'directory' : 'file');
  }
  return found;
}

/** Missing and surplus children of one directory against the manifest, asked anew before it blames. */
async function missingChildren(probe: Probe, skill: Rooted, directory: DirectoryView): Promise<string[]> {
  const present = new Set(directory.children.map(({ child }) => bare(String(child['uri']))));
  const missing = [...impliedChildren(skill, directory.uri).keys()].filter((uri) => !present.has(uri));
  if (missing.length === 0) return [];
  const fresh = (await probe.get(skill.uri, true)).entry;
  if (fresh?.manifest === undefined) return missing;
  const still = impliedChildren({ ...skill, manifest: fresh.manifest }, directory.uri);
  return missing.filter((uri) => still.has(uri));
}

export const directory = [
  check('directory/every-directory', 'the root and every subdirectory of every skill', async (probe, judge) => {
    const seen = new Set<string>();
    await eachTree(probe, judge, (_skill, tree) => {
      for (const { uri, walk, answered } of tree) {
        if (seen.has(uri)) continue;
        seen.add(uri);
        const outcome = walk.failure?.outcome;
        if (!answered && outcome !== undefined && isUnanswered(outcome))
          judge.unjudged(uri, describeOutcome(outcome));
        else {
          judge.each(uri, answered, () => ({
            expected: 'its children',
            actual: outcome === undefined ? 'no result' : describeOutcome(outcome),
            frames: walk.failure?.frames ?? [],
          }));
        }
      }
    });
  }),

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

  check('directory/complete', 'the children of every directory against the manifest', async (probe, judge) => {
    await eachDirectory(probe, judge, async (found, skill) => {
      if (found.walk.end === 'loop' || found.walk.end === 'refused') {
        judge.unjudged(found.uri, 'its pages could not be followed to the end', 'directory/pagination');
        return;
      }
      if (found.walk.pages.some((page) => !page.shaped)) {
        judge.unjudged(found.uri, 'its `resources` is no array', 'directory/result-shape');
        return;
      }
      const missing = await missingChildren(probe, skill, found);
      judge.each(found.uri, missing.length === 0, () => ({
        expected: 'every direct child',
        actual: `missing: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`,
        frames: found.walk.pages.flatMap((page) => page.exchange.frames),
      }));
      const listed = listedUris(skill);
      for (const { child, frames } of skill.dynamic ? [] : found.children) {
        const { uri, mimeType } = child;
        if (typeof uri !== 'string' || mimeType === 'inode/directory' || !isBelow(found.uri, uri)) continue;
        if (listed.has(normaliseUri(uri)) || uri.endsWith('/') || impliedChildren(skill, found.uri).has(bare(uri)))
          continue;
        // A surplus child that can be read is a file that the manifest lacks; one that cannot is no child at all.
        const read = await probe.read(uri);
        if (read.answered || isUnanswered(read.exchange.outcome)) continue;
        judge.each(uri, false, {
          expected: 'children that are served',
          actual: `listed in ${found.uri}, but a read gives ${describeOutcome(read.exchange.outcome)}`,
          frames: [...frames, ...read.frames],
        });
      }
    });
  }),

  check('directory/not-recursive', 'the depth of every child', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, children }) => {
      for (const { child, frames } of children) {
        const below =
          typeof child['uri'] === 'string' ? segmentsBelow(uri, child['uri'].replace(/\/$/, '')) : undefined;
        if (below === undefined) continue;
        judge.each(String(child['uri']), below.length === 1, () => ({
          expected: `direct children of ${uri}`,
          actual: `${String(child['uri'])}, ${below.length} levels below`,
          frames,
        }));
      }
    });
    judge.notApplicable('no directory has children');
  }),

  check('directory/subdirectory-type', 'the mimeType of every child', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, children }, skill) => {
      const implied = impliedChildren(skill, uri);
      for (const { child, frames } of children) {
        if (typeof child['uri'] !== 'string') continue;
        const kind = implied.get(bare(child['uri']));
        if (kind === undefined) continue;
        const typed = child['mimeType'] === 'inode/directory';
        judge.each(child['uri'], typed === (kind === 'directory'), () => ({
          expected:
            kind === 'directory'
              ? '"inode/directory": the manifest has files below it'
              : 'another type than inode/directory: the manifest lists it as a file',
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
        if (typeof child['uri'] !== 'string') continue;
        judge.each(child['uri'], !child['uri'].endsWith('/'), () => ({
          expected: String(child['uri']).replace(/\/+$/, ''),
          actual: String(child['uri']),
          frames,
        }));
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
        judge.each(child['uri'], isBelow(uri, plain) || isBelow(normaliseUri(uri), normaliseUri(plain)), () => ({
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

  check('directory/not-a-directory', 'the URI of every file', async (probe, judge) => {
    for (const skill of ends(await rooted(probe, judge))) {
      const uris = ends((skill.manifest ?? []).flatMap((item) => (item.uri === undefined ? [] : [item.uri])));
      const directories = new Set((await probe.tree(skill)).map((view) => view.uri));
      for (const uri of new Set([skill.uri, ...uris])) {
        // What is listed as a file and walked as a directory is the matter of manifest/no-directories.
        if (directories.has(uri.replace(/\/$/, '')) || uris.some((other) => isBelow(uri, other))) continue;
        judgeRefusal(judge, uri, await probe.refusal(`${METHOD} of ${uri}`, METHOD, { uri }), REFUSED);
      }
    }
  }),

  check('directory/unknown', 'made-up directories: alone and in every skill', async (probe, judge) => {
    const roots = ends(await rooted(probe, judge)).map((skill) => skill.root);
    for (const uri of [`skill://${NONSENSE}`, ...roots.map((root) => `${root}/${NONSENSE}`)]) {
      judgeRefusal(judge, uri, await probe.refusal(`${METHOD} of ${uri}`, METHOD, { uri }), REFUSED);
    }
  }),

  check('directory/params-required', 'no uri, and a number for one', async (probe, judge) => {
    const wrong: [string, { [key: string]: Json }][] = [
      ['params without `uri`', {}],
      ['`uri` 7', { uri: 7 }],
    ];
    for (const [subject, params] of wrong) {
      const exchange = await probe.refusal(`${METHOD}, ${subject}`, METHOD, params);
      judgeRefusal(judge, subject, exchange, REFUSED, [ErrorCode.invalidRequest]);
    }
  }),

  check('directory/empty', 'directories that a parent lists and no file lies in', async (probe, judge) => {
    await eachTree(probe, judge, (skill, tree) => {
      if (skill.dynamic) return;
      for (const { uri, implied, walk, children, answered } of tree) {
        if (implied || !answered || walk.end !== 'last') continue;
        if (
          children.some(
            ({ child }) =>
              child['mimeType'] === 'inode/directory' || listedUris(skill).has(normaliseUri(String(child['uri']))),
          )
        )
          continue;
        const page = walk.pages[0]!;
        const phantom = children.length > 0;
        // Children that are served are missing from the manifest, which is judged there.
        if (phantom) judge.unjudged(uri, 'it has children', 'manifest/complete');
        else
          judge.each(uri, page.shaped, {
            expected: '"resources": []',
            actual: brief(page.result['resources']),
            frames: page.exchange.frames,
          });
      }
    });
    judge.notApplicable('no directory is empty');
  }),

  check('directory/result-type', 'resultType of every page', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, walk }) => {
      for (const page of walk.pages)
        judgeResultType(judge, pageName(uri, page.number), page.result, page.exchange.frames);
    });
  }),

  check('directory/pagination', 'following the cursors of every directory, each child once', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, walk }) => {
      if (walk.pages.length === 1 && walk.end === 'last') return;
      judgeCursors(judge, walk, probe.era, 'directory/pagination', uri);
      judgeTermination(judge, walk, '--max-pages', uri);
      if (walk.end === 'loop') return;
      const seen = new Map<string, number>();
      for (const page of walk.pages) {
        for (const item of page.items) {
          const child = typeof item === 'object' && item !== null ? (item as { uri?: unknown }).uri : undefined;
          if (typeof child !== 'string') continue;
          const before = seen.get(child);
          judge.each(child, before === undefined, () => ({
            expected: `once in ${uri}`,
            actual: `on page ${before} and on page ${page.number}`,
            frames: page.exchange.frames,
          }));
          seen.set(child, page.number);
        }
      }
    });
    judge.notApplicable('no directory has more than one page: paging is not exercised');
  }),

  check('directory/cursor-bound', 'a cursor of one directory used on another', async (probe, judge) => {
    const trees: { directory: DirectoryView; cursor: string }[] = [];
    const others: string[] = [];
    await eachDirectory(probe, judge, (found) => {
      const cursor = found.walk.pages[1]?.cursor;
      if (cursor !== undefined) trees.push({ directory: found, cursor });
      others.push(found.uri);
    });
    for (const { directory: first, cursor } of ends(trees, 20)) {
      const other = others.find((uri) => uri !== first.uri);
      if (other === undefined) continue;
      const exchange = await probe.request(METHOD, { uri: other, cursor });
      const { outcome } = exchange;
      const children =
        outcome.kind === 'result' && Array.isArray(outcome.result['resources']) ? outcome.result['resources'] : [];
      const own = new Set(first.children.map(({ child }) => child['uri']));
      const leaked = children.filter(
        (child) => typeof child === 'object' && child !== null && own.has((child as { uri?: Json }).uri ?? null),
      );
      judge.each(`a cursor of ${first.uri} on ${other}`, leaked.length === 0, () => ({
        expected: 'an error, or children of the directory asked for',
        actual: `${leaked.length} children of the other one`,
        frames: exchange.frames,
      }));
    }
    judge.notApplicable('no directory has more than one page');
  }),

  check('directory/cursor-invalid', 'a made-up cursor', async (probe, judge) => {
    const root = (await rooted(probe, judge))[0]?.root;
    if (root === undefined) return;
    const exchange = await probe.refusal(`${METHOD} with a made-up cursor`, METHOD, { uri: root, cursor: NONSENSE });
    judgeRefusal(judge, `cursor "${NONSENSE}" on ${root}`, exchange, REFUSED);
  }),

  check(
    'directory/agrees-with-manifest',
    'files and directories of every walk against the manifest',
    async (probe, judge) => {
      await eachTree(probe, judge, (skill, tree) => {
        if (skill.manifest === undefined) return;
        const listed = listedUris(skill);
        const wrong: string[] = [];
        const frames: number[] = [];
        for (const { children } of tree) {
          for (const { child, frames: seen } of children) {
            const { uri, mimeType } = child;
            if (typeof uri !== 'string' || mimeType !== 'inode/directory' || !listed.has(normaliseUri(uri))) continue;
            // A file with the type of a directory is judged by its type, unless the server also walks into it.
            if (!tree.some((view) => view.uri === uri && view.answered)) continue;
            wrong.push(`${uri} is a directory to one, a file to the other`);
            frames.push(...seen);
          }
        }
        judge.each(skill.label, wrong.length === 0, () => ({
          expected: 'one view of what is a file and what a directory',
          actual: wrong.join('; '),
          frames: [...skill.frames, ...frames],
        }));
      });
      judge.notApplicable('no skill has a manifest');
    },
  ),
];
