import { describeOutcome } from '../../../harness/model/exchange.js';
import { brief } from '../../../harness/model/json.js';
import type { ReadView } from '../../../harness/probe/content.js';
import type { Tree } from '../../../harness/provision/tree.js';
import type { TestableId } from '../../requirements/index.js';
import { changeOf } from './changes.js';
import { factsOf } from './facts.js';
import { onDisk, type Expected } from './expect.js';
import type { Matched } from './match.js';
import { isHidden, isPlain } from './names.js';
import type { Located } from './served.js';
import { ROOM, type Session } from './session.js';
import { pathBelow, spellings } from './uris.js';

const VERIFIES = 'fuzz/tree-read';

/** Reads every file that a manifest names, and compares the bytes with those on disk. */
async function judgeListed(session: Session, { tree, shown }: Located, matched: Matched): Promise<void> {
  for (const { file, named } of matched.pairs) {
    const read = await session.probe.read(named.uri);
    const told: readonly TestableId[] = read.answered ? ['manifest/digest-matches'] : ['manifest/readable'];
    judgeBytes(session, { tree, shown }, file, read, { told });
  }
}

/** The drafts of June have no manifest: what `resources/list` and directories show of a skill, else the likely spellings. */
async function judgeUnlisted(session: Session, { tree, shown }: Located): Promise<void> {
  const { probe } = session;
  const { files } = onDisk(tree);
  const known = new Map<string, string>();
  if (probe.hasResources) {
    for (const uri of (await probe.resourceIndex()).below(shown.root))
      known.set(pathBelow(shown.root, uri) ?? '', uri);
  }
  for (const file of files.values()) {
    const uri = known.get(file.path);
    if (uri !== undefined) {
      judgeBytes(session, { tree, shown }, file, await probe.read(uri));
      continue;
    }
    if (isHidden(file.path)) continue;
    let read: ReadView | undefined;
    for (const spelling of spellings(shown.root, file.path)) {
      read = await probe.read(spelling);
      if (read.digest !== undefined) break;
    }
    if (read !== undefined) judgeBytes(session, { tree, shown }, file, read, { guessed: !isPlain(file.path) });
  }
}

function judgeBytes(
  session: Session,
  { tree, shown }: Located,
  file: Expected,
  read: ReadView,
  { guessed = false, told = [] }: { readonly guessed?: boolean; readonly told?: readonly TestableId[] } = {},
): void {
  const { uri, exchange } = read;
  const frames = [...shown.frames, ...read.frames];
  if (session.unanswered(VERIFIES, tree, uri, exchange)) return;
  const room = guessed ? ROOM : {};
  if (!read.answered) {
    const evidence = {
      expected: 'the file that is on disk',
      actual: describeOutcome(exchange.outcome),
      frames,
      cause: `on disk it is ${brief(file.path)}`,
      ...room,
    };
    session.breach(VERIFIES, tree, 'unreadable', uri, evidence, told);
    return;
  }
  if (read.digest === undefined) {
    const evidence = { expected: 'its content', actual: read.shapeProblem ?? 'no content', frames, ...room };
    session.breach(VERIFIES, tree, 'no-content', uri, evidence, ['read/shape']);
    return;
  }
  if (read.digest === file.digest) return;
  const evidence = {
    expected: `the ${file.size} bytes on disk, ${file.digest}`,
    actual: `${read.size} bytes, ${read.digest}`,
    frames,
    cause: `on disk it is ${brief(file.path)}`,
    ...room,
  };
  session.breach(VERIFIES, tree, `bytes-${changeOf(file.bytes(), read.digest)}`, uri, evidence, told);
}

/**
 * Where links of a tree lead outside, nothing may be read.
 * @param root the URI of the tree's folder, whether it is served as a skill or not
 */
export async function judgeLinks(session: Session, tree: Tree, root: string): Promise<void> {
  const { probe, canary } = session;
  const { folder } = factsOf(tree);
  for (const node of tree.nodes) {
    if (node.kind !== 'link' || !node.to.includes('outside')) continue;
    const path = node.path.slice(folder.length + 1);
    for (const file of path === '' ? ['canary.md'] : [path, `${path}/canary.md`]) {
      const uri = spellings(root, file)[0]!;
      const read = await probe.read(uri);
      if (read.digest === canary) tellOutside(session, tree, uri, read.frames);
    }
  }
}

export function tellOutside(session: Session, tree: Tree, subject: string, frames: readonly number[]): void {
  session.breach(VERIFIES, tree, 'outside', subject, {
    expected: 'nothing from outside of the folder of skills',
    actual: 'the bytes of a file beside it, which a symbolic link leads to',
    frames,
  });
}

/** Every file of a skill is read with the bytes that are on disk. */
export async function judgeRead(session: Session, located: Located, matched: Matched | undefined): Promise<void> {
  const { tree, shown } = located;
  // Generated content need not be what is on disk.
  if (shown.dynamic || (session.probe.hasMethods && matched === undefined)) return;
  if (shown.uri === undefined) return;
  session.judged(VERIFIES, tree);
  if (matched === undefined) await judgeUnlisted(session, located);
  else await judgeListed(session, located, matched);
}
