import { errorOf, resultOf, type Hooks } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { errorCode, forUri, hints, inResult, member, param, refuse, replies, spoiltEnvelope } from './edits.js';
import type { Mutant } from './mutant.js';
import { FIRST_MD, LAST, LAST_FILE, LAST_MD, UNLISTED_BODY_MD, UNLISTED_MD } from './target.js';

const METHOD = 'skills/get';

/** A defect of the result for the last skill. */
const result = (id: string, breaks: string, title: string, name: string, value: Json | undefined): Mutant => ({
  id: `get-${id}`,
  breaks: [breaks],
  title,
  hooks: member(METHOD, name, value, forUri(LAST_MD)),
});

const shape: Mutant[] = [
  {
    id: 'get-inline',
    breaks: ['get/result-shape'],
    title: 'Returns the entry itself, without the member `skill`.',
    hooks: inResult(METHOD, ({ skill, ...rest }) => ({ ...(skill as JsonObject), ...rest }), forUri(LAST_MD)),
  },
  {
    id: 'get-array',
    breaks: ['get/result-shape'],
    title: 'Returns `skill` as an array of one entry.',
    hooks: inResult(METHOD, ({ skill, ...rest }) => ({ ...rest, skill: [skill!] }), forUri(LAST_MD)),
  },
  {
    id: 'get-skills',
    breaks: ['get/result-shape'],
    title: 'Returns a list `skills` as `skills/list` does.',
    hooks: inResult(METHOD, ({ skill, ...rest }) => ({ ...rest, skills: [skill!] }), forUri(LAST_MD)),
  },
  result('null', 'get/result-shape', 'Returns `skill: null`.', 'skill', null),
];

const members: Mutant[] = [
  ...spoiltEnvelope(
    (name, breaks, what, member_, value) => result(name, breaks, `Has ${what}.`, member_, value),
    'get/result-type',
    'get/cache-hints',
  ),
  result('cursor', 'get/no-cursor', 'Carries a `nextCursor`.', 'nextCursor', 'x'),
  result('cursor-empty', 'get/no-cursor', 'Carries an empty `nextCursor`.', 'nextCursor', ''),
];

/** What asks for a skill that is not there, and for something that is no skill. */
const isUnknown = (request: JsonObject) => {
  const uri = param(request, 'uri');
  return typeof uri === 'string' && uri.endsWith('/SKILL.md');
};
const isOther = (request: JsonObject) => {
  const uri = param(request, 'uri');
  return typeof uri === 'string' && uri !== '' && !uri.endsWith('/SKILL.md');
};
const isMissing = (request: JsonObject) => {
  const uri = param(request, 'uri');
  return typeof uri !== 'string' || uri === '';
};

/** Answers with a skill what should be refused. */
const guesses = (uri: string, when: (request: JsonObject) => boolean): Hooks => ({
  request: (request) =>
    request['method'] === METHOD && when(request)
      ? { ...request, params: { ...(isObject(request['params']) ? request['params'] : {}), uri } }
      : undefined,
});

const codes = (id: string, breaks: string, when: (request: JsonObject) => boolean, what: string): Mutant[] =>
  [-32002, -32601, -32603, -32600, 0].map((code) => ({
    id: `get-${id}-code${code === 0 ? '-0' : code}`,
    breaks: [breaks],
    title: `Answers ${what} with error ${code}.`,
    hooks: errorCode(METHOD, code, when),
  }));

const is = (uri: string) => (request: JsonObject) => param(request, 'uri') === uri;

const refusals: Mutant[] = [
  ...codes('unknown', 'get/unknown-skill', isUnknown, 'an unknown skill'),
  {
    id: 'get-unknown-null',
    breaks: ['get/unknown-skill'],
    title: 'Answers an unknown skill with `skill: null`.',
    hooks: replies(
      METHOD,
      (request, response) => 'error' in response && isUnknown(request),
      (request, _, context) => resultOf(request, { skill: null, ...hints(context) }),
    ),
  },
  ...codes('other', 'get/not-a-skill', isOther, 'the URI of something that is no skill'),
  {
    id: 'get-file-owner',
    breaks: ['get/not-a-skill'],
    title: 'Answers the URI of a supporting file with the skill it belongs to.',
    hooks: guesses(LAST_MD, is(LAST_FILE)),
  },
  {
    id: 'get-any-file-owner',
    breaks: ['get/not-a-skill'],
    title: 'Answers the URI of any file of the last skill with that skill.',
    hooks: guesses(LAST_MD, (request) => isOther(request) && String(param(request, 'uri')).startsWith(`${LAST}/`)),
  },
  {
    id: 'get-root',
    breaks: ['get/not-a-skill'],
    title: 'Answers the root directory with its skill.',
    hooks: guesses(LAST_MD, is(LAST)),
  },
  {
    id: 'get-root-slash',
    breaks: ['get/not-a-skill'],
    title: 'Answers the root directory with a trailing slash with its skill.',
    hooks: guesses(LAST_MD, is(`${LAST}/`)),
  },
  ...codes('params', 'get/params-required', isMissing, 'a request without a usable `uri`'),
  {
    id: 'get-params-missing-first',
    breaks: ['get/params-required'],
    title: 'Answers a request without `uri` with the first skill.',
    hooks: guesses(FIRST_MD, (request) => param(request, 'uri') === undefined),
  },
  {
    id: 'get-params-empty-first',
    breaks: ['get/params-required'],
    title: 'Answers an empty `uri` with the first skill.',
    hooks: guesses(FIRST_MD, is('')),
  },
  {
    id: 'get-params-number-internal',
    breaks: ['get/params-required'],
    title: 'Answers a number as `uri` with -32603.',
    hooks: errorCode(METHOD, -32603, (request) => typeof param(request, 'uri') === 'number'),
  },
];

const unlisted: Mutant[] = [
  {
    id: 'get-unlisted-refused',
    breaks: ['get/answers-unlisted'],
    title: 'Serves an unlisted skill that `skills/get` does not know.',
    hooks: refuse(METHOD, UNLISTED_BODY_MD),
  },
  {
    id: 'get-unlisted-internal',
    breaks: ['get/answers-unlisted'],
    title: 'Fails with -32603 for an unlisted skill.',
    hooks: replies(METHOD, is(UNLISTED_BODY_MD), (request) =>
      errorOf(request, -32603, 'The index has no such entry.'),
    ),
  },
  {
    id: 'get-other-entry',
    breaks: ['get/uri-echo'],
    title: 'Answers for one unlisted skill with the entry of another.',
    hooks: guesses(UNLISTED_MD, is(UNLISTED_BODY_MD)),
  },
  {
    id: 'get-other-entry-listed',
    breaks: ['get/uri-echo'],
    title: 'Answers for the last skill with the entry of another.',
    hooks: guesses(FIRST_MD, is(LAST_MD)),
  },
];

export const get: Mutant[] = [...shape, ...members, ...refusals, ...unlisted];
