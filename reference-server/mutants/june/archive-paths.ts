import { gzipSync } from 'node:zlib';
import { JUNE, type Revision } from '../../revision.js';
import type { ArchiveFormat } from '../../archive.js';
import { tar, type PackedEntry } from '../../tar.js';
import type { Mutant } from '../mutant.js';
import { LAST } from '../target.js';
import { patchTar, rawZip } from './bytes.js';
import { inArchive, packs, repacked } from './edits.js';
import { BEFORE_HARDENED, HARDENED, TAR_ONLY, ZIP_ONLY } from './target.js';

type Format = Exclude<ArchiveFormat, 'tar'>;
const ONLY: Readonly<Record<Format, string>> = { 'tar.gz': TAR_ONLY, zip: ZIP_ONLY };
const BOTH: readonly Format[] = ['tar.gz', 'zip'];
type Entry = Parameters<typeof packs>[0];

/** An archive that is all of its skill holds one entry more, at its end. */
const holds = (
  id: string,
  rule: string,
  what: string,
  entry: Entry,
  formats: readonly Format[] = BOTH,
  revisions: readonly Revision[] = JUNE,
): Mutant[] =>
  formats.map((format) => ({
    id: `${format === 'zip' ? 'zip' : 'tar'}-${id}`,
    revisions,
    breaks: [`archive/${rule}`],
    title: `A ${format} holds ${what}.`,
    hooks: packs(entry, ONLY[format], format),
  }));

const path = (id: string, value: string, formats?: readonly Format[]): Mutant[] =>
  holds(
    `path-${id}`,
    'relative-paths',
    `the path ${JSON.stringify(value)}`,
    { path: value, bytes: 'out\n' },
    formats,
  );

const link = (id: string, what: string, at: string, target: string): Mutant[] =>
  holds(`link-${id}`, 'links-inside', what, { path: at, kind: 'symlink', link: target, mode: 0o777 });

/** A hard link that hosts must not follow; since 2026-06-25 they extract none. */
const hardLink = (id: string, what: string, target: string): Mutant[] => {
  const entry = { path: 'scripts/hard', kind: 'hardlink', link: target } as const;
  const since = holds(`hard-${id}-hardened`, 'links-inside', what, entry, ['tar.gz'], HARDENED);
  return [
    ...holds(`hard-${id}`, 'links-inside', what, entry, ['tar.gz'], BEFORE_HARDENED),
    ...since.map((mutant) => ({ ...mutant, breaks: [...mutant.breaks, 'archive/regular-entries'] })),
  ];
};

/** A tar.gz whose entry has this type. */
const typeFlag = (id: string, what: string, flag: string): Mutant => ({
  id: `tar-type-${id}`,
  revisions: JUNE,
  breaks: ['archive/regular-entries'],
  title: `A tar.gz holds ${what}.`,
  hooks: repacked(
    (entries) => {
      const more: PackedEntry[] = [...entries, { path: 'scripts/odd', bytes: new Uint8Array() }];
      const patched = patchTar(tar(more), 'scripts/odd', (header) => void (header[156] = flag.charCodeAt(0)));
      return gzipSync(patched);
    },
    TAR_ONLY,
    'tar.gz',
  ),
});

/** The entries of an archive change as a whole. */
const changes = (
  id: string,
  rule: string,
  title: string,
  edit: (entries: PackedEntry[]) => PackedEntry[],
  format: Format,
): Mutant => ({
  id: `${format === 'zip' ? 'zip' : 'tar'}-${id}`,
  revisions: JUNE,
  breaks: [`archive/${rule}`],
  title,
  hooks: inArchive((archive) => void (archive.entries = edit(archive.entries)), ONLY[format], format),
});

const renamed =
  (name: string) =>
  (entries: PackedEntry[]): PackedEntry[] =>
    entries.map((entry) => (entry.path === 'SKILL.md' ? { ...entry, path: name } : entry));

const roots: Mutant[] = BOTH.flatMap((format) => [
  changes('root-lower', 'skill-md-at-root', `A ${format} has "skill.md" in it.`, renamed('skill.md'), format),
  changes('root-mixed', 'skill-md-at-root', `A ${format} has "Skill.md" in it.`, renamed('Skill.md'), format),
  changes('root-other', 'skill-md-at-root', `A ${format} has "README.md" instead.`, renamed('README.md'), format),
  changes(
    'root-wrapped',
    'skill-md-at-root',
    `A ${format} holds its skill in a directory.`,
    (entries) => entries.map((entry) => ({ ...entry, path: `skill/${entry.path}` })),
    format,
  ),
  changes(
    'root-moved',
    'skill-md-at-root',
    `A ${format} has SKILL.md in a directory alone.`,
    renamed('docs/SKILL.md'),
    format,
  ),
  changes('root-empty', 'skill-md-at-root', `A ${format} holds no entry.`, () => [], format),
]);

