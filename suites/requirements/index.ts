import { areaOf, type NamedRequirement } from '../../harness/model/requirement.js';
import { content } from './content.js';
import { directory } from './directory.js';
import { discovery } from './discovery.js';
import { protocol } from './protocol.js';

/** Every requirement by its stable id. A new one goes into the file of its area; see CONTRIBUTING.md. */
export const requirements = { ...discovery, ...content, ...directory, ...protocol };

export type RequirementId = keyof typeof requirements;

/** Ids that a check may name: those without an `untestable` reason. */
export type TestableId = {
  [Id in RequirementId]: (typeof requirements)[Id] extends { untestable: string } ? never : Id;
}[RequirementId];

export const namedRequirements: readonly NamedRequirement[] = Object.entries(requirements).map(
  ([id, requirement]) => ({ ...requirement, id, area: areaOf(id) }),
);
