import { JUNE, type Revision } from '../../revision.js';
import type { ArchiveFormat } from '../../archive.js';
import type { Hooks } from '../../hooks.js';
import type { PackedEntry } from '../../tar.js';
import { addFile, hide, skillMd, together } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { LAST, LAST_FILE } from '../target.js';
import { inArchive, inPackedFile, offeredAs } from './edits.js';
import { FRONTMATTER, TAR_ONLY, TYPED, ZIP_ONLY } from './target.js';

/** The last file of the last skill by its path in an archive. */
const LAST_PATH = LAST_FILE.slice(LAST.length + 1);
const MD = 'SKILL.md';
type Format = Exclude<ArchiveFormat, 'tar'>;
const BOTH: readonly Format[] = ['tar.gz', 'zip'];
const short = (format: Format) => (format === 'zip' ? 'zip' : 'tar');

/** The archives of the last skill, one at a time, are not what its files are. */
const differs = (
  id: string,
  title: (format: Format) => string,
  hooks: (format: Format) => Hooks,
  also: readonly string[] = [],
  revisions: readonly Revision[] = JUNE,
): Mutant[] =>
  BOTH.map((format) => ({
    id: `namespace-${short(format)}-${id}`,
    revisions,
    breaks: ['archive/same-namespace', ...also],
    title: title(format),
    hooks: hooks(format),
  }));

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const without = (path: string, root: string, format: Format): Hooks =>
  inArchive(
    (archive) => void (archive.entries = archive.entries.filter((entry) => entry.path !== path)),
    root,
    format,
  );
const withMore = (path: string, root: string, format: Format): Hooks =>
  inArchive(({ entries }) => void entries.push({ path, bytes: Buffer.from('More.\n') }), root, format);

/** A file of the last skill is served as it is, and packed otherwise. */
const packedAs = (path: string, served: string, packed: string, format: Format): Hooks =>
  together(
    { catalogue: (catalogue) => addFile(catalogue, `${LAST}/${path}`, served) },
    inPackedFile(path, () => packed, LAST, format),
  );

const YAML_OTHER = (bytes: Uint8Array) => text(bytes).replace('license: MIT', 'license: ISC');
const BODY_OTHER = (bytes: Uint8Array) => `${text(bytes)}\nSleep well.\n`;

const withFiles: Mutant[] = [
  ...differs(
    'missing',
    (format) => `The last file is missing from the ${format}.`,
    (format) => without(LAST_PATH, LAST, format),
  ),
  ...differs(
    'missing-empty',
    (format) => `The empty file is missing from the ${format}.`,
    (format) => without('walks/blank.txt', LAST, format),
  ),
  ...differs(
    'extra',
    (format) => `The ${format} holds a file that is not served.`,
    (format) => withMore('walks/zz-more.txt', LAST, format),
  ),
  ...differs(
    'bytes',
    (format) => `The last file has other bytes in the ${format} than by its own URI.`,
    (format) => inPackedFile(LAST_PATH, () => 'Yesterday.\n', LAST, format),
  ),
  ...differs(
    'body',
    (format) => `SKILL.md has another body in the ${format}.`,
    (format) => inPackedFile(MD, BODY_OTHER, LAST, format),
  ),
  ...differs(
    'frontmatter',
    (format) => `SKILL.md has another licence in the ${format}.`,
    (format) => inPackedFile(MD, YAML_OTHER, LAST, format),
    ['archive/frontmatter-agrees'],
  ),
  ...differs(
    'crlf-lost',
    (format) => `A file with CRLF has bare line feeds in the ${format}.`,
    (format) => packedAs('walks/zz-ends.txt', 'one\r\ntwo\r\n', 'one\ntwo\n', format),
  ),
  ...differs(
    'crlf-made',
    (format) => `A file with line feeds has CRLF in the ${format}.`,
    (format) => packedAs('walks/zz-ends.txt', 'one\ntwo\n', 'one\r\ntwo\r\n', format),
  ),
  ...differs(
    'bom-lost',
    (format) => `A file with a byte order mark has none in the ${format}.`,
    (format) => packedAs('walks/zz-mark.txt', '\uFEFFone\n', 'one\n', format),
  ),
  ...differs(
    'bom-made',
    (format) => `A file without a byte order mark has one in the ${format}.`,
    (format) => packedAs('walks/zz-mark.txt', 'one\n', '\uFEFFone\n', format),
  ),
  ...differs(
    'newline-lost',
    (format) => `The last file lacks its last line feed in the ${format}.`,
    (format) => inPackedFile(LAST_PATH, (bytes) => bytes.slice(0, -1), LAST, format),
  ),
  ...differs(
    'wrapped',
    (format) => `The ${format} holds the directory night-watch, and the skill in it.`,
    (format) =>
      inArchive(
        ({ entries }) => entries.forEach((entry) => void (entry.path = `night-watch/${entry.path}`)),
        LAST,
        format,
      ),
    ['archive/skill-md-at-root'],
  ),
  ...differs(
    'moved',
    (format) => `The last file lies in another directory of the ${format}.`,
    (format) =>
      inArchive(
        ({ entries }) => {
          for (const entry of entries) if (entry.path === LAST_PATH) entry.path = 'walks/top.txt';
        },
        LAST,
        format,
      ),
  ),
  ...differs(
    'escaped',
    (format) => `The ${format} has a name percent-encoded that is a space.`,
    (format) =>
      together(
        { catalogue: (catalogue) => addFile(catalogue, `${LAST}/walks/log%20book.txt`, 'All quiet.\n') },
        inArchive(
          ({ entries }) => {
            for (const entry of entries) if (entry.path === 'walks/log book.txt') entry.path = 'walks/log%20book.txt';
          },
          LAST,
          format,
        ),
      ),
  ),
  ...differs(
    'link-other',
    (format) => `A file is a symbolic link to another one in the ${format}.`,
    (format) =>
      inArchive(
        ({ entries }) => {
          for (const entry of entries) {
            if (entry.path === 'rota.md') Object.assign(entry, { kind: 'symlink', link: MD, mode: 0o777 });
          }
        },
        LAST,
        format,
      ),
  ),
  ...differs(
    'link-served',
    (format) => `A link of SKILL.md leads to a file, listed nowhere, that the ${format} has not.`,
    (format) =>
      together(
        { catalogue: (catalogue) => addFile(catalogue, `${LAST}/walks/zz-map.md`, '# Map\n') },
        skillMd((all) => `${all}\nSee [the map](walks/zz-map.md).\n`),
        hide(`${LAST}/walks/zz-map.md`, { list: true }),
        without('walks/zz-map.md', LAST, format),
      ),
  ),
  ...differs(
    'link-packed',
    (format) => `A link of SKILL.md leads to a file that the ${format} alone has.`,
    (format) =>
      together(
        skillMd((all) => `${all}\nSee [the map](walks/zz-map.md).\n`),
        withMore('walks/zz-map.md', LAST, format),
      ),
  ),
];

