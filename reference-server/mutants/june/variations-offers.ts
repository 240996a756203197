import { JUNE } from '../../revision.js';
import type { Hooks } from '../../hooks.js';
import { together } from '../edits.js';
import type { Variation } from '../mutant.js';
import { LAST } from '../target.js';
import { inOffers } from './edits.js';
import { ARCHIVE_ROWS } from './rows.js';
import { FRONTMATTER, LAST_TAR, LAST_ZIP, TAR_ONLY, TYPED, ZIP_ONLY } from './target.js';

/** What skills that are archives alone give no occasion to judge: the few others are named in the instructions. */
const ALONE_ROWS = [
  'archive/same-namespace',
  'directory/cursor-bound',
  'directory/empty',
  'directory/pagination',
  'frontmatter/identical',
  'index/other-scheme-listed',
  'manifest/digest-matches',
  'metadata/meta-prefix',
  'metadata/size',
  'metadata/skill-md-description',
  'metadata/skill-md-mime',
  'metadata/skill-md-name',
  'read/blob-base64',
  'read/mime-agrees',
];

const packedAlone: Hooks = {
  catalogue: ({ skills }) => {
    for (const skill of skills) if (skill.listed) skill.forms = { files: false, archives: ['tar.gz'] };
  },
};

/** Archives that are offered in an unusual way. */
export const offerVariations: readonly Variation[] = [
  {
    id: 'archive-plain-tar',
    revisions: FRONTMATTER,
    title: 'The last skill comes as a plain tar too.',
    why: 'Servers may offer additional formats beside gzip and zip.',
    hooks: inOffers((offers) => [{ uri: `${LAST}.tar`, mimeType: 'application/x-tar', format: 'tar' }, ...offers]),
  },
  {
    id: 'archive-unknown-beside',
    revisions: FRONTMATTER,
    title: 'The last skill comes in a format that is not known to all hosts too.',
    why: 'Servers may offer additional formats beside gzip and zip.',
    hooks: together(
      inOffers((offers) => [...offers, { uri: `${LAST}.tar.zst`, mimeType: 'application/zstd', format: 'tar' }]),
      { packed: (bytes, format) => (format === 'tar' ? Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...bytes]) : bytes) },
    ),
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
    id: 'archive-suffix-other',
    revisions: FRONTMATTER,
    title: 'The URI of a zip ends in ".tar.gz", and that of a tar.gz in ".zip".',
    why: 'The URL of an archive carries no path semantics; the format is told by `mimeType`.',
    hooks: together(
      inOffers((offers) => offers.map((offer) => ({ ...offer, uri: `${ZIP_ONLY}.tar.gz` })), ZIP_ONLY),
      inOffers((offers) => offers.map((offer) => ({ ...offer, uri: `${TAR_ONLY}.zip` })), TAR_ONLY),
    ),
  },
  {
    id: 'archive-mime-parameters',
    revisions: JUNE,
    title: 'The media types of archives have parameters.',
    why: 'Media types have parameters; the essence is what names the format.',
    hooks: {
      offers: (offers) => offers.map((offer) => ({ ...offer, mimeType: `${offer.mimeType}; charset=binary` })),
    },
  },
  {
    id: 'archive-mime-case',
    revisions: JUNE,
    title: 'The media type of the last archive is written "Application/ZIP".',
    why: 'Media types do not depend on case.',
    hooks: inOffers((offers) =>
      offers.map((offer) => (offer.uri === LAST_ZIP ? { ...offer, mimeType: 'Application/ZIP' } : offer)),
    ),
  },
  {
    id: 'archive-zip-alone',
    revisions: JUNE,
    title: 'Every archive is a zip.',
    why: 'A server offers at least one of the two formats.',
    hooks: {
      catalogue: ({ skills }) => {
        for (const { forms } of skills)
          if (forms !== undefined && forms.archives.length > 0) forms.archives = ['zip'];
      },
    },
  },
  {
    id: 'archives-none',
    revisions: JUNE,
    title: 'There is no archive.',
    why: 'Archives are optional.',
    expectNotApplicable: ARCHIVE_ROWS,
    hooks: {
      catalogue: ({ skills }) => {
        for (const skill of skills) delete skill.forms;
      },
    },
  },
  {
    id: 'archives-alone',
    revisions: FRONTMATTER,
    title: 'Every skill of the index comes as an archive alone.',
    why: 'An entry needs no `url`; a server chooses for each skill how to distribute it.',
    expectNotApplicable: [...ALONE_ROWS, 'index/entry-unique'],
    hooks: packedAlone,
  },
  {
    id: 'archives-alone-typed',
    revisions: TYPED,
    title: 'Every skill of the index comes as an archive alone.',
    why: 'A server chooses for each skill how to distribute it.',
    expectNotApplicable: ALONE_ROWS,
    hooks: packedAlone,
  },
];
