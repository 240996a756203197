import { INDEX_URI } from '../../publish.js';
import { JUNE } from '../../revision.js';
import type { Json, JsonObject } from '../../json.js';
import { addFile, hide, inResult, together } from '../edits.js';
import type { Variation } from '../mutant.js';
import { LAST, LAST_MD, OTHER_MD } from '../target.js';
import { inResults } from '../variation-edits.js';
import { inDocument, inEntriesOf, inIndex, inIndexed } from './edits.js';
import { ARCHIVE_ROWS, TEMPLATE_ROWS } from './rows.js';
import { FRONTMATTER, LAST_ZIP, TYPED } from './target.js';

const IGNORED = 'Clients SHOULD ignore unrecognized fields.';
const NO_ORDER = 'The index is an array of entries; nothing orders them.';
const isJson = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null;

/** What an index without entries gives no occasion to judge. */
const ENTRY_ROWS = [
  'index/digest',
  'index/entry-type',
  'index/entry-name',
  'index/entry-description',
  'index/entry-url',
  'index/entry-reachable',
  'index/digest-with-url',
  'index/entry-unique',
  'index/reserved-name',
  'entry/frontmatter-fields',
  'frontmatter/identical',
  'manifest/digest-format',
  'manifest/digest-matches',
];

/** An object with its members in the opposite order, and so those within. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((one) => reversed(one));
  if (!isJson(value)) return value;
  const members = Object.entries(value).filter((pair): pair is [string, Json] => pair[1] !== undefined);
  return Object.fromEntries(members.map(([name, one]) => [name, reversed(one)]).reverse());
}

/** Unusual indexes. */
export const indexVariations: readonly Variation[] = [
  {
    id: 'index-reversed',
    revisions: JUNE,
    title: 'The entries of the index stand in the opposite order.',
    why: NO_ORDER,
    hooks: inIndex((skills) => [...skills].reverse()),
  },
  {
    id: 'index-members-reversed',
    revisions: JUNE,
    title: 'The members of every object in the index stand in the opposite order.',
    why: 'JSON objects have no order.',
    hooks: inDocument((document) => reversed(document) as JsonObject),
  },
  {
    id: 'index-extended',
    revisions: JUNE,
    title: 'The index, its entries and their archives have members that no text knows.',
    why: IGNORED,
    hooks: inDocument((document) => {
      Object.assign(document, { generated: '2026-06-20', _meta: { 'com.example/by': 'a script' }, next: null });
      for (const skill of document['skills'] as JsonObject[]) {
        Object.assign(skill, { tags: ['one'], uri: 'x', _meta: {}, files: [] });
        for (const archive of (skill['archives'] ?? []) as JsonObject[])
          Object.assign(archive, { size: 9, type: 'x' });
      }
    }),
  },
  {
    id: 'index-version',
    revisions: JUNE,
    title: 'Every entry of the index has a `version`.',
    why: `${IGNORED} The Agent Skills discovery index is discussed with that member.`,
    hooks: inIndex((skills) => skills.forEach((skill) => void (skill['version'] = '1.2.0'))),
  },
  {
    id: 'index-schema-beside',
    revisions: FRONTMATTER,
    title: 'The index has the `$schema` and the `version` of an earlier form.',
    why: IGNORED,
    hooks: inDocument((document) => {
      document['$schema'] = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
      document['version'] = '0.2.0';
    }),
  },
  {
    id: 'index-earlier-form-beside',
    revisions: FRONTMATTER,
    title: 'The entries have the members of 2026-06-03 beside their own.',
    why: IGNORED,
    hooks: inIndex((skills) => {
      for (const skill of skills) {
        const { name, description } = skill['frontmatter'] as JsonObject;
        Object.assign(skill, { name, description, type: skill['url'] === undefined ? 'archive' : 'skill-md' });
      }
    }),
  },
  {
    id: 'index-minified',
    revisions: JUNE,
    title: 'The index is written without white space.',
    why: 'White space has no meaning in JSON.',
    hooks: inDocument((document) => JSON.stringify(document)),
  },
  {
    id: 'index-spaced',
    revisions: JUNE,
    title: 'The index is indented with tabs, with CRLF and blank lines around it.',
    why: 'White space has no meaning in JSON.',
    hooks: inDocument((document) => `\r\n\t${JSON.stringify(document, null, '\t').replaceAll('\n', '\r\n')}\r\n\r\n`),
  },
  {
    id: 'index-escaped',
    revisions: JUNE,
    title: 'The index escapes every character beyond ASCII, and every slash.',
    why: 'An escape is the character.',
    hooks: inDocument((document) =>
      JSON.stringify(document)
        .replaceAll('/', '\\/')
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  {
    id: 'index-charset',
    revisions: JUNE,
    title: 'The index is read as "application/json; charset=utf-8".',
    why: 'Media types have parameters; the essence is application/json.',
    hooks: { indexContents: (item) => void (item['mimeType'] = 'application/json; charset=utf-8') },
  },
  {
    id: 'index-mime-case',
    revisions: JUNE,
    title: 'The index is read as "Application/JSON".',
    why: 'Media types do not depend on case.',
    hooks: { indexContents: (item) => void (item['mimeType'] = 'Application/JSON') },
  },
  {
    id: 'index-unlisted',
    revisions: JUNE,
    title: 'The index is not in `resources/list`.',
    why: 'A server MAY surface it there.',
    expectNotApplicable: ['index/in-resources-list'],
    hooks: hide(INDEX_URI, { list: true }),
  },
  {
    id: 'index-empty',
    revisions: JUNE,
    title: 'The index is empty, though there are skills.',
    why: 'A server MAY expose a partial index; an empty one is no proof of absence.',
    expectNotApplicable: [...ENTRY_ROWS, ...ARCHIVE_ROWS, ...TEMPLATE_ROWS],
    hooks: inDocument((document) => void (document['skills'] = [])),
  },
  {
    id: 'index-partial',
    revisions: JUNE,
    title: 'The index leaves out every skill but the last one.',
    why: 'A server may expose a partial index.',
    expectNotApplicable: ['archive/only-not-addressable', ...TEMPLATE_ROWS],
    hooks: inIndex((skills) => skills.filter((skill) => JSON.stringify(skill).includes(LAST))),
  },
  {
    id: 'index-archives-first',
    revisions: JUNE,
    title: 'Archives stand before the files of their skill.',
    why: NO_ORDER,
    hooks: inIndex((skills) => [
      ...skills.filter((skill) => skill['type'] === 'archive' || skill['url'] === undefined),
      ...skills
        .filter((skill) => skill['type'] !== 'archive' && skill['url'] !== undefined)
        .map((skill) => reversed(skill) as JsonObject),
    ]),
  },
  {
    id: 'index-archives-empty-beside',
    revisions: FRONTMATTER,
    title: 'An entry with a `url` has `archives` without an element.',
    why: 'Every entry has `url`, a non-empty `archives`, or both.',
    hooks: inIndexed(OTHER_MD, (entry) => void (entry['archives'] = [])),
  },
  {
    id: 'index-same-name',
    revisions: JUNE,
    title: 'Two skills at different paths have the same name.',
    why: 'Servers MAY organize skills hierarchically: prefixes tell skills of one name apart.',
    hooks: {
      catalogue: (catalogue) => {
        addFile(
          catalogue,
          'skill://zz/yard/night-watch/SKILL.md',
          '---\nname: night-watch\ndescription: Keep watch over the yard.\n---\n\n# Night watch\n',
        );
        catalogue.skills.push({ root: 'skill://zz/yard/night-watch', listed: true, dynamic: false });
      },
    },
  },
  {
    id: 'index-description-trimmed',
    revisions: TYPED,
    title: 'The description in the index lacks the blanks at its end.',
    why: 'White space around it carries no meaning; hosts trim it.',
    hooks: together(
      {
        catalogue: (catalogue) => {
          const old = Buffer.from(catalogue.files.get(LAST_MD)!.bytes()).toString();
          addFile(catalogue, LAST_MD, old.replace(/^description: (.*)$/m, 'description: "$1  "'));
        },
      },
      inIndex((skills) => {
        for (const skill of skills) skill['description'] = String(skill['description']).trim();
      }),
    ),
  },
  {
    id: 'index-frontmatter-reversed',
    revisions: FRONTMATTER,
    title: 'The frontmatter of the last entry has its keys in the opposite order, at every level.',
    why: 'The object MUST be identical in content; JSON objects have no order.',
    hooks: inEntriesOf(LAST, (entry) => {
      const list = entry['frontmatter'] as JsonObject;
      const turned = Object.entries(list)
        .reverse()
        .map(([key, value]) => [
          key,
          isJson(value) && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
        ]);
      entry['frontmatter'] = Object.fromEntries(turned) as JsonObject;
    }),
  },
  {
    id: 'june-no-instructions',
    revisions: FRONTMATTER,
    title: 'Has no instructions, so that skills outside of the index are not known.',
    why: 'A server MAY point to skills from its instructions.',
    expectNotApplicable: ['reference/instructions', 'reference/unlisted-readable'],
    hooks: inResults(['initialize', 'server/discover'], (result) => void delete result['instructions']),
  },
  {
    id: 'archives-not-in-list',
    revisions: JUNE,
    title: 'The last archive is not in `resources/list`.',
    why: 'A server need not list every resource that it serves.',
    hooks: hide(LAST_ZIP, { list: true }),
  },
  {
    id: 'resources-list-empty',
    revisions: JUNE,
    title: '`resources/list` is empty: skills are known from the index alone.',
    why: 'A server need not list every resource that it serves.',
    expectNotApplicable: [
      'read/mime-agrees',
      'metadata/skill-md-mime',
      'metadata/skill-md-name',
      'metadata/skill-md-description',
      'metadata/meta-prefix',
      'metadata/size',
      'index/in-resources-list',
    ],
    hooks: inResult('resources/list', (result) => {
      result['resources'] = [];
      delete result['nextCursor'];
    }),
  },
];
