import { describeOutcome } from '../model/exchange.js';
import { brief, isObject } from '../model/json.js';
import {
  DISCOVERY_SCHEMA,
  ErrorCode,
  EXTENSION_ID,
  INDEX_URI,
  SHAPES,
  V1,
  type Revision,
} from '../model/protocol.js';
import type { IndexView } from '../probe/index-view.js';
import type { Probe } from '../probe/probe.js';

/** A revision that a target speaks, and why we think so, in plain words. */
export interface Spoken {
  readonly revision: Revision;
  readonly because: string;
}

/** What a target shows of itself before it is judged. */
export interface Detection {
  /** The revisions it speaks, newest first; empty when nothing shows that it serves skills. */
  readonly spoken: readonly Spoken[];
  /** What is odd about how it answers, a sentence each. */
  readonly notes: readonly string[];
}

/** What `skills/list` tells: the final revision, something else of that name, or nothing. */
async function fromListing(probe: Probe): Promise<Detection> {
  const { pages, failure } = await probe.listing();
  const [first] = pages;
  if (first?.shaped === true) {
    const entries = await probe.entries();
    const manifests = entries.flatMap((entry) => entry.manifest ?? []);
    const july =
      entries.some((entry) => entry.uri !== undefined && entry.entry['resources'] === undefined) ||
      (manifests.length > 0 && manifests.every((item) => item.size === undefined && item.digest !== undefined));
    return {
      spoken: [{ revision: V1, because: 'skills/list answers with an array of skills' }],
      notes: july
        ? [
            'its entries have the shape of July 2026 (no size in resources, or no resources at all for a dynamic skill); ' +
              'the final text of September requires both, and is what it is judged by',
          ]
        : [],
    };
  }
  if (first !== undefined) {
    return {
      spoken: [],
      notes: [
        `skills/list answers, but not with an array \`skills\` (${brief(first.result, 120)}): it is a method of another kind, or broken`,
      ],
    };
  }
  const outcome = failure?.outcome;
  const unknown = outcome?.kind === 'error' && outcome.code === ErrorCode.methodNotFound;
  return {
    spoken: [],
    notes: unknown || outcome === undefined ? [] : [`skills/list answers with ${describeOutcome(outcome)}`],
  };
}

/** What content that is no index may have been meant as: an index that is broken, or the text of an error. */
function brokenIndex({ mimeType, beginning = '' }: IndexView): Revision | undefined {
  const json = typeof mimeType === 'string' && /^application\/json\b/i.test(mimeType.trim());
  if (!json && !/^\ufeff?\s*[[{]/.test(beginning)) return undefined;
  return /"(?:\$schema|type)"/.test(beginning) ? '2026-06-03' : '2026-06-25';
}

/** What the form of an index shows, in words. */
function formOf({ document = {}, form }: IndexView): string {
  const entries = Array.isArray(document['skills']) ? document['skills'].filter(isObject) : [];
  if (form === 'wg-index') {
    return entries.length > 0
      ? `the entries of ${INDEX_URI} carry frontmatter or archives`
      : `${INDEX_URI} is an index without \`$schema\` and without entries`;
  }
  if (document['$schema'] === DISCOVERY_SCHEMA) return `\`$schema\` of ${INDEX_URI} is that of 2026-06-03`;
  return `the entries of ${INDEX_URI} have \`type\` or \`name\`, as in 2026-06-03`;
}

const NEAR =
  'the form of 2026-06-09 and 2026-06-25, which differ in what hosts must refuse of archives and in a reserved key of metadata; the later one is taken (--spec 2026-06-09 for the other)';

/** What an index tells: a revision of June by its form, or what else it is. */
export function fromIndex(index: IndexView, probe: Probe): Detection {
  if (!index.answered) return { spoken: [], notes: [] };
  if (index.form === undefined) {
    const meant = probe.declaration === undefined ? undefined : brokenIndex(index);
    if (meant !== undefined) {
      return {
        spoken: [
          { revision: meant, because: `${INDEX_URI} is served and meant as an index, though it is a broken one` },
        ],
        notes: [],
      };
    }
    const what = index.problem ?? 'it has no array `skills`';
    return {
      spoken: [],
      notes: [
        `resources/read of ${INDEX_URI} succeeds, but gives no index: ${what}. A resource that is not there must be answered with an error`,
      ],
    };
  }
  const notes =
    probe.declaration === undefined
      ? [
          `there is an index, but ${EXTENSION_ID} is not declared: hosts that go by the declaration will not look for it`,
        ]
      : [];
  const form = formOf(index);
  if (index.form === 'wg-index') return { spoken: [{ revision: '2026-06-25', because: `${form}: ${NEAR}` }], notes };
  const dated = index.entries.some(({ entry }) => entry['digest'] !== undefined);
  const because = dated || index.entries.length === 0 ? form : `${form}; no entry has a digest, as before 2026-06-03`;
  return { spoken: [{ revision: '2026-06-03', because }], notes };
}

/** What is odd about an index when the revision to judge by was pinned. */
export async function pinnedNotes(probe: Probe): Promise<readonly string[]> {
  if (probe.hasMethods) return [];
  const index = await probe.drafts.index();
  if (index.form === undefined || index.form === SHAPES[probe.revision]) return [];
  return [`${formOf(index)}: another form than that of ${probe.revision}, which it is judged by`];
}

/** Whether the index may be asked for: a server without resources has none, unless it says otherwise by the extension. */
const mayHaveIndex = (probe: Probe): boolean => probe.hasResources || probe.declaration !== undefined;

/** What the first answers tell. The index is asked for only when `skills/list` does not settle the matter. */
export async function detect(probe: Probe): Promise<Detection> {
  const listing = await fromListing(probe);
  if (listing.spoken.length > 0 || !mayHaveIndex(probe)) return listing;
  const index = fromIndex(await probe.drafts.index(), probe);
  const notes = [...listing.notes, ...index.notes];
  if (index.spoken.length > 0 || probe.declaration === undefined) return { spoken: index.spoken, notes };
  const assumed =
    'neither skills/list nor an index answers, so the final revision is assumed; for a server of a draft without an index: --spec 2026-06-25';
  return {
    spoken: [{ revision: V1, because: `${EXTENSION_ID} is declared, and there is no index of an earlier draft` }],
    notes: [...notes, assumed],
  };
}

/** The revision of June that a target speaks beside the final one; asked for at the end, so that it changes nothing. */
export async function detectSecond(probe: Probe): Promise<Detection> {
  if (!mayHaveIndex(probe) || probe.broken !== undefined) return { spoken: [], notes: [] };
  const { spoken, notes } = fromIndex(await probe.drafts.index(), probe);
  return { spoken: probe.declaration === undefined ? [] : spoken, notes };
}
