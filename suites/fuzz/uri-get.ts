import { brief, isObject } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { asked, breach, judgeError, judgeNoString, SOFT } from './answers.js';
import { oneByOne, property } from './property.js';
import { relationOf, trimmed } from './spellings.js';
import { uriPlans, type UriPlan, type UriProbe } from './uri-plans.js';
import { uriWorld, type UriWorld } from './world.js';

const METHOD = 'skills/get';
const NOT_A_SKILL = `error ${ErrorCode.invalidParams}: that is the URI of no skill's SKILL.md`;

async function judgeOne(probe: UriProbe, wire: FuzzWire, world: UriWorld): Promise<Breach | undefined> {
  const { uri, how } = probe;
  const exchange = await wire.request(METHOD, { uri });
  const { outcome } = exchange;
  if (typeof uri !== 'string') return judgeNoString(METHOD, probe, exchange, ['get/params-required']);
  if (outcome.kind !== 'result') {
    if (world.skills.includes(uri)) return undefined;
    return judgeError(METHOD, uri, exchange, [ErrorCode.invalidParams], ['get/unknown-skill', 'get/not-a-skill']);
  }
  const { skill } = outcome.result;
  const given = isObject(skill) && typeof skill['uri'] === 'string' ? skill['uri'] : undefined;
  const subject = asked(METHOD, uri, how);
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
  prepare: uriWorld,
  plans: ({ skills, roots, longest }) => uriPlans({ served: [...skills, ...roots], roots, longest }),
  name: (plan) => plan.map(({ uri }) => asked(METHOD, uri)).join(', '),
  run: oneByOne(judgeOne),
});
