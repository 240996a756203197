import { brief, isObject } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { asked, breach, judgeError } from './answers.js';
import { property } from './property.js';
import { closest } from './spellings.js';
import { uriPlans, type UriPlan, type UriProbe } from './uri-plans.js';
import { uriWorld, type UriWorld } from './world.js';

const METHOD = 'resources/directory/read';
const SOFT = { level: 'SHOULD', strict: 'MUST' } as const;
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

async function judgeOne({ uri, how }: UriProbe, wire: FuzzWire, world: UriWorld): Promise<Breach | undefined> {
  const exchange = await wire.request(METHOD, { uri });
  const { outcome } = exchange;
  const known = directoriesOf(world);
  if (outcome.kind !== 'result') {
    if (typeof uri === 'string' && known.includes(uri)) return undefined;
    const told =
      typeof uri === 'string'
        ? (['directory/unknown', 'directory/not-a-directory'] as const)
        : (['directory/params-required'] as const);
    const soft = typeof uri !== 'string' && outcome.kind === 'error' && outcome.code === ErrorCode.invalidRequest;
    return judgeError(METHOD, uri, exchange, [ErrorCode.invalidParams], told, soft ? SOFT : {});
  }
  const { resources } = outcome.result;
  const subject = asked(METHOD, uri, how);
  if (typeof uri !== 'string') {
    const actual = `a result: ${brief(outcome.result, 120)}`;
    return breach('type-taken', subject, exchange, { expected: `error ${ErrorCode.invalidParams}`, actual }, [
      'directory/params-required',
    ]);
  }
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
  prepare: async (probe, { canaries }) => {
    if (!probe.directoryRead) return { notApplicable: 'directoryRead is not declared' };
    const world = await uriWorld(probe, canaries);
    if ('notApplicable' in world || Object.keys(world.directories).length > 0) return world;
    return { notApplicable: 'no directory was read: there is nothing to search around' };
  },
  plans: ({ directories, files, roots, longest }) =>
    uriPlans({ served: [...Object.keys(directories), ...files.slice(0, 4)], roots, longest }),
  name: (plan) => plan.map(({ uri }) => asked(METHOD, uri)).join(', '),
  run: async (plan, wire, world) => {
    const breaches: Breach[] = [];
    for (const probe of plan) {
      const found = await judgeOne(probe, wire, world);
      if (found !== undefined) breaches.push(found);
    }
    return breaches;
  },
});