/** Two archives of a skill that has no other form; the second one is not what the first is. */
const apart = (id: string, title: string, edit: (root: string, format: Format) => Hooks, root: string): Mutant => {
  const second: Format = root === ZIP_ONLY ? 'tar.gz' : 'zip';
  const order: Format[] = root === ZIP_ONLY ? ['zip', 'tar.gz'] : ['tar.gz', 'zip'];
  return {
    id: `namespace-apart-${short(second)}-${id}`,
    revisions: JUNE,
    breaks: ['archive/same-namespace'],
    title: `Of two archives that are all of a skill, the ${second} ${title}.`,
    hooks: together(offeredAs(root, order), edit(root, second)),
  };
};

const firstFile = (entries: readonly PackedEntry[]) => entries.find(({ path }) => path !== MD)!;
const withoutArchives: Mutant[] = [TAR_ONLY, ZIP_ONLY].flatMap((root) => [
  apart(
    'missing',
    'lacks a file',
    (at, format) =>
      inArchive(
        (archive) => {
          const gone = firstFile(archive.entries);
          archive.entries = archive.entries.filter((entry) => entry !== gone);
        },
        at,
        format,
      ),
    root,
  ),
  apart('extra', 'has one file more', (at, format) => withMore('zz-more.txt', at, format), root),
  apart(
    'bytes',
    'has other bytes in a file',
    (at, format) =>
      inArchive(({ entries }) => void (firstFile(entries).bytes = Buffer.from('Yesterday.\n')), at, format),
    root,
  ),
  apart('body', 'has another body in SKILL.md', (at, format) => inPackedFile(MD, BODY_OTHER, at, format), root),
]);

const alone = (
  id: string,
  title: string,
  revisions: readonly Revision[],
  breaks: string | string[],
  edit: (all: string) => string,
): Mutant[] =>
  [TAR_ONLY, ZIP_ONLY].map((root) => ({
    id: `packed-${root === ZIP_ONLY ? 'zip' : 'tar'}-${id}`,
    revisions,
    breaks: [breaks].flat(),
    title,
    hooks: inPackedFile(MD, (bytes) => edit(text(bytes)), root, root === ZIP_ONLY ? 'zip' : 'tar.gz'),
  }));

const AGREES = 'archive/frontmatter-agrees';
const DESCRIPTION = /^description: .*$/m;

/** Forms of a skill that are not the same skill. */
export const namespaceMutants: Mutant[] = [
  ...withFiles,
  ...withoutArchives,
  ...alone('description', 'The packed SKILL.md has another description than its entry.', FRONTMATTER, AGREES, (all) =>
    all.replace(DESCRIPTION, 'description: Something else.'),
  ),
  ...alone('field', 'The packed SKILL.md has a field that its entry has not.', FRONTMATTER, AGREES, (all) =>
    all.replace(DESCRIPTION, '$&\ncompatibility: Needs a pager.'),
  ),
  ...alone(
    'described',
    'The packed SKILL.md has another description than its entry.',
    TYPED,
    'index/entry-description',
    (all) => all.replace(DESCRIPTION, 'description: Something else.'),
  ),
  ...alone(
    'named',
    'The packed SKILL.md has another name than its entry.',
    TYPED,
    ['index/entry-name', 'format/name-is-directory'],
    (all) => all.replace(/^name: .*$/m, 'name: something-else'),
  ),
];
