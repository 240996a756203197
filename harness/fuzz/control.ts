import { contentOf, sha256 } from '../model/digest.js';
import { describeOutcome } from '../model/exchange.js';
import type { FuzzWire } from '../model/fuzz.js';
import type { JsonObject } from '../model/json.js';
import type { Probe } from '../probe/probe.js';

/** A request whose answer is known: what the server must still give after every input. JSON, for case files. */
export type Control = {
  readonly method: string;
  readonly params: JsonObject;
  /** Of the file that it reads; null where the answer is not a file. */
  readonly digest: string | null;
};

/** Files that are looked at for one whose bytes stay the same. */
const TRIED = 20;
/** Larger ones would cost more than the inputs. */
const MOST_BYTES = 64 * 1024;

/** Picks a small file of the last skills that was read and reads the same again; else the plain request of the revision. */
export async function controlOf(probe: Probe): Promise<Control> {
  const skills = await probe.skills();
  for (const { uri, dynamic } of skills.slice(-TRIED)) {
    if (uri === undefined || dynamic) continue;
    const before = await probe.read(uri);
    if (before.digest === undefined || (before.size ?? 0) > MOST_BYTES) continue;
    const after = await probe.read(uri, true);
    if (after.digest === before.digest) return { method: 'resources/read', params: { uri }, digest: before.digest };
  }
  return { ...probe.plainRequest, digest: null };
}

/** Sends the control request; the sentence says what is wrong with its answer. */
export async function askControl(
  wire: FuzzWire,
  { method, params, digest }: Control,
): Promise<{ readonly problem: string | undefined; readonly frames: readonly number[] }> {
  const exchange = await wire.request(method, params);
  const { outcome, frames } = exchange;
  if (outcome.kind !== 'result') return { problem: describeOutcome(outcome), frames };
  if (digest === null) return { problem: undefined, frames };
  const bytes = contentOf(params['uri'], outcome.result);
  const isSame = bytes !== undefined && sha256(bytes) === digest;
  return { problem: isSame ? undefined : 'other bytes than before', frames };
}
