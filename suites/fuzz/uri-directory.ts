import { brief, isObject } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { asked, breach, judgeError, judgeNoString, SOFT } from './answers.js';
import { oneByOne, property } from './property.js';
import { closest } from './spellings.js';
import { uriPlans, type UriPlan, type UriProbe } from './uri-plans.js';
import { uriWorld, type UriWorld } from './world.js';

const METHOD = 'resources/directory/read';
const REFUSED = `error ${ErrorCode.invalidParams}: no such directory exists`;

/** Made once for each world, for `closest` to remember. */
const memo = new WeakMap<UriWorld['directories'], string[]>();
function directoriesOf({ directories }: UriWorld): string[] {
  const made = memo.get(directories) ?? Object.keys(directories);
  memo.set(directories, made);
  return made;
}

/** Whether the parent of a URI answers, and does not have it: then it does not exist. */
function isAbsent(uri: string, { directories }: UriWorld): boolean {
  const cut = uri.lastIndexOf('/');
  const siblings = cut < 0 ? undefined : directories[uri.slice(0, cut)];
  return siblings !== undefined && closest(uri, siblings) === 'other' && !/[?#]/.test(uri) && !uri.endsWith('/');
}

async function judgeOne(probe: UriProbe, wire: FuzzWire, world: UriWorld): Promise<Breach | undefined> {
  const { uri, how } = probe;
  const exchange = await wire.request(METHOD, { uri });
  const { outcome } = exchange;
  if (typeof uri !== 'string') return judgeNoString(METHOD, probe, exchange, ['directory/params-required']);
  const known = directoriesOf(world);
  if (outcome.kind !== 'result') {
    if (known.includes(uri)) return undefined;
    return judgeError(
      METHOD,
      uri,
      exchange,
      [ErrorCode.invalidParams],
      ['directory/unknown', 'directory/not-a-directory'],
    );
  }
  const { resources } = outcome.result;
  const subject = asked(METHOD, uri, how);
  if (known.includes(uri) || !Array.isArray(resources)) return undefined;
  const children = resources.flatMap((item) =>
    isObject(item) && typeof item['uri'] === 'string' ? [item['uri']] : [],
  );
  const relation = closest(uri, known);
  if (relation === 'same' || relation === 'sloppy') return undefined;
  // Whose children these are is told by where the walks saw them.
  const [first] = children;
  const owner = first === undefined ? undefined : known.find((one) => world.directories[one]!.includes(first));
  if (owner !== undefined) {
    return breach(
      relation === 'case' ? 'other-case' : 'other-directory',
      subject,
      exchange,
      {
        expected: REFUSED,
        actual: `children of ${brief(owner)}: ${brief(first)}`,
        ...(relation === 'case' ? SOFT : {}),
      },
      ['directory/unknown', 'directory/not-a-directory'],
    );
  }
  if (!isAbsent(uri, world)) return undefined;
  return breach(
    children.length === 0 ? 'empty-result' : 'made-up-children',
    subject,
    exchange,
    {
      expected: `${REFUSED}, as its parent lists no such child`,
      actual: children.length === 0 ? '"resources": []' : `children: ${brief(first)}`,
    },
    ['directory/unknown', 'directory/not-a-directory', 'directory/complete'],
  );
}

/** `resources/directory/read` of URIs near those of directories. */
export const uriDirectory = property<UriWorld, UriPlan>({
  verifies: 'fuzz/uri-directory',
  title: 'resources/directory/read of URIs made from those of directories',
  runs: 200,
  prepare: async (probe, surroundings) => {
    if (!probe.directoryRead) return { notApplicable: 'directoryRead is not declared' };
    const world = await uriWorld(probe, surroundings);
    if ('notApplicable' in world || Object.keys(world.directories).length > 0) return world;
    return { notApplicable: 'no directory was read: there is nothing to search around' };
  },
  plans: ({ directories, files, roots, longest }) =>
    uriPlans({ served: [...Object.keys(directories), ...files.slice(0, 4)], roots, longest }),
  name: (plan) => plan.map(({ uri }) => asked(METHOD, uri)).join(', '),
  run: oneByOne(judgeOne),
});
