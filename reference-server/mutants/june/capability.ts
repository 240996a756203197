import { DIRECTORY_ROWS } from '../areas.js';
import { declares, settings } from '../capability.js';
import type { Mutant } from '../mutant.js';
import { FRONTMATTER, TYPED } from './target.js';

/** What may be wrong with what is declared. */
export const capabilityMutants: Mutant[] = [
  {
    id: 'completions-undeclared',
    revisions: TYPED,
    breaks: ['template/completion-answers'],
    title: 'Answers `completion/complete` without declaring completions.',
    hooks: declares((capabilities) => void delete capabilities['completions']),
  },
  {
    id: 'june-directory-read-string',
    revisions: FRONTMATTER,
    breaks: ['capability/directory-read-boolean'],
    expectNotApplicable: DIRECTORY_ROWS,
    title: 'Declares directoryRead as "true".',
    hooks: settings({ directoryRead: 'true' }),
  },
];
