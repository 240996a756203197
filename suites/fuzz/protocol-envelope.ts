import * as fc from 'fast-check';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { brief, type Json, type JsonObject } from '../../harness/model/json.js';
import type { Era, TransportKind } from '../../harness/model/protocol.js';
import { breach, saysNothing, SOFT } from './answers.js';
import { SPELLINGS, spell, type Spelling } from './json-spellings.js';
import { knownRequests, wrongAnswer, type Known } from './known.js';
import { MALFORMED, malformed, type Malformed } from './malformed.js';
import { unusedId } from './unused-id.js';
import { oneByOne, property } from './property.js';

/** One message that is written in an unusual way, or is none. */
type EnvelopeProbe =
  | { readonly do: 'spelling'; readonly request: number; readonly spelling: Spelling }
  | { readonly do: 'meta'; readonly request: number; readonly meta: JsonObject }
  | { readonly do: 'header'; readonly request: number; readonly header: HeaderVariant }
  | { readonly do: 'malformed'; readonly request: number; readonly what: Malformed };
type EnvelopePlan = EnvelopeProbe[];
type EnvelopeWorld = {
  readonly known: Known[];
  readonly era: Era;
  readonly transport: TransportKind;
};

const HEADERS = [
  'names in lower case',
  'Accept the other way round',
  'Accept with a weight',
  'Mcp-Name in base64',
  'an unknown header',
] as const;
type HeaderVariant = (typeof HEADERS)[number];

/** Requests of Streamable HTTP that mean the same. */
function headersOf(
  variant: HeaderVariant,
  { method, params }: Known,
): { [name: string]: string | undefined } | undefined {
  switch (variant) {
    case 'names in lower case':
      return { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    case 'Accept the other way round':
      return { Accept: 'text/event-stream, application/json' };
    case 'Accept with a weight':
      return { Accept: 'application/json;q=0.9, text/event-stream;q=0.8' };
    case 'Mcp-Name in base64':
      // The only method here whose requests carry it.
      if (method !== 'resources/read') return undefined;
      return { 'Mcp-Name': `=?base64?${Buffer.from(String(params['uri'])).toString('base64')}?=` };
    case 'an unknown header':
      return { 'X-Skills-Conformance': 'search' };
  }
}

async function judgeOne(probe: EnvelopeProbe, wire: FuzzWire, world: EnvelopeWorld): Promise<Breach | undefined> {
  const one = world.known[probe.request % world.known.length]!;
  if (probe.do === 'malformed') {
    await wire.raw(malformed(probe.what, one), { method: one.method, params: one.params, timeoutMs: 1_000 });
    return undefined;
  }
  const told = (
    kind: string,
    how: string,
    exchange: Parameters<typeof wrongAnswer>[1],
    soft = {},
  ): Breach | undefined => {
    const wrong = saysNothing(exchange) && exchange.outcome.kind !== 'http' ? undefined : wrongAnswer(one, exchange);
    if (wrong === undefined) return undefined;
    return breach(kind, `${one.method}, ${how}`, exchange, {
      expected: 'the answer that it gives to this request otherwise',
      actual: wrong,
      ...soft,
    });
  };
  if (probe.do === 'meta') {
    const exchange = await wire.request(one.method, { ...one.params, _meta: probe.meta });
    return told('meta', `_meta ${brief(probe.meta, 120)}`, exchange, SOFT);
  }
  if (probe.do === 'header') {
    const headers = headersOf(probe.header, one);
    if (headers === undefined) return undefined;
    const exchange = await wire.request(one.method, one.params, { headers });
    const soft = probe.header === 'Accept with a weight' || probe.header === 'an unknown header' ? SOFT : {};
    return told(`header-${HEADERS.indexOf(probe.header)}`, probe.header, exchange, soft);
  }
  const id = unusedId(wire, 'spelling');
  const params = wire.complete(one.params);
  const text = spell({ jsonrpc: '2.0', id, method: one.method, params }, probe.spelling);
  const exchange = await wire.raw(text, { id, method: one.method, params });
  return told('spelling', `JSON with ${probe.spelling}`, exchange);
}

/** Members of `_meta` that a request may carry: keys with a prefix of their own. */
const metas: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('com.example/x', 'org.example.tool/y-1', 'example.com/z', 'traceparent', 'x'),
  fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);

/** One message in other legal forms, and texts that are no messages. */
export const protocolEnvelope = property<EnvelopeWorld, EnvelopePlan>({
  verifies: 'fuzz/protocol-envelope',
  title: 'known requests in other spellings of JSON, with more in _meta and other headers; malformed messages',
  prepare: async (probe) => ({
    known: await knownRequests(probe),
    era: probe.era,
    transport: probe.transport,
  }),
  plans: ({ transport, era }) => {
    const request = fc.nat({ max: 11 });
    const headers = HEADERS.filter((one) => one !== 'Mcp-Name in base64' || era === 'modern');
    const one: fc.Arbitrary<EnvelopeProbe> = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('spelling' as const),
          request,
          spelling: fc.constantFrom(...SPELLINGS),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('meta' as const), request, meta: metas }) },
      {
        weight: transport === 'http' ? 2 : 0,
        arbitrary: fc.record({ do: fc.constant('header' as const), request, header: fc.constantFrom(...headers) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('malformed' as const), request, what: fc.constantFrom(...MALFORMED) }),
      },
    );
    // From none: an array with a least length cannot lose its last elements when it is shrunk.
    return fc.array(one, { maxLength: 4 });
  },
  name: (plan) => `messages: ${brief(plan, 200)}`,
  lawless: (plan) => plan.some((probe) => probe.do === 'malformed'),
  run: oneByOne(judgeOne),
});
