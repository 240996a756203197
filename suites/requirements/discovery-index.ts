import type { Requirement } from '../../harness/model/requirement.js';
import { A, AB, B, draft, ENUMERATION } from './sources.js';

/** Requirements on `skill://index.json`, the discovery of the drafts of June 2026. */
export const index = {
  'index/served': {
    level: 'SHOULD',
    party: 'server',
    revisions: AB,
    statement:
      'A server of skills has the resource `skill://index.json`; one with a catalogue that cannot be listed need not.',
    section: draft('2026-06-25', ENUMERATION),
    changes: ['2026-09-13 replaced the index by the methods skills/list and skills/get.'],
  },
  'index/mime-type': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'The index is served with the `mimeType` `application/json`.',
    section: draft('2026-06-25', 'Integrity and verification'),
  },
  'index/json': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'The index is one content: a JSON object in UTF-8, without a byte order mark.',
    section: draft('2026-06-25', ENUMERATION),
  },
  'index/schema-uri': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: '`$schema` of the index is the URI of the discovery format 0.2.0.',
    section: draft('2026-06-03', ENUMERATION),
    changes: ['2026-06-09 dropped it: the index has no version mark of its own.'],
  },
  'index/schema': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement:
      'The index has `skills`, an array of objects whose members have the types of the format; further members are legal.',
    section: draft('2026-06-25', ENUMERATION),
  },
  'index/digest': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement:
      'An entry of type `skill-md` or `archive` has a `digest`; one of type `mcp-resource-template` has none.',
    section: draft('2026-06-03', 'Integrity and verification'),
    changes: [
      'Before 2026-06-03 the format had no digest: an index without any is a warning.',
      '2026-06-09 has a digest beside each url; see index/digest-with-url.',
    ],
  },
  'index/entry-type': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: '`type` of an entry is `skill-md`, `archive` or `mcp-resource-template`.',
    section: draft('2026-06-03', ENUMERATION),
    changes: ['2026-06-09 has no types: an entry has a url, archives, or both.'],
  },
  'index/entry-name': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement:
      '`name` of an entry of type `skill-md` or `archive` is the frontmatter’s and the last segment of the skill path.',
    section: draft('2026-06-03', ENUMERATION),
    changes: ['2026-06-09 carries the whole frontmatter instead; see frontmatter/identical.'],
  },
  'index/entry-description': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: '`description` of an entry of type `skill-md` or `archive` is the frontmatter’s.',
    section: draft('2026-06-03', ENUMERATION),
  },
  'index/entry-url': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement:
      '`url` of a skill’s entry is an absolute URI that ends in `/SKILL.md`; that of an archive is an absolute URI.',
    section: draft('2026-06-25', 'Direct entries'),
    changes: ['2026-09-13 calls it uri; see entry/uri.'],
  },
  'index/entry-reachable': {
    level: 'MUST',
    party: 'server',
    revisions: B,
    statement: 'Every entry has `url`, an `archives` that is not empty, or both.',
    section: draft('2026-06-25', ENUMERATION),
  },
  'index/digest-with-url': {
    level: 'MUST',
    party: 'server',
    revisions: B,
    statement: '`digest` stands in an entry exactly when `url` does.',
    section: draft('2026-06-25', ENUMERATION),
  },
  'index/entry-unique': {
    level: 'INFO',
    party: 'server',
    revisions: AB,
    statement: 'No two entries of the index have the same `url`.',
    section: draft('2026-06-25', ENUMERATION),
  },
  'index/reserved-name': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'No skill or archive has the reserved URI `skill://index.json`, and no skill lies below it.',
    section: draft('2026-06-25', ENUMERATION),
  },
  'index/other-scheme-listed': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'A skill under another scheme than `skill://` is listed in the index.',
    section: draft('2026-06-25', 'Resource Mapping'),
    changes: ['2026-09-13 asks for no listing under any scheme: skills/get confirms a skill.'],
  },
  'index/in-resources-list': {
    level: 'INFO',
    party: 'server',
    revisions: AB,
    statement: 'Where the index stands in `resources/list`, its `mimeType` there is `application/json` too.',
    section: draft('2026-06-25', 'Integrity and verification'),
  },
} as const satisfies Record<string, Requirement>;
