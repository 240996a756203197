import { refuse, skillMd } from './edits.js';
import type { Mutant } from './mutant.js';
import { UNLISTED_BODY_MD, UNLISTED_MD } from './target.js';

export const reference: Mutant[] = [
  {
    id: 'instructions-gone',
    breaks: ['reference/instructions'],
    title: 'The instructions name a skill that is not served.',
    hooks: {
      catalogue: (catalogue) => {
        catalogue.instructions += ' Before a release, load skill://acme/release-notes/SKILL.md as well.';
      },
    },
  },
  {
    id: 'instructions-unconfirmed',
    breaks: ['get/answers-unlisted'],
    title: 'The skill named in the instructions can be read, but `skills/get` does not know it.',
    hooks: refuse('skills/get', UNLISTED_MD),
  },
  {
    id: 'body-reference-gone',
    breaks: ['reference/skill-body'],
    title: 'The last SKILL.md names a skill of this server that is not served.',
    hooks: skillMd((text) => `${text}\nThen go on with \`skill://acme/morning-shift/SKILL.md\`.\n`),
  },
  {
    id: 'unlisted-unreadable',
    breaks: ['reference/unlisted-readable', 'reference/skill-body'],
    title: 'An unlisted skill has an entry, but its SKILL.md cannot be read.',
    hooks: refuse('resources/read', UNLISTED_BODY_MD),
  },
];
