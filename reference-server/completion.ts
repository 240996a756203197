import { invalidParams, shown } from './errors.js';
import { isObject, type Json, type JsonObject } from './json.js';
import type { Handlers, Serving } from './serving.js';
import type { ServedTemplate } from './templates.js';

/** The most values that one answer may hold. */
const MAX_VALUES = 100;

/** The template that `ref` names, or -32602. */
function templateOf(templates: readonly ServedTemplate[], ref: Json | undefined): ServedTemplate {
  if (!isObject(ref)) throw invalidParams('The parameter "ref" must be an object.');
  if (ref['type'] !== 'ref/resource')
    throw invalidParams('Only references of the type "ref/resource" are completed.');
  const uri = ref['uri'];
  const found = templates.find(({ uriTemplate }) => uriTemplate === uri);
  if (found === undefined) throw invalidParams(`There is no resource template ${shown(String(uri))}`);
  return found;
}

/** The variable to complete and what is typed of it, or -32602. */
function argumentOf(argument: Json | undefined): { name: string; value: string } {
  const { name, value } = isObject(argument) ? argument : {};
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw invalidParams('The parameter "argument" must have the strings "name" and "value".');
  }
  return { name, value };
}

/** What is already known of other variables, or -32602. */
function knownOf(context: Json | undefined): Record<string, string> {
  if (context === undefined) return {};
  const known = isObject(context) ? (context['arguments'] ?? {}) : undefined;
  if (!isObject(known) || !Object.values(known).every((value) => typeof value === 'string')) {
    throw invalidParams('The parameter "context" must be an object, its "arguments" an object of strings.');
  }
  return known as Record<string, string>;
}

/** `completion/complete`: the values of a template's variable that begin with what is typed. */
export const completionHandlers = ({ catalogue, hooks }: Serving): Handlers => ({
  'completion/complete': (params) => {
    const template = templateOf(catalogue.templates, params['ref']);
    const { name, value } = argumentOf(params['argument']);
    const all = template.values(name, knownOf(params['context']));
    if (all === undefined) throw invalidParams(`The template has no variable ${JSON.stringify(shown(name))}.`);
    const matching = all.filter((one) => one.startsWith(value));
    const completion: JsonObject = {
      values: matching.slice(0, MAX_VALUES),
      total: matching.length,
      hasMore: matching.length > MAX_VALUES,
    };
    return { completion: hooks.completion?.(completion, params) ?? completion };
  },
});
