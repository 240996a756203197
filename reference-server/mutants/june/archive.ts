import { JUNE, type Revision } from '../../revision.js';
import type { Hooks } from '../../hooks.js';
import type { Json, JsonObject } from '../../json.js';
import { fingerprint } from '../../digest.js';
import { gunzipSync } from 'node:zlib';
import { addFile, inContents, inResult, forUri, refuse, together } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { inEntriesOf, inIndex, inOffers, setIndexed } from './edits.js';
import { FRONTMATTER, LAST_TAR, LAST_ZIP, TAR_ONLY, TAR_ONLY_URL, TYPED, ZIP_ONLY, ZIP_ONLY_URL } from './target.js';

const READ = 'resources/read';
/** The digest of nothing: well formed, and wrong for every archive that is served here. */
const NOTHING = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const mutant = (
  id: string,
  revisions: readonly Revision[],
  breaks: string | readonly string[],
  title: string,
  hooks: Mutant['hooks'],
): Mutant => ({ id: `archive-${id}`, revisions, breaks: [breaks].flat(), title, hooks });

const field = (id: string, title: string, url: string, member: string, value?: Json): Mutant =>
  mutant(`field-${id}`, FRONTMATTER, 'archive/fields', title, setIndexed(url, member, value));

const fields: Mutant[] = [
  field('url', 'The last archive has no `url`.', LAST_ZIP, 'url'),
  field('url-number', 'The url of the last archive is a number.', LAST_ZIP, 'url', 7),
  field('mime', 'The last archive has no `mimeType`.', LAST_ZIP, 'mimeType'),
  field('mime-null', 'The `mimeType` of the last archive is null.', LAST_ZIP, 'mimeType', null),
  field('digest', 'The last archive has no `digest`.', LAST_ZIP, 'digest'),
  field('digest-number', 'The digest of the last archive is a number.', LAST_ZIP, 'digest', 256),
  mutant(
    'field-media-type',
    FRONTMATTER,
    'archive/fields',
    'Archives have `mediaType` instead of `mimeType`, as a decision spelt it.',
    inIndex((skills) => {
      for (const { archives } of skills) {
        for (const archive of (archives ?? []) as JsonObject[]) {
          archive['mediaType'] = archive['mimeType'];
          delete archive['mimeType'];
        }
      }
    }),
  ),
  mutant(
    'entry-url-missing',
    TYPED,
    ['archive/fields', 'index/entry-url'],
    'The entry of the last archive has no `url`.',
    setIndexed(LAST_ZIP, 'url', undefined),
  ),
];

const offered = (root: string, edit: (uri: string) => string, mimeType: string, format?: 'tar'): Hooks =>
  inOffers(
    (offers) => offers.map((offer) => ({ uri: edit(offer.uri), mimeType, format: format ?? offer.format })),
    root,
  );

const formats: Mutant[] = [
  mutant(
    'tar-alone',
    FRONTMATTER,
    'archive/offers-common-format',
    'A skill that is served as an archive alone is a plain tar.',
    offered(TAR_ONLY, () => `${TAR_ONLY}.tar`, 'application/x-tar', 'tar'),
  ),
  mutant(
    'tar-typed',
    TYPED,
    ['archive/offers-common-format', 'archive/url-suffix'],
    'A skill that is served as an archive alone is a plain tar.',
    offered(TAR_ONLY, () => `${TAR_ONLY}.tar`, 'application/x-tar', 'tar'),
  ),
  mutant(
    'unknown-format',
    FRONTMATTER,
    'archive/offers-common-format',
    'A skill that is served as an archive alone has the type of a format that hosts need not know.',
    offered(ZIP_ONLY, () => 'store://objects/phrasebook', 'application/x-7z-compressed'),
  ),
];

const unreadable = (id: string, title: string, hooks: Mutant['hooks']): Mutant =>
  mutant(id, JUNE, 'archive/readable', title, hooks);

const readMime = (id: string, url: string, value: Json | undefined): Mutant =>
  unreadable(
    `read-mime-${id}`,
    `An archive is read as ${value === undefined ? 'no type at all' : JSON.stringify(value)}.`,
    inContents((item) => void (item['mimeType'] = value), url),
  );

const blob = (id: string, what: string, edit: (blob: string) => string): Mutant =>
  unreadable(
    `blob-${id}`,
    `The blob of the last archive is ${what}.`,
    inContents((item) => void (item['blob'] = edit(String(item['blob']))), LAST_ZIP),
  );

