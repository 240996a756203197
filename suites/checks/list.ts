import { describeOutcome, type Exchange } from '../../harness/model/exchange.js';
import { brief, isObject, jsonEqual, jsonType } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { EntryView } from '../../harness/probe/views.js';
import { check, NONSENSE } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';
import { judgeCacheHints, judgeRefusal, judgeResultType, pageName } from '../kit/results.js';
import { listingOf } from '../kit/subjects.js';
import { judgeCursors, judgeTermination } from '../kit/paging.js';

const METHOD = 'skills/list';

const urisOf = (items: readonly unknown[]): string[] =>
  items.map((item) => (isObject(item) && typeof item['uri'] === 'string' ? item['uri'] : ''));

export const list = [
  check('list/result-shape', 'every page of skills/list', async (probe, judge) => {
    const listing = await probe.listing();
    for (const page of listing.pages) {
      judge.each(pageName(METHOD, page.number), page.shaped, () => ({
        expected: '`skills`, an array',
        actual: jsonType(page.result['skills']),
        frames: page.exchange.frames,
      }));
    }
    if (listing.pages.length > 0 || listing.failure === undefined) return;
    const { outcome } = listing.failure;
    if (outcome.kind === 'error' && outcome.code === ErrorCode.methodNotFound) {
      judge.unjudged(METHOD, describeOutcome(outcome), 'capability/methods-answer');
    } else if (!setAside(judge, METHOD, listing.failure)) {
      judge.each(METHOD, false, {
        expected: 'a result with `skills`, an array',
        actual: describeOutcome(outcome),
        frames: listing.failure.frames,
      });
    }
  }),

  check(
    'list/params-optional',
    'skills/list without params, with empty ones, with _meta alone',
    async (probe, judge) => {
      if ((await listingOf(probe, judge)) === undefined) return;
      const tries: [string, Exchange][] = [];
      if (probe.era === 'legacy') {
        tries.push(['params absent', await probe.request(METHOD, undefined, { omitParams: true })]);
        tries.push(['params {}', await probe.request(METHOD, {})]);
        tries.push(['params with _meta alone', await probe.request(METHOD, { _meta: {} })]);
      } else {
        // The modern era wants `_meta` on every request: these are the params that a client sends at the least.
        tries.push(['params with the required _meta alone', await probe.request(METHOD, undefined)]);
      }
      for (const [subject, exchange] of tries) {
        const { outcome } = exchange;
        if (setAside(judge, subject, exchange)) continue;
        judge.each(subject, outcome.kind === 'result', {
          expected: 'a result, as params hold nothing that must be given',
          actual: describeOutcome(outcome),
          frames: exchange.frames,
        });
      }
    },
  ),

  check('list/result-type', 'resultType of every page', async (probe, judge) => {
    for (const page of (await listingOf(probe, judge))?.pages ?? []) {
      judgeResultType(judge, pageName(METHOD, page.number), page.result, page.exchange.frames);
    }
  }),

  check('list/cache-hints', 'ttlMs and cacheScope of every page', async (probe, judge) => {
    const pages = (await listingOf(probe, judge))?.pages ?? [];
    for (const page of pages) {
      judgeCacheHints(judge, pageName(METHOD, page.number), page.result, page.exchange.frames);
      const first = pages[0]!;
      const scopes = [first.result['cacheScope'], page.result['cacheScope']];
      if (page === first || !scopes.every((scope) => scope === 'public' || scope === 'private')) continue;
      judge.each(`${pageName(METHOD, page.number)}, cacheScope`, scopes[0] === scopes[1], {
        expected: `${brief(scopes[0])}, as on the first page`,
        actual: brief(scopes[1]),
        frames: [...first.exchange.frames, ...page.exchange.frames],
      });
    }
  }),

  check('list/pagination-cursor', 'the cursor of every page, taken back as it came', async (probe, judge) => {
    const listing = await listingOf(probe, judge);
    if (listing !== undefined) judgeCursors(judge, listing, probe.era, 'list/pagination-terminates');
  }),

  check('list/pagination-terminates', 'following the cursors to the end', async (probe, judge) => {
    const listing = await listingOf(probe, judge);
    if (listing !== undefined) judgeTermination(judge, listing);
  }),

  check('list/entry-atomic', 'no URI twice in one walk, seen again in a second walk', async (probe, judge) => {
    const listing = await listingOf(probe, judge);
    if (listing === undefined) return;
    if (listing.end === 'loop') {
      judge.unjudged(METHOD, 'the walk does not end, so pages repeat', 'list/pagination-terminates');
      return;
    }
    const places = (walked: typeof listing): Map<string, { pages: number[]; frames: number[] }> => {
      const found = new Map<string, { pages: number[]; frames: number[] }>();
      for (const page of walked.pages) {
        for (const item of page.items) {
          if (!isObject(item) || typeof item['uri'] !== 'string') continue;
          const place = found.get(item['uri']) ?? { pages: [], frames: [] };
          place.pages.push(page.number);
          place.frames.push(...page.exchange.frames);
          found.set(item['uri'], place);
        }
      }
      return found;
    };
    const first = places(listing);
    const twice = [...first].filter(([, place]) => place.pages.length > 1);
    // Pages are no snapshot: a catalogue that moved between them shows an entry twice, once. Only what stays is a breach.
    const again = twice.length > 0 ? places(await probe.listing(true)) : new Map<string, { pages: number[] }>();
    for (const [uri, place] of first) {
      const stays = place.pages.length > 1 && (again.get(uri)?.pages.length ?? 0) > 1;
      judge.each(uri, !stays, () => ({
        expected: 'one entry in the listing',
        actual: `${place.pages.length} entries, on pages ${place.pages.join(', ')}`,
        frames: place.frames,
      }));
    }
    if (first.size === 0) judge.notApplicable('the listing is empty');
  }),

  check('list/cursor-repeatable', 'the second page, asked for again', async (probe, judge) => {
    const listing = await listingOf(probe, judge);
    const second = listing?.pages[1];
    if (second?.cursor === undefined) {
      judge.notApplicable('the listing has one page');
      return;
    }
    const again = await probe.request(METHOD, { cursor: second.cursor });
    const { outcome } = again;
    const same =
      outcome.kind === 'result' &&
      Array.isArray(outcome.result['skills']) &&
      jsonEqual(urisOf(outcome.result['skills']), urisOf(second.items));
    judge.each('page 2', same, {
      expected: 'the same entries as before',
      actual: outcome.kind === 'result' ? 'other entries' : describeOutcome(outcome),
      frames: [...second.exchange.frames, ...again.frames],
    });
  }),

  check('list/cursor-invalid', 'a made-up cursor', async (probe, judge) => {
    if ((await listingOf(probe, judge)) === undefined) return;
    const exchange = await probe.refusal('skills/list with a made-up cursor', METHOD, { cursor: NONSENSE });
    judgeRefusal(judge, `cursor "${NONSENSE}"`, exchange, [ErrorCode.invalidParams]);
  }),

  check('list/names-unique', 'the names of all entries', async (probe, judge) => {
    if ((await listingOf(probe, judge)) === undefined) return;
    const byName = new Map<string, EntryView[]>();
    for (const entry of await probe.entries()) {
      const frontmatter = entry.entry['frontmatter'];
      if (!isObject(frontmatter) || typeof frontmatter['name'] !== 'string') continue;
      const same = byName.get(frontmatter['name']) ?? [];
      byName.set(frontmatter['name'], same);
      same.push(entry);
    }
    for (const [name, entries] of byName) {
      judge.each(`name ${brief(name)}`, entries.length === 1, () => ({
        expected: 'one entry with this name (two are legal, but hosts must tell them apart)',
        actual: entries.map((entry) => entry.label).join(', '),
        frames: entries.flatMap((entry) => entry.frames),
      }));
    }
    if (byName.size === 0) judge.notApplicable('the listing has no entry with a name');
  }),

  check(
    'list/agrees-with-get',
    'skills/get of every listed URI, compared with its entry',
    async (probe, judge) => {
      if ((await listingOf(probe, judge)) === undefined) return;
      const entries = await probe.entries();
      if (entries.length === 0) judge.notApplicable('the listing is empty');
      const counts = new Map<string, number>();
      for (const page of (await probe.listing()).pages) {
        for (const item of page.items) {
          const uri = isObject(item) ? String(item['uri']) : '';
          counts.set(uri, (counts.get(uri) ?? 0) + 1);
        }
      }
      for (const entry of entries) {
        const { uri } = entry;
        if (uri === undefined) {
          judge.unjudged(entry.label, 'it has no URI to ask for', 'entry/uri');
          continue;
        }
        let got = await probe.get(uri);
        let listed: EntryView | undefined = entry;
        let differs = difference(listed, got.entry);
        if (got.result === undefined && setAside(judge, uri, got.exchange)) continue;
        if ((counts.get(uri) ?? 0) > 1) {
          judge.unjudged(uri, 'the listing has more than one entry for it', 'list/entry-atomic');
          continue;
        }
        if (got.result !== undefined && got.entry === undefined) {
          judge.unjudged(uri, 'skills/get gives no `skill` object', 'get/result-shape');
          continue;
        }
        if (got.entry !== undefined && got.entry.uri !== uri) {
          judge.unjudged(uri, 'skills/get gives the entry of another URI', 'get/uri-echo');
          continue;
        }
        if (got.result === undefined || differs !== undefined) {
          // The catalogue may have changed in between: ask both again, one right after the other.
          listed = await relisted(probe, entry, uri);
          got = await probe.get(uri, true);
          differs = difference(listed, got.entry);
          if (listed === undefined && got.result === undefined) continue;
        }
        const frames = [...(listed ?? entry).frames, ...got.exchange.frames];
        if (got.result === undefined) {
          judge.each(uri, false, {
            expected: 'the entry that is listed',
            actual: describeOutcome(got.exchange.outcome),
            frames,
          });
        } else {
          judge.each(uri, differs === undefined, {
            expected: 'the same frontmatter and the same resources in both',
            actual: differs ?? '',
            frames,
          });
        }
      }
    },
    { needs: ['capability/methods-answer'] },
  ),
];

