import { describe, expect, it, test } from 'vitest';
import { deeperThan, topLevelId, trailingId } from './depth.js';
import { readMessage } from './jsonrpc.js';

const read = (raw: string | Buffer, extra: { batchAllowed?: boolean } = {}) =>
  readMessage(typeof raw === 'string' ? Buffer.from(raw) : raw, { jsonDepth: 64, ...extra });
const ok = '{"jsonrpc":"2.0","id":1,"result":{}}';

/** What the second half of spec/wire.md lists: the line, the faults that are named, and what becomes of the message. */
const table: [title: string, raw: string | Buffer, faults: string[], outcome?: string][] = [
  ['a good response', ok, [], 'result'],
  ['noise', 'listening on port 3000', ['not-json']],
  ['ANSI log', '\u001B[32mready\u001B[0m', ['not-json']],
  ['blank line', '', ['blank-line']],
  ['white space', '  \r', ['blank-line']],
  ['prefix before a message', `DEBUG ${ok}`, ['not-json']],
  ['byte order mark', `\uFEFF${ok}`, ['bom'], 'result'],
  ['truncated', ok.slice(0, -4), ['not-json']],
  ['pretty-printed, first line', '{', ['not-json']],
  ['two messages on one line', ok + ok, ['not-json']],
  ['no jsonrpc', '{"id":1,"result":{}}', ['jsonrpc-missing'], 'result'],
  ['jsonrpc 1.0', '{"jsonrpc":"1.0","id":1,"result":{}}', ['jsonrpc-wrong'], 'result'],
  ['jsonrpc as number', '{"jsonrpc":2.0,"id":1,"result":{}}', ['jsonrpc-wrong'], 'result'],
  ['id null', '{"jsonrpc":"2.0","id":null,"result":{}}', ['id-null'], 'result'],
  ['no id', '{"jsonrpc":"2.0","result":{}}', ['id-missing'], 'result'],
  ['id float', '{"jsonrpc":"2.0","id":1.5,"result":{}}', ['id-not-string-or-integer'], 'result'],
  ['id bool', '{"jsonrpc":"2.0","id":true,"result":{}}', ['id-not-string-or-integer'], 'result'],
  ['id object', '{"jsonrpc":"2.0","id":{},"result":{}}', ['id-not-string-or-integer'], 'result'],
  ['id 1.0 is the integer 1', '{"jsonrpc":"2.0","id":1.0,"result":{}}', [], 'result'],
  ['batch', `[${ok}]`, ['batch'], 'result'],
  ['empty batch', '[]', ['not-an-object']],
  ['a number', '42', ['not-an-object']],
  ['null', 'null', ['not-an-object']],
  ['no result nor error', '{"jsonrpc":"2.0","id":1}', ['no-result-nor-error'], 'malformed'],
  [
    'result and error',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}',
    ['result-and-error'],
    'malformed',
  ],
  ['error null', '{"jsonrpc":"2.0","id":1,"result":{},"error":null}', ['result-and-error'], 'result'],
  [
    'result null beside error',
    '{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"m"}}',
    ['result-and-error'],
    'error',
  ],
  ['result null', '{"jsonrpc":"2.0","id":1,"result":null}', ['result-not-object'], 'malformed'],
  ['result array', '{"jsonrpc":"2.0","id":1,"result":[]}', ['result-not-object'], 'malformed'],
  ['result string', '{"jsonrpc":"2.0","id":1,"result":"ok"}', ['result-not-object'], 'malformed'],
  ['error string', '{"jsonrpc":"2.0","id":1,"error":"boom"}', ['error-not-object'], 'malformed'],
  [
    'error.code string',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"-1","message":"m"}}',
    ['error-code-not-integer'],
    'malformed',
  ],
  [
    'error.code float',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-1.5,"message":"m"}}',
    ['error-code-not-integer'],
    'malformed',
  ],
  ['no error.message', '{"jsonrpc":"2.0","id":1,"error":{"code":-1}}', ['error-message-not-string'], 'malformed'],
  [
    'error without id (an unreadable request)',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}',
    [],
    'error',
  ],
  ['notification with id null', '{"jsonrpc":"2.0","id":null,"method":"m"}', ['id-null']],
  [
    'notification with params array',
    '{"jsonrpc":"2.0","method":"m","params":[]}',
    ['params-not-object'],
    'notification',
  ],
  [
    'request with params null',
    '{"jsonrpc":"2.0","id":1,"method":"m","params":null}',
    ['params-not-object'],
    'request',
  ],
  ['method of a wrong type', '{"jsonrpc":"2.0","method":7}', ['method-not-string']],
  ['an object that is nothing', '{"level":"info","msg":"up"}', ['not-a-message']],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from(ok.slice(0, -2)), Buffer.from('"a":"'), Buffer.from([0xff]), Buffer.from('"}}')]),
    ['invalid-utf8'],
    'result',
  ],
  // No sentence forbids these: no fault.
  ['CRLF', `${ok}\r`, [], 'result'],
  ['extra top member', '{"jsonrpc":"2.0","id":1,"result":{},"extra":1}', [], 'result'],
  ['extra member in error', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","stack":"s"}}', [], 'error'],
  ['duplicate keys', '{"jsonrpc":"2.0","id":1,"id":1,"result":{}}', [], 'result'],
  ['unpaired surrogate', '{"jsonrpc":"2.0","id":1,"result":{"a":"\\ud800"}}', [], 'result'],
  ['blanks around it', `  ${ok}  `, [], 'result'],
];

