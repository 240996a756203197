import { hostCanaries } from '../fuzz/canaries.js';
import { controlOf, type Control } from '../fuzz/control.js';
import { OutOfTime } from '../fuzz/out-of-time.js';
import type { FuzzProperty, Nothing } from '../fuzz/property.js';
import { search } from '../fuzz/search.js';
import { FuzzSession, TargetGone } from '../fuzz/session.js';
import { levelOf } from '../model/check.js';
import type { Json } from '../model/json.js';
import type { Result } from '../model/report.js';
import type { Probe } from '../probe/probe.js';
import { Blocked } from '../probe/sender.js';
import { searchResult, unsearched, type Searched } from './gathered.js';
import { inTheWay } from './obstacles.js';
import type { RunOptions } from './options.js';
import { isTold, seedOf, type SearchTask } from './search-task.js';
import { within } from './within.js';

/** What was learnt of a server, or why there is nothing. */
type Learnt<T> = { readonly value: T } | { readonly blocked: string };

/** A property with what it is to be searched in. */
interface Prepared {
  readonly property: FuzzProperty;
  readonly world: Learnt<Json | Nothing>;
}

export interface FuzzPlan {
  readonly properties: readonly Prepared[];
  readonly control: Learnt<Control>;
}

/** Learns what to search in, as long as the run's own connection lives. */
export async function prepareFuzz(
  probe: Probe,
  properties: readonly FuzzProperty[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<FuzzPlan> {
  const surroundings = { canaries: hostCanaries(options.target) };
  const learn = async <T>(work: () => Promise<T>): Promise<Learnt<T>> => {
    try {
      const value = await within(Promise.resolve().then(work), options.limits.checkMs, signal);
      if (value === 'timeout') return { blocked: 'looking at the server took longer than --check-timeout' };
      return value === 'aborted' ? { blocked: 'the run ended before it was reached' } : { value };
    } catch (error) {
      if (error instanceof Blocked) return { blocked: error.message };
      throw error;
    }
  };
  const control = await learn(() => controlOf(probe));
  const prepared: Prepared[] = [];
  for (const property of properties)
    prepared.push({ property, world: await learn(() => property.prepare(probe, surroundings)) });
  return { properties: prepared, control };
}

const isNothing = (world: Json | Nothing): world is Nothing =>
  typeof world === 'object' && world !== null && 'notApplicable' in world;

/** Searches every property over connections of the search's own, once the checks are done. */
export async function runFuzz({ properties, control }: FuzzPlan, task: SearchTask): Promise<void> {
  const { options, signal, era, revision, results } = task;
  const { limits, target } = options;
  /** Why a property cannot be searched, as a result; undefined when it can. */
  const obstacle = (searched: Searched, { property, world }: Prepared): Result | undefined => {
    const by = inTheWay(property.needs, results);
    if (by.length > 0) return unsearched(searched, 'blocked', `blocked by ${by.join(', ')}`, options, by);
    if (signal.aborted) return unsearched(searched, 'blocked', 'the run ended before it was reached', options);
    if ('blocked' in world) return unsearched(searched, 'blocked', world.blocked, options);
    if (isNothing(world.value)) return unsearched(searched, 'not-applicable', world.value.notApplicable, options);
    return 'blocked' in control ? unsearched(searched, 'blocked', control.blocked, options) : undefined;
  };
  const all = properties.map((prepared) => {
    const { title, verifies } = prepared.property;
    const searched = { requirement: task.requirements.get(verifies)!, title, inputs: 'inputs' };
    return { prepared, searched, obstacle: obstacle(searched, prepared) };
  });
  await task.budget.requests.use(async (ms) => {
    const session = new FuzzSession({ target, era, revision, limits, signal });
    session.deadline = performance.now() + ms;
    let open = all.filter((one) => one.obstacle === undefined).length;
    try {
      // The start of a process is nobody's share.
      if (open > 0) await session.begin().catch(ignoreGone);
      for (const one of all) {
        task.begin(one.searched.requirement.id);
        if (one.obstacle !== undefined) {
          task.finish(one.obstacle);
          continue;
        }
        task.finish(await searchOne(one.prepared, one.searched, control, session, session.left / open, task));
        open -= 1;
      }
    } finally {
      await session.close();
      task.gathered.requests += session.requests;
    }
  });
}

async function searchOne(
  { property, world }: Prepared,
  searched: Searched,
  control: Learnt<Control>,
  session: FuzzSession,
  ms: number,
  task: SearchTask,
): Promise<Result> {
  const { options, fuzz } = task;
  const subject = {
    property,
    world: (world as { value: Json }).value,
    control: (control as { value: Control }).value,
    session,
  };
  try {
    const { found, stats } = await search(subject, {
      seed: seedOf(fuzz),
      runs: fuzz.runs,
      timeBoxed: fuzz.timeBoxed,
      ms: Math.max(0, ms),
      isTold: isTold(task),
      isHint: ({ evidence }) => levelOf(evidence, options.strict, searched.requirement.level) === 'INFO',
      tool: options.tool,
      onProgress: (text) => options.onEvent?.({ type: 'progress', text }),
    });
    return searchResult(searched, found, stats.runs, stats, options, task.gathered);
  } catch (error) {
    return unsearched(
      searched,
      'error',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
      options,
    );
  }
}

/** What keeps a target from being had is told by the searches themselves. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof TargetGone) && !(error instanceof OutOfTime)) throw error;
}
