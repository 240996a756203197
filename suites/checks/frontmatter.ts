import { isObject } from '../../harness/model/json.js';
import { check } from '../kit/check.js';
import { mappingOf } from '../kit/frontmatter.js';
import { compareFrontmatter } from '../kit/readings.js';
import { rooted } from '../kit/subjects.js';

export const frontmatter = [
  check(
    'frontmatter/identical',
    'every entry’s frontmatter against its SKILL.md, field by field',
    async (probe, judge) => {
      for (const skill of await rooted(probe, judge)) {
        const mapping = await mappingOf(probe, judge, skill.uri);
        if (mapping === undefined) continue;
        const given = skill.entry['frontmatter'];
        if (!isObject(given)) {
          judge.unjudged(skill.label, 'the entry’s frontmatter is no object', 'entry/frontmatter-fields');
          continue;
        }
        const { document } = mapping;
        const compare = (entry: unknown): ReturnType<typeof compareFrontmatter> =>
          compareFrontmatter(entry, document).filter(
            // A field that an entry must have and lacks is judged as such.
            (difference) =>
              !(
                ['name', 'description'].includes(difference.path) &&
                typeof (entry as Record<string, unknown>)[difference.path] !== 'string' &&
                typeof mapping.value[difference.path] === 'string'
              ),
          );
        let differences = compare(given);
        let frames = [...skill.frames, ...mapping.frames];
        if (differences.some((difference) => !difference.split)) {
          // The entry may be older than the file: ask for a fresh one before blaming.
          const fresh = (await probe.get(skill.uri, true)).entry;
          if (fresh !== undefined && isObject(fresh.entry['frontmatter'])) {
            const again = compare(fresh.entry['frontmatter']);
            if (again.every((difference) => difference.split)) {
              differences = again;
              frames = [...fresh.frames, ...mapping.frames];
            }
          }
        }
        if (differences.length === 0) judge.each(skill.label, true, { expected: '', actual: '', frames });
        for (const difference of differences) {
          judge.each(`${skill.label}, ${difference.path}`, false, {
            expected: difference.expected,
            actual: difference.actual,
            frames,
            ...(difference.split
              ? {
                  level: 'SHOULD',
                  cause:
                    'YAML readers disagree on this value: hosts whose reader differs from the server’s refuse the skill; quote it',
                }
              : {}),
          });
        }
      }
    },
  ),
];
