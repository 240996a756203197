import type { Judge } from '../../harness/model/check.js';
import { brief, isObject, jsonEqual, jsonType } from '../../harness/model/json.js';
import { skillRoot } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { EntryView } from '../../harness/probe/views.js';
import { check } from '../kit/check.js';
import { frontmatterOf } from '../kit/frontmatter.js';
import { readableIndex } from '../kit/index-document.js';
import { entrySchemaProblems } from '../schemas/index.js';
import { isSkillMd, skillsOf } from '../kit/subjects.js';

/** Why a URI is none of a SKILL.md, where it can be told. */
function uriCause(uri: string): string | undefined {
  if (/\/skill\.md[?#]/i.test(uri)) return 'a query or fragment follows SKILL.md';
  if (/\/skill\.md$/i.test(uri)) return 'SKILL.md is spelt in capitals';
  return undefined;
}

/** Every entry, with the root of its skill where that is served as files. */
async function entriesOf(
  probe: Probe,
  judge: Judge,
): Promise<readonly Pick<EntryView, 'label' | 'entry' | 'root' | 'uri' | 'frames'>[]> {
  if (probe.hasMethods) return await skillsOf(probe, judge);
  const index = await readableIndex(probe, judge);
  if (index?.entries.length === 0) judge.notApplicable('the index has no entry');
  const entries = (index?.entries ?? []).filter(({ value, label }) => {
    if (!isObject(value)) judge.unjudged(label, 'it is no object', 'index/schema');
    return isObject(value);
  });
  return entries.map(({ label, entry, url, frames }) => ({
    label,
    entry,
    uri: url,
    root: url === undefined ? undefined : skillRoot(url),
    frames,
  }));
}

export const entry = [
  check('entry/uri', 'the uri of every entry', async (probe, judge) => {
    for (const skill of await skillsOf(probe, judge)) {
      const { uri } = skill.entry;
      const ends = typeof uri === 'string' && isSkillMd(uri);
      judge.each(skill.label, ends, () => ({
        expected: 'an absolute URI that ends in /SKILL.md',
        actual: typeof uri === 'string' ? brief(uri) : jsonType(uri),
        frames: skill.frames,
        ...(typeof uri === 'string' ? { cause: uriCause(uri) } : {}),
      }));
    }
  }),

  check('entry/frontmatter-fields', 'name and description of every entry', async (probe, judge) => {
    for (const skill of await entriesOf(probe, judge)) {
      const { frontmatter } = skill.entry;
      const missing = isObject(frontmatter)
        ? (['name', 'description'] as const).filter((field) => typeof frontmatter[field] !== 'string')
        : ['frontmatter'];
      if (missing.length > 0 && isObject(frontmatter) && skill.root !== undefined) {
        // An entry that tells truly what a broken file holds: the file is at fault, and is judged for it.
        const file = await frontmatterOf(probe, skill.uri!);
        if (
          file.kind === 'mapping' &&
          missing.every((field) => jsonEqual(file.value[field] ?? null, frontmatter[field] ?? null))
        ) {
          judge.unjudged(
            skill.label,
            'its SKILL.md has no such field either',
            missing.includes('name') ? 'format/name-required' : 'format/description-required',
          );
          continue;
        }
      }
      judge.each(skill.label, missing.length === 0, () => ({
        expected: '`frontmatter`, an object with the strings `name` and `description`',
        actual: isObject(frontmatter)
          ? missing.map((field) => `${field}: ${brief(frontmatter[field])}`).join(', ')
          : `frontmatter: ${jsonType(frontmatter)}`,
        frames: skill.frames,
      }));
    }
  }),

  check('entry/resources-form', 'the resources of every entry', async (probe, judge) => {
    for (const skill of await skillsOf(probe, judge)) {
      const { resources } = skill.entry;
      judge.each(skill.label, Array.isArray(resources) || resources === 'dynamic', () => ({
        expected: 'an array, or "dynamic"',
        actual: brief(resources),
        frames: skill.frames,
        ...(resources === undefined
          ? { cause: 'drafts before August 2026 left it out for a dynamic skill; the final text wants "dynamic"' }
          : {}),
      }));
    }
  }),

  check('entry/schema', 'a JSON Schema of an entry', async (probe, judge) => {
    for (const skill of await skillsOf(probe, judge)) {
      const problems = entrySchemaProblems(skill.value);
      judge.each(skill.label, problems.length === 0, () => ({
        expected: 'an entry as the text has it',
        actual: problems.slice(0, 5).join('; '),
        frames: skill.frames,
      }));
    }
  }),
];
