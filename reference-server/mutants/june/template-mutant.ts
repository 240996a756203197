import type { Mutant } from '../mutant.js';
import { TYPED } from './target.js';

/** A mutant that breaks a rule on templates, or (with its area) another one. */
export const templateMutant = (
  id: string,
  breaks: string | readonly string[],
  title: string,
  hooks: Mutant['hooks'],
  blocks: readonly string[] = [],
): Mutant => ({
  id: `template-${id}`,
  revisions: TYPED,
  breaks: [breaks].flat().map((rule) => (rule.includes('/') ? rule : `template/${rule}`)),
  blocks,
  title,
  hooks,
});
