import type { Revision } from '../../revision.js';
import { LAST } from '../target.js';

/** The draft with typed entries, archives among them, and templates. */
export const TYPED: readonly Revision[] = ['2026-06-03'];
/** The drafts whose entries carry frontmatter and their archives. */
export const FRONTMATTER: readonly Revision[] = ['2026-06-09', '2026-06-25'];
/** The draft that says what hosts extract: files, directories and symbolic links. */
export const HARDENED: readonly Revision[] = ['2026-06-25'];
export const BEFORE_HARDENED: readonly Revision[] = ['2026-06-03', '2026-06-09'];

/** The last skill of the index is served as files and as these; its last archive is the zip. */
export const LAST_TAR = `${LAST}.tar.gz`;
export const LAST_ZIP = `${LAST}.zip`;
/** The skills that are served as one archive each, and not as files. */
export const TAR_ONLY = 'skill://packed/field-kit';
export const ZIP_ONLY = 'skill://packed/phrasebook';
export const TAR_ONLY_URL = `${TAR_ONLY}.tar.gz`;
export const ZIP_ONLY_URL = `${ZIP_ONLY}.zip`;
/** A skill under another scheme. */
export const OTHER_SCHEME = 'docs://handbook/onboarding';
/** The last template of the index of 2026-06-03 is that of the regions. */
export const LAST_PRODUCT_MD = 'skill://catalog/widget-100/SKILL.md';
