/** Revisions of the extension that this server can serve, by the date of their text; the last is the default. */
export const REVISIONS = ['2026-06-03', '2026-06-09', '2026-06-25', '2026-09-13'] as const;
export type Revision = (typeof REVISIONS)[number];
export const V1: Revision = '2026-09-13';

/** The drafts of June, which enumerate skills in `skill://index.json`. */
export const JUNE: readonly Revision[] = ['2026-06-03', '2026-06-09', '2026-06-25'];

/** What the revisions differ in on the wire. */
export interface Shape {
  /** The form of `skill://index.json`: entries with a `type`, entries with `frontmatter`; undefined: there is none. */
  readonly index?: 'typed' | 'frontmatter';
  /** `skills/list` and `skills/get` exist. */
  readonly skillMethods: boolean;
  /** `resources/directory/read` exists, and is declared. */
  readonly directories: boolean;
  /** Skills behind URI templates, with completion of their variables. */
  readonly templates: boolean;
}

const DIRECTORY_DRAFT: Shape = { index: 'frontmatter', skillMethods: false, directories: true, templates: false };

export const SHAPES: Readonly<Record<Revision, Shape>> = {
  '2026-06-03': { index: 'typed', skillMethods: false, directories: false, templates: true },
  '2026-06-09': DIRECTORY_DRAFT,
  // More duties of hosts, the same wire.
  '2026-06-25': DIRECTORY_DRAFT,
  '2026-09-13': { skillMethods: true, directories: true, templates: false },
};

export const isRevision = (text: string): text is Revision => (REVISIONS as readonly string[]).includes(text);
