import type { Judge } from '../../harness/model/check.js';
import { isObject, type JsonObject } from '../../harness/model/json.js';
import { skillRoot } from '../../harness/model/uri.js';
import type { PackedView } from '../../harness/probe/packed.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { mapped, mappingOf, packedFrontmatter, type Mapping } from '../kit/frontmatter.js';
import { unpackedOf } from '../kit/packs.js';
import { compareFrontmatter } from '../kit/readings.js';
import { rooted } from '../kit/subjects.js';

type Differences = ReturnType<typeof compareFrontmatter>;

/** Where an entry's frontmatter is not the file's; a field that an entry must have and lacks is judged as such. */
const differencesOf = (entry: JsonObject, mapping: Mapping): Differences =>
  compareFrontmatter(entry, mapping.document).filter(
    ({ path }) =>
      !(
        ['name', 'description'].includes(path) &&
        typeof entry[path] !== 'string' &&
        typeof mapping.value[path] === 'string'
      ),
  );

function judgeDifferences(judge: Judge, subject: string, differences: Differences, frames: readonly number[]): void {
  if (differences.length === 0) judge.each(subject, true, { expected: '', actual: '', frames });
  for (const difference of differences) {
    judge.each(`${subject}, ${difference.path}`, false, {
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

/** Whether the packed SKILL.md is the very file that the entry's `url` gives. */
async function isServedAlike(probe: Probe, { offer, skillMd }: PackedView): Promise<boolean> {
  const { url } = offer.entry;
  return url !== undefined && skillRoot(url) !== undefined && (await probe.read(url)).digest === skillMd?.digest;
}

export const frontmatter = [
  check(
    'archive/frontmatter-agrees',
    'every entry’s frontmatter against the SKILL.md in its archives',
    async (probe, judge) => {
      for (const view of await unpackedOf(probe, judge)) {
        const { offer } = view;
        const mapping = mapped(judge, offer.label, packedFrontmatter(view));
        if (mapping === undefined) continue;
        const given = offer.entry.entry['frontmatter'];
        const differences = isObject(given) ? differencesOf(given, mapping) : [];
        if (isObject(given) && differences.length > 0 && (await isServedAlike(probe, view))) {
          judge.unjudged(offer.label, 'its SKILL.md is the one that is served as a file', 'frontmatter/identical');
        } else if (isObject(given)) {
          judgeDifferences(
            judge,
            `the entry of ${offer.label}, against the packed SKILL.md`,
            differences,
            mapping.frames,
          );
        } else judge.unjudged(offer.label, 'the entry’s frontmatter is no object', 'entry/frontmatter-fields');
      }
    },
  ),

  check(
    'frontmatter/identical',
    'every entry’s frontmatter against its SKILL.md, field by field',
    async (probe, judge) => {
      for (const skill of await rooted(probe, judge)) {
        // What the index does not list has no entry to compare with.
        if (skill.assumed === true && skill.origin !== 'listed') continue;
        const mapping = await mappingOf(probe, judge, skill.uri);
        if (mapping === undefined) continue;
        const given = skill.entry['frontmatter'];
        if (!isObject(given)) {
          judge.unjudged(skill.label, 'the entry’s frontmatter is no object', 'entry/frontmatter-fields');
          continue;
        }
        const compare = (entry: JsonObject): ReturnType<typeof differencesOf> => differencesOf(entry, mapping);
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
        judgeDifferences(judge, skill.label, differences, frames);
      }
      judge.notApplicable('no entry of the index is of a skill that is served as files');
    },
  ),
];
