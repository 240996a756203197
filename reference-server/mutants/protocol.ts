import { Also, errorOf, Raw, type Hooks, type Outgoing } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { param, replies } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST_FILE } from './target.js';

const READ = 'resources/read';
const ofLastFile = (request: JsonObject) => param(request, 'uri') === LAST_FILE;

/** Something more goes out before the answer to the read of the last file; the answer itself is sound. */
const also = (
  id: string,
  title: string,
  message: (request: JsonObject, response: JsonObject) => JsonObject | Raw,
): Mutant => ({
  id: `jsonrpc-${id}`,
  breaks: ['protocol/jsonrpc'],
  title,
  hooks: replies(READ, ofLastFile, (request, response) => new Also([message(request, response)], response)),
});

/** The answer to the read of the last file is itself malformed, so that the file cannot be had. */
const instead = (id: string, title: string, message: (response: JsonObject) => Outgoing): Mutant => ({
  id: `jsonrpc-${id}`,
  breaks: ['protocol/jsonrpc'],
  title,
  hooks: replies(READ, ofLastFile, (_, response) => message(response)),
});

const notification = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'read' } };

const jsonrpc: Mutant[] = [
  also('extra-no-version', 'A notification lacks `jsonrpc`.', () => ({
    method: notification.method,
    params: notification.params,
  })),
  also('extra-old-version', 'A notification has the `jsonrpc` 1.0.', () => ({ ...notification, jsonrpc: '1.0' })),
  also('extra-params-array', 'A notification has an array as `params`.', () => ({
    ...notification,
    params: ['read'],
  })),
  also('extra-params-string', 'A notification has a string as `params`.', () => ({
    ...notification,
    params: 'read',
  })),
  also('extra-id-null', 'A notification has the id null.', () => ({ ...notification, id: null })),
  also('extra-method-number', 'A notification has a number as `method`.', () => ({ ...notification, method: 7 })),
  also('extra-unknown-id', 'A response answers a request that was never sent.', (_, response) => ({
    ...response,
    id: 987_654,
  })),
  also('extra-duplicate', 'A request is answered twice.', (_, response) => response),
  also('extra-batch', 'A message is a batch.', () => new Raw(JSON.stringify([notification]))),
  instead('no-version', 'A response lacks `jsonrpc`.', ({ id, result }) => ({ id, result })),
  instead('old-version', 'A response has the `jsonrpc` 1.0.', (response) => ({ ...response, jsonrpc: '1.0' })),
  instead('id-string', 'A response has its id as a string.', (response) => ({
    ...response,
    id: `${String(response['id'])}`,
  })),
  instead('id-null', 'A response has the id null.', (response) => ({ ...response, id: null })),
  instead('id-missing', 'A response has no id.', ({ result }) => ({ jsonrpc: '2.0', result })),
  instead('both', 'A response has a result and an error.', (response) => ({
    ...response,
    error: { code: -32603, message: 'Partly failed.' },
  })),
  instead('error-null', 'A response has a result and the error null.', (response) => ({ ...response, error: null })),
  instead('neither', 'A response has neither result nor error.', ({ id }) => ({ jsonrpc: '2.0', id })),
  instead('result-null', 'A result is null.', (response) => ({ ...response, result: null })),
  instead('result-array', 'A result is an array.', (response) => ({ ...response, result: [] })),
  instead('result-string', 'A result is a string.', (response) => ({ ...response, result: 'done' })),
];

/** A malformed error in answer to the read of a file that is not there. */
const badError = (id: string, title: string, error: Json): Mutant => ({
  id: `jsonrpc-${id}`,
  breaks: ['protocol/jsonrpc'],
  blocks: ['read/unknown'],
  title,
  hooks: replies(
    READ,
    (_, response) => isObject(response['error']),
    (_, response) => ({ ...response, error }),
  ),
});

const errors: Mutant[] = [
  badError('code-string', 'An error has a string as `code`.', {
    code: '-32602',
    message: 'No resource is served here.',
  }),
  badError('code-fraction', 'An error has a fraction as `code`.', {
    code: -32602.5,
    message: 'No resource is served here.',
  }),
  badError('code-missing', 'An error has no `code`.', { message: 'No resource is served here.' }),
  badError('message-missing', 'An error has no `message`.', { code: -32602 }),
  badError('message-number', 'An error has a number as `message`.', { code: -32602, message: 404 }),
  badError('error-string', 'An error is a string.', 'No resource is served here.'),
];

const isMadeUp = (method: Json | undefined) =>
  !/^(initialize|ping|server\/|skills\/(list|get)$|resources\/|completion\/|subscriptions\/)/.test(String(method));

