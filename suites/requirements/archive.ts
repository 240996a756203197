import type { Requirement } from '../../harness/model/requirement.js';
import { A, AB, B, draft, ENUMERATION } from './sources.js';

const HARDENED =
  'Hosts must reject such an archive since 2026-06-25; before, the text is silent, and this is a warning.';
const SILENT_BEFORE = {
  '2026-06-03': { level: 'SHOULD' },
  '2026-06-09': { level: 'SHOULD' },
} as const;

/** Requirements on packed skills. 2026-09-13 has no archives any more. */
export const archive = {
  'archive/fields': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'Each element of `archives` has the strings `url`, `mimeType` and `digest`.',
    section: draft('2026-06-25', 'Archives'),
    earlier: {
      '2026-06-03': { statement: 'An entry of type `archive` has the string `url`.' },
    },
    changes: ['2026-06-09 moved archives from entries of their own into `archives` of a skill’s entry.'],
  },
  'archive/offers-common-format': {
    level: 'SHOULD',
    party: 'server',
    revisions: AB,
    statement:
      'A skill with archives has one as gzip-compressed tar (`application/gzip`) or as ZIP (`application/zip`).',
    section: draft('2026-06-25', 'Archives'),
    earlier: {
      '2026-06-03': {
        level: 'MUST',
        statement: 'An archive is `.tar.gz` (`application/gzip`) or `.zip` (`application/zip`).',
      },
    },
    changes: ['Since 2026-06-09 a server may offer other formats beside one of the two.'],
  },
  'archive/readable': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: '`resources/read` of an archive gives one `blob`, with the `mimeType` that the index names.',
    section: draft('2026-06-25', 'Archives'),
    earlier: {
      '2026-06-03': {
        statement: '`resources/read` of an archive gives one `blob`, with the `mimeType` of its format.',
      },
    },
  },
  'archive/format-agrees': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'An archive’s bytes are of the format that its media type names, and decode without an error.',
    section: draft('2026-06-25', 'Archives'),
  },
  'archive/digest-matches': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'The SHA-256 of an archive’s bytes equals its `digest`.',
    section: draft('2026-06-25', 'Integrity and verification'),
  },
  'archive/skill-md-at-root': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'SKILL.md is at the root of an archive, not in a wrapper directory.',
    section: draft('2026-06-25', 'Archives'),
  },
  'archive/relative-paths': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'Paths in an archive are relative and use `/`: no `..`, no absolute path, no drive, no backslash.',
    section: draft('2026-06-25', 'Archives'),
  },
  'archive/links-inside': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'Links in an archive resolve inside the skill’s directory: hosts must reject the archive otherwise.',
    section: draft('2026-06-25', 'Archives'),
  },
  'archive/regular-entries': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'An archive holds regular files, directories and symbolic links, nothing else.',
    section: draft('2026-06-25', 'Archives'),
    earlier: SILENT_BEFORE,
    changes: [HARDENED, 'Hard links are not among what hosts extract since 2026-06-25: a warning.'],
  },
  'archive/no-collision': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'No two paths of an archive are equal, also not after Unicode normalisation and case folding.',
    section: draft('2026-06-25', 'Archives'),
    earlier: SILENT_BEFORE,
    changes: [HARDENED],
  },
  'archive/no-privilege-bits': {
    level: 'SHOULD',
    party: 'server',
    revisions: AB,
    statement: 'No entry of an archive has the setuid, setgid or sticky bit, which hosts clear.',
    section: draft('2026-06-25', 'Archives'),
  },
  'archive/bounded': {
    level: 'SHOULD',
    party: 'server',
    revisions: AB,
    statement:
      'An archive’s size, entries, depth and ratio of compression are such as hosts take: they must set limits.',
    section: draft('2026-06-25', 'Archives'),
    changes: ['2026-06-25 adds entry count and depth to the limits; no text gives figures, ours are flags.'],
  },
  'archive/frontmatter-agrees': {
    level: 'MUST',
    party: 'server',
    revisions: B,
    statement: 'The frontmatter of a packed SKILL.md is identical in content to `frontmatter` of its entry.',
    section: draft('2026-06-25', 'Frontmatter'),
  },
  'archive/same-namespace': {
    level: 'MUST',
    party: 'server',
    revisions: AB,
    statement: 'All forms of a skill, files and archives, have the same paths with the same bytes.',
    section: draft('2026-06-25', 'Archives'),
  },
  'archive/url-suffix': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: 'The URL of an archive is the skill’s path with `.tar.gz` or `.zip` behind it.',
    section: draft('2026-06-03', ENUMERATION),
    changes: ['Since 2026-06-09 the URL of an archive has no meaning as a path; see archive/url-no-semantics.'],
  },
  'archive/url-no-semantics': {
    level: 'MUST',
    party: 'server',
    revisions: B,
    statement: 'The URL of an archive is a download location, from which nothing follows for the skill’s path.',
    section: draft('2026-06-25', 'Archives'),
    untestable: 'The sentence tells hosts what not to conclude; whatever URL a server takes is right.',
  },
  'archive/only-not-addressable': {
    level: 'INFO',
    party: 'server',
    revisions: B,
    statement: 'The files of a skill that is offered as archives alone are not individually addressable.',
    section: draft('2026-06-25', 'Archives'),
  },
} as const satisfies Record<string, Requirement>;
