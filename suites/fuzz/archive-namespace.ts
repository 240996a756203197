import * as fc from 'fast-check';
import { describeOutcome, type Exchange } from '../../harness/model/exchange.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { decodedPath } from '../../harness/model/uri.js';
import { filesRoot } from '../kit/packs.js';
import { breach, digestOf, saysNothing } from './answers.js';
import { property } from './property.js';

/** One skill that is served in both forms. JSON. */
type BothForms = {
  readonly url: string;
  readonly mimeType: string | null;
  /** Digests of the files, by the path within the archive. */
  readonly files: { [path: string]: string };
  /** The URI of each of them. */
  readonly uris: { [path: string]: string };
};
type ArchiveWorld = { readonly skills: BothForms[] };
/** Reads that are in flight together, then the next: an archive, or the file of that number. */
type ArchivePlan = { readonly skill: number; readonly file: number | null }[][];

const MOST_SKILLS = 6;

async function judgeFile(wire: FuzzWire, skill: BothForms, index: number): Promise<Breach | undefined> {
  const paths = Object.keys(skill.files);
  const path = paths[index % paths.length]!;
  const uri = skill.uris[path]!;
  const exchange = await wire.request('resources/read', { uri });
  if (saysNothing(exchange)) return undefined;
  if (digestOf(uri, exchange) === skill.files[path]) return undefined;
  return breach(
    'file-differs',
    `resources/read of ${uri}`,
    exchange,
    {
      expected: `the bytes of ${path} in ${skill.url}`,
      actual: actual(exchange),
    },
    ['archive/same-namespace', 'read/stable'],
  );
}

async function judgeArchive(wire: FuzzWire, skill: BothForms): Promise<Breach | undefined> {
  const { exchange, files } = await wire.packed(skill.url, skill.mimeType ?? undefined);
  if (saysNothing(exchange)) return undefined;
  const paths = Object.keys(skill.files);
  const other = files === undefined ? undefined : paths.find((path) => files[path] !== skill.files[path]);
  const surplus =
    files === undefined ? undefined : Object.keys(files).find((path) => skill.files[path] === undefined);
  if (files !== undefined && other === undefined && surplus === undefined) return undefined;
  return breach(
    'archive-differs',
    `the archive ${skill.url}`,
    exchange,
    {
      expected: 'the files that it held before, which are those that are served one by one',
      actual:
        files === undefined
          ? actual(exchange)
          : `${other ?? surplus} is ${other === undefined ? 'there as well' : files[other] === undefined ? 'missing' : 'another one'}`,
    },
    ['archive/same-namespace', 'archive/digest-matches'],
  );
}

const actual = ({ outcome }: Exchange): string =>
  outcome.kind === 'result' ? 'other bytes' : describeOutcome(outcome);

/** Skills that are served packed and as files, read in random subsets and orders. */
export const archiveNamespace = property<ArchiveWorld, ArchivePlan>({
  verifies: 'fuzz/archive-namespace',
  title: 'files and archives of the same skills, read in any order and side by side',
  stateful: true,
  prepare: async (probe) => {
    const skills: BothForms[] = [];
    for (const offer of await probe.drafts.offers()) {
      if (skills.length === MOST_SKILLS) break;
      if (offer.url === undefined) continue;
      const packed = await probe.drafts.packed(offer);
      const root = await filesRoot(probe, offer);
      if (root === undefined || packed.archive === undefined || packed.problems.length > 0) continue;
      const uris: BothForms['uris'] = {};
      const files: BothForms['files'] = {};
      const skill = await probe.skillAt(root);
      for (const uri of skill === undefined ? [] : await probe.filesOf(skill)) {
        const path = decodedPath(root, uri);
        if (path === undefined) continue;
        const { digest } = await probe.read(uri);
        if (digest === undefined || packed.files.get(path)?.digest !== digest) continue;
        uris[path] = uri;
        files[path] = digest;
      }
      // What the two forms disagree on from the start is judged by archive/same-namespace.
      if (Object.keys(files).length === packed.files.size && packed.files.size > 0)
        skills.push({
          url: offer.url,
          mimeType: typeof offer.mimeType === 'string' ? offer.mimeType : null,
          files,
          uris,
        });
    }
    return skills.length === 0
      ? { notApplicable: 'no skill is served both packed and as files, with the same files' }
      : { skills };
  },
  // Few skills and files each time, so that the same ones are read again.
  plans: () =>
    fc
      .record({
        skills: fc.tuple(fc.nat({ max: MOST_SKILLS - 1 }), fc.nat({ max: MOST_SKILLS - 1 })),
        files: fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })),
      })
      .chain(({ skills: [one, other], files: [first, second] }) =>
        fc.array(
          fc.array(
            fc.record({
              skill: fc.constantFrom(one, one, one, other),
              file: fc.constantFrom(null, first, first, second),
            }),
            { maxLength: 3 },
          ),
          { maxLength: 8, size: 'max' },
        ),
      ),
  name: (plan) => `${plan.flat().length} reads of files and archives`,
  run: async (plan, wire, { skills }) => {
    const breaches: Breach[] = [];
    for (const together of plan) {
      const found = await Promise.all(
        together.map(({ skill, file }) => {
          const one = skills[skill % skills.length]!;
          return file === null ? judgeArchive(wire, one) : judgeFile(wire, one, file);
        }),
      );
      breaches.push(...found.filter((one) => one !== undefined));
    }
    return breaches;
  },
});
