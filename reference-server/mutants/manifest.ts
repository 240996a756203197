import type { Catalogue } from '../catalogue.js';
import { fingerprint } from '../digest.js';
import { resultOf, type Hooks } from '../hooks.js';
import type { JsonObject } from '../json.js';
import { addFile, hide, hints, inEntry, inManifest, readAlias, refuse, replies, param, together } from './edits.js';
import type { Mutant } from './mutant.js';
import {
  ENCLOSING,
  LAST,
  LAST_DIRECTORY,
  LAST_FILE,
  LAST_LINKED,
  LAST_MD,
  NESTED,
  OTHER_FILE,
  OTHER_MD,
} from './target.js';

const resourcesOf = (entry: JsonObject) => entry['resources'] as JsonObject[];

/** The last manifest has one more element, which can be read. */
const foreign = (id: string, title: string, uri: string, served: string): Mutant => ({
  id: `manifest-${id}`,
  breaks: ['manifest/within-skill'],
  title,
  hooks: together(
    readAlias(uri, served),
    inEntry((entry, catalogue) => void resourcesOf(entry).push({ uri, ...catalogue.fingerprint(served) })),
  ),
});

const again = (uri: string): Hooks =>
  inEntry((entry, catalogue) => void resourcesOf(entry).push({ uri, ...catalogue.fingerprint(LAST_FILE) }));

const without = (root: string, leave: (uri: string) => boolean): Hooks =>
  inEntry((entry) => {
    entry['resources'] = resourcesOf(entry).filter((item) => !leave(String(item['uri'])));
  }, root);

/** Grows the last skill by `count` small files. */
const grow = (catalogue: Catalogue, count: number) => {
  for (let n = 0; n < count; n++) addFile(catalogue, `${LAST}/rounds/${n % 8}/round-${n}.txt`, `round ${n}\n`);
};

const LIMIT_FILES = 512;
const LIMIT_BYTES = 16 * 1024 * 1024;

