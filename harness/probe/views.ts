import type { Exchange } from '../model/exchange.js';
import { isObject, type JsonObject } from '../model/json.js';
import { skillRoot } from '../model/uri.js';
import type { Walk } from './walk.js';

/**
 * Where we learnt of a skill. `manifest`: its SKILL.md stands in an enclosing skill's manifest. `resources`: in
 * `resources/list`. `template`: a template of the index resolves to it.
 */
export type Origin = 'listed' | 'given' | 'instructions' | 'body' | 'manifest' | 'resources' | 'template';

/** One element of a manifest, as it came. */
export interface ManifestItem {
  readonly index: number;
  readonly value: unknown;
  readonly uri: string | undefined;
  readonly digest: unknown;
  readonly size: unknown;
}

/** A skill entry as a listing or `skills/get` gave it. */
export interface EntryView {
  /** How to call it in a report: its URI, or its place when it has none. */
  readonly label: string;
  readonly origin: Origin;
  readonly value: unknown;
  /** The value when it is an object, else an empty one. */
  readonly entry: JsonObject;
  readonly uri: string | undefined;
  /** The root directory when the URI is one of a SKILL.md. */
  readonly root: string | undefined;
  readonly frames: readonly number[];
  readonly manifest: readonly ManifestItem[] | undefined;
  readonly dynamic: boolean;
  /** The drafts of June have no manifest: `manifest` is then what we know of the skill's files from elsewhere. */
  readonly assumed?: true;
}

/** The answer to `skills/get`. */
export interface GetView {
  readonly exchange: Exchange;
  readonly result: JsonObject | undefined;
  /** The entry, when `skill` is an object. */
  readonly entry: EntryView | undefined;
}

/** One directory, all pages of it. */
export interface DirectoryView {
  readonly uri: string;
  readonly walk: Walk;
  readonly answered: boolean;
  readonly children: readonly {
    readonly value: unknown;
    readonly child: JsonObject;
    readonly frames: readonly number[];
  }[];
}

export interface Reference {
  readonly uri: string;
  /** The skill whose text it stands in; undefined for the server's instructions. */
  readonly from: string;
}

/** Reads an entry; `place` names it when it has no URI. */
export function entryView(value: unknown, origin: Origin, frames: readonly number[], place: string): EntryView {
  const entry = isObject(value) ? value : {};
  const uri = typeof entry['uri'] === 'string' && entry['uri'] !== '' ? entry['uri'] : undefined;
  const { resources } = entry;
  return {
    label: uri ?? place,
    origin,
    value,
    entry,
    uri,
    root: uri === undefined ? undefined : skillRoot(uri),
    frames,
    dynamic: resources === 'dynamic',
    manifest: Array.isArray(resources)
      ? resources.map((item, index) => ({
          index,
          value: item,
          uri: isObject(item) && typeof item['uri'] === 'string' ? item['uri'] : undefined,
          digest: isObject(item) ? item['digest'] : undefined,
          size: isObject(item) ? item['size'] : undefined,
        }))
      : undefined,
  };
}
