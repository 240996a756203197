import type { Archive, ArchiveFormat, Offer } from './archive.js';
import type { Catalogue, ServedSkill } from './catalogue.js';
import type { Json, JsonObject } from './json.js';

export type Era = 'legacy' | 'modern';
export type TransportKind = 'stdio' | 'http';

/** Where a message is seen. */
export interface WireContext {
  readonly era: Era;
  readonly transport: TransportKind;
}

/** A reply that goes out as it is, JSON or not. */
export class Raw {
  constructor(readonly text: string) {}
}

/** A response with other messages in front of it; raw text for what is no message at all. */
export class Also {
  constructor(
    readonly before: readonly (JsonObject | Raw)[],
    readonly response: JsonObject,
  ) {}
}

/** What a response hook may put in the place of a response: another message, raw text, or nothing at all. */
export type Outgoing = JsonObject | Raw | Also | undefined;

/** An HTTP reply before it is written. `body` is text: the whole JSON or event stream. */
export interface HttpReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The HTTP request a reply belongs to. */
export interface HttpCall {
  /** A request without a claim of a modern version, and everything but POST, is legacy. */
  readonly era: Era;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body, when it was one JSON object. */
  readonly message: JsonObject | undefined;
}

/**
 * Places at which the reference server can be made to deviate, from the content inwards to the bytes on the wire. A
 * deviation uses the innermost hook that expresses it, so that everything else stays consistent.
 */
export interface Hooks extends JuneHooks {
  /** Changes the content; manifests, digests, sizes, directories, archives, the index and listings follow from it. */
  readonly catalogue?: (catalogue: Catalogue) => void;
  /** Methods that the server does not implement. */
  readonly without?: readonly string[];
  /** Changes one entry, in `skills/list` and `skills/get` alike. */
  readonly entry?: (entry: JsonObject, skill: ServedSkill, catalogue: Catalogue) => void | JsonObject;
  /** Changes one item of `contents` in `resources/read`. */
  readonly contents?: (item: JsonObject, bytes: Uint8Array) => void;
  /** Changes one `Resource` object of `resources/list`. */
  readonly resource?: (resource: JsonObject) => void;
  /** Changes the children of one directory before they are cut into pages. */
  readonly children?: (children: JsonObject[], directory: string, catalogue: Catalogue) => JsonObject[] | void;
  /** Changes what the server puts on its pages: the cursor of page `index` (1 is the second) of a `list`. */
  readonly cursor?: (cursor: string, index: number, list: PagedList) => string;
  /** Sees each request first: changes it, or answers in the server's place by returning a `reply`. */
  readonly request?: (request: JsonObject, context: WireContext) => JsonObject | { reply: Outgoing } | void;
  /** Sees each response last: changes it, replaces it, or drops it by returning `undefined`. */
  readonly response?: (
    response: JsonObject,
    request: JsonObject,
    context: WireContext,
  ) => Outgoing | Promise<Outgoing>;
  readonly stdio?: StdioHooks;
  /** Changes status, headers or raw body of an HTTP reply. */
  readonly http?: (reply: HttpReply, call: HttpCall) => HttpReply;
  /** Takes the guard for `Host` and `Origin` away. */
  readonly unguarded?: boolean;
}

/** Places that only the drafts of June have; from the content outwards too. */
export interface JuneHooks {
  /** Changes the archives that a skill is offered as: their URIs, media types and number. They are served and indexed so. */
  readonly offers?: (offers: Offer[], skill: ServedSkill) => Offer[] | void;
  /** Changes what is packed into an archive; its bytes and its digest follow. */
  readonly archive?: (archive: Archive) => void;
  /** Changes the bytes of a packed archive; its digest follows. */
  readonly packed?: (bytes: Uint8Array, format: ArchiveFormat, root: string) => Uint8Array;
  /**
   * Changes the document at `skill://index.json`, after all digests are in it. A string is served as it is. Asked once, and
   * of no revision that has no index.
   */
  readonly index?: (document: JsonObject, catalogue: Catalogue) => JsonObject | string | void;
  /** Changes the item that reading `skill://index.json` gives, or gives other `contents`; what is listed stays. */
  readonly indexContents?: (item: JsonObject) => JsonObject[] | void;
  /** Changes the templates of `resources/templates/list`; the index and completion stay. */
  readonly templates?: (templates: JsonObject[]) => JsonObject[] | void;
  /** Changes the `completion` of one answer to `completion/complete`. */
  readonly completion?: (completion: JsonObject, params: JsonObject) => JsonObject | void;
}

export type PagedList = 'skills' | 'resources' | 'children';

/** Deviations of the byte stream and of the process; they exist over stdio only. */
export interface StdioHooks {
  /** Written to stdout before anything else. */
  readonly banner?: string;
  /** Changes a line of stdin before it is parsed. */
  readonly input?: (line: string) => string;
  /** The bytes of one message, newline included; several parts are written one by one. */
  readonly line?: (line: string) => string | Uint8Array | readonly Uint8Array[];
  /** What is written to stderr with each message. */
  readonly stderr?: string;
  /** Keep running when stdin closes. */
  readonly ignoreEnd?: boolean;
  /** Exit when a request for such a method arrives, before it is answered. */
  readonly exitOn?: (method: Json | undefined) => boolean;
}

/** A json value that a hook wants sent as the result of a request. */
export const resultOf = (request: JsonObject, result: Json): JsonObject => ({
  jsonrpc: '2.0',
  id: request['id'],
  result,
});

/** An error response to a request. */
export const errorOf = (request: JsonObject, code: Json, message: Json): JsonObject => ({
  jsonrpc: '2.0',
  id: request['id'],
  error: { code, message },
});
