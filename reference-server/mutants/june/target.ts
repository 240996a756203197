import type { Revision } from '../../revision.js';
import { LAST } from '../target.js';

/** The draft with typed entries, archives among them, and templates. */
export const TYPED: readonly Revision[] = ['2026-06-03'];
/** The drafts whose entries carry frontmatter and their archives. */
export const FRONTMATTER: readonly Revision[] = ['2026-06-09', '2026-06-25'];

/** The last skill of the index is served as files and as these; its last archive is the zip. */
export const LAST_TAR = `${LAST}.tar.gz`;
export const LAST_ZIP = `${LAST}.zip`;
/** The skills that are served as one archive each, and not as files. */
export const TAR_ONLY = 'skill://packed/field-kit';
export const ZIP_ONLY = 'skill://packed/phrasebook';
