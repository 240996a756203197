import type { Section } from '../../harness/model/requirement.js';
import type { Revision } from '../../harness/model/protocol.js';

/** Where the requirements come from: pinned texts, so that a report names the words that it judged by. */
const EXT =
  'https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx';
const BASE = 'https://modelcontextprotocol.io/specification/2026-07-28';
const SKILLS = 'https://agentskills.io/specification';

/** The drafts of June 2026, by the commit that each revision is named after. */
const DRAFTS = {
  '2026-06-03': 'baec7b8b',
  '2026-06-09': '2e04c48d',
  '2026-06-25': '82609b19',
} as const satisfies Partial<Record<Revision, string>>;
export type Draft = keyof typeof DRAFTS;

const draftUrl = (draft: Draft): string =>
  `https://github.com/modelcontextprotocol/modelcontextprotocol/blob/${DRAFTS[draft]}/seps/2640-skills-extension.md`;

/** The text that a revision is judged by. */
export const SOURCES: Readonly<Record<Revision, string>> = {
  '2026-06-03': draftUrl('2026-06-03'),
  '2026-06-09': draftUrl('2026-06-09'),
  '2026-06-25': draftUrl('2026-06-25'),
  '2026-09-13': EXT,
};

/** As GitHub makes an anchor of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/** A section of the draft that a revision of June is named after. */
export const draft = (revision: Draft, heading: string): Section => ({
  title: `SEP-2640, draft of ${revision}: ${heading.replaceAll('`', '')}`,
  url: `${draftUrl(revision)}#${anchor(heading)}`,
});

export const ENUMERATION = 'Enumeration via `skill://index.json`';
export const DIRECTORY_METHOD = '`resources/directory/read`';

/** What the sections of the final text were called in the drafts. */
const BEFORE: Readonly<Record<string, string>> = {
  'Capability Negotiation': 'Capability Declaration',
  'Directory Resources': 'Directory resources',
  'Error Handling': 'Reading',
  Frontmatter: 'Frontmatter',
  'Getting a Skill': 'Discovery',
  'Integrity and Verification': 'Integrity and verification',
  'Listing Skills': ENUMERATION,
  'Pointer from Server Instructions': 'Pointer from Server Instructions',
  'Reading Directories': DIRECTORY_METHOD,
  'Relative References': 'Reading',
  'Resource Mapping': 'Resource Mapping',
  'Resource Metadata': 'Resource Metadata',
  'Skill Format': 'Skill Format',
  'Skill Entries': ENUMERATION,
  Resources: ENUMERATION,
};

const FINAL = 'Skills extension: ';

/** Sections that came after 2026-06-03, whose matter stood with the enumeration before. */
const LATER = new Set(['Archives', 'Direct entries', 'Frontmatter']);

/**
 * The section of a draft that says what a section of the final text, or of another draft, says; undefined for sections of
 * other texts, and for the draft's own.
 */
export function draftSection(revision: Draft, section: Section): Section | undefined {
  const own = /^SEP-2640, draft of ([\d-]+): (.*)$/.exec(section.title);
  if (own !== null) {
    const [, from, heading = ''] = own;
    if (from === revision) return undefined;
    return draft(revision, revision === '2026-06-03' && LATER.has(heading) ? ENUMERATION : heading);
  }
  if (!section.url.startsWith(EXT) || !section.title.startsWith(FINAL)) return undefined;
  const heading = BEFORE[section.title.slice(FINAL.length)];
  return heading === undefined ? undefined : draft(revision, heading);
}

export const isDraft = (revision: Revision): revision is Draft => revision in DRAFTS;

/** A section of the Skills extension's text. */
export const ext = (title: string): Section => ({
  title: `${FINAL}${title}`,
  url: `${EXT}#${title.toLowerCase().replaceAll(' ', '-')}`,
});

/** A section of the base protocol. */
export const base = (path: string, title: string): Section => ({
  title: `MCP 2026-07-28: ${title}`,
  url: `${BASE}/${path}#${anchor(title)}`,
});

/** A section of the Agent Skills format. */
export const skills = (title: string, place: string): Section => ({
  title: `Agent Skills: ${title}`,
  url: `${SKILLS}#${place}`,
});

/** A section of an IETF document. */
export const rfc = (number: number, section: string): Section => ({
  title: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** Not from a sentence: a hint from what hosts and servers in the field do. */
export const field = (title: string): Section => ({ title: `Interoperability: ${title}`, url: EXT });

/** Revision sets, by the letters of the register: a = 2026-06-03, b = 2026-06-09 and 2026-06-25, c = 2026-09-13. */
export const A = ['2026-06-03'] as const;
export const B = ['2026-06-09', '2026-06-25'] as const;
export const AB = ['2026-06-03', '2026-06-09', '2026-06-25'] as const;
export const C = ['2026-09-13'] as const;
export const BC = ['2026-06-09', '2026-06-25', '2026-09-13'] as const;
export const ABC = ['2026-06-03', '2026-06-09', '2026-06-25', '2026-09-13'] as const;
