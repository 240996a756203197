import * as fc from 'fast-check';
import { describeOutcome } from '../../harness/model/exchange.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { brief, type Json, type JsonObject } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { TestableId } from '../requirements/index.js';
import { breach, HINT, judgeNoString, saysNothing, SOFT } from './answers.js';
import { knownRequests, wrongAnswer, type Known } from './known.js';
import { oneByOne, property } from './property.js';

/**
 * Parameters of one request. `member` has a value of a wrong type or is missing (`absent`); in `extra` stand members that the
 * method does not know; `whole` stands in the place of the whole object.
 */
type ParamsProbe =
  | { readonly do: 'member'; readonly method: number; readonly member: 'uri' | 'cursor'; readonly value: Json }
  | { readonly do: 'long'; readonly method: number; readonly length: number }
  | { readonly do: 'absent'; readonly method: number }
  | { readonly do: 'extra'; readonly request: number; readonly extra: JsonObject }
  | { readonly do: 'whole'; readonly method: number; readonly whole: Json };
type ParamsPlan = ParamsProbe[];
type ParamsWorld = {
  readonly known: Known[];
  readonly methods: string[];
  /** The URI of one that answers; empty where there are none. */
  readonly directory: string;
};

const DIRECTORY = 'resources/directory/read';

const TOLD: Readonly<Record<string, readonly TestableId[]>> = {
  'skills/get': ['get/params-required'],
  'resources/directory/read': ['directory/params-required'],
};

const deep = (levels: number, leaf: Json): Json => {
  let value = leaf;
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Anything but a string. */
const noString: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    7,
    -1,
    1.5,
    2 ** 53,
    1e308,
    [],
    {},
    [[]],
    ['x'],
    { uri: 'x' },
    { toString: 'x' },
    { length: 3 },
    { __proto__: null },
  ),
  fc.constantFrom(10, 100, 400).map((levels) => deep(levels, 'x')),
  fc.jsonValue({ maxDepth: 2 }).filter((value) => typeof value !== 'string') as fc.Arbitrary<Json>,
);

/** Members that no method knows; names of `_meta` and of real parameters are left alone. */
const extras: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom(
        'x',
        'constructor',
        'toString',
        'hasOwnProperty',
        'URI',
        'Uri',
        'path',
        'file',
        'limit',
        'é',
        '',
        ' ',
        '$ref',
        'x.y',
      ),
      fc.string({ maxLength: 6 }),
    ),
    fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
    { minKeys: 1, maxKeys: 3, noNullPrototype: true },
  )
  .map((extra) =>
    Object.fromEntries(Object.entries(extra).filter(([name]) => !['uri', 'cursor', '_meta'].includes(name))),
  );

async function judgeOne(
  probe: ParamsProbe,
  wire: FuzzWire,
  { known, methods, directory }: ParamsWorld,
): Promise<Breach | undefined> {
  if (probe.do === 'extra') {
    const one = known[probe.request % known.length]!;
    const exchange = await wire.request(one.method, { ...probe.extra, ...one.params });
    const wrong = saysNothing(exchange) ? undefined : wrongAnswer(one, exchange);
    // Whether a server takes members that it does not know, no text says.
    if (wrong === undefined || (exchange.outcome.kind === 'error' && isRefusal(exchange.outcome.code)))
      return undefined;
    return breach('extra-member', `${one.method} with the members ${brief(probe.extra, 120)} more`, exchange, {
      expected: `its answer, or error ${ErrorCode.invalidParams}`,
      actual: wrong,
      ...SOFT,
    });
  }
  const method = methods[probe.method % methods.length]!;
  if (probe.do === 'whole') {
    const message = { jsonrpc: '2.0', id: 'whole-params', method, params: probe.whole };
    // JSON-RPC has parameters by position, MCP has not: what comes back is left open.
    await wire.raw(JSON.stringify(message), { method });
    return undefined;
  }
  const takesUri = method === 'resources/read' || method in TOLD;
  if (probe.do === 'absent' || (probe.do === 'member' && probe.member === 'uri')) {
    if (!takesUri) return undefined;
    const params: JsonObject = probe.do === 'absent' ? {} : { uri: probe.value };
    const exchange = await wire.request(method, params);
    const subject =
      probe.do === 'absent' ? `${method} without a uri` : `${method} with the uri ${brief(probe.value, 120)}`;
    const told = TOLD[method];
    // The text of the extension has a sentence on its own methods; elsewhere it is JSON-RPC's code for it.
    const found = judgeNoString(method, { uri: params['uri'] }, exchange, told ?? []);
    if (found === undefined || told !== undefined) return found && { ...found, subject };
    return { ...found, kind: `${found.kind}-by-read`, subject, evidence: { ...found.evidence, ...HINT } };
  }
  if (takesUri && method !== DIRECTORY) return undefined;
  const base: JsonObject = method === DIRECTORY ? { uri: directory } : {};
  const cursor = probe.do === 'long' ? 'c'.repeat(probe.length) : probe.value;
  const exchange = await wire.request(method, { ...base, cursor });
  const { outcome } = exchange;
  if (outcome.kind !== 'error' || isRefusal(outcome.code)) return undefined;
  return breach(
    'cursor-type',
    `${method} with the cursor ${brief(cursor, 120)}`,
    exchange,
    {
      expected: `error ${ErrorCode.invalidParams}`,
      actual: describeOutcome(outcome),
      ...HINT,
    },
    ['list/cursor-invalid', 'directory/cursor-invalid'],
  );
}

const isRefusal = (code: number): boolean => code === ErrorCode.invalidParams || code === ErrorCode.invalidRequest;

/** Parameters of wrong types, missing ones and ones too many. */
export const protocolParams = property<ParamsWorld, ParamsPlan>({
  verifies: 'fuzz/protocol-params',
  title: 'known methods with parameters of every type, missing and too many',
  prepare: async (probe) => {
    const root = probe.directoryRead
      ? (await probe.skills()).find((skill) => skill.root !== undefined)?.root
      : undefined;
    return {
      known: await knownRequests(probe),
      methods: [
        ...(probe.hasMethods ? ['skills/get', 'skills/list'] : []),
        'resources/read',
        ...(root === undefined ? [] : [DIRECTORY]),
        ...(probe.hasResources ? ['resources/list'] : []),
      ],
      directory: root ?? '',
    };
  },
  plans: ({ methods }) => {
    const method = fc.nat({ max: methods.length - 1 });
    const one: fc.Arbitrary<ParamsProbe> = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('member' as const),
          method,
          member: fc.constantFrom('uri' as const, 'cursor' as const),
          value: noString,
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('absent' as const), method }) },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('long' as const),
          method,
          length: fc.constantFrom(300, 5_000, 50_000),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('extra' as const), request: fc.nat({ max: 11 }), extra: extras }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('whole' as const),
          method,
          whole: fc.constantFrom<Json>(null, [], ['skill://x'], 'x', 0, true),
        }),
      },
    );
    // From none: an array with a least length cannot lose its last elements when it is shrunk.
    return fc.array(one, { maxLength: 5 });
  },
  name: (plan) => `parameters ${brief(plan, 200)}`,
  lawless: (plan) => plan.some((probe) => probe.do === 'whole'),
  run: oneByOne(judgeOne),
});
