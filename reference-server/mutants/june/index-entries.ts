import { INDEX_URI } from '../../publish.js';
import { JUNE, type Revision } from '../../revision.js';
import type { Json, JsonObject } from '../../json.js';
import type { Hooks } from '../../hooks.js';
import { REGIONS_TEMPLATE } from '../../templates.js';
import { move } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { LAST, LAST_MD } from '../target.js';
import { inEntriesOf, inIndex, inIndexed, setIndexed } from './edits.js';
import { FRONTMATTER, LAST_ZIP, OTHER_SCHEME, TAR_ONLY, TYPED, ZIP_ONLY, ZIP_ONLY_URL } from './target.js';

const entry = (
  id: string,
  revisions: readonly Revision[],
  breaks: string | readonly string[],
  title: string,
  hooks: Hooks,
  expectNotApplicable?: readonly string[],
): Mutant => ({ id: `index-${id}`, revisions, breaks: [breaks].flat(), title, hooks, expectNotApplicable });

/** One member of an entry of 2026-06-03 has another value, or is taken away. */
const typed = (id: string, breaks: string, title: string, url: string, member: string, value?: Json): Mutant =>
  entry(id, TYPED, `index/${breaks}`, title, setIndexed(url, member, value));

const types: Mutant[] = [
  typed('type-missing', 'entry-type', 'The entry of the last SKILL.md has no `type`.', LAST_MD, 'type'),
  typed(
    'type-unknown',
    'entry-type',
    'The entry of the last SKILL.md has the type "skill".',
    LAST_MD,
    'type',
    'skill',
  ),
  typed('type-upper', 'entry-type', 'The type of the last SKILL.md is "Skill-MD".', LAST_MD, 'type', 'Skill-MD'),
  typed('type-null', 'entry-type', 'The type of the last SKILL.md is null.', LAST_MD, 'type', null),
  entry(
    'type-template',
    TYPED,
    'index/entry-type',
    'The last entry has the type "template".',
    setIndexed(REGIONS_TEMPLATE, 'type', 'template'),
    ['template/completion-context'],
  ),
];

const names: Mutant[] = [
  typed('name-missing', 'entry-name', 'The entry of the last SKILL.md has no `name`.', LAST_MD, 'name'),
  typed('name-other', 'entry-name', 'The entry of the last SKILL.md has another name.', LAST_MD, 'name', 'day-watch'),
  typed('name-path', 'entry-name', 'The name of the last entry is its path.', LAST_MD, 'name', 'zz/ops/night-watch'),
  typed('name-title', 'entry-name', 'The name of the last entry is a title.', LAST_MD, 'name', 'Night watch'),
  typed('name-empty', 'entry-name', 'The name of the last entry is empty.', LAST_MD, 'name', ''),
  typed('name-number', 'entry-name', 'The name of the last entry is a number.', LAST_MD, 'name', 7),
  typed('name-archive', 'entry-name', 'The last archive has the name of another skill.', LAST_ZIP, 'name', 'refunds'),
  typed('name-packed', 'entry-name', 'An archive alone has no `name`.', ZIP_ONLY_URL, 'name'),
  typed(
    'name-suffix',
    'entry-name',
    'The name of an archive is that of its file.',
    LAST_ZIP,
    'name',
    'night-watch.zip',
  ),
];

const descriptions: Mutant[] = [
  entry(
    'description-cut',
    TYPED,
    'index/entry-description',
    'The `description` in the entry of the last SKILL.md is cut.',
    inIndexed(LAST_MD, (item) => void (item['description'] = String(item['description']).slice(0, 12))),
  ),
  typed(
    'description-missing',
    'entry-description',
    'The last SKILL.md has no `description`.',
    LAST_MD,
    'description',
  ),
  typed('description-null', 'entry-description', 'The last description is null.', LAST_MD, 'description', null),
  typed(
    'description-other',
    'entry-description',
    'Another description.',
    LAST_MD,
    'description',
    'Sleep until noon.',
  ),
  entry(
    'description-upper',
    TYPED,
    'index/entry-description',
    'The description of the last archive is written in capitals.',
    inIndexed(LAST_ZIP, (item) => void (item['description'] = String(item['description']).toUpperCase())),
  ),
  typed(
    'description-packed',
    'entry-description',
    'An archive alone has no description.',
    ZIP_ONLY_URL,
    'description',
  ),
];

const url = (id: string, title: string, value: Json | undefined, revisions = JUNE, also: string[] = []): Mutant =>
  entry(`url-${id}`, revisions, ['index/entry-url', ...also], title, setIndexed(LAST_MD, 'url', value));

const urls: Mutant[] = [
  url('missing', 'The entry of the last SKILL.md has no `url`.', undefined, TYPED),
  url('relative', 'The url of the last SKILL.md is relative.', 'zz/ops/night-watch/SKILL.md'),
  url('rooted', 'The url of the last SKILL.md is a path.', '/.well-known/agent-skills/night-watch/SKILL.md'),
  url('directory', 'The url of the last skill is that of its directory.', LAST),
  url('slash', 'The url of the last skill ends with a slash.', `${LAST}/`),
  url('lower-case', 'The url of the last skill ends in "skill.md".', `${LAST}/skill.md`),
  url('number', 'The url of the last skill is a number.', 7),
  url('null', 'The url of the last skill is null.', null),
  url('empty', 'The url of the last skill is empty.', ''),
];

