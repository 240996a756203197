import { REGIONS_TEMPLATE } from '../../templates.js';
import type { Mutant } from '../mutant.js';
import { inCompletion } from './edits.js';
import { TYPED } from './target.js';

/** What may be wrong with templates and with the completion of their variables. */
export const templateMutants: Mutant[] = [
  {
    id: 'template-unregistered',
    revisions: TYPED,
    breaks: ['template/registered'],
    title: 'The last template of the index is not among the resource templates.',
    hooks: { templates: (templates) => templates.slice(0, -1) },
  },
  {
    id: 'completion-too-many',
    revisions: TYPED,
    breaks: ['template/completion-limit'],
    title: 'One answer holds 101 values.',
    hooks: inCompletion('product', ({ values, ...rest }) => {
      const given = values as string[];
      return { values: given.length === 100 ? [...given, 'widget-101'] : given, ...rest };
    }),
  },
  {
    id: 'completion-context-ignored',
    revisions: TYPED,
    breaks: ['template/completion-context'],
    title: 'The cities of all countries are offered whatever country is given.',
    hooks: {
      catalogue: ({ templates }) => {
        for (const template of templates) {
          const { uriTemplate, values } = template;
          if (uriTemplate === REGIONS_TEMPLATE) template.values = (variable) => values(variable, {});
        }
      },
    },
  },
];
