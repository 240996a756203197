import { describeOutcome } from '../../../harness/model/exchange.js';
import type { Tree } from '../../../harness/provision/tree.js';
import { control, controls } from './control.js';
import { onDisk } from './expect.js';
import { factsOf } from './facts.js';
import { ROOM, type Session } from './session.js';
import { confirmed, find, shownBy, type Shown } from './shown.js';

/** A tree with the skill that the server makes of it. */
export interface Located {
  readonly tree: Tree;
  readonly shown: Shown;
}

const skillMdOf = ({ root }: Shown): string => `${root}/SKILL.md`;

/** Where nothing is listed, there is no telling the prefix: this one is the usual. */
const LIKELY = 'skill://';

/** The prefix before the name of a skill, which is the server's choice, from a skill whose name is known. */
function prefixOf(shown: readonly Shown[], trees: readonly Tree[]): string | undefined {
  for (const tree of [...controls, ...trees]) {
    const { folder } = factsOf(tree);
    const found = find(shown, undefined, folder);
    if (found !== undefined) return found.root.slice(0, -folder.length);
  }
  return undefined;
}

/** A listing may be partial, so what it lacks is asked for by its URI. */
async function unlisted(session: Session, given: string | undefined, name: string): Promise<Shown | undefined> {
  const { probe } = session;
  const uri = `${given ?? LIKELY}${name}/SKILL.md`;
  if (probe.hasMethods) return await confirmed(probe, uri);
  const read = await probe.read(uri);
  if (!read.answered || read.empty) return undefined;
  const root = uri.slice(0, -'/SKILL.md'.length);
  return { root, uri, frontmatter: undefined, manifest: undefined, dynamic: false, offers: [], frames: read.frames };
}

/** The plain skills must be there as if nothing stood beside them. */
async function judgeControls(session: Session, shown: readonly Shown[], prefix: string | undefined): Promise<void> {
  const { probe } = session;
  for (const one of controls) {
    const [name = ''] = one.names;
    const found = find(shown, prefix, name) ?? (await unlisted(session, prefix, name));
    const lost = (kind: string, expected: string, actual: string, frames: readonly number[]): void =>
      session.breach('fuzz/tree-served', control, kind, `the plain skill ${name}`, { expected, actual, frames });
    if (found === undefined) {
      const frames = probe.hasMethods ? (await probe.listing()).pages.flatMap(({ exchange }) => exchange.frames) : [];
      lost('neighbour-lost', 'that it is served, whatever else is in the folder', 'it is not served', frames);
      continue;
    }
    if (found.uri === undefined) continue;
    // Asked for before all others, so that what is kept under too short a name is kept from here.
    if (probe.directoryRead) for (const one of ['', '/references']) await probe.directory(`${found.root}${one}`);
    const read = await probe.read(skillMdOf(found));
    const expected = onDisk(one).files.get('SKILL.md')!;
    if (session.unanswered('fuzz/tree-served', control, skillMdOf(found), read.exchange)) continue;
    if (read.digest !== expected.digest) {
      const actual = read.answered ? 'other bytes' : describeOutcome(read.exchange.outcome);
      lost('neighbour-changed', 'the bytes of its SKILL.md', actual, [...found.frames, ...read.frames]);
    }
  }
}

/** Judges what is served, and gives what is. Undefined when nothing else can be judged. */
export async function judgeServed(
  session: Session,
  trees: readonly Tree[],
): Promise<{ readonly located: readonly Located[]; readonly prefix: string | undefined } | undefined> {
  const { probe } = session;
  const shown = await shownBy(session);
  if (shown === undefined) return undefined;
  const prefix = prefixOf(shown, trees);
  await judgeControls(session, shown, prefix);
  const located: Located[] = [];
  for (const tree of trees) {
    const { folder, state, nests, what, sort } = factsOf(tree);
    // The drafts of June forbid nesting: a server that refuses such a skill is right.
    const isOpen = state === 'open' || (nests && !probe.hasMethods);
    const listed = find(shown, prefix, folder);
    const found = listed ?? (isOpen ? undefined : await unlisted(session, prefix, folder));
    if (!isOpen) session.judged('fuzz/tree-served', tree);
    if (found === undefined) {
      if (isOpen) continue;
      const asked =
        prefix === undefined || !probe.hasMethods ? undefined : await probe.get(`${prefix}${folder}/SKILL.md`);
      const isSure = state === 'portable';
      const evidence = {
        expected: `that ${what} is served`,
        actual: `no list has it${asked === undefined ? '' : `, and skills/get: ${describeOutcome(asked.exchange.outcome)}`}`,
        frames: asked?.exchange.frames ?? [],
        // Of links the texts know nothing, however they are read.
        ...(isSure ? {} : sort === '' ? ROOM : ({ level: 'SHOULD' } as const)),
      };
      if (isSure) session.breach('fuzz/tree-served', tree, 'not-served', folder, evidence);
      else session.breach('fuzz/tree-served', tree, 'refused', folder, evidence, [], 'not-served');
      continue;
    }
    if (listed !== undefined && !isOpen && probe.hasMethods) {
      const { exchange, entry } = await probe.get(skillMdOf(listed));
      if (!session.unanswered('fuzz/tree-served', tree, folder, exchange) && entry === undefined) {
        session.breach(
          'fuzz/tree-served',
          tree,
          'get-refused',
          folder,
          {
            expected: 'the entry that the listing has',
            actual: `skills/get: ${describeOutcome(exchange.outcome)}`,
            frames: [...listed.frames, ...exchange.frames],
          },
          ['list/agrees-with-get', 'get/result-shape'],
        );
      }
    }
    located.push({ tree, shown: found });
  }
  return { located, prefix };
}