const dropDigest = (item: JsonObject) => void delete item['digest'];
const digests: Mutant[] = [
  typed('digest-missing', 'digest', 'The entry of the last SKILL.md has no `digest`.', LAST_MD, 'digest'),
  typed('digest-missing-archive', 'digest', 'The entry of the last archive has no `digest`.', LAST_ZIP, 'digest'),
  typed(
    'digest-template',
    'digest',
    'The last template has a `digest`.',
    REGIONS_TEMPLATE,
    'digest',
    `sha256:${'0'.repeat(64)}`,
  ),
  entry(
    'digest-none',
    TYPED,
    'index/digest',
    'No entry has a `digest`, as before 2026-06-03.',
    inIndex((skills) => skills.forEach(dropDigest)),
    ['manifest/digest-format', 'manifest/digest-matches'],
  ),
  entry(
    'digest-without-url',
    FRONTMATTER,
    'index/digest-with-url',
    'A skill that is an archive alone has a `digest` and no `url`.',
    inEntriesOf(ZIP_ONLY, (item) => void (item['digest'] = `sha256:${'0'.repeat(64)}`)),
  ),
  entry(
    'digest-of-archive-above',
    FRONTMATTER,
    'index/digest-with-url',
    'The digest of an archive stands in the entry too.',
    inEntriesOf(TAR_ONLY, (item) => void (item['digest'] = (item['archives'] as JsonObject[])[0]!['digest'])),
  ),
  entry(
    'digest-without',
    FRONTMATTER,
    'index/digest-with-url',
    'The last entry has a `url` and no `digest`.',
    inIndexed(LAST_MD, dropDigest),
  ),
  entry(
    'digests-none',
    FRONTMATTER,
    'index/digest-with-url',
    'No entry has a `digest`.',
    inIndex((skills) => skills.forEach(dropDigest)),
    ['manifest/digest-matches'],
  ),
];

const forms: Mutant[] = [
  entry(
    'entry-bare',
    FRONTMATTER,
    'index/entry-reachable',
    'The last entry has neither `url` nor `archives`.',
    inEntriesOf(LAST, (item) => ['url', 'digest', 'archives'].forEach((member) => void delete item[member])),
    ['archive/same-namespace'],
  ),
  entry(
    'archives-empty',
    FRONTMATTER,
    'index/entry-reachable',
    'The last entry has no `url`, and no element in `archives`.',
    inEntriesOf(LAST, (item) => {
      ['url', 'digest'].forEach((member) => void delete item[member]);
      item['archives'] = [];
    }),
    ['archive/same-namespace'],
  ),
  entry(
    'archives-object',
    FRONTMATTER,
    'index/schema',
    'The `archives` of the last entry are an object.',
    inEntriesOf(LAST, (item) => void (item['archives'] = (item['archives'] as Json[])[0])),
    ['archive/same-namespace'],
  ),
  entry(
    'archives-null',
    FRONTMATTER,
    'index/schema',
    'The `archives` of the last entry are null.',
    inEntriesOf(LAST, (item) => void (item['archives'] = null)),
    ['archive/same-namespace'],
  ),
  entry(
    'uri-instead',
    FRONTMATTER,
    ['index/entry-reachable', 'index/digest-with-url'],
    'The last entry has `uri` instead of `url`.',
    inEntriesOf('skill://tools/unicode-notes', (item) => {
      item['uri'] = item['url'];
      delete item['url'];
    }),
  ),
];

const rest: Mutant[] = [
  entry(
    'entry-twice',
    JUNE,
    'index/entry-unique',
    'The last SKILL.md stands in the index twice.',
    inIndex((skills) => [
      ...skills,
      ...skills.filter((item) => item['url'] === LAST_MD).map((item) => ({ ...item })),
    ]),
  ),
  entry(
    'entry-twice-escaped',
    TYPED,
    'index/entry-unique',
    'The last SKILL.md stands in the index twice, once with an escape.',
    inIndex((skills) => [
      ...skills,
      ...skills
        .filter((item) => item['url'] === LAST_MD)
        .map((item) => ({ ...item, url: LAST_MD.replace('night-watch', 'night%2Dwatch') })),
    ]),
  ),
  entry('reserved-below', JUNE, 'index/reserved-name', 'The last skill lies below the URI of the index.', {
    catalogue: (catalogue) => move(catalogue, LAST, `${INDEX_URI}/night-watch`),
  }),
  entry(
    'other-scheme-unlisted',
    JUNE,
    'index/other-scheme-listed',
    'A skill under the scheme docs:// is left out of the index.',
    inIndex((skills) => skills.filter((item) => item['url'] !== `${OTHER_SCHEME}/SKILL.md`)),
  ),
];

/** What may be wrong with the entries of the index. */
export const entryMutants: Mutant[] = [...types, ...names, ...descriptions, ...urls, ...digests, ...forms, ...rest];
