import { gzipSync } from 'node:zlib';
import { JUNE } from '../../revision.js';
import type { ArchiveFormat } from '../../archive.js';
import type { Hooks } from '../../hooks.js';
import { tar, type PackedEntry } from '../../tar.js';
import { addFile, skillMd, together } from '../edits.js';
import type { Variation } from '../mutant.js';
import { LAST } from '../target.js';
import { patchTar, rawZip } from './bytes.js';
import { inArchive, packs, repacked } from './edits.js';
import { BEFORE_HARDENED, TAR_ONLY } from './target.js';

const ANY_WRITER = 'The text names formats, not the programs that write them.';

/** Every directory that the paths of an archive imply, each with a slash behind it. */
function directoriesOf(entries: readonly PackedEntry[], prefix: string): PackedEntry[] {
  const all = new Set(prefix === '' ? [] : [prefix]);
  for (const { path } of entries) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) all.add(`${prefix}${parts.slice(0, depth).join('/')}/`);
  }
  return [...all].map((path) => ({ path, bytes: new Uint8Array(), kind: 'directory', mode: 0o755 }));
}

/** The archives of the last skill, written another way. */
const written = (
  id: string,
  title: string,
  make: (entries: PackedEntry[], packed: Uint8Array) => Uint8Array,
  format: ArchiveFormat = 'zip',
): Variation => ({
  id: `archive-${id}`,
  revisions: JUNE,
  title,
  why: ANY_WRITER,
  hooks: repacked(make, LAST, format),
});

const withDirectories = (prefix: string, format: ArchiveFormat): Hooks =>
  inArchive(
    (archive) => {
      const moved = archive.entries.map((entry) => ({ ...entry, path: `${prefix}${entry.path}` }));
      archive.entries = [...directoriesOf(archive.entries, prefix), ...moved];
    },
    LAST,
    format,
  );

/** A tar whose first entry is an extended header of this type: `x` for the next entry, `g` for all. */
function withPax(entries: readonly PackedEntry[], flag: string): Uint8Array {
  const record = '30 comment=made for this test\n';
  const header: PackedEntry = { path: 'pax_header', bytes: Buffer.from(record) };
  return patchTar(tar([header, ...entries]), header.path, (block) => void (block[156] = flag.charCodeAt(0)));
}

const named = (packed: Uint8Array): Uint8Array => {
  const head = Buffer.from(packed.subarray(0, 10));
  head[3] = head[3]! | 0x08;
  return new Uint8Array(Buffer.concat([head, Buffer.from('night-watch.tar\0'), packed.subarray(10)]));
};

const commented = (packed: Uint8Array): Uint8Array => {
  const comment = Buffer.from('PK made for this test');
  const copy = Buffer.concat([packed, comment]);
  copy.writeUInt16LE(comment.length, packed.length - 2);
  return new Uint8Array(copy);
};

const writing: Variation[] = [
  written(
    'gzip-members',
    'A tar.gz is made of several gzip members.',
    (entries) => {
      const bytes = tar(entries);
      const cut = bytes.length >> 1;
      return new Uint8Array(Buffer.concat([gzipSync(bytes.slice(0, cut)), gzipSync(bytes.slice(cut))]));
    },
    'tar.gz',
  ),
  written('gzip-named', 'A tar.gz holds the name of its tar.', (_, packed) => named(packed), 'tar.gz'),
  written('gzip-stored', 'A tar.gz is not compressed.', (entries) => gzipSync(tar(entries), { level: 0 }), 'tar.gz'),
  written(
    'pax',
    'A tar has a pax header before its first entry.',
    (entries) => gzipSync(withPax(entries, 'x')),
    'tar.gz',
  ),
  written(
    'pax-global',
    'A tar has a global pax header, as git writes it.',
    (entries) => gzipSync(withPax(entries, 'g')),
    'tar.gz',
  ),
  written(
    'tar-blocked',
    'A tar is filled up to a whole record of twenty blocks.',
    (entries) => {
      const bytes = tar(entries);
      return gzipSync(Buffer.concat([bytes, Buffer.alloc(10_240 - (bytes.length % 10_240))]));
    },
    'tar.gz',
  ),
  written('zip-stored', 'A zip is not compressed.', (entries) =>
    rawZip(entries.map(({ path, bytes, mode = 0o644 }) => ({ name: path, bytes, mode: 0o100000 | mode }))),
  ),
  written('zip-commented', 'A zip has a comment at its end.', (_, packed) => commented(packed)),
  written('zip-dos', 'A zip says nothing of UNIX modes.', (entries) =>
    rawZip(entries.map(({ path, bytes }) => ({ name: path, bytes, mode: 0 }))),
  ),
];

/** A skill in one more form than it has. */
const alsoPacked = (root: string): Hooks => ({
  catalogue: ({ skills }) => {
    for (const skill of skills) if (skill.root === root) skill.forms = { files: true, archives: ['zip', 'tar.gz'] };
  },
});