const MANY = 10_001;
const bounds: Mutant[] = [
  ...holds('bomb', 'bounded', 'two mebibytes of one character', {
    path: 'zeros.txt',
    bytes: new Uint8Array(2 * 1024 * 1024),
  }),
  ...holds('deep', 'bounded', 'a path of 65 segments', { path: `${'d/'.repeat(64)}end.txt`, bytes: 'deep\n' }),
  changes(
    'many',
    'bounded',
    'A zip holds more than ten thousand files.',
    (entries) => [
      ...entries,
      ...Array.from({ length: MANY }, (_, at) => ({ path: `n/${at}`, bytes: new Uint8Array() })),
    ],
    'zip',
  ),
];

const collisions: Mutant[] = [
  ...holds('case', 'no-collision', 'SKILL.md and skill.md', { path: 'skill.md', bytes: 'again\n' }),
  ...holds(
    'case-directory',
    'no-collision',
    'two directories that differ in case',
    {
      path: 'Phrases/more.txt',
      bytes: 'more\n',
    },
    ['zip'],
  ),
  ...holds(
    'case-directory',
    'no-collision',
    'two directories that differ in case',
    {
      path: 'SCRIPTS/more.sh',
      bytes: 'more\n',
    },
    ['tar.gz'],
  ),
  ...holds(
    'normal-form',
    'no-collision',
    'a name in two Unicode forms',
    {
      path: 'phrases/gru\u0308\u00dfe.txt',
      bytes: 'again\n',
    },
    ['zip'],
  ),
  ...holds('file-directory', 'no-collision', 'a file where it has a directory', {
    path: 'SKILL.md/x.txt',
    bytes: 'x\n',
  }),
  ...holds('twice', 'no-collision', 'a file twice', { path: 'scripts/measure.sh', bytes: 'again\n' }, ['tar.gz']),
  {
    id: 'zip-twice',
    revisions: JUNE,
    breaks: ['archive/no-collision'],
    title: 'A zip holds its last file twice.',
    hooks: repacked(
      (entries) => {
        const all = entries.map(({ path: name, bytes }) => ({ name, bytes }));
        return rawZip([...all, all.at(-1)!]);
      },
      ZIP_ONLY,
      'zip',
    ),
  },
];

const privileges = [
  ['setuid', 0o4755],
  ['setgid', 0o2755],
  ['sticky', 0o1755],
] as const;

/** Archives that hold what hosts must not unpack. */
export const archivePaths: Mutant[] = [
  {
    id: 'archive-traversal',
    revisions: JUNE,
    breaks: ['archive/relative-paths'],
    title: 'The last archive holds a file outside of the skill.',
    hooks: packs({ path: '../night-watch.md', bytes: 'out\n' }, LAST, 'zip'),
  },
  ...roots,
  ...path('up', '../out.txt'),
  ...path('up-inside', 'scripts/../SKILL.txt'),
  ...path('absolute', '/etc/cron.d/job'),
  ...path('drive', 'C:/Windows/job.txt'),
  ...path('drive-relative', 'C:job.txt'),
  ...path('backslash', 'scripts\\more.sh'),
  ...path('backslash-up', '..\\out.txt'),
  ...path('unc', '\\\\host\\share\\out.txt', ['zip']),
  ...link('relative', 'a symbolic link that leads out', 'scripts/out', '../../out.txt'),
  ...link('absolute', 'a symbolic link to an absolute path', 'passwd', '/etc/passwd'),
  ...link('parent', 'a symbolic link to the directory around the skill', 'around', '..'),
  ...link('loop', 'a symbolic link to itself', 'loop', 'loop'),
  ...hardLink('out', 'a hard link that leads out', '../out.txt'),
  ...hardLink('absolute', 'a hard link to an absolute path', '/etc/passwd'),
  ...hardLink('nowhere', 'a hard link to nothing', 'scripts/gone.sh'),
  ...BOTH.map((format): Mutant => ({
    id: `${format === 'zip' ? 'zip' : 'tar'}-link-chained`,
    revisions: JUNE,
    breaks: ['archive/links-inside'],
    title: `A ${format} holds a symbolic link that leads out through another one.`,
    hooks: inArchive(
      ({ entries }) => {
        const bytes = new Uint8Array();
        entries.push({ path: 'here/deep', bytes, kind: 'symlink', mode: 0o777, link: '..' });
        entries.push({ path: 'out', bytes, kind: 'symlink', mode: 0o777, link: 'here/deep/../x.txt' });
      },
      ONLY[format],
      format,
    ),
  })),
  ...holds('fifo', 'regular-entries', 'a named pipe', { path: 'scripts/pipe', kind: 'fifo' }),
  typeFlag('character', 'a character device', '3'),
  typeFlag('block', 'a block device', '4'),
  ...holds(
    'hard-inside',
    'regular-entries',
    'a hard link, which hosts do not extract since 2026-06-25',
    { path: 'scripts/again.sh', kind: 'hardlink', link: 'scripts/measure.sh' },
    ['tar.gz'],
    HARDENED,
  ),
  ...collisions,
  ...privileges.flatMap(([bit, mode]) =>
    holds(bit, 'no-privilege-bits', `a file with the ${bit} bit`, {
      path: 'scripts/run.sh',
      bytes: '#!/bin/sh\n',
      mode,
    }),
  ),
  ...bounds,
];
