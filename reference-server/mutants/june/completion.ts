import { errorOf, type Hooks } from '../../hooks.js';
import { isObject, type Json, type JsonObject } from '../../json.js';
import { REGIONS_TEMPLATE } from '../../templates.js';
import { inResult, param, replies } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { inCompletion } from './edits.js';
import { TYPED } from './target.js';
import { templateMutant } from './template-mutant.js';

const METHOD = 'completion/complete';
const argumentOf = (request: JsonObject): JsonObject => {
  const argument = param(request, 'argument');
  return isObject(argument) ? argument : {};
};
const asks = (variable: string) => (request: JsonObject) => argumentOf(request)['name'] === variable;

/** Completion of the last variable gives no values. */
const noAnswer = (id: string, title: string, hooks: Hooks, silent = ['template/completion-context']): Mutant => ({
  ...templateMutant(`completion-${id}`, 'completion-answers', title, hooks),
  expectNotApplicable: silent,
});
/** What nothing but values gives occasion to judge. */
const VALUE_ROWS = [
  'template/completion-limit',
  'template/completion-prefix',
  'template/completion-context',
  'template/resolves',
];

const answers: Mutant[] = [
  noAnswer(
    'unimplemented',
    'Declares completions and answers `completion/complete` with -32601.',
    { without: [METHOD] },
    VALUE_ROWS,
  ),
  noAnswer(
    'fails',
    'Completion of the last variable fails.',
    replies(METHOD, asks('city'), (request) => errorOf(request, -32603, 'The gazetteer is closed.')),
  ),
  noAnswer(
    'refuses',
    'Completion of the last variable is refused.',
    replies(METHOD, asks('city'), (request) => errorOf(request, -32602, 'There is no such variable.')),
  ),
  noAnswer(
    'result-bare',
    'Values stand in the result itself.',
    inResult(METHOD, ({ completion, ...others }) => ({ ...others, ...(completion as JsonObject) })),
    VALUE_ROWS,
  ),
  noAnswer(
    'values-missing',
    'The last variable has a completion without `values`.',
    inCompletion('city', () => ({ total: 0 })),
  ),
  noAnswer(
    'values-null',
    'The values of the last variable are null.',
    inCompletion('city', (all) => void (all['values'] = null)),
  ),
  noAnswer(
    'values-object',
    'The values of the last variable are an object.',
    inCompletion('city', (all) => {
      all['values'] = Object.fromEntries((all['values'] as string[]).map((value) => [value, value]));
    }),
  ),
];

const limit = (
  id: string,
  title: string,
  edit: (completion: JsonObject) => JsonObject | void,
  variable = 'product',
) => templateMutant(`completion-${id}`, 'completion-limit', title, inCompletion(variable, edit));
const valuesOf = (completion: JsonObject) => completion['values'] as Json[];

const limits: Mutant[] = [
  limit('too-many', 'One answer holds 101 values.', ({ values, ...others }) => {
    const given = values as string[];
    return { values: given.length === 100 ? [...given, 'widget-101'] : given, ...others };
  }),
  limit(
    'total-low',
    'The total is below the number of values.',
    (all) => void (all['total'] = valuesOf(all).length - 1),
  ),
  limit('total-string', 'The total is a string.', (all) => void (all['total'] = '130')),
  limit('total-fraction', 'The total is a fraction.', (all) => void (all['total'] = 130.5)),
  limit('total-negative', 'The total is -1.', (all) => void (all['total'] = -1)),
  limit('more-false', 'There are more values, and `hasMore` is false.', (all) => void (all['hasMore'] = false)),
  limit('more-string', '`hasMore` is a string.', (all) => void (all['hasMore'] = 'yes')),
  limit(
    'values-objects',
    'Some values of the last variable are objects.',
    (all) => {
      all['values'] = valuesOf(all).map((value, at) => (at === 1 ? { value } : value));
    },
    'city',
  ),
];

/** Whatever is typed, these values come. */
const prefix = (
  id: string,
  title: string,
  change: (typed: string, completion: JsonObject) => JsonObject | void,
): Mutant =>
  templateMutant(`completion-prefix-${id}`, 'completion-prefix', title, {
    completion: (completion, { argument }) => {
      const typed = isObject(argument) ? String(argument['value']) : '';
      return typed === '' ? undefined : change(typed, completion);
    },
  });

const prefixes: Mutant[] = [
  templateMutant('completion-prefix-ignored', 'completion-prefix', 'All values come whatever is typed.', {
    request: (request) =>
      request['method'] === METHOD
        ? {
            ...request,
            params: { ...(request['params'] as JsonObject), argument: { ...argumentOf(request), value: '' } },
          }
        : undefined,
  }),
  prefix('nothing', 'Nothing is offered once something is typed.', () => ({ values: [], total: 0, hasMore: false })),
  prefix('others', 'What is typed is left out.', (typed, all) => {
    const values = valuesOf(all).filter((value) => value !== typed);
    return { values, total: values.length, hasMore: false };
  }),
];

/** What may be wrong with the completion of a template's variables. */
export const completionMutants: Mutant[] = [
  ...answers,
  ...limits,
  ...prefixes,
  {
    id: 'completion-context-ignored',
    revisions: TYPED,
    breaks: ['template/completion-context'],
    title: 'The cities of all countries are offered whatever country is given.',
    hooks: {
      catalogue: ({ templates }) => {
        for (const template of templates) {
          const { uriTemplate, values } = template;
          if (uriTemplate === REGIONS_TEMPLATE) template.values = (variable) => values(variable, {});
        }
      },
    },
  },
];
