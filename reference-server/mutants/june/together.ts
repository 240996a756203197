import type { Hooks, JuneHooks } from '../../hooks.js';
import type { JsonObject } from '../../json.js';

/** The hooks of the June drafts of several deviations as one; each sees what the one before it left. */
export function juneTogether(all: readonly Hooks[]): JuneHooks {
  const having = <K extends keyof JuneHooks>(kind: K) =>
    all.map((hooks) => hooks[kind]).filter((hook) => hook !== undefined);
  const [offers, archives, packed] = [having('offers'), having('archive'), having('packed')];
  const [indices, contents] = [having('index'), having('indexContents')];
  const [templates, completions] = [having('templates'), having('completion')];
  return {
    offers: (list, skill) => offers.reduce((seen, hook) => hook(seen, skill) ?? seen, list),
    archive: (archive) => archives.forEach((hook) => hook(archive)),
    packed: (bytes, format, root) => packed.reduce((seen, hook) => hook(seen, format, root), bytes),
    index: (document, catalogue) => {
      let seen: JsonObject | string = document;
      // Once it is text there is no document left to edit.
      for (const hook of indices) if (typeof seen !== 'string') seen = hook(seen, catalogue) ?? seen;
      return seen;
    },
    indexContents: (item) =>
      contents.reduce<JsonObject[]>((seen, hook) => seen.flatMap((one) => hook(one) ?? [one]), [item]),
    templates: (list) => templates.reduce((seen, hook) => hook(seen) ?? seen, list),
    completion: (completion, params) => completions.reduce((seen, hook) => hook(seen, params) ?? seen, completion),
  };
}
