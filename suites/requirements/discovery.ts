import type { Requirement } from '../../harness/model/requirement.js';
import { ABC, BC, C, base, ext } from './sources.js';

const RESOURCES = base('server/resources', 'Capabilities');
const BY_READING = 'A SKILL.md whose URI stands in the server’s `instructions` can be read.';

/** Requirements on the declaration, on `skills/list` and on `skills/get`. */
export const discovery = {
  'capability/declared': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'A server that serves skills declares `io.modelcontextprotocol/skills` in `capabilities.extensions`.',
    section: ext('Capability Negotiation'),
    earlier: {
      '2026-06-03': { level: 'SHOULD' },
      '2026-06-09': { level: 'SHOULD' },
      '2026-06-25': { level: 'SHOULD' },
    },
    changes: ['The drafts of June say that servers declare it, without a keyword; 2026-09-13 makes it a MUST.'],
  },
  'capability/settings-object': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      'The declared value is an object that holds the settings themselves; `{}` declares no optional feature.',
    section: ext('Capability Negotiation'),
    upstream: ['sep-2640-capability-declaration-inline', 'sep-2640-capability-empty-object'],
  },
  'capability/directory-read-boolean': {
    level: 'MUST',
    party: 'server',
    revisions: BC,
    statement: '`directoryRead`, when present, is a boolean.',
    section: ext('Capability Negotiation'),
    upstream: ['sep-2640-capability-directory-read-flag'],
  },
  'capability/resources-declared': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'A server that declares the extension declares the `resources` capability too.',
    section: ext('Capability Negotiation'),
    earlier: {
      '2026-06-03': { section: RESOURCES },
      '2026-06-09': { section: RESOURCES },
      '2026-06-25': { section: RESOURCES },
    },
    changes: ['Before 2026-09-13 this was a rule of the base protocol alone.'],
    upstream: ['sep-2640-capability-requires-resources'],
  },
  'capability/not-experimental': {
    level: 'INFO',
    party: 'server',
    revisions: ABC,
    statement: 'The extension stands under `capabilities.extensions`, not under `capabilities.experimental`.',
    section: ext('Capability Negotiation'),
  },
  'capability/methods-answer': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'A server that declares the extension implements `skills/list` and `skills/get`.',
    section: ext('Capability Negotiation'),
    upstream: [
      'sep-2640-capability-commits-to-methods',
      'sep-2640-skills-list-implemented',
      'sep-2640-skills-get-implemented',
    ],
  },
  'capability/undeclared-directory-read': {
    level: 'INFO',
    party: 'server',
    revisions: BC,
    statement: 'Without `directoryRead: true`, `resources/directory/read` answers as any unknown method does.',
    section: ext('Error Handling'),
    untestable:
      'A client must not call the method on a server that has not declared it, and this judge obeys the rules for clients.',
  },

  'list/result-shape': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'The result of `skills/list` has `skills`, an array, which may be empty.',
    section: ext('Listing Skills'),
    upstream: ['sep-2640-skills-list-implemented'],
  },
  'list/params-optional': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`skills/list` answers when `params` is empty, absent (legacy era), or holds `_meta` alone.',
    section: ext('Listing Skills'),
  },
  'list/result-type': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    eras: ['modern'],
    statement: '`resultType` of a `skills/list` result is `"complete"`.',
    section: ext('Listing Skills'),
  },
  'list/cache-hints': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    eras: ['modern'],
    statement:
      'Every page of `skills/list` has `ttlMs` (an integer of 0 or more) and `cacheScope` (`public` or `private`, the same on all pages).',
    section: ext('Listing Skills'),
    upstream: ['sep-2640-skills-list-cache-attributes'],
  },
  'list/pagination-cursor': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`nextCursor`, when present, is a string, and the server takes it back for the next page.',
    section: ext('Listing Skills'),
    upstream: ['sep-2640-skills-list-pagination'],
  },
  'list/pagination-terminates': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'Following `nextCursor` reaches a last page.',
    section: base('server/utilities/pagination', 'Pagination Model'),
  },
  'list/entry-atomic': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'A skill has one entry in a listing; its `resources` are never split over entries or pages.',
    section: ext('Listing Skills'),
    upstream: ['sep-2640-skills-list-entry-atomic'],
  },
  'list/cursor-repeatable': {
    level: 'INFO',
    party: 'server',
    revisions: C,
    statement: 'Asking for the same cursor twice gives the same page.',
    section: base('server/utilities/pagination', 'Implementation Guidelines'),
  },
  'list/cursor-invalid': {
    level: 'SHOULD',
    party: 'server',
    revisions: C,
    statement: 'A cursor that the server never issued is answered with error -32602.',
    section: base('server/utilities/pagination', 'Error Handling'),
  },
  'list/names-unique': {
    level: 'SHOULD',
    party: 'server',
    revisions: C,
    statement: 'No two entries of one listing have the same `name`.',
    section: ext('Names'),
    upstream: ['sep-2640-names-should-be-unique'],
  },
  'list/agrees-with-get': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`skills/get` answers for every listed URI with the same entry as the listing.',
    section: ext('Getting a Skill'),
  },

  'get/result-shape': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement:
      'The result of `skills/get` has `skill`, an object that is an entry under the same rules as a listed one.',
    section: ext('Getting a Skill'),
    upstream: ['sep-2640-skills-get-entry-shape'],
  },
  'get/result-type': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    eras: ['modern'],
    statement: '`resultType` of a `skills/get` result is `"complete"`.',
    section: ext('Getting a Skill'),
  },
  'get/cache-hints': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    eras: ['modern'],
    statement:
      'Every `skills/get` result has `ttlMs` (an integer of 0 or more) and `cacheScope` (`public` or `private`).',
    section: ext('Getting a Skill'),
    upstream: ['sep-2640-skills-get-cache-attributes'],
  },
  'get/no-cursor': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'A `skills/get` result carries no `nextCursor`.',
    section: ext('Getting a Skill'),
    upstream: ['sep-2640-skills-get-no-cursor'],
  },
  'get/unknown-skill': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`skills/get` with a URI of no served skill is answered with error -32602.',
    section: ext('Getting a Skill'),
    upstream: ['sep-2640-skills-get-unknown-uri-invalid-params'],
  },
  'get/not-a-skill': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement:
      '`skills/get` with the URI of something that is no SKILL.md, such as a supporting file or the root directory, is answered with error -32602.',
    section: ext('Getting a Skill'),
  },
  'get/params-required': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`skills/get` without a `uri`, or with one that is empty or no string, is answered with error -32602.',
    section: ext('Getting a Skill'),
  },
  'get/answers-unlisted': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`skills/get` answers for every skill that is served, also for one that the listing leaves out.',
    section: ext('Getting a Skill'),
  },
  'get/uri-echo': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'The entry that `skills/get` returns has the `uri` that was asked for.',
    section: ext('Getting a Skill'),
  },

  'reference/instructions': {
    level: 'SHOULD',
    party: 'server',
    revisions: ABC,
    statement:
      'A SKILL.md whose URI stands in the server’s `instructions` can be read and is confirmed by `skills/get`.',
    section: ext('Pointer from Server Instructions'),
    earlier: {
      '2026-06-03': { statement: BY_READING },
      '2026-06-09': { statement: BY_READING },
      '2026-06-25': { statement: BY_READING },
    },
    changes: [
      'skills/get came with 2026-09-13; before, a skill’s URI is read and that is all.',
      'A URI in a namespace that the server does not use may be an example, or another server’s: a note in every revision.',
    ],
  },
  'reference/skill-body': {
    level: 'SHOULD',
    party: 'server',
    revisions: ABC,
    statement: 'A file of this server that the text of a skill names by its absolute URI can be read.',
    section: ext('Resource Mapping'),
  },
  'reference/unlisted-readable': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'A skill that the listing or the index leaves out is read by its URI alone.',
    section: ext('Getting a Skill'),
  },
} as const satisfies Record<string, Requirement>;
