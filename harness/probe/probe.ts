import type { Closing, Connection, Handshake, RequestOptions } from '../model/connection.js';
import type { Exchange, Fault, Frame } from '../model/exchange.js';
import { isObject, type JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import { EXTENSION_ID, type Era, type Revision, type TransportKind } from '../model/protocol.js';
import { referencesIn } from '../model/references.js';
import { hasDotSegments, headOf, isBelow, segmentsBelow, skillRoot, UriIndex } from '../model/uri.js';
import { viewRead, type ReadView } from './content.js';
import { walk, type Walk } from './walk.js';

/** Thrown by a view that cannot be had, caught by the run: the check is then blocked, not failed. */
export class Blocked extends Error {
  constructor(
    message: string,
    readonly by: readonly string[] = [],
  ) {
    super(message);
    this.name = 'Blocked';
  }
}

/** Methods whose answers are kept to the end of the run; content of files is not. */
const HELD = new Set(['skills/get', 'resources/directory/read', 'resources/list']);
/** Characters of text kept for looking into, over all files. */
const TEXT_KEPT = 256 * 1024 * 1024;
/** So many requests of one method in a row without an answer, and it is not asked again. */
const SILENT = 5;

/** Where we learnt of a skill. `manifest`: its SKILL.md stands in an enclosing skill's manifest. */
export type Origin = 'listed' | 'given' | 'instructions' | 'body' | 'manifest';

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
  readonly page: number | undefined;
  readonly frames: readonly number[];
  readonly manifest: readonly ManifestItem[] | undefined;
  readonly dynamic: boolean;
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

export interface ProbeOptions {
  readonly limits: Limits;
  readonly revision: Revision;
  readonly skills: readonly string[];
  readonly concurrency: number;
  readonly strict: boolean;
  readonly onProgress?: (text: string) => void;
}

/** What checks see of one target in one era: decoded views, each fetched once, with the frames that it came from. */
export class Probe {
  readonly era: Era;
  readonly transport: TransportKind;
  readonly revision: Revision;
  readonly strict: boolean;
  readonly handshake: Handshake;
  readonly limits: Limits;
  readonly limitsReached = new Map<string, string>();
  /** Error answers that were asked for on purpose, for the check on messages. */
  readonly refusals: { readonly subject: string; readonly exchange: Exchange }[] = [];
  closing: Closing | undefined;

  readonly #connection: Connection;
  readonly #options: ProbeOptions;
  readonly #memo = new Map<string, Promise<unknown>>();
  readonly #claims = new Map<string, Set<string>>();
  /** Requests of a method that timed out, one after the other, since it last answered. */
  readonly #silent = new Map<string, number>();
  #requests = 0;
  #filesRead = 0;
  #directories = 0;
  #textKept = 0;
  #held = 0;
  #bytesRead = 0;

  constructor(connection: Connection, options: ProbeOptions) {
    this.#connection = connection;
    this.#options = options;
    this.era = connection.era;
    this.transport = connection.transport;
    this.handshake = connection.handshake;
    this.revision = options.revision;
    this.strict = options.strict;
    this.limits = options.limits;
  }

  get frames(): readonly Frame[] {
    return this.#connection.frames;
  }
  get faults(): readonly Fault[] {
    return this.#connection.faults;
  }
  get broken(): string | undefined {
    return this.#connection.broken;
  }
  get requests(): number {
    return this.#requests;
  }
  /** URIs of SKILL.md files that the user vouches for. */
  get given(): readonly string[] {
    return this.#options.skills;
  }

  /** Capabilities of the handshake; an empty object when they are none. */
  get capabilities(): JsonObject {
    const { capabilities } = this.handshake.result;
    return isObject(capabilities) ? capabilities : {};
  }
  /** The declared settings of the extension, whatever they are; undefined when the key is absent. */
  get declaration(): unknown {
    const { extensions } = this.capabilities;
    return isObject(extensions) ? extensions[EXTENSION_ID] : undefined;
  }
  /** `directoryRead: true`, declared as the text has it. Without it the method must not be called. */
  get directoryRead(): boolean {
    return isObject(this.declaration) && this.declaration['directoryRead'] === true;
  }

  /** Sends one request. Never throws for what the server does; throws `Blocked` when the connection is gone. */
  async request(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange> {
    if (this.#connection.broken !== undefined) throw new Blocked(`the server is gone: ${this.#connection.broken}`);
    return await this.#send(method, params, options);
  }

  /** Bounds of a walk over files. */
  get #mostFiles(): { readonly items: number; readonly flag: string } {
    return { items: this.limits.files, flag: '--max-files' };
  }

  /**
   * Sends a request, unless its method has been silent so often in a row that one more would only cost the run its time:
   * then it ends at once, with a limit of ours.
   */
  async #send(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange> {
    const silent = this.#silent.get(method) ?? 0;
    if (silent >= SILENT) {
      const detail = `${method} was left unanswered ${silent} times in a row, so it is not asked again`;
      this.limitsReached.set('--timeout', detail);
      return { method, params, outcome: { kind: 'limit', flag: '--timeout', detail }, frames: [], ms: 0 };
    }
    const isHeld = HELD.has(method);
    if (isHeld && this.#held >= this.limits.listingBytes) {
      const detail = `${this.#held} bytes of entries and directories are held, so no more are asked for`;
      this.limitsReached.set('--max-listing', detail);
      return { method, params, outcome: { kind: 'limit', flag: '--max-listing', detail }, frames: [], ms: 0 };
    }
    this.#requests += 1;
    const exchange = await this.#connection.request(method, params, options);
    if (isHeld) this.#held += this.#bytesOf(exchange);
    if (exchange.outcome.kind === 'timeout') this.#silent.set(method, silent + 1);
    else this.#silent.delete(method);
    return exchange;
  }

  /** Sends a request that a right server refuses, and remembers the answer for the check on messages. */
  async refusal(
    subject: string,
    method: string,
    params: JsonObject | undefined,
    options?: RequestOptions,
  ): Promise<Exchange> {
    const exchange = await this.request(method, params, options);
    if (exchange.outcome.kind === 'error') this.refusals.push({ subject, exchange });
    return exchange;
  }

  /** A raw HTTP request; only over HTTP. */
  async http(request: Parameters<Connection['http']>[0]): Promise<Exchange> {
    this.#requests += 1;
    return await this.#connection.http(request);
  }
  async notify(method: string, params?: JsonObject): Promise<Exchange> {
    this.#requests += 1;
    return await this.#connection.notify(method, params);
  }

  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key);
    if (known !== undefined) return known as Promise<T>;
    const made = make();
    this.#memo.set(key, made);
    return made;
  }

  async #walk(
    method: string,
    params: JsonObject,
    member: string,
    most: { readonly items: number; readonly flag: string },
  ): Promise<Walk> {
    if (this.#connection.broken !== undefined) throw new Blocked(`the server is gone: ${this.#connection.broken}`);
    const send = (name: string, sent: JsonObject): Promise<Exchange> => this.#send(name, sent);
    const sizeOf = (exchange: Exchange): number => this.#bytesOf(exchange);
    const onPage = (pages: number, items: number): void => {
      if (pages % 20 === 0) this.#options.onProgress?.(`${method}: page ${pages}, ${items} so far`);
    };
    const walked = await walk(send, this.era, method, params, member, this.limits, { ...most, sizeOf }, onPage);
    if (walked.flag !== undefined) this.limitsReached.set(walked.flag, `${method}: ${walked.detail}`);
    return walked;
  }

  #bytesOf(exchange: Exchange): number {
    return exchange.frames.reduce((sum, n) => sum + (this.#connection.frames[n - 1]?.bytes ?? 0), 0);
  }

  /** All pages of `skills/list`. `fresh` walks anew, for telling a change of the catalogue from a fault. */
  listing(fresh = false): Promise<Walk> {
    const most = { items: this.limits.skills, flag: '--max-skills' };
    const make = (): Promise<Walk> => this.#walk('skills/list', {}, 'skills', most);
    return fresh ? make() : this.#once('listing', make);
  }

  /** Every entry of the listing, in order, one view per element. */
  async entries(): Promise<readonly EntryView[]> {
    return await this.#once('entries', async () => {
      const listing = await this.listing();
      const views: EntryView[] = [];
      const seen = new Set<string>();
      for (const page of listing.pages) {
        page.items.forEach((value, index) => {
          const view = entryView(
            value,
            'listed',
            page.exchange.frames,
            `entry ${index + 1} of page ${page.number}`,
            page.number,
          );
          // A URI that comes again is the business of list/entry-atomic; judging it twice would report it twice.
          if (view.uri !== undefined && seen.has(view.uri)) return;
          if (view.uri !== undefined) seen.add(view.uri);
          views.push(view);
          this.#claim(view);
        });
      }
      return views;
    });
  }

  /** Remembers what digests a manifest gives, so that a read can tell at once whether it is surprising. */
  #claim(view: EntryView): void {
    for (const item of view.manifest ?? []) {
      if (item.uri === undefined || typeof item.digest !== 'string') continue;
      const claims = this.#claims.get(item.uri) ?? new Set();
      this.#claims.set(item.uri, claims.add(item.digest));
    }
  }

  /** `skills/get` of a URI. `fresh` asks again. */
  get(uri: string, fresh = false): Promise<GetView> {
    const make = async (): Promise<GetView> => {
      const exchange = await this.request('skills/get', { uri });
      const result = exchange.outcome.kind === 'result' ? exchange.outcome.result : undefined;
      const skill = result?.['skill'];
      return {
        exchange,
        result,
        entry: isObject(skill) ? entryView(skill, 'given', exchange.frames, uri, undefined) : undefined,
      };
    };
    return fresh ? make() : this.#once(`get ${uri}`, make);
  }

  /**
   * The entries of every skill we know of: the listed ones, then those that the user vouches for, those named in the
   * instructions and in the text of skills, and nested ones, as far as `skills/get` has an entry for them.
   */
  async skills(): Promise<readonly EntryView[]> {
    return await this.#once('skills', async () => {
      const known = new Map<string, EntryView>();
      const nameless: EntryView[] = [];
      const add = (view: EntryView): void => {
        if (view.uri === undefined) nameless.push(view);
        else if (!known.has(view.uri)) known.set(view.uri, view);
      };
      for (const view of await this.entries()) add(view);
      for (const { uri, origin } of await this.unlisted()) {
        const got = await this.get(uri);
        if (got.entry?.uri !== uri) continue;
        add({ ...got.entry, origin });
        this.#claim(got.entry);
      }
      return [...known.values(), ...nameless];
    });
  }

  /** SKILL.md URIs that something else than the listing vouches for, each with where we learnt of it first. */
  async unlisted(): Promise<readonly { readonly uri: string; readonly origin: Origin; readonly from: string }[]> {
    return await this.#once('unlisted', async () => {
      const entries = await this.entries();
      const listed = new Set(entries.map((entry) => entry.uri));
      const found = new Map<string, { uri: string; origin: Origin; from: string }>();
      const add = (uri: string, origin: Origin, from: string): void => {
        if (!listed.has(uri) && !found.has(uri) && skillRoot(uri) !== undefined)
          found.set(uri, { uri, origin, from });
      };
      for (const uri of this.given) add(uri, 'given', '--skill');
      for (const uri of referencesIn(this.handshake.instructions ?? '')) add(uri, 'instructions', 'the instructions');
      for (const { uri, from } of await this.bodyReferences()) add(uri, 'body', from);
      for (const entry of entries) {
        for (const item of entry.manifest ?? []) {
          if (item.uri === undefined || item.uri === entry.uri || entry.root === undefined) continue;
          if (isBelow(entry.root, item.uri)) add(item.uri, 'manifest', entry.label);
        }
      }
      return [...found.values()];
    });
  }

  /** SKILL.md URIs in the text of listed skills whose first segment is one that this server uses. */
  async bodyReferences(): Promise<readonly Reference[]> {
    return await this.#once('body references', async () => {
      const found: Reference[] = [];
      const entries = await this.entries();
      const heads = new Set(entries.map((entry) => headOf(entry.uri ?? '')));
      for (const entry of entries) {
        if (entry.uri === undefined || entry.root === undefined) continue;
        const { text } = await this.read(entry.uri);
        for (const uri of referencesIn(text ?? '')) {
          if (uri !== entry.uri && heads.has(headOf(uri))) found.push({ uri, from: entry.label });
        }
      }
      return found;
    });
  }

  /** Reads a URI once; `fresh` reads it again. */
  read(uri: string, fresh = false): Promise<ReadView> {
    const make = async (): Promise<ReadView> => {
      if (this.#filesRead >= this.limits.files) {
        this.limitsReached.set('--max-files', `${this.limits.files} files were read; the rest was left unread`);
        throw new Blocked(`the limit of ${this.limits.files} files is reached (--max-files)`);
      }
      if (this.#bytesRead >= this.limits.totalBytes) {
        this.limitsReached.set('--max-bytes', `${this.limits.totalBytes} bytes were read; the rest was left unread`);
        throw new Blocked(`the limit of ${this.limits.totalBytes} bytes is reached (--max-bytes)`);
      }
      this.#filesRead += 1;
      const exchange = await this.request('resources/read', { uri });
      const view = viewRead(uri, exchange, this.#claims.get(uri) ?? new Set());
      this.#bytesRead += view.size ?? 0;
      this.#textKept += view.text?.length ?? 0;
      // Text stays for the whole run, so all of it has a bound; what goes over it counts as too large to look into.
      if (this.#textKept > TEXT_KEPT) return { ...view, text: undefined };
      if (this.#filesRead % 50 === 0) this.#options.onProgress?.(`${this.#filesRead} files read`);
      return view;
    };
    return fresh ? make() : this.#once(`read ${uri}`, make);
  }

  /** Runs `work` over items, `concurrency` at a time; 1 keeps the order of requests. */
  async each<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < items.length) {
        const index = next++;
        await work(items[index]!, index);
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, this.#options.concurrency) }, lane));
  }

  /** All pages of `resources/list`. */
  resources(): Promise<Walk> {
    return this.#once('resources', () => this.#walk('resources/list', {}, 'resources', this.#mostFiles));
  }

  /** Elements of `resources/list` by URI, as far as they are objects with one. */
  resourcesByUri(): Promise<
    ReadonlyMap<string, { readonly resource: JsonObject; readonly frames: readonly number[] }>
  > {
    return this.#once('resources by uri', async () => {
      const found = new Map<string, { resource: JsonObject; frames: readonly number[] }>();
      for (const page of (await this.resources()).pages) {
        for (const resource of page.items) {
          if (isObject(resource) && typeof resource['uri'] === 'string') {
            found.set(resource['uri'], { resource, frames: page.exchange.frames });
          }
        }
      }
      return found;
    });
  }

  /** URIs of `resources/list`, to be asked for those below a root. */
  resourceIndex(): Promise<UriIndex> {
    return this.#once('resource index', async () => new UriIndex((await this.resourcesByUri()).keys()));
  }

  /** One directory, all its pages. Only called when `directoryRead` is declared. */
  directory(uri: string): Promise<DirectoryView> {
    return this.#once(`directory ${uri}`, async () => {
      if (!this.directoryRead) throw new Blocked('directoryRead is not declared');
      if (this.#directories >= this.limits.files) {
        this.limitsReached.set('--max-files', `${this.limits.files} directories were read; the rest was left unread`);
        throw new Blocked(`the limit of ${this.limits.files} directories is reached (--max-files)`);
      }
      this.#directories += 1;
      const found = await this.#walk('resources/directory/read', { uri }, 'resources', this.#mostFiles);
      return {
        uri,
        walk: found,
        answered: found.pages.length > 0,
        children: found.pages.flatMap((page) =>
          page.items.map((value) => ({ value, child: isObject(value) ? value : {}, frames: page.exchange.frames })),
        ),
      };
    });
  }

  /**
   * Every directory of a skill: its root, those that the manifest implies, and those that a walk finds, each once.
   * `implied` tells which ones the manifest stands for.
   */
  tree(skill: EntryView): Promise<readonly (DirectoryView & { readonly implied: boolean })[]> {
    return this.#once(`tree ${skill.uri}`, async () => {
      const root = skill.root;
      if (root === undefined) return [];
      const implied = new Set([root]);
      for (const item of skill.manifest ?? []) {
        const below = item.uri === undefined || hasDotSegments(item.uri) ? undefined : segmentsBelow(root, item.uri);
        if (below !== undefined && below.length - 1 > this.limits.directoryDepth) this.#tooDeep(root);
        below?.slice(0, Math.min(below.length - 1, this.limits.directoryDepth)).reduce((path, segment) => {
          const next = `${path}/${segment}`;
          implied.add(next);
          return next;
        }, root);
      }
      const queue = [...implied];
      const known = new Set(queue);
      let at = 0;
      const views: (DirectoryView & { implied: boolean })[] = [];
      for (let uri = queue[at]; uri !== undefined; uri = queue[++at]) {
        const view = await this.directory(uri);
        views.push({ ...view, implied: implied.has(uri) });
        for (const { child } of view.children) {
          const next = typeof child['uri'] === 'string' ? child['uri'].replace(/\/$/, '') : '';
          if (child['mimeType'] !== 'inode/directory' || known.has(next) || !isBelow(uri, next)) continue;
          const depth = segmentsBelow(root, next)?.length ?? 0;
          if (depth > this.limits.directoryDepth) {
            this.#tooDeep(root);
            continue;
          }
          known.add(next);
          queue.push(next);
        }
      }
      return views;
    });
  }

  #tooDeep(root: string): void {
    this.limitsReached.set('--max-directory-depth', `${root} is deeper than ${this.limits.directoryDepth} levels`);
  }

  async close(): Promise<Closing> {
    this.closing ??= await this.#connection.close();
    return this.closing;
  }
}

function entryView(
  value: unknown,
  origin: Origin,
  frames: readonly number[],
  place: string,
  page: number | undefined,
): EntryView {
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
    page,
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