const readings: Mutant[] = [
  unreadable('refused', 'The last archive cannot be read.', refuse(READ, LAST_ZIP)),
  unreadable('internal', 'Reading the last archive fails with -32603.', refuse(READ, LAST_ZIP, -32603)),
  unreadable('refused-alone', 'An archive that is all of its skill cannot be read.', refuse(READ, ZIP_ONLY_URL)),
  unreadable(
    'contents-empty',
    'Reading the last archive gives empty `contents`.',
    inResult(READ, (result) => void (result['contents'] = []), forUri(LAST_ZIP)),
  ),
  unreadable(
    'contents-twice',
    'Reading the last archive gives it twice.',
    inResult(
      READ,
      (result) => {
        const [item] = result['contents'] as JsonObject[];
        result['contents'] = [item!, { ...item! }];
      },
      forUri(LAST_ZIP),
    ),
  ),
  blob('url-safe', 'in the URL-safe alphabet', (text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  blob('lines', 'broken into lines', (text) => text.replace(/.{76}/g, '$&\n')),
  readMime('missing', LAST_ZIP, undefined),
  readMime('octets', LAST_ZIP, 'application/octet-stream'),
  readMime('plain', TAR_ONLY_URL, 'text/plain'),
  readMime('swapped', LAST_ZIP, 'application/gzip'),
];

const digests: Mutant[] = [
  mutant(
    'digest-nothing',
    JUNE,
    'archive/digest-matches',
    'The digest of the last archive is that of nothing.',
    setIndexed(LAST_ZIP, 'digest', NOTHING),
  ),
  mutant(
    'digest-of-tar',
    JUNE,
    'archive/digest-matches',
    'The digest of an archive is that of the tar in it.',
    inIndex((skills, catalogue) => {
      const { digest } = fingerprint(gunzipSync(catalogue.files.get(LAST_TAR)!.bytes()));
      const items = skills.flatMap((skill) => [skill, ...((skill['archives'] ?? []) as JsonObject[])]);
      for (const item of items) if (item['url'] === LAST_TAR) item['digest'] = digest;
    }),
  ),
  mutant(
    'digest-of-base64',
    JUNE,
    'archive/digest-matches',
    'The digest of the last archive was taken over its base64.',
    inIndex((skills, catalogue) => {
      const text = Buffer.from(catalogue.files.get(LAST_ZIP)!.bytes()).toString('base64');
      const items = skills.flatMap((skill) => [skill, ...((skill['archives'] ?? []) as JsonObject[])]);
      for (const item of items) if (item['url'] === LAST_ZIP) item['digest'] = fingerprint(Buffer.from(text)).digest;
    }),
  ),
  mutant(
    'digest-exchanged',
    FRONTMATTER,
    'archive/digest-matches',
    'The digests of two archives of the last skill are exchanged.',
    inEntriesOf(LAST_TAR.slice(0, -'.tar.gz'.length), (entry) => {
      const [one, two] = entry['archives'] as JsonObject[];
      [one!['digest'], two!['digest']] = [two!['digest'], one!['digest']];
    }),
  ),
  mutant(
    'digest-of-skill-md',
    TYPED,
    'archive/digest-matches',
    'The digest of the last archive is that of its SKILL.md.',
    inIndex((skills) => {
      const { digest } = skills.find(({ url }) => url === LAST_ZIP.replace('.zip', '/SKILL.md'))!;
      for (const skill of skills) if (skill['url'] === LAST_ZIP) skill['digest'] = digest;
    }),
  ),
];

const suffix = (id: string, what: string, url: string, root: string): Mutant =>
  mutant(
    `suffix-${id}`,
    TYPED,
    'archive/url-suffix',
    `The URI of an archive ${what}.`,
    inOffers((offers) => offers.map((offer) => ({ ...offer, uri: url })), root),
  );

const urls: Mutant[] = [
  suffix('tgz', 'ends in ".tgz"', `${TAR_ONLY}.tgz`, TAR_ONLY),
  suffix('zip-gz', 'ends in ".zip.gz"', `${ZIP_ONLY}.zip.gz`, ZIP_ONLY),
  suffix('none', 'has no suffix', `${ZIP_ONLY}-archive`, ZIP_ONLY),
  suffix('upper', 'ends in ".ZIP"', `${ZIP_ONLY}.ZIP`, ZIP_ONLY),
  {
    ...suffix('query', 'has its suffix before a query', `${ZIP_ONLY}.zip?v=2`, ZIP_ONLY),
    breaks: ['archive/url-suffix', 'uri/no-query-fragment'],
  },
  mutant(
    'only-addressable',
    FRONTMATTER,
    'archive/only-not-addressable',
    'The files of a skill whose entry has archives alone are served one by one as well.',
    together(
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
  ),
  mutant(
    'only-addressable-by-name',
    FRONTMATTER,
    'archive/only-not-addressable',
    'A skill whose entry has archives alone is served under its bare name too, listed nowhere.',
    {
      catalogue: (catalogue) => {
        const uri = 'skill://field-kit/SKILL.md';
        const { bytes } = catalogue.files.get(`${TAR_ONLY}/SKILL.md`)!;
        addFile(catalogue, uri, bytes());
        catalogue.files.set(uri, { ...catalogue.files.get(uri)!, listed: false });
      },
    },
  ),
];

/** What may be wrong with how archives are offered and read. */
export const archiveMutants: Mutant[] = [...fields, ...formats, ...readings, ...digests, ...urls];
