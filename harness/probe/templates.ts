import type { Exchange } from '../model/exchange.js';
import { isObject, type JsonObject } from '../model/json.js';
import type { IndexEntry } from './index-view.js';
import { readTemplate, type UriTemplate } from './uri-template.js';

/** One answer to `completion/complete`. */
export interface CompletionView {
  readonly variable: string;
  readonly value: string;
  readonly context: Readonly<Record<string, string>>;
  readonly exchange: Exchange;
  /** `completion` of the result, when it is an object. */
  readonly completion: JsonObject | undefined;
  /** The strings of `values`, when it is an array. */
  readonly values: readonly string[] | undefined;
}

/** One resolved template: the values that were offered, and the URI that they give. */
export interface Resolved {
  readonly values: Readonly<Record<string, string>>;
  readonly uri: string;
}

/** A template entry of the index, with what its variables complete to. */
export interface TemplateView {
  readonly entry: IndexEntry;
  readonly template: UriTemplate;
  /** The first answer for each variable, with the first value of those before it as context. */
  readonly completions: readonly CompletionView[];
  /** Some skills of it, each of values that were offered; empty when a variable has no values. */
  readonly resolved: readonly Resolved[];
}

type Ask = (
  template: string,
  variable: string,
  value: string,
  context: Readonly<Record<string, string>>,
) => Promise<CompletionView>;

/** The parameters of `completion/complete` for a variable of a template. */
export const completionParams = (
  template: string,
  variable: string,
  value: string,
  context: Readonly<Record<string, string>>,
): JsonObject => ({
  ref: { type: 'ref/resource', uri: template },
  argument: { name: variable, value },
  ...(Object.keys(context).length > 0 ? { context: { arguments: { ...context } } } : {}),
});

/** Reads an answer to `completion/complete`. */
export function viewCompletion(
  variable: string,
  value: string,
  context: Readonly<Record<string, string>>,
  exchange: Exchange,
): CompletionView {
  const result = exchange.outcome.kind === 'result' ? exchange.outcome.result : undefined;
  const completion = result !== undefined && isObject(result['completion']) ? result['completion'] : undefined;
  const values = completion?.['values'];
  return {
    variable,
    value,
    context,
    exchange,
    completion,
    values: Array.isArray(values) ? values.filter((one) => typeof one === 'string') : undefined,
  };
}

/**
 * Asks for the values of every variable (not without `ask`) and resolves the template with the first, the middle and the
 * last of those offered for the first variable, each with the first and the last of the next ones in its context.
 */
export async function viewTemplate(entry: IndexEntry, ask: Ask | undefined): Promise<TemplateView> {
  const template = readTemplate(entry.url ?? '');
  const completions: CompletionView[] = [];
  if (ask === undefined || template.problem !== undefined || template.variables.length === 0) {
    return { entry, template, completions, resolved: [] };
  }
  let chosen: Record<string, string>[] = [{}];
  for (const [at, variable] of template.variables.entries()) {
    const next: Record<string, string>[] = [];
    for (const context of chosen) {
      const answer = await ask(template.text, variable, '', context);
      if (completions.length === at) completions.push(answer);
      for (const value of some(answer.values ?? [], at === 0)) next.push({ ...context, [variable]: value });
    }
    chosen = next;
  }
  const uris = new Map<string, Resolved>();
  if (completions.length === template.variables.length) {
    for (const values of chosen) {
      const uri = template.expand(values);
      uris.set(uri, { values, uri });
    }
  }
  return { entry, template, completions, resolved: [...uris.values()] };
}

/** The first, the middle (of a first variable) and the last. */
function some(values: readonly string[], withMiddle: boolean): string[] {
  const picked = [values[0], ...(withMiddle ? [values[values.length >> 1]] : []), values.at(-1)];
  return [...new Set(picked.filter((value) => value !== undefined))];
}
