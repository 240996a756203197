import * as fc from 'fast-check';
import { describeOutcome } from '../../harness/model/exchange.js';
import type { Breach, FuzzWire } from '../../harness/model/fuzz.js';
import { brief, type JsonObject } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { Walk } from '../../harness/probe/walk.js';
import type { TestableId } from '../requirements/index.js';
import { breach, saysNothing, SOFT } from './answers.js';
import { askPage, isUnmoved, keyOf, WalkSoFar, type PagedList, type PageSeen } from './paging-model.js';
import { pagingPlans, spoil, type PagingPlan, type PagingStep } from './paging-plans.js';
import { property, type ServerProperty } from './property.js';

/** Lists with more pages cost more than they tell. */
const MOST_PAGES = 40;
/** Lists of one method that are walked. */
const MOST_LISTS = 4;

type PagingWorld = { readonly lists: PagedList[] };

/** What the walks of one plan have come to: the model beside the server. */
class Model {
  readonly walks = new Map<number, WalkSoFar>();
  readonly breaches: Breach[] = [];
  /** Cursors that were used out of turn: a server may let each be used once. */
  readonly spent = new Set<string>();
  /** Something else than one plain walk went over the wire. */
  mixed = false;

  constructor(
    readonly lists: readonly PagedList[],
    readonly told: readonly TestableId[],
  ) {}

  walk(index: number, list: number, anew = false): WalkSoFar {
    const known = this.walks.get(index);
    if (known !== undefined && !known.ended && !anew) return known;
    if (known !== undefined && !known.ended) this.mixed = true;
    const begun = new WalkSoFar(this.lists[list % this.lists.length]!);
    if ([...this.walks.values()].some((one) => !one.ended && one !== known)) this.mixed = true;
    this.walks.set(index, begun);
    return begun;
  }
}

const cursorName = (cursor: string | undefined): string =>
  cursor === undefined ? 'the first page' : `the cursor ${brief(cursor, 60)}`;

/** Takes the answer to the next page of a walk. */
function takeNext(model: Model, walk: WalkSoFar, page: PageSeen, era: FuzzWire['era']): void {
  const { exchange } = page;
  const { list } = walk;
  const subject = `${list.method}${list.params['uri'] === undefined ? '' : ` of ${brief(list.params['uri'], 100)}`}`;
  if (exchange.outcome.kind !== 'result') {
    walk.ended = true;
    if (saysNothing(exchange) || (walk.cursor !== undefined && model.spent.has(walk.cursor))) return;
    model.breaches.push(
      breach(
        'cursor-refused',
        `${subject}, ${cursorName(walk.cursor)}`,
        exchange,
        {
          expected: 'the page that the server itself named',
          actual: describeOutcome(exchange.outcome),
          // Only since 2026-07-28 does a request stand for itself.
          ...(era === 'legacy' && model.mixed ? SOFT : {}),
        },
        model.told,
      ),
    );
    return;
  }
  walk.take(page);
  const stray = (page.keys ?? []).find((key) => !list.keys.includes(key));
  if (stray !== undefined) {
    model.breaches.push(
      breach(
        'foreign-element',
        `${subject}, ${cursorName(walk.pages.at(-1)?.cursor)}`,
        exchange,
        {
          expected: `elements of this list of ${list.keys.length}`,
          actual: brief(stray, 120),
        },
        model.told,
      ),
    );
  }
  if (walk.ended) judgeWhole(model, walk, subject, era);
}

/** A walk that is over holds each element once. */
function judgeWhole(model: Model, walk: WalkSoFar, subject: string, era: FuzzWire['era']): void {
  const { list, keys, frames } = walk;
  const soft = era === 'legacy' && model.mixed ? SOFT : {};
  const told = model.told;
  const lost = list.keys.filter((key) => !keys.includes(key));
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  const expected = `each of the ${list.keys.length} elements once, as in a walk by itself`;
  if (lost.length > 0) {
    const actual = `${lost.length} missing: ${brief(lost[0], 120)}`;
    model.breaches.push({ kind: 'missing', subject, evidence: { expected, actual, frames, ...soft }, told });
  }
  if (twice.length > 0) {
    const actual = `${brief(twice[0], 120)} came again`;
    model.breaches.push({ kind: 'twice', subject, evidence: { expected, actual, frames, ...soft }, told });
  }
}