/** Archives that hold something unusual. */
const holding: Variation[] = [
  {
    id: 'archive-dot-slash',
    revisions: JUNE,
    title: 'A tar.gz is as `tar -czf x.tar.gz .` makes it: with directories, every path behind "./".',
    why: 'A path of "./SKILL.md" is relative, has no "..", and stands at the root.',
    hooks: withDirectories('./', 'tar.gz'),
  },
  {
    id: 'archive-zip-directories',
    revisions: JUNE,
    title: 'A zip has an entry for each directory.',
    why: 'Directories are among what hosts extract.',
    hooks: withDirectories('', 'zip'),
  },
  {
    id: 'archive-empty-directories',
    revisions: JUNE,
    title: 'Both archives have a directory without a file, which cannot be served as a file.',
    why: 'An archive MUST unpack to the same files; a directory is none.',
    hooks: together(
      packs({ path: 'drafts/', kind: 'directory', mode: 0o755 }, LAST, 'zip'),
      packs({ path: 'drafts/', kind: 'directory', mode: 0o755 }, LAST, 'tar.gz'),
    ),
  },
  {
    id: 'archive-executable',
    revisions: JUNE,
    title: 'Every file of both archives is executable, and writable by all.',
    why: 'An archive can carry UNIX file metadata.',
    hooks: { archive: ({ entries }) => entries.forEach((entry) => void (entry.mode = 0o777)) },
  },
  {
    id: 'archive-read-only',
    revisions: JUNE,
    title: 'Every file of both archives may only be read, by its owner.',
    why: 'An archive can carry UNIX file metadata.',
    hooks: { archive: ({ entries }) => entries.forEach((entry) => void (entry.mode = 0o400)) },
  },
  {
    id: 'archive-symlink',
    revisions: JUNE,
    title: 'An archive holds a symbolic link to another file of the skill.',
    why: 'An archive can carry symbolic links; only those that lead out of the skill are to be refused.',
    hooks: packs(
      { path: 'references/length.md', kind: 'symlink', mode: 0o777, link: 'units/metric.md' },
      TAR_ONLY,
      'tar.gz',
    ),
  },
  {
    id: 'archive-symlink-zip',
    revisions: JUNE,
    title: 'A zip holds symbolic links up and down within the skill, to a file and to a directory.',
    why: 'Only links that resolve outside the skill directory are to be refused.',
    hooks: together(
      packs({ path: 'phrases/about.md', kind: 'symlink', mode: 0o777, link: '../SKILL.md' }),
      packs({ path: 'all', kind: 'symlink', mode: 0o777, link: 'phrases' }),
    ),
  },
  {
    id: 'archive-symlink-same',
    revisions: JUNE,
    title: 'A file that is served twice under two names is a symbolic link in the archives.',
    why: 'An archive MUST unpack to the same files; a link reads as the file it leads to.',
    hooks: together(
      {
        catalogue: (catalogue) => {
          const { bytes } = catalogue.files.get(`${LAST}/rota.md`)!;
          addFile(catalogue, `${LAST}/walks/zz-rota.md`, bytes());
        },
      },
      {
        archive: ({ entries }) => {
          for (const entry of entries) {
            if (entry.path === 'walks/zz-rota.md')
              Object.assign(entry, { kind: 'symlink', link: '../rota.md', mode: 0o777 });
          }
        },
      },
    ),
  },
  {
    id: 'archive-hard-link',
    revisions: BEFORE_HARDENED,
    title: 'A tar.gz holds a hard link to another file of the skill.',
    why: 'Only hard links that resolve outside the skill directory are to be rejected.',
    hooks: packs({ path: 'scripts/again.sh', kind: 'hardlink', link: 'scripts/measure.sh' }, TAR_ONLY, 'tar.gz'),
  },
  {
    id: 'archive-order',
    revisions: JUNE,
    title: 'SKILL.md is the last entry of every archive.',
    why: 'Nothing orders the entries of an archive.',
    hooks: { archive: (archive) => void archive.entries.reverse() },
  },
  {
    id: 'archive-awkward-names',
    revisions: JUNE,
    title: 'A skill whose file names need escapes in a URI comes as archives too.',
    why: 'Nothing restricts file names but URI syntax; an archive holds them unescaped.',
    hooks: alsoPacked('skill://tools/awkward-names'),
  },
  {
    id: 'archive-unicode-names',
    revisions: JUNE,
    title: 'A skill whose file names are not ASCII comes as archives too.',
    why: 'Nothing restricts file names but URI syntax; an archive holds them unescaped.',
    hooks: alsoPacked('skill://tools/unicode-notes'),
  },
  {
    id: 'archive-odd-bytes',
    revisions: JUNE,
    title: 'A skill with byte order marks, CRLF, Latin-1 and an empty file comes as archives too.',
    why: 'An archive MUST unpack to the same files, byte for byte.',
    hooks: together(alsoPacked('skill://brand-assets'), alsoPacked('skill://line-endings')),
  },
  {
    id: 'archive-every-skill',
    revisions: JUNE,
    title: 'Every skill that is served as files comes as archives too.',
    why: 'A server chooses for each skill how to distribute it.',
    hooks: {
      catalogue: ({ skills }) => {
        for (const skill of skills) skill.forms ??= { files: true, archives: ['tar.gz', 'zip'] };
      },
    },
  },
  {
    id: 'archive-linked-directory',
    revisions: JUNE,
    title: 'SKILL.md of a skill in both forms links to a directory and out of the skill.',
    why: 'Links resolve as file system paths do, and need not lead to a file of the skill.',
    hooks: skillMd((text) => `${text}\nSee [walks](walks/) and [the web](https://zz.example/watch).\n`),
  },
];

/** Unusual archives. */
export const archiveVariations: readonly Variation[] = [...writing, ...holding];
