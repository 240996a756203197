import type { ServedSkill } from './catalogue.js';
import { invalidParams, shown } from './errors.js';
import { copyJson, type JsonObject } from './json.js';
import { paginate } from './paging.js';
import { cacheable, uriOf, type Handlers, type Serving } from './serving.js';

/** `skills/list` and `skills/get`. */
export function skillHandlers({ catalogue, era, hooks }: Serving): Handlers {
  const entryOf = (skill: ServedSkill): JsonObject => {
    const entry = copyJson(catalogue.entry(skill));
    return hooks.entry?.(entry, skill, catalogue) ?? entry;
  };
  return {
    'skills/list': ({ cursor }) => {
      const listed = catalogue.skills.filter((skill) => skill.listed);
      const where = { list: 'skills', era, hooks } as const;
      const { items, ...next } = paginate(listed, catalogue.pageSizes.skills, cursor, where);
      return { skills: items.map(entryOf), ...next, ...cacheable(era) };
    },
    'skills/get': (params) => {
      const uri = uriOf(params);
      const skill = catalogue.skillAt(uri);
      if (skill === undefined) throw invalidParams(`No skill is served at ${shown(uri)}`);
      return { skill: entryOf(skill), ...cacheable(era) };
    },
  };
}
