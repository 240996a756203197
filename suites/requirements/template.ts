import type { Requirement } from '../../harness/model/requirement.js';
import { A, draft, ENUMERATION } from './sources.js';

const COMPLETION = {
  title: 'MCP 2025-11-25: Completion',
  url: 'https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion',
};

/** Requirements on parameterised skills. The type left the draft on 2026-06-04. */
export const template = {
  'template/uri-template': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: '`url` of a template entry is an RFC 6570 template with a variable, which resolves to SKILL.md URIs.',
    section: draft('2026-06-03', ENUMERATION),
    changes: ['The type mcp-resource-template left the draft on 2026-06-04.'],
  },
  'template/no-name': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: 'A template entry has a `description` and no `name`.',
    section: draft('2026-06-03', ENUMERATION),
  },
  'template/registered': {
    level: 'SHOULD',
    party: 'server',
    revisions: A,
    statement: 'The template of an entry stands in `resources/templates/list` too.',
    section: draft('2026-06-03', ENUMERATION),
  },
  'template/completion-answers': {
    level: 'SHOULD',
    party: 'server',
    revisions: A,
    statement: '`completion/complete` answers for every variable of a template.',
    section: draft('2026-06-03', ENUMERATION),
  },
  'template/completion-limit': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement:
      'A completion has at most 100 `values`; `total` is not below their number, and `hasMore` is true when it is above.',
    section: COMPLETION,
  },
  'template/completion-prefix': {
    level: 'SHOULD',
    party: 'server',
    revisions: A,
    statement: 'What is typed narrows the values that are offered.',
    section: COMPLETION,
  },
  'template/completion-context': {
    level: 'INFO',
    party: 'server',
    revisions: A,
    statement: 'With several variables, the values chosen already, in `context.arguments`, narrow the next one’s.',
    section: COMPLETION,
  },
  'template/resolves': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement: 'A template filled with offered values is the URI of a SKILL.md that can be read.',
    section: draft('2026-06-03', ENUMERATION),
  },
  'template/unknown-value': {
    level: 'MUST',
    party: 'server',
    revisions: A,
    statement:
      'A template filled with a value that is not offered is refused, or is a skill of that name; never another one.',
    section: draft('2026-06-03', ENUMERATION),
  },
} as const satisfies Record<string, Requirement>;