const completeness: Mutant[] = [
  {
    id: 'manifest-without-skill-md',
    breaks: ['manifest/includes-skill-md'],
    title: 'The last manifest lacks SKILL.md itself.',
    hooks: without(LAST, (uri) => uri === LAST_MD),
  },
  {
    id: 'manifest-empty',
    breaks: ['manifest/includes-skill-md'],
    title: 'The last manifest is empty.',
    hooks: without(LAST, () => true),
  },
  {
    id: 'manifest-twice',
    breaks: ['manifest/each-once'],
    title: 'The last manifest has a file twice.',
    hooks: again(LAST_FILE),
  },
  {
    id: 'manifest-twice-normalised',
    breaks: ['manifest/each-once'],
    title: 'The last manifest has a file twice, the second time in another spelling of the same URI.',
    hooks: again(LAST_FILE.replace('top.txt', '%74op.txt')),
  },
  foreign('foreign', 'The last manifest has a file of another skill.', OTHER_FILE, OTHER_FILE),
  foreign(
    'parent',
    'The last manifest has a file reached through `..`.',
    `${LAST}/../../git-workflow/x.md`,
    OTHER_MD,
  ),
  foreign(
    'parent-encoded',
    'The last manifest has a file reached through `%2e%2e`.',
    `${LAST}/%2e%2e/other/x.md`,
    OTHER_MD,
  ),
  foreign(
    'sibling',
    'The last manifest has a file of a directory whose name begins alike.',
    `${LAST}-two/notes.md`,
    OTHER_MD,
  ),
  foreign(
    'other-scheme',
    'The last manifest has a file under another scheme.',
    'docs://zz/ops/night-watch/a.md',
    OTHER_MD,
  ),
  foreign(
    'other-authority',
    'The last manifest has a file under another authority.',
    'skill://ZZ/ops/night-watch/a.md',
    OTHER_MD,
  ),
  {
    id: 'manifest-lacks-linked',
    breaks: ['manifest/complete'],
    title: 'A file that SKILL.md links to is served and listed nowhere.',
    hooks: hide(LAST_LINKED, { manifest: true, directory: true, list: true }),
  },
  {
    id: 'manifest-lacks-listed',
    breaks: ['manifest/complete'],
    title: 'A file that stands in `resources/list` is missing from the manifest.',
    hooks: hide(LAST_LINKED, { manifest: true, directory: true }),
  },
  {
    id: 'manifest-nested-lacks-file',
    breaks: ['manifest/nested-complete'],
    title: 'The enclosing skill leaves out a supporting file of the nested one.',
    hooks: without(ENCLOSING, (uri) => uri === `${NESTED}/steps.md`),
  },
  {
    id: 'manifest-nested-lacks-all',
    breaks: ['manifest/nested-complete'],
    title: 'The enclosing skill leaves out the nested one.',
    hooks: without(ENCLOSING, (uri) => uri.startsWith(`${NESTED}/`)),
  },
  {
    id: 'manifest-nested-other-digest',
    breaks: ['manifest/digest-matches'],
    title: 'The enclosing skill has another digest for a file than the nested one.',
    hooks: inManifest((item) => void (item['digest'] = `sha256:${'1'.repeat(64)}`), `${NESTED}/steps.md`, ENCLOSING),
  },
  {
    id: 'manifest-directory',
    breaks: ['manifest/no-directories'],
    title: 'The last manifest lists a directory, which reads as an empty file.',
    hooks: together(
      inEntry((entry) => void resourcesOf(entry).push({ uri: LAST_DIRECTORY, ...fingerprint(new Uint8Array()) })),
      replies(
        'resources/read',
        (request) => param(request, 'uri') === LAST_DIRECTORY,
        (request, _, context) => {
          const contents = [{ uri: LAST_DIRECTORY, mimeType: 'text/plain', text: '' }];
          return resultOf(request, { contents, ...hints(context) });
        },
      ),
    ),
  },
];

export const manifest: Mutant[] = [
  ...completeness,
  {
    id: 'manifest-unreadable',
    breaks: ['manifest/readable'],
    title: 'The last file of the last manifest cannot be read.',
    hooks: refuse('resources/read', LAST_FILE),
  },
  {
    id: 'manifest-unreadable-internal',
    breaks: ['manifest/readable'],
    title: 'Reading the last file of the last manifest fails with -32603.',
    hooks: refuse('resources/read', LAST_FILE, -32603),
  },
  {
    id: 'manifest-unreadable-encoded',
    breaks: ['manifest/readable'],
    title: 'A file with `%` in its name cannot be read under the URI that is listed.',
    hooks: refuse('resources/read', 'skill://tools/awkward-names/a%2520b.md'),
  },
  {
    id: 'limit-513-files',
    breaks: ['manifest/limit-count'],
    title: 'The last skill has 513 files.',
    hooks: { catalogue: (catalogue) => grow(catalogue, LIMIT_FILES + 1 - catalogue.filesBelow(LAST).length) },
  },
  {
    id: 'limit-one-byte-more',
    breaks: ['manifest/limit-bytes'],
    title: 'The files of the last skill have one byte more than 16 MiB.',
    hooks: {
      catalogue: (catalogue) => {
        const used = catalogue.filesBelow(LAST).reduce((sum, uri) => sum + catalogue.fingerprint(uri).size, 0);
        addFile(catalogue, `${LAST}/walks/zz-log.txt`, Buffer.alloc(LIMIT_BYTES + 1 - used, 'all quiet, all well\n'));
      },
    },
  },
  {
    id: 'dynamic-but-static',
    breaks: ['manifest/dynamic-not-static'],
    title: 'The last skill is marked "dynamic" and never changes.',
    hooks: inEntry((entry) => void (entry['resources'] = 'dynamic')),
  },
];