describe('readMessage', () => {
  test.each(table)('%s', (_title, raw, faults, outcome) => {
    const reading = read(raw);
    expect(reading.problems.map(({ name }) => name)).toEqual(faults);
    const [message] = reading.messages;
    expect(
      message === undefined ? undefined : message.kind === 'response' ? message.outcome.kind : message.kind,
    ).toBe(outcome);
  });

  it('takes a batch apart where the version had batches', () => {
    const reading = read(`[${ok},{"jsonrpc":"2.0","method":"m"}]`, { batchAllowed: true });
    expect(reading.problems).toEqual([]);
    expect(reading.messages.map(({ kind }) => kind)).toEqual(['response', 'notification']);
  });

  it('keeps __proto__ as a member and touches no prototype', () => {
    const [message] = read('{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"x":1}}}').messages;
    expect(
      message?.kind === 'response' && message.outcome.kind === 'result' && Object.keys(message.outcome.result),
    ).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('does not parse what is too deep, and still knows the id', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const raw of [
      `{"jsonrpc":"2.0","id":7,"result":{"a":${deep}}}`,
      `{"result":{"id":1,"a":${deep}},"jsonrpc":"2.0","id":7}`,
    ]) {
      const reading = read(raw);
      expect(reading).toMatchObject({ messages: [], problems: [], tooDeep: { id: 7 } });
    }
  });
});

const nested = (n: number): string => '[ '.repeat(n) + ']'.repeat(n);

describe('depth', () => {
  it('ignores brackets in strings', () => {
    const text = JSON.stringify({ a: '[[[[[[[[[["\\', b: ['{'.repeat(50)] });
    expect(deeperThan(text, 2)).toBe(false);
    expect(deeperThan(text, 1)).toBe(true);
  });

  it('is exact at the limit', () => {
    expect(deeperThan(nested(64), 64)).toBe(false);
    expect(deeperThan(nested(65), 64)).toBe(true);
  });

  it('finds only the id of the outermost object', () => {
    expect(topLevelId('{"result":{"id":3},"id":"a"}')).toBe('a');
    expect(topLevelId('{"a":"\\"id\\":3","x":[{"id":4}]}')).toBeUndefined();
    expect(topLevelId('{"jsonrpc":"2.0","id":5,"result":{"text":"cut he')).toBe(5);
    expect(trailingId('xxx"},"jsonrpc":"2.0","id":12}')).toBe(12);
  });
});
