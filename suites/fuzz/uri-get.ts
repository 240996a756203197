import { brief, isObject } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { asked, breach, judgeError } from './answers.js';
import { property } from './property.js';
import { relationOf, trimmed } from './spellings.js';
import { uriPlans, type UriPlan, type UriProbe } from './uri-plans.js';
import { uriWorld, type UriWorld } from './world.js';

const METHOD = 'skills/get';
const SOFT = { level: 'SHOULD', strict: 'MUST' } as const;
const NOT_A_SKILL = `error ${ErrorCode.invalidParams}: that is the URI of no skill's SKILL.md`;

async function judgeOne({ uri, how }: UriProbe, wire: FuzzWire, world: UriWorld): Promise<Breach | undefined> {
  const exchange = await wire.request(METHOD, { uri });
  const { outcome } = exchange;
  if (outcome.kind !== 'result') {
    if (typeof uri === 'string' && world.skills.includes(uri)) return undefined;
    const told =
      typeof uri === 'string'
        ? (['get/unknown-skill', 'get/not-a-skill'] as const)
        : (['get/params-required'] as const);
    // A request that is not as its schema says may also count as an invalid one.
    const soft = typeof uri !== 'string' && outcome.kind === 'error' && outcome.code === ErrorCode.invalidRequest;
    return judgeError(METHOD, uri, exchange, [ErrorCode.invalidParams], told, soft ? SOFT : {});
  }
  const { skill } = outcome.result;
  const given = isObject(skill) && typeof skill['uri'] === 'string' ? skill['uri'] : undefined;
  const subject = asked(METHOD, uri, how);
  if (typeof uri !== 'string') {
    const actual = `a result: ${brief(given ?? outcome.result, 120)}`;
    return breach('type-taken', subject, exchange, { expected: `error ${ErrorCode.invalidParams}`, actual }, [
      'get/params-required',
    ]);
  }
  if (given === undefined) return undefined;
  // It may well serve skills that it does not list.
  if (given === uri) {
    if (/(?:^|\/)SKILL\.md$/.test(uri) || world.skills.includes(uri)) return undefined;
    return breach(
      'not-skill-md',
      subject,
      exchange,
      { expected: NOT_A_SKILL, actual: `an entry with the uri ${brief(given)}` },
      ['get/not-a-skill'],
    );
  }
  const relation = relationOf(uri, given);
  if (relation === 'same' || relationOf(trimmed(uri), given) === 'same') return undefined;
  return breach(
    relation === 'sloppy' ? 'other-spelling' : 'other-skill',
    subject,
    exchange,
    {
      expected: NOT_A_SKILL,
      actual: `the entry of ${brief(given)}`,
      // What a lenient reader would take for the same name: a warning.
      ...(relation === 'sloppy' ? SOFT : {}),
    },
    ['get/not-a-skill', 'get/unknown-skill', 'get/uri-echo'],
  );
}

/** `skills/get` of URIs near those of skills. */
export const uriGet = property<UriWorld, UriPlan>({
  verifies: 'fuzz/uri-get',
  title: 'skills/get of URIs made from those of skills',
  prepare: (probe, { canaries }) => uriWorld(probe, canaries),
  plans: ({ skills, roots, longest }) => uriPlans({ served: [...skills, ...roots], roots, longest }),
  name: (plan) => plan.map(({ uri }) => asked(METHOD, uri)).join(', '),
  run: async (plan, wire, world) => {
    const breaches: Breach[] = [];
    for (const probe of plan) {
      const found = await judgeOne(probe, wire, world);
      if (found !== undefined) breaches.push(found);
    }
    return breaches;
  },
});
