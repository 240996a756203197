/** Texts that are no message, or none that a client may send. What is answered is left open; the server must live on. */
export const MALFORMED = [
  'cut in half',
  'no JSON',
  'one brace',
  'a brace too many',
  'a comma too many',
  'single quotes',
  'a batch',
  'an empty batch',
  'an empty object',
  'a number',
  'a string',
  'null',
  'no jsonrpc',
  'jsonrpc 1.0',
  'no method',
  'method null',
  'method a number',
  'method an object',
  'an empty method',
  'a very long method',
  'method __proto__',
  'id null',
  'id true',
  'id a float',
  'id an object',
  'params null',
  'params an array',
  'params a string',
  'deep arrays',
  'deep objects',
  'a huge number',
  'a duplicate method',
  'a lone surrogate',
  'a NUL in a string',
  'a raw control character',
  'a byte order mark',
  '__proto__ as a member',
  'a result of nothing',
  'an error of nothing',
  'a very long line',
] as const;
export type Malformed = (typeof MALFORMED)[number];

const deep = (open: string, leaf: string, close: string, levels: number): string =>
  open.repeat(levels) + leaf + close.repeat(levels);

/** Writes one of them around a good request. Never holds a line break. */
export function malformed(what: Malformed, good: { readonly method: string; readonly params: object }): string {
  const id = '"malformed"';
  const { method } = good;
  const params = JSON.stringify(good.params);
  const quoted = JSON.stringify(method);
  const whole = `{"jsonrpc":"2.0","id":${id},"method":${quoted},"params":${params}}`;
  const message = (members: string): string => `{"jsonrpc":"2.0",${members}}`;
  const texts: Record<Malformed, string> = {
    'cut in half': whole.slice(0, whole.length / 2),
    'no JSON': 'GET / HTTP/1.1',
    'one brace': '{',
    'a brace too many': `${whole}}`,
    'a comma too many': whole.replace(/\}$/, ',}'),
    'single quotes': whole.replaceAll('"', "'"),
    'a batch': `[${whole},${whole}]`,
    'an empty batch': '[]',
    'an empty object': '{}',
    'a number': '42',
    'a string': '"x"',
    null: 'null',
    'no jsonrpc': `{"id":${id},"method":${quoted},"params":${params}}`,
    'jsonrpc 1.0': whole.replace('"2.0"', '"1.0"'),
    'no method': message(`"id":${id},"params":${params}`),
    'method null': message(`"id":${id},"method":null,"params":${params}`),
    'method a number': message(`"id":${id},"method":7,"params":${params}`),
    'method an object': message(`"id":${id},"method":{"a":1},"params":${params}`),
    'an empty method': message(`"id":${id},"method":"","params":${params}`),
    'a very long method': message(`"id":${id},"method":"${'m'.repeat(5_000)}","params":${params}`),
    'method __proto__': message(`"id":${id},"method":"__proto__","params":${params}`),
    'id null': message(`"id":null,"method":${quoted},"params":${params}`),
    'id true': message(`"id":true,"method":${quoted},"params":${params}`),
    'id a float': message(`"id":1.5,"method":${quoted},"params":${params}`),
    'id an object': message(`"id":{},"method":${quoted},"params":${params}`),
    'params null': message(`"id":${id},"method":${quoted},"params":null`),
    'params an array': message(`"id":${id},"method":${quoted},"params":[${params}]`),
    'params a string': message(`"id":${id},"method":${quoted},"params":"x"`),
    'deep arrays': message(`"id":${id},"method":${quoted},"params":{"a":${deep('[', '', ']', 3_000)}}`),
    'deep objects': message(`"id":${id},"method":${quoted},"params":${deep('{"a":', '1', '}', 3_000)}`),
    'a huge number': message(`"id":${id},"method":${quoted},"params":{"a":1${'0'.repeat(500)}}`),
    'a duplicate method': message(`"id":${id},"method":"nothing/such","method":${quoted},"params":${params}`),
    'a lone surrogate': message(`"id":${id},"method":${quoted},"params":{"uri":"skill://\\ud800"}`),
    'a NUL in a string': message(`"id":${id},"method":${quoted},"params":{"uri":"skill://a\\u0000b"}`),
    'a raw control character': message(`"id":${id},"method":${quoted},"params":{"uri":"a\u0001b"}`),
    'a byte order mark': `\ufeff${whole}`,
    '__proto__ as a member': message(
      `"id":${id},"method":${quoted},"__proto__":{"x":1},"params":{"__proto__":{"uri":"x"}}`,
    ),
    'a result of nothing': message('"id":"nobody-asked","result":{}'),
    'an error of nothing': message('"id":"nobody-asked","error":{"code":1,"message":"x"}'),
    'a very long line': message(`"id":${id},"method":${quoted},"params":{"x":"${'x'.repeat(200_000)}"}`),
  };
  return texts[what];
}
