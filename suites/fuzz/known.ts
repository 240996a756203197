import { describeOutcome, type Exchange } from '../../harness/model/exchange.js';
import { isObject, type JsonObject } from '../../harness/model/json.js';
import type { Probe } from '../../harness/probe/probe.js';
import { ends } from '../kit/check.js';
import { digestOf } from './answers.js';

/** A request with what tells its answer from others. JSON. */
export type Known = {
  readonly method: string;
  readonly params: JsonObject;
  /** The digest of the file that is read, the URI of the skill that is got, or null where any result will do. */
  readonly mark: string | null;
};

const MOST = 6;

/** The same for all properties. */
const memo = new WeakMap<Probe, Promise<Known[]>>();

/** Requests whose answers are known and differ from each other. */
export function knownRequests(probe: Probe): Promise<Known[]> {
  const known = memo.get(probe) ?? find(probe);
  memo.set(probe, known);
  return known;
}

async function find(probe: Probe): Promise<Known[]> {
  const known: Known[] = [];
  const digests = new Set<string>();
  for (const { uri, dynamic } of ends(await probe.skills(), MOST)) {
    if (uri === undefined || dynamic) continue;
    const { digest, size } = await probe.read(uri);
    if (
      digest !== undefined &&
      (size ?? 0) > 0 &&
      !digests.has(digest) &&
      (await probe.read(uri, true)).digest === digest
    ) {
      digests.add(digest);
      known.push({ method: 'resources/read', params: { uri }, mark: digest });
    }
    if (probe.hasMethods && (await probe.get(uri)).entry?.uri === uri)
      known.push({ method: 'skills/get', params: { uri }, mark: uri });
  }
  return [...known, { ...probe.plainRequest, mark: null }];
}

/** What is wrong with the answer to a known request; undefined when it is the right one. */
export function wrongAnswer({ method, params, mark }: Known, exchange: Exchange): string | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== 'result') return describeOutcome(outcome);
  if (mark === null) return undefined;
  if (method === 'resources/read')
    return digestOf(params['uri'], exchange) === mark ? undefined : 'other bytes than before';
  const { skill } = outcome.result;
  return isObject(skill) && skill['uri'] === mark ? undefined : 'the entry of another skill';
}
