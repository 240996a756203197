import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { brief } from '../../harness/model/json.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { CompletionView, TemplateView } from '../../harness/probe/templates.js';
import { check } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';
import { soundTemplates } from '../kit/templates.js';

/** The most values of one completion, by the base protocol. */
const MOST = 100;

/** Every answer to a completion that holds values. */
async function eachCompletion(
  probe: Probe,
  judge: Judge,
  visit: (
    view: TemplateView,
    completion: CompletionView & { readonly values: readonly string[] },
  ) => Promise<void> | void,
): Promise<void> {
  for (const view of await soundTemplates(probe, judge)) {
    for (const completion of view.completions) {
      const { values } = completion;
      if (values !== undefined) await visit(view, { ...completion, values });
    }
  }
  // That they should be offered is template/completion-answers; a template without them is legal.
  judge.notApplicable('no variable of a template has values to complete');
}

/** What `completion/complete` offers for the variables of templates. */
export const completion = [
  check('template/completion-answers', 'completion/complete of every variable', async (probe, judge) => {
    for (const { entry, template: found, completions } of await soundTemplates(probe, judge)) {
      for (const variable of found.variables) {
        const subject = `${entry.label}, ${variable}`;
        const answer = completions.find((one) => one.variable === variable);
        if (!probe.drafts.hasCompletions) {
          judge.each(subject, false, {
            expected: 'values that a host can offer',
            actual: `capabilities without \`completions\`: ${brief(probe.capabilities)}`,
            frames: probe.handshake.exchange.frames,
            cause:
              'a client must not call completion/complete on a server that does not declare it; a user then has to know the values',
            // No sentence asks for completion; one that is offered should answer.
            level: 'INFO',
            strict: 'SHOULD',
          });
          continue;
        }
        // A variable before it has no values to choose from.
        if (answer === undefined) continue;
        if (answer.values === undefined && setAside(judge, subject, answer.exchange)) continue;
        judge.each(subject, answer.values !== undefined, () => ({
          expected: 'a result with `completion.values`, an array',
          actual:
            answer.exchange.outcome.kind === 'result'
              ? `completion: ${brief(answer.completion)}`
              : describeOutcome(answer.exchange.outcome),
          frames: answer.exchange.frames,
        }));
      }
    }
    judge.notApplicable('no template has a variable');
  }),

  check('template/completion-limit', 'values, total and hasMore of every completion', async (probe, judge) => {
    await eachCompletion(probe, judge, ({ entry }, { variable, values, completion, exchange }) => {
      const total = completion?.['total'];
      const hasMore = completion?.['hasMore'];
      const raw = completion?.['values'];
      const problems = [
        ...(values.length > MOST ? [`${values.length} values`] : []),
        ...(Array.isArray(raw) && raw.length > values.length ? ['values that are no strings'] : []),
        ...(total !== undefined && !(typeof total === 'number' && Number.isInteger(total) && total >= 0)
          ? [`total ${brief(total)}`]
          : []),
        ...(typeof total === 'number' && total < values.length ? [`total ${total} of ${values.length} values`] : []),
        ...(hasMore !== undefined && typeof hasMore !== 'boolean' ? [`hasMore ${brief(hasMore)}`] : []),
        ...(typeof total === 'number' && total > values.length && hasMore === false
          ? [`hasMore false with a total of ${total} and ${values.length} values`]
          : []),
      ];
      judge.each(`${entry.label}, ${variable}`, problems.length === 0, () => ({
        expected: `at most ${MOST} values, a total that is not below their number, and hasMore when it is above`,
        actual: problems.join('; '),
        frames: exchange.frames,
      }));
    });
  }),

  check(
    'template/completion-prefix',
    'completion/complete with the start of an offered value',
    async (probe, judge) => {
      await eachCompletion(probe, judge, async ({ entry, template: found }, { variable, values, context }) => {
        const target = values.at(-1);
        if (target === undefined || values.length < 2) return;
        // The last value as typed: at least the values of another start must go.
        const typed = await probe.drafts.complete(found.text, variable, target, context);
        if (typed.values === undefined) {
          if (!setAside(judge, `${entry.label}, ${variable}`, typed.exchange))
            judge.unjudged(
              `${entry.label}, ${variable}`,
              'what is typed gets no values',
              'template/completion-answers',
            );
          return;
        }
        judge.each(
          `${entry.label}, ${variable}`,
          typed.values.includes(target) && typed.values.length < values.length,
          () => ({
            expected: `fewer than ${values.length} values, ${brief(target)} among them`,
            actual: typed.values!.includes(target)
              ? `${typed.values!.length} values`
              : `${typed.values!.length} values without it`,
            frames: typed.exchange.frames,
          }),
        );
      });
      judge.notApplicable('no variable has two values to choose from');
    },
  ),

  check(
    'template/completion-context',
    'completion/complete with other values chosen before',
    async (probe, judge) => {
      for (const { entry, template: found, completions } of await soundTemplates(probe, judge)) {
        const [first, second] = found.variables;
        const values = completions[0]?.values ?? [];
        if (first === undefined || second === undefined || values.length < 2) continue;
        const answers: CompletionView[] = [];
        for (const value of [values[0]!, values.at(-1)!])
          answers.push(await probe.drafts.complete(found.text, second, '', { [first]: value }));
        if (answers.some((answer) => answer.values === undefined)) continue;
        // The same values for both may be right; a value that the first choice does not lead to is not.
        const wrong: string[] = [];
        for (const [at, answer] of answers.entries()) {
          const value = answer.values!.at(-1);
          if (value === undefined) continue;
          const rest = Object.fromEntries(found.variables.slice(2).map((name) => [name, value]));
          const uri = found.expand({
            ...rest,
            [first]: at === 0 ? values[0]! : values.at(-1)!,
            [second]: value,
          });
          if (found.variables.length === 2 && !(await probe.read(uri)).answered) wrong.push(uri);
        }
        judge.each(`${entry.label}, ${second}`, wrong.length === 0, () => ({
          expected: `values of {${second}} that go with the {${first}} in context.arguments`,
          actual: `${wrong.join(', ')} cannot be read`,
          frames: answers.flatMap((answer) => answer.exchange.frames),
        }));
      }
      judge.notApplicable('no template has two variables with values');
    },
  ),
];
