import { declares } from '../capability.js';
import type { Mutant } from '../mutant.js';
import { TYPED } from './target.js';

/** What may be wrong with what is declared, in the drafts of June alone. */
export const capabilityMutants: Mutant[] = [
  {
    id: 'completions-undeclared',
    revisions: TYPED,
    breaks: ['template/completion-answers'],
    expectNotApplicable: [
      'template/completion-limit',
      'template/completion-prefix',
      'template/completion-context',
      'template/resolves',
    ],
    title: 'Answers `completion/complete` without declaring completions.',
    hooks: declares((capabilities) => void delete capabilities['completions']),
  },
];
