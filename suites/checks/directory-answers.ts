import { describeOutcome } from '../../harness/model/exchange.js';
import { brief, isObject, type Json } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { DirectoryView } from '../../harness/probe/views.js';
import { ends, NONSENSE } from '../kit/check.js';
import {
  directoryCheck as check,
  eachDirectory,
  eachTree,
  METHOD,
  owedBy,
  type Directory,
} from '../kit/directories.js';
import { urisOf } from '../kit/files.js';
import { manifestIndex } from '../kit/files.js';
import { setAside } from '../kit/outcomes.js';
import { judgeCursors, judgeTermination } from '../kit/paging.js';
import { judgeRefusal, judgeResultType, pageName } from '../kit/results.js';
import { rooted, type Rooted } from '../kit/subjects.js';
import type { Judge } from '../../harness/model/check.js';
import type { TestableId } from '../requirements/index.js';

const REFUSED = [ErrorCode.invalidParams];

/** Judges whether a directory answers, for the one requirement that owes it. */
function judgeAnswer(judge: Judge, found: Directory, skill: Rooted, id: TestableId): boolean {
  const owed = owedBy(found, skill);
  if (owed !== id) return false;
  const { failure } = found.walk;
  if (failure !== undefined && !found.answered && setAside(judge, found.uri, failure)) return true;
  judge.each(found.uri, found.answered, () => ({
    expected:
      id === 'directory/empty' ? '"resources": []: its parent lists it, and no file lies in it' : 'its children',
    actual: failure === undefined ? 'no result' : describeOutcome(failure.outcome),
    frames: failure?.frames ?? [],
  }));
  return true;
}

/** Which directories answer, how, and what is refused. */
export const directoryAnswers = [
  check('directory/every-directory', 'the root and every subdirectory of every skill', async (probe, judge) => {
    const seen = new Set<string>();
    await eachTree(probe, judge, (skill, tree) => {
      for (const found of tree) {
        if (!seen.has(found.uri)) judgeAnswer(judge, found, skill, 'directory/every-directory');
        seen.add(found.uri);
      }
    });
  }),

  check('directory/empty', 'directories that a parent lists and no file lies in', async (probe, judge) => {
    const seen = new Set<string>();
    await eachTree(probe, judge, (skill, tree) => {
      for (const found of tree) {
        if (seen.has(found.uri)) continue;
        seen.add(found.uri);
        // Children of such a directory are judged where they are surplus: here only an answer is owed.
        if (!found.answered || found.children.length === 0) judgeAnswer(judge, found, skill, 'directory/empty');
      }
    });
    judge.notApplicable('no directory is empty');
  }),

  check('directory/not-a-directory', 'the URI of every file', async (probe, judge) => {
    for (const skill of ends(await rooted(probe, judge))) {
      const uris = ends(urisOf(skill));
      const directories = new Set((await probe.tree(skill)).filter((view) => view.answered).map((view) => view.uri));
      for (const uri of new Set([skill.uri, ...uris])) {
        // What is listed as a file and walked as a directory is the matter of manifest/no-directories.
        if (directories.has(uri.replace(/\/$/, '')) || manifestIndex(skill).hasBelow(uri)) continue;
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

  check('directory/result-type', 'resultType of every page', async (probe, judge) => {
    await eachDirectory(probe, judge, ({ uri, walk }) => {
      for (const page of walk.pages)
        judgeResultType(judge, pageName(uri, page.number), page.result, page.exchange.frames);
    });
  }),

  check(
    'directory/pagination',
    'following the cursors of every directory, each child on one page',
    async (probe, judge) => {
      await eachDirectory(probe, judge, ({ uri, walk }) => {
        if (walk.pages.length === 1 && walk.end === 'last') return;
        judgeCursors(judge, walk, probe.era, 'directory/pagination', uri);
        judgeTermination(judge, walk, uri);
        if (walk.end === 'loop') return;
        const seen = new Map<string, number>();
        for (const page of walk.pages) {
          for (const child of page.items.map((item) => (isObject(item) ? item['uri'] : undefined))) {
            if (typeof child !== 'string') continue;
            const before = seen.get(child) ?? page.number;
            judge.each(child, before === page.number, () => ({
              expected: `once in ${uri}`,
              actual: `on page ${before} and on page ${page.number}`,
              frames: page.exchange.frames,
            }));
            seen.set(child, before);
          }
        }
      });
      judge.notApplicable('no directory has more than one page: paging is not exercised');
    },
  ),

  check('directory/cursor-bound', 'a cursor of one directory used on another', async (probe, judge) => {
    const paged: { directory: DirectoryView; cursor: string }[] = [];
    const others: string[] = [];
    await eachDirectory(probe, judge, (found) => {
      const cursor = found.walk.pages[1]?.cursor;
      if (cursor !== undefined) paged.push({ directory: found, cursor });
      others.push(found.uri);
    });
    for (const { directory: first, cursor } of ends(paged, 20)) {
      const other = others.find((uri) => uri !== first.uri);
      if (other === undefined) continue;
      const { outcome, frames } = await probe.request(METHOD, { uri: other, cursor });
      const children =
        outcome.kind === 'result' && Array.isArray(outcome.result['resources']) ? outcome.result['resources'] : [];
      const own = new Set(first.children.map(({ child }) => child['uri']));
      const leaked = children.filter((child) => isObject(child) && own.has(child['uri'] ?? null));
      judge.each(`a cursor of ${first.uri} on ${other}`, leaked.length === 0, () => ({
        expected: 'an error, or children of the directory asked for',
        actual: `${leaked.length} children of the other one: ${brief(leaked[0])}`,
        frames,
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
];
