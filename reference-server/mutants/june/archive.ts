import { JUNE } from '../../revision.js';
import { together } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { LAST, LAST_FILE } from '../target.js';
import { inArchive, inIndex, inOffers, inPacked } from './edits.js';
import { FRONTMATTER, TAR_ONLY, TYPED, ZIP_ONLY } from './target.js';

/** The last file of the last skill by its path in an archive. */
const LAST_PATH = LAST_FILE.slice(LAST.length + 1);

/** What may be wrong with an archive. */
export const archiveMutants: Mutant[] = [
  {
    id: 'archive-wrapped',
    revisions: JUNE,
    breaks: ['archive/skill-md-at-root', 'archive/same-namespace'],
    title: 'The last archive holds the directory night-watch, and the skill in it.',
    hooks: inArchive(({ entries }) => entries.forEach((entry) => void (entry.path = `night-watch/${entry.path}`))),
  },
  {
    id: 'archive-skill-md-lower',
    revisions: JUNE,
    breaks: ['archive/skill-md-at-root'],
    title: 'A skill that is served as a zip alone has "skill.md" in it.',
    hooks: inArchive(({ entries }) => {
      for (const entry of entries) if (entry.path === 'SKILL.md') entry.path = 'skill.md';
    }, ZIP_ONLY),
  },
  {
    id: 'archive-traversal',
    revisions: JUNE,
    breaks: ['archive/relative-paths'],
    title: 'The last archive holds a file outside of the skill.',
    hooks: inArchive(({ entries }) => void entries.push({ path: '../night-watch.md', bytes: Buffer.from('out\n') })),
  },
  {
    id: 'archive-stale',
    revisions: JUNE,
    breaks: ['archive/same-namespace'],
    title: 'The last file has other bytes in the last archive than by its own URI.',
    hooks: inArchive(({ entries }) => {
      for (const entry of entries) if (entry.path === LAST_PATH) entry.bytes = Buffer.from('Yesterday.\n');
    }),
  },
  {
    id: 'archive-cut',
    revisions: JUNE,
    breaks: ['archive/format-agrees'],
    title: 'The tar.gz of the last skill ends in the middle.',
    hooks: inPacked((bytes) => bytes.slice(0, bytes.length / 2), LAST, 'tar.gz'),
  },
  {
    id: 'archive-suffix-tgz',
    revisions: TYPED,
    breaks: ['archive/url-suffix'],
    title: 'A skill that is served as an archive alone has a URI that ends in ".tgz".',
    hooks: inOffers((offers) => offers.map((offer) => ({ ...offer, uri: `${TAR_ONLY}.tgz` })), TAR_ONLY),
  },
  {
    id: 'archive-only-addressable',
    revisions: FRONTMATTER,
    breaks: ['archive/only-not-addressable'],
    title: 'The files of a skill whose entry has archives alone are served one by one as well.',
    hooks: together(
      {
        catalogue: (catalogue) => {
          for (const { root, forms } of catalogue.skills) if (root === TAR_ONLY) forms!.files = true;
        },
      },
      inIndex((skills) => {
        for (const skill of skills) {
          if (skill['url'] !== `${TAR_ONLY}/SKILL.md`) continue;
          delete skill['url'];
          delete skill['digest'];
        }
      }),
    ),
  },
];
