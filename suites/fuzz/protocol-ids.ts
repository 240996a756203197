import * as fc from 'fast-check';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { brief } from '../../harness/model/json.js';
import { breach, saysNothing } from './answers.js';
import { knownRequests, wrongAnswer, type Known } from './known.js';
import { property } from './property.js';
import { unusedId } from './unused-id.js';

/** One request under an id of its own. */
type IdProbe = { readonly id: string | number; readonly request: number };
/** Requests that are in flight together, then the next. `cancel`: a notification that cancels nothing goes before. */
type IdPlan = { readonly together: IdProbe[]; readonly cancel: boolean }[];
type IdWorld = { readonly known: Known[] };

const IDS: readonly (string | number)[] = [
  0,
  1,
  -1,
  7,
  1_000_000_007,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  -(2 ** 31),
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  '',
  '0',
  '1',
  '01',
  '1.0',
  '1e3',
  '-1',
  'null',
  'true',
  'a',
  ' ',
  'id with blanks',
  'é',
  'e\u0301',
  '\ud83d\ude00',
  '"',
  '\\',
  '\\u0041',
  '/',
  '</script>',
  '\t',
  '\n',
  '\u0000',
  '\u2028',
  '__proto__',
  'constructor',
  'd1b0f0a2-4d9b-4d4c-9a52-6a4d4f0d8c11',
];

/** Ids that the texts allow: strings, and integers that any JSON reader keeps. */
const ids: fc.Arbitrary<string | number> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...IDS) },
  { weight: 2, arbitrary: fc.maxSafeInteger() },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(255, 256, 4_000).map((length) => 'x'.repeat(length)) },
);

async function run(plan: IdPlan, wire: FuzzWire, { known }: IdWorld): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { together, cancel } of plan) {
    if (cancel) await wire.notify('notifications/cancelled', { requestId: 'nothing-of-this-id', reason: 'none' });
    const taken = new Set<string | number>();
    const sent = together.map(({ id, request }) => {
      const one = known[request % known.length]!;
      const own = unusedId(wire, id, taken);
      return { one, own, answer: wire.request(one.method, one.params, { id: own }) };
    });
    for (const { one, own, answer } of sent) {
      const exchange = await answer;
      const wrong = saysNothing(exchange) ? undefined : wrongAnswer(one, exchange);
      if (wrong === undefined) continue;
      breaches.push(
        breach(
          together.length > 1 ? 'mixed-up' : 'wrong-answer',
          `${one.method} with the id ${brief(own, 80)}${together.length > 1 ? `, ${together.length} in flight` : ''}`,
          exchange,
          { expected: 'the answer that it gives to this request by itself', actual: wrong },
          together.length > 1 ? ['protocol/concurrent'] : [],
        ),
      );
    }
  }
  return breaches;
}

/** Legal ids of every form, one by one and in flight together. */
export const protocolIds = property<IdWorld, IdPlan>({
  verifies: 'fuzz/protocol-ids',
  title: 'known requests under ids of every legal form, in turns and together',
  stateful: true,
  prepare: async (probe) => ({ known: await knownRequests(probe) }),
  plans: () =>
    fc.array(
      fc.record({
        together: fc.array(fc.record({ id: ids, request: fc.nat({ max: 11 }) }), { maxLength: 5 }),
        cancel: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
  name: (plan) =>
    `requests with the ids ${brief(
      plan.flatMap(({ together }) => together.map(({ id }) => id)),
      200,
    )}`,
  run,
});
