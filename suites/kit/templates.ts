import type { Judge } from '../../harness/model/check.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { TemplateView } from '../../harness/probe/templates.js';
import { readableIndex } from './index-document.js';

/** Every template entry; with none, the judge is told so. */
export async function templatesOf(probe: Probe, judge: Judge): Promise<readonly TemplateView[]> {
  if ((await readableIndex(probe, judge)) === undefined) return [];
  const views = await probe.drafts.templates();
  if (views.length === 0) judge.notApplicable('the index has no template, which is legal');
  return views;
}

/** Templates that can be filled; the others are unjudged. */
export async function soundTemplates(probe: Probe, judge: Judge): Promise<readonly TemplateView[]> {
  return (await templatesOf(probe, judge)).filter(({ entry, template }) => {
    const sound = template.problem === undefined && template.variables.length > 0;
    if (!sound) judge.unjudged(entry.label, 'it cannot be filled', 'template/uri-template');
    return sound;
  });
}
