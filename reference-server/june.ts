import type { Catalogue, Forms } from './catalogue.js';
import { UNLISTED_IN_INSTRUCTIONS } from './extras.js';
import { SHAPES } from './revision.js';
import { addTemplates } from './templates.js';

/** Named in the instructions, absent from the index; a chain of absolute `skill://` references begins in its body. */
const UNLISTED_STANDARDS = 'skill://code-standards';

/** The skills that are not served as files alone. */
const FORMS: Readonly<Record<string, Forms>> = {
  'skill://packed/field-kit': { files: false, archives: ['tar.gz'] },
  'skill://packed/phrasebook': { files: false, archives: ['zip'] },
  // The last skill of the index.
  'skill://zz/ops/night-watch': { files: true, archives: ['tar.gz', 'zip'] },
};

/** Makes content that is legal in 2026-09-13 legal in a draft of June, and adds what only those have. */
export function adaptToJune(catalogue: Catalogue): void {
  // An indexed SKILL.md owes a digest, which one that changes at every read cannot have.
  for (const { root, dynamic } of catalogue.skills) {
    if (dynamic) for (const uri of catalogue.filesBelow(root)) catalogue.files.delete(uri);
  }
  catalogue.skills = catalogue.skills.filter(({ dynamic }) => !dynamic);

  // Skills do not nest: the inner one gets a place of its own, to which the June text of the outer one points.
  const [nested, apart] = ['skill://release-train/hotfix', 'skill://release/hotfix'];
  for (const uri of catalogue.filesBelow(nested)) {
    catalogue.files.set(apart + uri.slice(nested.length), catalogue.files.get(uri)!);
    catalogue.files.delete(uri);
  }
  for (const skill of catalogue.skills) {
    if (skill.root === nested) skill.root = apart;
    if (skill.root === UNLISTED_STANDARDS) skill.listed = false;
    const forms = FORMS[skill.root];
    if (forms !== undefined) skill.forms = structuredClone(forms);
  }
  catalogue.instructions =
    `Known-good server of skills. In an incident, load ${UNLISTED_IN_INSTRUCTIONS}/SKILL.md first.\n` +
    `Follow our code standards: load ${UNLISTED_STANDARDS}/SKILL.md for details.`;
  if (SHAPES[catalogue.revision].templates) addTemplates(catalogue);
}
