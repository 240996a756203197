import { brief } from '../model/json.js';
import type { Archive, ArchiveEntry, ArchiveLimits, ArchiveProblem, ArchiveRule } from './archive.js';
import { collisionProblems } from './check-collision.js';
import { linkProblems } from './check-links.js';
import { skillMdProblems } from './check-skill-md.js';
import { pathProblem, segmentsOf } from './paths.js';
import { Tree } from './tree.js';

/**
 * What in a packed skill departs from the rules on archives, one problem for each entry and rule. What lies behind the
 * point where reading stopped is unknown, and nothing is said of it.
 * @param limits bounds that the archive must keep; narrower ones than it was read with are held against what was counted
 */
export function checkArchive(given: Archive, limits: ArchiveLimits): ArchiveProblem[] {
  const archive = { ...given, entries: given.entries.filter((entry) => !isLabel(entry)) };
  const tree = new Tree(archive);
  const { entries } = archive;
  return [
    ...archive.faults
      .filter(({ grave }) => grave)
      .map(({ name, entry, detail }) => ({ rule: 'format-agrees' as const, name, entry, detail })),
    ...skillMdProblems(archive, tree),
    ...entries.flatMap((entry) => pathProblems(entry)),
    ...linkProblems(archive, tree),
    ...entries.flatMap((entry) => typeProblems(entry)),
    ...collisionProblems(archive),
    ...entries.flatMap((entry) => privilegeProblems(entry)),
    ...boundProblems(archive, limits),
  ];
}

/** The label of a tar's volume: readers print it or pass over it, and its name is no path. */
const isLabel = (entry: ArchiveEntry): boolean => entry.type === 'other' && entry.typeCode === 'V';

const problem = (rule: ArchiveRule, name: string, entry: ArchiveEntry, detail: string): ArchiveProblem[] => [
  { rule, name, entry: entry.name, detail },
];

function pathProblems(entry: ArchiveEntry): ArchiveProblem[] {
  const found = pathProblem(entry);
  if (found === undefined) return [];
  return problem('relative-paths', found.name, entry, `the name ${brief(entry.name)} ${found.detail}`);
}

function typeProblems(entry: ArchiveEntry): ArchiveProblem[] {
  if (['file', 'directory', 'symlink', 'hardlink'].includes(entry.type)) return [];
  const what =
    entry.type === 'other' ? `an entry of type ${brief(entry.typeCode)}` : `a ${entry.type.replace('-', ' ')}`;
  return problem(
    'regular-entries',
    entry.type,
    entry,
    `${brief(entry.name)} is ${what}, neither file, directory nor link`,
  );
}

const PRIVILEGE_BITS = [
  ['setuid', 0o4000],
  ['setgid', 0o2000],
  ['sticky', 0o1000],
] as const;

function privilegeProblems(entry: ArchiveEntry): ArchiveProblem[] {
  const { mode = 0 } = entry;
  const set = PRIVILEGE_BITS.filter(([, bit]) => (mode & bit) !== 0).map(([name]) => name);
  if (set.length === 0) return [];
  const octal = mode.toString(8).padStart(4, '0');
  return problem(
    'no-privilege-bits',
    set[0]!,
    entry,
    `${brief(entry.name)} has ${set.join(', ')} set (mode ${octal})`,
  );
}

const BOUND_NAMES: Readonly<Record<keyof ArchiveLimits, string>> = {
  unpackedBytes: 'unpacked-bytes',
  entries: 'entries',
  depth: 'depth',
  ratio: 'ratio',
};

function boundProblems(archive: Archive, limits: ArchiveLimits): ArchiveProblem[] {
  const told = archive.stopped ?? overLimit(archive, limits);
  if (told === undefined) return [];
  return [{ rule: 'bounded', name: BOUND_NAMES[told.limit], entry: undefined, detail: told.detail }];
}

function overLimit({ entries, unpackedBytes, packedBytes }: Archive, limits: ArchiveLimits): Archive['stopped'] {
  const deepest = entries.reduce((most, { name }) => Math.max(most, segmentsOf(name).length), 0);
  if (unpackedBytes > limits.unpackedBytes) {
    return {
      limit: 'unpackedBytes',
      detail: `it unpacks to ${unpackedBytes} bytes; the limit is ${limits.unpackedBytes}`,
    };
  }
  if (entries.length > limits.entries) {
    return { limit: 'entries', detail: `it has ${entries.length} entries; the limit is ${limits.entries}` };
  }
  if (deepest > limits.depth) {
    return { limit: 'depth', detail: `a path has ${deepest} segments; the limit is ${limits.depth}` };
  }
  if (unpackedBytes > 1024 * 1024 && unpackedBytes > limits.ratio * packedBytes) {
    const detail = `${packedBytes} packed bytes unpack to ${unpackedBytes}; the limit is ${limits.ratio} for each`;
    return { limit: 'ratio', detail };
  }
  return undefined;
}
