import type { Evidence } from './check.js';
import type { Exchange, Frame } from './exchange.js';
import type { Json, JsonObject } from './json.js';
import type { Era, Revision, TransportKind } from './protocol.js';
import type { RequestOptions } from './connection.js';

/** One thing that a run of a property saw and that speaks against the target. */
export interface Breach {
  /**
   * A stable word for what went wrong, such as `wrong-code` or `other-file`. One finding is made of each kind that a property
   * sees: the smallest case of it.
   */
  readonly kind: string;
  /** Which request or file, in words. */
  readonly subject: string;
  readonly evidence: Evidence;
  /** Requirements whose own checks tell the same defect: where one of them failed, this is not told a second time. */
  readonly told?: readonly string[];
}

/** What properties send over: a connection of their own, made anew when the target went away. */
export interface FuzzWire {
  readonly era: Era;
  readonly transport: TransportKind;
  readonly revision: Revision;
  /** Never throws for what the target does. Once the target is gone, every outcome is `closed`. */
  request(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange>;
  notify(method: string, params?: JsonObject): Promise<Exchange>;
  /** Parameters as `request` sends them: in the modern era with `_meta`. */
  complete(params: JsonObject): JsonObject;
  /**
   * Sends a text as it is: a line on stdin (so it must hold no line break), or a POST body with the headers of `request`.
   * With an `id` the answer that carries it is waited for; without, nothing is, and the outcome is of kind `http`.
   */
  raw(text: string, options?: RawOptions): Promise<Exchange>;
  /** Whether an id was sent over this connection before, where the text of the era forbids to send it again. */
  isUsed(id: string | number): boolean;
  /** Reads an archive and unpacks it in memory, within the limits of the run. */
  packed(url: string, mimeType: string | undefined): Promise<PackedFiles>;
}

/** An archive as it was read. */
export interface PackedFiles {
  readonly exchange: Exchange;
  /** Of the packed bytes, as `sha256:…`; undefined when none came. */
  readonly digest: string | undefined;
  /** Digests of the files that a host would see, by path; undefined when the bytes could not be unpacked. */
  readonly files: Readonly<Record<string, string>> | undefined;
}

export interface RawOptions {
  readonly id?: string | number;
  /** Milliseconds; default `limits.requestMs`. */
  readonly timeoutMs?: number;
  /** HTTP: what the standard headers are derived from, and what replaces or (undefined) drops them. */
  readonly method?: string;
  readonly params?: JsonObject;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A failure that a search found, shrunk: what replay needs to show it again. One JSON file each. */
export interface FuzzCase {
  readonly schemaVersion: 1;
  /** Stable: made of the property, the kind of breach and the input. */
  readonly id: string;
  readonly property: string;
  readonly kind: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportKind;
  /** How the target was named on the command line; absent where that held a secret. */
  readonly target?: Json;
  /** Of the search; with `path` it leads fast-check to the input from the start. */
  readonly seed: number;
  readonly path: string;
  /** The input: what is sent, as data. */
  readonly plan: Json;
  /** What the property knew of the target, as far as the plan needs it. */
  readonly world: Json;
  /** The request that was asked afterwards. */
  readonly control?: Json;
  readonly subject: string;
  readonly expected: string;
  readonly actual: string;
  /** The frames as they went over the wire. */
  readonly frames: readonly Frame[];
}

/** How far a search went. */
export interface FuzzStats {
  readonly seed: number;
  /** Inputs tried, those of shrinking aside. */
  readonly runs: number;
  readonly planned: number;
  readonly requests: number;
  readonly ms: number;
  /** False when the search ended before all planned inputs were tried. */
  readonly complete: boolean;
  /** Why it ended early. */
  readonly stopped?: string;
  /** The name of a search that several requirements are judged by: its figures stand with each of them. */
  readonly shared?: string;
}
