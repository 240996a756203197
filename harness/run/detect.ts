import { describeOutcome } from '../model/exchange.js';
import { brief, isObject } from '../model/json.js';
import { ErrorCode, EXTENSION_ID, INDEX_URI, V1, type Revision } from '../model/protocol.js';
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

const declares = (probe: Probe): string =>
  probe.declaration === undefined ? `${EXTENSION_ID} is not declared` : `${EXTENSION_ID} is declared`;

/** What an index tells: a revision of June by its form, or what else it is. */
export function fromIndex(index: IndexView, probe: Probe): Detection {
  if (!index.answered) return { spoken: [], notes: [] };
  if (index.document === undefined) {
    return {
      spoken: [],
      notes: [
        `resources/read of ${INDEX_URI} succeeds, but gives no index: ${index.problem}. A resource that is not there must be answered with an error`,
      ],
    };
  }
  const { skills } = index.document;
  if (index.shape === undefined) {
    return {
      spoken: [],
      notes: [`${INDEX_URI} is a JSON object without an array \`skills\`, so it is no index of any draft`],
    };
  }
  const notes =
    probe.declaration === undefined
      ? [`there is an index, but ${declares(probe)}: hosts that go by the declaration will not look for it`]
      : [];
  if (index.shape === 'discovery-index') {
    const dated = Array.isArray(skills) && skills.some((entry) => isObject(entry) && entry['digest'] !== undefined);
    const form = `${INDEX_URI} has \`$schema\` or entries with \`type\`, the form of 2026-06-03`;
    return {
      spoken: [
        {
          revision: '2026-06-03',
          because: dated ? form : `${form} and before; no entry has a digest, as before 2026-06-03`,
        },
      ],
      notes,
    };
  }
  return {
    spoken: [
      {
        revision: '2026-06-25',
        because: `${INDEX_URI} has no \`$schema\`, and its entries carry frontmatter or archives: the form of 2026-06-09 and 2026-06-25, which differ in rules on archives only; the later one is taken (--spec 2026-06-09 for the other)`,
      },
    ],
    notes,
  };
}

/** Whether the index may be asked for: a server without resources has none. */
const mayHaveIndex = (probe: Probe): boolean => probe.capabilities['resources'] !== undefined;

/** What the first answers tell. The index is asked for only when `skills/list` does not settle the matter. */
export async function detect(probe: Probe): Promise<Detection> {
  const listing = await fromListing(probe);
  if (listing.spoken.length > 0 || !mayHaveIndex(probe)) return listing;
  const index = fromIndex(await probe.drafts.index(), probe);
  const notes = [...listing.notes, ...index.notes];
  if (index.spoken.length > 0 || probe.declaration === undefined) return { spoken: index.spoken, notes };
  return {
    spoken: [{ revision: V1, because: `${declares(probe)}, and there is no index of an earlier draft` }],
    notes,
  };
}

/** The revision of June that a target speaks beside the final one; asked for at the end, so that it changes nothing. */
export async function detectSecond(probe: Probe): Promise<Detection> {
  if (!mayHaveIndex(probe) || probe.broken !== undefined) return { spoken: [], notes: [] };
  const { spoken, notes } = fromIndex(await probe.drafts.index(), probe);
  return { spoken: probe.declaration === undefined ? [] : spoken, notes };
}