/** A page that is asked for once more: the text asks for cursors that stay good. */
async function again(model: Model, wire: FuzzWire, walk: WalkSoFar, back: number): Promise<void> {
  const page = walk.pages.at(-1 - (back % walk.pages.length))!;
  if (page.cursor !== undefined) model.spent.add(page.cursor);
  const seen = await askPage(wire, walk.list, page.cursor);
  const { exchange, keys } = seen;
  if (saysNothing(exchange) || exchange.outcome.kind === 'malformed') return;
  const same = keys !== undefined && keys.length === page.keys.length && keys.every((key) => page.keys.includes(key));
  if (same) return;
  const actual =
    keys === undefined
      ? describeOutcome(exchange.outcome)
      : `${keys.length} elements, ${keys.filter((key) => page.keys.includes(key)).length} of them the same`;
  model.breaches.push(
    breach(
      'page-moved',
      `${walk.list.method}, ${cursorName(page.cursor)}, asked for again`,
      exchange,
      {
        expected: `the same ${page.keys.length} elements`,
        actual,
        // As of list/cursor-repeatable: clients may not count on it.
        level: 'INFO',
      },
      ['list/cursor-repeatable', ...model.told],
    ),
  );
}

/** A cursor that this list never gave: an error of the right code, or elements of the list that was asked. */
async function odd(model: Model, wire: FuzzWire, list: PagedList, cursor: string, how: string): Promise<void> {
  const { exchange, keys } = await askPage(wire, list, cursor);
  const { outcome } = exchange;
  const subject = `${list.method}, ${cursorName(cursor)}, ${how}`;
  if (saysNothing(exchange)) return;
  if (outcome.kind === 'error' && outcome.code !== ErrorCode.invalidParams) {
    model.breaches.push(
      breach(
        'cursor-code',
        subject,
        exchange,
        {
          expected: `error ${ErrorCode.invalidParams}`,
          actual: describeOutcome(outcome),
          level: 'SHOULD',
        },
        ['list/cursor-invalid', 'directory/cursor-invalid'],
      ),
    );
  }
  const stray = keys?.find((key) => !list.keys.includes(key));
  if (stray === undefined) return;
  model.breaches.push(
    breach(
      'foreign-element',
      subject,
      exchange,
      {
        expected: `an error, or elements of this list of ${list.keys.length}`,
        actual: brief(stray, 120),
      },
      ['directory/cursor-bound', ...model.told],
    ),
  );
}

/** One step as a command of fast-check's model runner. */
class Step implements fc.AsyncCommand<Model, FuzzWire> {
  constructor(readonly step: PagingStep) {}

  check(model: Model): boolean {
    const { step } = this;
    if (step.do === 'next' || step.do === 'together' || step.do === 'restart') return true;
    const walk = model.walks.get(step.walk);
    if (walk === undefined || walk.pages.length === 0) return false;
    if (step.do === 'again') return true;
    if (walk.cursor === undefined) return false;
    return step.do === 'spoilt' || model.lists.length > 1;
  }

