import { JUNE } from '../../revision.js';
import type { Variation } from '../mutant.js';
import { inArchive, inIndex, inOffers } from './edits.js';
import { FRONTMATTER, LAST_TAR, TAR_ONLY } from './target.js';
import { LAST } from '../target.js';

/** Unusual servers of June that are right all the same. */
export const juneVariations: readonly Variation[] = [
  {
    id: 'archive-dot-slash',
    revisions: JUNE,
    title: 'A tar.gz is as `tar -czf x.tar.gz .` makes it: with directories, every path behind "./".',
    why: 'A path of "./SKILL.md" is relative, has no "..", and stands at the root.',
    hooks: inArchive(
      (archive) => {
        const directories = new Set(['./']);
        for (const { path } of archive.entries) {
          const parts = path.split('/');
          for (let depth = 1; depth < parts.length; depth++) {
            directories.add(`./${parts.slice(0, depth).join('/')}/`);
          }
        }
        archive.entries = [
          ...[...directories].map(
            (path) => ({ path, bytes: new Uint8Array(), kind: 'directory', mode: 0o755 }) as const,
          ),
          ...archive.entries.map((entry) => ({ ...entry, path: `./${entry.path}` })),
        ];
      },
      LAST,
      'tar.gz',
    ),
  },
  {
    id: 'archive-symlink',
    revisions: JUNE,
    title: 'An archive holds a symbolic link to another file of the skill.',
    why: 'An archive can carry symbolic links; only those that lead out of the skill are to be refused.',
    hooks: inArchive(
      ({ entries }) =>
        void entries.push({
          path: 'references/length.md',
          bytes: new Uint8Array(),
          kind: 'symlink',
          mode: 0o777,
          link: 'units/metric.md',
        }),
      TAR_ONLY,
      'tar.gz',
    ),
  },
  {
    id: 'archive-plain-tar',
    revisions: FRONTMATTER,
    title: 'The last skill comes as a plain tar too.',
    why: 'Servers may offer additional formats beside gzip and zip.',
    hooks: inOffers((offers) => [{ uri: `${LAST}.tar`, mimeType: 'application/x-tar', format: 'tar' }, ...offers]),
  },
  {
    id: 'archive-elsewhere',
    revisions: FRONTMATTER,
    title: 'An archive of the last skill has a URI that has nothing to do with the skill’s.',
    why: 'The URL of an archive is a download location, nothing more.',
    hooks: inOffers((offers) =>
      offers.map((offer) => (offer.uri === LAST_TAR ? { ...offer, uri: 'store://objects/7f3a' } : offer)),
    ),
  },
  {
    id: 'index-partial',
    revisions: JUNE,
    title: 'The index leaves out every skill but the last one.',
    why: 'A server may expose a partial index.',
    hooks: inIndex((skills) => skills.filter((skill) => JSON.stringify(skill).includes(LAST))),
  },
];