/** Answers methods that do not exist. */
const madeUp = (reply: (request: JsonObject, response: JsonObject) => Outgoing): Hooks => ({
  response: (response, request) => (isMadeUp(request['method']) ? reply(request, response) : response),
});

const unknownMethod: Mutant[] = [
  ...[-32600, -32602, -32603, -32000, 0].map((code) => ({
    id: `unknown-method-code${code === 0 ? '-0' : code}`,
    breaks: ['protocol/unknown-method'],
    title: `Answers an unknown method with error ${code}.`,
    hooks: madeUp((request) => errorOf(request, code, `There is no method ${String(request['method'])}`)),
  })),
  {
    id: 'unknown-method-result',
    breaks: ['protocol/unknown-method'],
    title: 'Answers an unknown method with an empty result.',
    hooks: {
      ...madeUp((request) => ({ jsonrpc: '2.0', id: request['id'], result: { resultType: 'complete' } })),
      http: (reply) => (reply.status === 404 ? { ...reply, status: 200 } : reply),
    },
  },
];

/** Every error has this message. */
const message = (id: string, title: string, text: (code: Json | undefined) => string): Mutant => ({
  id: `error-message-${id}`,
  breaks: ['protocol/error-message'],
  title,
  hooks: {
    response: (response) => {
      const { error } = response;
      return isObject(error) ? { ...response, error: { ...error, message: text(error['code']) } } : response;
    },
  },
});

const NAMES: Record<string, string> = {
  '-32601': 'Method not found',
  '-32602': 'Invalid params',
  '-32603': 'Internal error',
};

const messages: Mutant[] = [
  message('empty', 'Every error has an empty message.', () => ''),
  message('name', 'Every error has the name of its code as message.', (code) => NAMES[String(code)] ?? 'Error'),
  message('error', 'Every error has the message "Error".', () => 'Error'),
  message('code', 'Every error has its code as message.', String),
];

/** After a refused `skills/get`, the next `skills/list` fails. */
const sulks = (): Hooks => {
  let hurt = false;
  return {
    response: (response, request) => {
      const { method } = request;
      if (method === 'skills/get' && response['error'] !== undefined) hurt = true;
      else if (method === 'skills/list' && hurt && param(request, 'cursor') === undefined) {
        hurt = false;
        return errorOf(request, -32603, 'The catalogue is locked by an earlier request.');
      }
      return response;
    },
  };
};

/** Answers to requests that are in flight together are exchanged. */
const mixesUp = (): Hooks => {
  const waiting: JsonObject[] = [];
  return {
    response: async (response, request) => {
      if (!['skills/get', 'skills/list', READ].includes(String(request['method']))) return response;
      waiting.push(response);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const other = waiting.find(({ id }) => id !== response['id']);
      // Those that wait leave together, a little later, so that each has seen the other.
      setTimeout(() => waiting.splice(waiting.indexOf(response), 1), 1);
      return other === undefined ? response : { ...other, id: response['id'] };
    },
  };
};

const behaviour: Mutant[] = [
  {
    id: 'sulks',
    breaks: ['protocol/survives'],
    title: 'After a refused `skills/get`, the next listing fails.',
    hooks: sulks,
  },
  {
    id: 'dies-of-unknown-method',
    breaks: ['protocol/survives', 'protocol/unknown-method'],
    blocks: ['protocol/concurrent'],
    transports: ['stdio'],
    title: 'The process ends when it is asked for a method that it does not know.',
    hooks: { stdio: { exitOn: isMadeUp } },
  },
  {
    id: 'mixes-up',
    breaks: ['protocol/concurrent'],
    title: 'Requests in flight together get each other’s answers.',
    hooks: mixesUp,
  },
  {
    id: 'one-at-a-time',
    breaks: ['protocol/concurrent'],
    title: 'While one request is in flight, others are refused.',
    hooks: () => {
      let busy = 0;
      return {
        request: ({ method }) => void (method === 'skills/get' && busy++),
        response: async (response, request) => {
          if (request['method'] !== 'skills/get') return response;
          const alone = busy === 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy--;
          return alone ? response : errorOf(request, -32603, 'Another request is in flight.');
        },
      };
    },
  },
  {
    id: 'outlives-stdin',
    breaks: ['protocol/shutdown'],
    transports: ['stdio'],
    title: 'The process goes on when its standard input is closed.',
    hooks: { stdio: { ignoreEnd: true } },
  },
];

export const protocol: Mutant[] = [...jsonrpc, ...errors, ...unknownMethod, ...messages, ...behaviour];