  async run(model: Model, wire: FuzzWire): Promise<void> {
    const { step } = this;
    switch (step.do) {
      case 'next':
      case 'restart': {
        const walk = model.walk(step.walk, step.list, step.do === 'restart');
        takeNext(model, walk, await askPage(wire, walk.list, walk.cursor), wire.era);
        return;
      }
      case 'together': {
        model.mixed = true;
        const walks = step.walks.map((index) => model.walk(index, step.list));
        const pages = await Promise.all(walks.map((walk) => askPage(wire, walk.list, walk.cursor)));
        pages.forEach((page, index) => takeNext(model, walks[index]!, page, wire.era));
        return;
      }
      case 'again':
        model.mixed = true;
        return await again(model, wire, model.walks.get(step.walk)!, step.back);
      case 'foreign': {
        model.mixed = true;
        const walk = model.walks.get(step.walk)!;
        model.spent.add(walk.cursor!);
        const other = model.lists.filter((one) => one !== walk.list);
        return await odd(model, wire, other[step.list % other.length]!, walk.cursor!, 'of another list');
      }
      case 'spoilt': {
        model.mixed = true;
        const walk = model.walks.get(step.walk)!;
        const cursor = spoil(walk.cursor!, step.how, step.at);
        if (cursor !== walk.cursor) await odd(model, wire, walk.list, cursor, step.how);
        return;
      }
    }
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}

/** Runs the steps, follows every walk to its end, and drops all of it when the lists themselves moved meanwhile. */
async function run(
  plan: PagingPlan,
  wire: FuzzWire,
  { lists }: PagingWorld,
  told: readonly TestableId[],
): Promise<readonly Breach[]> {
  const model = new Model(lists, told);
  await fc.asyncModelRun(
    () => ({ model, real: wire }),
    plan.map((step) => new Step(step)),
  );
  for (const walk of model.walks.values()) {
    while (!walk.ended) takeNext(model, walk, await askPage(wire, walk.list, walk.cursor), wire.era);
  }
  if (model.breaches.length === 0) return [];
  for (const list of lists) if (!(await isUnmoved(wire, list))) return [];
  return model.breaches;
}

/** A walk as a list to search around; undefined when it has one page, too many, or did not go well. */
function listOf(method: string, params: JsonObject, member: string, walk: Walk): PagedList | undefined {
  if (walk.end !== 'last' || walk.pages.length < 2 || walk.pages.length > MOST_PAGES) return undefined;
  const keys = walk.pages.flatMap((page) => page.items.map(keyOf));
  if (new Set(keys).size !== keys.length) return undefined;
  return { method, params, member, keys, pages: walk.pages.length };
}

function pagingProperty(
  verifies: TestableId,
  title: string,
  told: readonly TestableId[],
  lists: (probe: Probe) => Promise<readonly (PagedList | undefined)[]>,
): ServerProperty {
  return property<PagingWorld, PagingPlan>({
    verifies,
    title,
    // Each is a conversation of some twenty requests.
    runs: 80,
    stateful: true,
    prepare: async (probe) => {
      const found = (await lists(probe)).filter((list) => list !== undefined).slice(0, MOST_LISTS);
      if (found.length === 0)
        return { notApplicable: `there is no list of 2 to ${MOST_PAGES} pages: paging is not exercised` };
      return { lists: found };
    },
    plans: (world) => pagingPlans(world.lists.length),
    name: (plan) => `${plan.length} steps of paging: ${brief(plan, 200)}`,
    run: (plan, wire, world) => run(plan, wire, world, told),
  });
}

const DIRECTORY = 'resources/directory/read';

export const paging: readonly ServerProperty[] = [
  pagingProperty(
    'fuzz/paging-skills',
    'walks through skills/list, mixed and side by side',
    ['list/pagination-cursor', 'list/pagination-terminates', 'list/entry-atomic'],
    async (probe) => [listOf('skills/list', {}, 'skills', await probe.listing())],
  ),
  pagingProperty(
    'fuzz/paging-directory',
    'walks through directories, mixed and side by side',
    ['directory/pagination'],
    async (probe) => {
      if (!probe.directoryRead) return [];
      const trees = [];
      for (const skill of await probe.skills()) trees.push(...(await probe.tree(skill)));
      const seen = new Set<string>();
      return trees.flatMap(({ uri, walk }) => {
        if (seen.has(uri)) return [];
        seen.add(uri);
        return [listOf(DIRECTORY, { uri }, 'resources', walk)];
      });
    },
  ),
  pagingProperty(
    'fuzz/paging-resources',
    'walks through resources/list, mixed and side by side',
    [],
    async (probe) => (probe.hasResources ? [listOf('resources/list', {}, 'resources', await probe.resources())] : []),
  ),
];
