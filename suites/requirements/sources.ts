/** Where the requirements come from: pinned texts, so that a report names the words that it judged by. */
const EXT =
  'https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx';
const BASE = 'https://modelcontextprotocol.io/specification/2026-07-28';
const SKILLS = 'https://agentskills.io/specification';

export const SOURCE = EXT;

export interface Section {
  readonly title: string;
  readonly url: string;
}

/** A section of the Skills extension's text. */
export const ext = (title: string): Section => ({
  title: `Skills extension: ${title}`,
  url: `${EXT}#${title.toLowerCase().replaceAll(' ', '-')}`,
});

/** A section of the base protocol. */
export const base = (path: string, title: string): Section => ({
  title: `MCP 2026-07-28: ${title}`,
  url: `${BASE}/${path}#${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')}`,
});

/** A section of the Agent Skills format. */
export const skills = (title: string, anchor: string): Section => ({
  title: `Agent Skills: ${title}`,
  url: `${SKILLS}#${anchor}`,
});

/** A section of an IETF document. */
export const rfc = (number: number, section: string): Section => ({
  title: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** Not from a sentence: a hint from what hosts and servers in the field do. */
export const field = (title: string): Section => ({ title: `Interoperability: ${title}`, url: EXT });

/** Revision sets, by the letters of the register: a = 2026-06-03, b = 2026-06-09 and 2026-06-25, c = 2026-09-13. */
export const C = ['2026-09-13'] as const;
export const BC = ['2026-06-09', '2026-06-25', '2026-09-13'] as const;
export const ABC = ['2026-06-03', '2026-06-09', '2026-06-25', '2026-09-13'] as const;
