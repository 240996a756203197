import type { Requirement } from '../../harness/model/requirement.js';
import { AB, ABC, BC, C, base, ext } from './sources.js';

/**
 * What a search looks for: the sentences of other areas, on inputs that no list of examples names. Each is judged by generated
 * requests; a breach has the level of the sentence that it breaches.
 */
export const fuzz = {
  'fuzz/uri-read': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      '`resources/read` of any URI near those that are served gives the file that the URI names or an error, never another file and never bytes from outside.',
    section: ext('Error Handling'),
  },
  'fuzz/uri-get': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: '`skills/get` of any string gives the skill whose SKILL.md it names, or error -32602.',
    section: ext('Getting a Skill'),
  },
  'fuzz/uri-directory': {
    level: 'MUST',
    party: 'server',
    revisions: BC,
    statement:
      '`resources/directory/read` of any string gives the children of the directory that it names, or error -32602.',
    section: ext('Reading Directories'),
  },
  'fuzz/paging-skills': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement:
      'Every walk through `skills/list` gives each skill once, however walks are interleaved, repeated or run side by side.',
    section: ext('Listing Skills'),
  },
  'fuzz/paging-directory': {
    level: 'MUST',
    party: 'server',
    revisions: BC,
    statement:
      'Every walk through a directory gives each child once, however walks are interleaved, repeated or run side by side.',
    section: ext('Reading Directories'),
  },
  'fuzz/paging-resources': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      'Every walk through `resources/list` gives each resource once, however walks are interleaved, repeated or run side by side.',
    section: base('server/utilities/pagination', 'Pagination'),
  },
  'fuzz/archive-namespace': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement:
      'A skill that is served both packed and as files gives the same bytes in both forms, in whatever order and how often they are read.',
    section: ext('Resource Mapping'),
  },
  'fuzz/protocol-params': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'Parameters of any type and shape are answered as the texts say, and none ends or hangs the server.',
    section: ext('Error Handling'),
  },
  'fuzz/protocol-ids': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      'Every request gets exactly its own answer under its own id, whatever legal id it has and whatever else is in flight.',
    section: base('basic', 'Responses'),
  },
  'fuzz/protocol-envelope': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      'One message written in other legal ways is understood alike, and none that is malformed ends or hangs the server.',
    section: base('basic', 'Messages'),
  },
  'fuzz/tree-served': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'Each well-formed skill of a generated folder is served, whatever else stands in the folder.',
    section: ext('Getting a Skill'),
  },
  'fuzz/tree-manifest': {
    level: 'MUST',
    party: 'server',
    revisions: C,
    statement: 'The manifest of a generated skill names exactly the files on disk, with their digests and sizes.',
    section: ext('Resources'),
  },
  'fuzz/tree-read': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      'Each file of a generated skill is read with the bytes that are on disk, and nothing outside of the folder is.',
    section: ext('Integrity and Verification'),
  },
  'fuzz/tree-frontmatter': {
    level: 'MUST',
    party: 'server',
    revisions: BC,
    statement: 'The frontmatter of the entry of a generated skill is what was written into its SKILL.md.',
    section: ext('Frontmatter'),
  },
  'fuzz/tree-directories': {
    level: 'MUST',
    party: 'server',
    revisions: BC,
    statement: 'The directories of a generated skill have the children that are on disk.',
    section: ext('Reading Directories'),
  },
  'fuzz/tree-archive': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'An archive of a generated skill unpacks to the files on disk.',
    section: ext('Resource Mapping'),
  },
} as const satisfies Record<string, Requirement>;
