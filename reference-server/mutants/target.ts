/** The last skill of the last page of the listing: where the defects sit, so that a judge of samples misses them. */
export const LAST = 'skill://zz/ops/night-watch';
export const LAST_MD = `${LAST}/SKILL.md`;
/** The last file of its manifest: text with characters of two and of four bytes. */
export const LAST_FILE = `${LAST}/walks/tower/top.txt`;
/** Its binary file; the base64 has `+`, `/` and padding. */
export const LAST_BLOB = `${LAST}/walks/north.bin`;
/** A file linked from SKILL.md that has a neighbour, so that its directory remains when it is hidden. */
export const LAST_LINKED = `${LAST}/checklists/dusk.md`;
/** Its deepest directory, which holds LAST_FILE alone, and the one above. */
export const LAST_DIRECTORY = `${LAST}/walks/tower`;
export const LAST_PARENT = `${LAST}/walks`;

export const FIRST_MD = 'docs://handbook/onboarding/SKILL.md';
export const OTHER_MD = 'skill://git-workflow/SKILL.md';
export const OTHER_FILE = 'skill://git-workflow/scripts/check-branch.sh';
export const CRLF_MD = 'skill://line-endings/SKILL.md';
export const BOM_FILE = 'skill://brand-assets/assets/palette.csv';
export const ENCLOSING = 'skill://release-train';
export const NESTED = 'skill://release-train/hotfix';
export const EMPTY_DIRECTORY = 'skill://trees/deep-tree/drafts';
export const UNLISTED_MD = 'skill://internal/incident-response/SKILL.md';
export const UNLISTED_BODY_MD = 'skill://reports/postmortem/SKILL.md';
