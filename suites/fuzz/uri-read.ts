import { brief } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import { isBelow, normaliseUri, uriProblem } from '../../harness/model/uri.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import type { Exchange } from '../../harness/model/exchange.js';
import { asked, breach, digestOf, HINT, judgeError, NO_BYTES, SOFT } from './answers.js';
import { oneByOne, property } from './property.js';
import { closest } from './spellings.js';
import { uriPlans, type UriPlan, type UriProbe } from './uri-plans.js';
import { uriWorld, type UriWorld } from './world.js';

const METHOD = 'resources/read';

/** Judges bytes that came for a URI that is not served as it stands. */
function judgeBytes(
  { uri, how }: UriProbe & { uri: string },
  exchange: Exchange,
  digest: string,
  world: UriWorld,
): Breach | undefined {
  const outside = world.canaries[digest];
  if (outside !== undefined) {
    // A server may serve what it likes under other schemes; under a skill's URI no file of the machine is named.
    const isPlain = /^(?:file:|\/|[A-Za-z]:\\|\\\\)/i.test(uri);
    return breach('outside', asked(METHOD, uri, how), exchange, {
      expected: 'an error',
      actual: `the bytes of ${outside} of this machine`,
      ...(isPlain ? SOFT : {}),
    });
  }
  const holders = Object.keys(world.digests).filter((one) => world.digests[one] === digest);
  if (holders.length > 0) {
    const relation = closest(uri, holders);
    if (relation === 'same' || relation === 'sloppy') return undefined;
    return breach(
      relation === 'case' ? 'other-case' : 'other-file',
      asked(METHOD, uri, how),
      exchange,
      {
        expected: `error ${ErrorCode.invalidParams}: that names no file of a skill`,
        actual: `the bytes of ${holders[0]}`,
        // On some file systems names have no case.
        ...(relation === 'case' ? SOFT : {}),
      },
      ['read/unknown'],
    );
  }
  return undefined;
}

/** The skill with a manifest that a URI lies in, when nothing about the URI is odd. */
const enclosing = (uri: string, { manifests, directories }: UriWorld): string | undefined => {
  if (/[?#]|\/$/.test(uri)) return undefined;
  const root = Object.keys(manifests).find((one) => isBelow(one, uri));
  if (root === undefined || uriProblem(uri) !== undefined || normaliseUri(uri) !== uri) return undefined;
  // A directory may be answered in any way.
  if (directories[uri] !== undefined || manifests[root]!.some((file) => isBelow(uri, file))) return undefined;
  return root;
};

/** A file that is served below a skill whose manifest does not have it, now and after asking for it again. */
async function judgeUnlisted(
  { uri, how }: UriProbe & { uri: string },
  exchange: Exchange,
  world: UriWorld,
  wire: FuzzWire,
): Promise<Breach | undefined> {
  const root = enclosing(uri, world);
  if (root === undefined || wire.revision < '2026-09-13') return undefined;
  const got = await wire.request('skills/get', { uri: `${root}/SKILL.md` });
  const skill = got.outcome.kind === 'result' ? got.outcome.result['skill'] : undefined;
  const resources = (skill as { resources?: unknown } | undefined)?.resources;
  if (!Array.isArray(resources)) return undefined;
  const listed = resources.flatMap((item: { uri?: unknown }) => (typeof item?.uri === 'string' ? [item.uri] : []));
  if (listed.length === 0 || closest(uri, listed) !== 'other') return undefined;
  return breach(
    'unlisted-file',
    asked(METHOD, uri, how),
    exchange,
    {
      expected: `error ${ErrorCode.invalidParams}, or the file in the manifest of ${root}/SKILL.md, which lists every file`,
      actual: 'content, and the manifest does not have it',
    },
    ['read/unknown', 'manifest/complete'],
  );
}

async function judgeOne(probe: UriProbe, wire: FuzzWire, world: UriWorld): Promise<Breach | undefined> {
  const { uri } = probe;
  const exchange = await wire.request(METHOD, { uri });
  const isText = typeof uri === 'string';
  const codes =
    wire.era === 'modern' ? [ErrorCode.invalidParams] : [ErrorCode.invalidParams, ErrorCode.legacyResourceNotFound];
  // The sentence is on files of skills; for other strings it is the natural reading, and before 2026-07-28 the code is open.
  const certain = isText && wire.era === 'modern' && enclosing(uri, world) !== undefined;
  if (exchange.outcome.kind !== 'result') {
    if (isText && world.files.includes(uri)) return undefined;
    return judgeError(METHOD, uri, exchange, codes, ['read/unknown'], certain ? {} : isText ? SOFT : HINT);
  }
  if (!isText) {
    return breach('type-taken', asked(METHOD, uri, probe.how), exchange, {
      expected: `error ${ErrorCode.invalidParams}`,
      actual: `a result: ${brief(exchange.outcome.result, 120)}`,
      ...HINT,
    });
  }
  const relation = closest(uri, world.files);
  const { contents } = exchange.outcome.result;
  if (Array.isArray(contents) && contents.length === 0 && relation !== 'same' && wire.era === 'modern') {
    return breach(
      'empty-contents',
      asked(METHOD, uri, probe.how),
      exchange,
      { expected: `error ${ErrorCode.invalidParams}`, actual: '"contents": []' },
      ['read/unknown-not-empty'],
    );
  }
  const digest = digestOf(uri, exchange);
  if (digest === undefined || digest === NO_BYTES) return undefined;
  const told = { ...probe, uri };
  return (
    judgeBytes(told, exchange, digest, world) ??
    (relation === 'other' ? await judgeUnlisted(told, exchange, world, wire) : undefined)
  );
}

/** `resources/read` of URIs near those that are served. */
export const uriRead = property<UriWorld, UriPlan>({
  verifies: 'fuzz/uri-read',
  title: 'resources/read of URIs made from those that are served',
  prepare: uriWorld,
  plans: ({ files, roots, longest }) => uriPlans({ served: files, roots, longest }),
  name: (plan) => plan.map(({ uri }) => asked(METHOD, uri)).join(', '),
  run: oneByOne(judgeOne),
});
