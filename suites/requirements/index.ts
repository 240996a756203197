import type { Revision } from '../../harness/model/protocol.js';
import { areaOf, type NamedRequirement, type Requirement, type Saying } from '../../harness/model/requirement.js';
import { archive } from './archive.js';
import { content } from './content.js';
import { directory } from './directory.js';
import { discovery } from './discovery.js';
import { index } from './discovery-index.js';
import { fuzz } from './fuzz.js';
import { protocol } from './protocol.js';
import { draftSection, isDraft } from './sources.js';
import { template } from './template.js';

/** Every requirement by its stable id. A new one goes into the file of its area; see CONTRIBUTING.md. */
export const requirements = {
  ...discovery,
  ...index,
  ...content,
  ...directory,
  ...archive,
  ...template,
  ...protocol,
  ...fuzz,
};

export type RequirementId = keyof typeof requirements;

/** Ids that a check may name: those without an `untestable` reason. */
export type TestableId = {
  [Id in RequirementId]: (typeof requirements)[Id] extends { untestable: string } ? never : Id;
}[RequirementId];

/** The section of each draft is filled in where its heading alone is another one. */
function earlierOf(requirement: Requirement): Partial<Record<Revision, Saying>> {
  const earlier: Partial<Record<Revision, Saying>> = { ...requirement.earlier };
  for (const revision of requirement.revisions) {
    if (!isDraft(revision) || earlier[revision]?.section !== undefined) continue;
    const section = draftSection(revision, requirement.section);
    if (section !== undefined) earlier[revision] = { ...earlier[revision], section };
  }
  return earlier;
}

export const namedRequirements: readonly NamedRequirement[] = Object.entries<Requirement>(requirements).map(
  ([id, requirement]) => {
    const earlier = earlierOf(requirement);
    return {
      ...requirement,
      ...(Object.keys(earlier).length > 0 ? { earlier } : {}),
      id,
      area: areaOf(id),
    };
  },
);
