import type { Tree } from '../../../harness/provision/tree.js';
import type { Facts } from './facts.js';

/** A skill that no server has a reason to refuse. */
function plainSkill(name: string): Tree {
  const facts: Facts = {
    folder: name,
    state: 'portable',
    what: 'a plain skill',
    sort: '',
    frontmatter: JSON.stringify({ name, description: 'A plain skill.' }),
    nests: false,
  };
  return {
    names: [name],
    nodes: [
      {
        kind: 'file',
        path: `${name}/SKILL.md`,
        text: `---\nname: ${name}\ndescription: A plain skill.\n---\n\n# Plain\n`,
      },
      { kind: 'file', path: `${name}/references/guide.md`, text: '# Guide\n' },
    ],
    facts: { ...facts },
  };
}

/** The first and the last of all skills in order: what comes before a bad one, and what comes after it. */
export const controls: readonly Tree[] = ['aa-first', 'zz-last'].map(plainSkill);

/** Both of them. */
export const control: Tree = {
  names: controls.flatMap(({ names }) => names),
  nodes: controls.flatMap(({ nodes }) => nodes),
  facts: controls[0]!.facts,
};
