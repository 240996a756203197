import type { Hooks } from '../../hooks.js';
import type { Json, JsonObject } from '../../json.js';
import type { Mutant } from '../mutant.js';
import { hangs, REVISIONS, wait } from './edits.js';

const broken = (id: string, title: string, hooks: Mutant['hooks']): Mutant => ({
  id: `fuzz-ids-${id}`,
  revisions: REVISIONS,
  breaks: ['fuzz/protocol-ids'],
  title,
  hooks,
});

/** Answers under another id than that of the request. */
const answersUnder = (other: (id: Json) => Json): Hooks => ({
  response: (response) => ({ ...response, id: other(response['id']!) }),
});
const ofStrings = (other: (id: string) => Json): Hooks =>
  answersUnder((id) => (typeof id === 'string' ? other(id) : id));
const ofNumbers = (other: (id: number) => Json): Hooks =>
  answersUnder((id) => (typeof id === 'number' ? other(id) : id));

/** No id that a program makes is as long: a UUID has 36 characters. */
const LONG = 40;
/** How long an answer waits for another one to be mixed up with. */
const TOGETHER_MS = 10;

/** Requests in flight are looked up by their id as a number: what is none is all the same, and so are 7 and "7". */
const asNumbers = (): Hooks => {
  const pending = new Map<number, Json>();
  return {
    request: ({ id }) => void pending.set(Number(id), id!),
    response: async (response, { id }) => {
      await wait(TOGETHER_MS);
      const last = pending.get(Number(id));
      setTimeout(() => pending.delete(Number(id)), TOGETHER_MS);
      return { ...response, id: last ?? response['id'] };
    },
  };
};

/** Two requests of different methods in flight together get each other's answers. */
const exchanged = (): Hooks => {
  const waiting: { method: Json | undefined; response: JsonObject }[] = [];
  return {
    response: async (response, { method }) => {
      const own = { method, response };
      waiting.push(own);
      await wait(TOGETHER_MS);
      const other = waiting.find((one) => one.method !== method)?.response;
      // Those that wait leave together, a little later, so that each has seen the other.
      setTimeout(() => waiting.splice(waiting.indexOf(own), 1), 1);
      return other === undefined ? response : { ...other, id: response['id'] };
    },
  };
};

/** Servers that are particular about ids. */
export const idsMutants: readonly Mutant[] = [
  broken(
    'zero-hangs',
    'A request with the id 0 is never answered.',
    hangs(({ id }) => id === 0),
  ),
  broken(
    'empty-null',
    'A request with the empty string as id is answered under null.',
    ofStrings((id) => (id === '' ? null : id)),
  ),
  broken(
    'large-cut',
    'An integer beyond 32 bits as id comes back cut to 32 bits.',
    ofNumbers((id) => id | 0),
  ),
  broken(
    'large-string',
    'An integer beyond 32 bits as id comes back as a string.',
    ofNumbers((id) => (id === (id | 0) ? id : String(id))),
  ),
  broken(
    'negative',
    'A negative id loses its sign.',
    ofNumbers((id) => Math.abs(id)),
  ),
  broken(
    'unicode',
    'Characters beyond ASCII in an id come back as question marks.',
    ofStrings((id) => id.replaceAll(/[^\u0000-\u007F]/gu, '?')),
  ),
  broken(
    'escaped-twice',
    'Quotes, backslashes and control characters in an id come back escaped once more.',
    ofStrings((id) => JSON.stringify(id).slice(1, -1)),
  ),
  broken(
    'digits-number',
    'A string of digits as id comes back as a number.',
    ofStrings((id) => (/^-?\d+$/.test(id) ? Number(id) : id)),
  ),
  broken(
    'long-cut',
    `A string of more than ${LONG} characters as id is cut.`,
    ofStrings((id) => id.slice(0, LONG)),
  ),
  broken(
    'as-numbers',
    'Ids in flight together are told apart as numbers, so that strings are all answered under the last.',
    asNumbers,
  ),
  broken('exchanged', 'Requests of different methods in flight together get each other’s answers.', exchanged),
];