/** The entry of one URI in a listing that is walked anew: right before the blame, since a catalogue may change at any time. */
async function relisted(probe: Probe, entry: EntryView, uri: string): Promise<EntryView | undefined> {
  for (const page of (await probe.listing(true)).pages) {
    const value = page.items.find((item) => isObject(item) && item['uri'] === uri);
    if (isObject(value)) return { ...entry, value, entry: value, frames: page.exchange.frames };
  }
  return undefined;
}

/** What makes two elements of a manifest the same. */
const elementKey = (item: unknown): string =>
  JSON.stringify(isObject(item) ? [item['uri'], item['digest'], item['size']] : item);

/** Where two entries differ, order of keys and of the manifest aside; undefined when they agree. */
function difference(listed: EntryView | undefined, got: EntryView | undefined): string | undefined {
  if (listed === undefined || got === undefined) return undefined;
  const [a, b] = [listed.entry, got.entry];
  if (!jsonEqual(a['frontmatter'] ?? null, b['frontmatter'] ?? null)) {
    return `frontmatter ${brief(a['frontmatter'])} in the listing, ${brief(b['frontmatter'])} from skills/get`;
  }
  const [left, right] = [a['resources'], b['resources']];
  if (!Array.isArray(left) || !Array.isArray(right)) {
    return jsonEqual(left ?? null, right ?? null) && (left === undefined) === (right === undefined)
      ? undefined
      : `resources ${brief(left)} in the listing, ${brief(right)} from skills/get`;
  }
  const describe = (items: readonly unknown[], key: string): string => {
    const item = items.find((candidate) => elementKey(candidate) === key);
    return isObject(item)
      ? `${String(item['uri'])} with digest ${brief(item['digest'])} and size ${brief(item['size'])}`
      : brief(item);
  };
  const rights = new Set(right.map(elementKey));
  const lefts = new Set(left.map(elementKey));
  const only = [...lefts].find((key) => !rights.has(key));
  const other = [...rights].find((key) => !lefts.has(key));
  if (only === undefined && other === undefined) return undefined;
  return [
    ...(only === undefined ? [] : [`the listing has ${describe(left, only)}`]),
    ...(other === undefined ? [] : [`skills/get has ${describe(right, other)}`]),
  ].join('; ');
}
