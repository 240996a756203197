import * as fc from 'fast-check';
import type {
  Collapse,
  Placed,
  SeenBreach,
  Tree,
  TreeJudgement,
  TreeSuite,
} from '../../../harness/provision/tree.js';
import type { Probe } from '../../../harness/probe/probe.js';
import { judgeArchives } from './archives.js';
import { control } from './control.js';
import { judgeDirectories } from './directories.js';
import { factsOf } from './facts.js';
import { judgeManifest } from './manifest.js';
import { badTree, contestedTree, linkTree } from './odd.js';
import { judgeLinks, judgeRead, tellOutside } from './read.js';
import { judgeServed } from './served.js';
import { ROOM, Session, type TreeId } from './session.js';
import { bigTree, disputedTree, goodTree } from './skill.js';
import { judgeFrontmatter } from './values.js';

const trees: fc.Arbitrary<Tree> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: goodTree, weight: 120 },
  { arbitrary: disputedTree, weight: 12 },
  { arbitrary: linkTree, weight: 24 },
  { arbitrary: badTree, weight: 34 },
  { arbitrary: contestedTree, weight: 8 },
  { arbitrary: bigTree, weight: 2 },
);

async function judge(all: readonly Tree[], probe: Probe, { canary }: Placed): Promise<TreeJudgement<TreeId>> {
  const session = new Session(probe, canary);
  const { located, prefix } = (await judgeServed(session, all)) ?? { located: [], prefix: undefined };
  for (const tree of all) {
    const root = located.find((one) => one.tree === tree)?.shown.root;
    const likely = prefix === undefined ? undefined : `${prefix}${factsOf(tree).folder}`;
    if ((root ?? likely) !== undefined) await judgeLinks(session, tree, (root ?? likely)!);
  }
  for (const one of located) {
    for (const { uri, digest } of one.shown.manifest ?? [])
      if (digest === canary) tellOutside(session, one.tree, String(uri), one.shown.frames);
    if (factsOf(one.tree).state === 'open') continue;
    const matched = await judgeManifest(session, one);
    await judgeRead(session, one, matched);
    judgeFrontmatter(session, one);
    await judgeDirectories(session, one, matched);
    await judgeArchives(session, one);
  }
  return session.judgement;
}

/** A server must start on a folder of good skills; on one that holds something odd it had better. */
function collapsed(all: readonly Tree[], how: Collapse): SeenBreach<TreeId> {
  const [tree = control] = all;
  const isSure = how.kind === 'died' || all.every((one) => factsOf(one).state === 'portable');
  const what = all.map((one) => factsOf(one).what).join('; ');
  const { kind } = how;
  return {
    verifies: 'fuzz/tree-served',
    tree: all.length === 1 ? tree : control,
    kind,
    subject: all.length === 1 ? `${factsOf(tree).folder}: ${what}` : `${all.length} folders`,
    evidence: {
      expected:
        kind === 'died' ? 'a server that lives on' : 'a server that starts, and serves the skills that are good',
      actual: kind === 'died' ? how.detail : how.failure.message,
      frames: kind === 'died' ? how.frames : how.failure.frames.map(({ n }) => n),
      ...(isSure ? {} : ROOM),
    },
  };
}

/** Generated folders of skills, and what a server owes of each. */
export const treeSuite: TreeSuite<TreeId> = {
  verifies: [
    'fuzz/tree-served',
    'fuzz/tree-manifest',
    'fuzz/tree-read',
    'fuzz/tree-frontmatter',
    'fuzz/tree-directories',
    'fuzz/tree-archive',
  ],
  control,
  trees,
  judge,
  collapsed,
  fatal: ['list-failed', 'neighbour-lost', 'silent'],
};
