import type { Closing, Connection, Handshake, RequestOptions } from '../model/connection.js';
import type { Exchange, Fault, Frame } from '../model/exchange.js';
import { isObject, type JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import {
  EXTENSION_ID,
  INDEX_URI,
  SHAPES,
  V1,
  type Era,
  type Revision,
  type TransportKind,
} from '../model/protocol.js';
import { referencesIn } from '../model/references.js';
import { isBelow, skillRoot, UriIndex } from '../model/uri.js';
import { viewRead, type ReadView } from './content.js';
import { Drafts } from './drafts.js';
import { findBodyReferences, findFileReferences } from './named.js';
import { Blocked, Sender } from './sender.js';
import { entryView, type DirectoryView, type EntryView, type GetView, type Origin, type Reference } from './views.js';
import { findFiles, walkTree, type TreeView } from './tree.js';
import type { Walk } from './walk.js';

/** Characters of text kept for looking into, over all files. */
const TEXT_KEPT = 256 * 1024 * 1024;

export interface ProbeOptions {
  readonly limits: Limits;
  readonly skills: readonly string[];
  readonly concurrency: number;
  /** The revision to judge by; default: the final one. It decides where skills are looked for. */
  readonly revision?: Revision;
  readonly onProgress?: (text: string) => void;
}

/** What checks see of one target in one era: decoded views, each fetched once, with the frames that it came from. */
export class Probe {
  readonly era: Era;
  readonly transport: TransportKind;
  readonly handshake: Handshake;
  readonly limits: Limits;
  readonly revision: Revision;
  /** The index, archives and templates of the drafts of June 2026. */
  readonly drafts: Drafts;
  /** Error answers that were asked for on purpose, for the check on messages. */
  readonly refusals: { readonly subject: string; readonly exchange: Exchange }[] = [];
  closing: Closing | undefined;

  readonly #connection: Connection;
  readonly #sender: Sender;
  readonly #options: ProbeOptions;
  readonly #memo = new Map<string, Promise<unknown>>();
  readonly #claims = new Map<string, Set<string>>();
  #filesRead = 0;
  #directories = 0;
  #textKept = 0;
  #bytesRead = 0;

  constructor(connection: Connection, options: ProbeOptions) {
    this.#connection = connection;
    this.#options = options;
    this.era = connection.era;
    this.transport = connection.transport;
    this.handshake = connection.handshake;
    this.limits = options.limits;
    this.revision = options.revision ?? V1;
    this.drafts = new Drafts(this);
    this.#sender = new Sender(connection, options.limits, options.onProgress);
  }

  get frames(): readonly Frame[] {
    return this.#connection.frames;
  }
  get faults(): readonly Fault[] {
    return this.#connection.faults;
  }
  /** Limits that were reached: flag → what was cut. */
  get limitsReached(): Map<string, string> {
    return this.#sender.limitsReached;
  }
  get broken(): string | undefined {
    return this.#connection.broken;
  }
  get requests(): number {
    return this.#sender.requests;
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
  /** Whether the base protocol's `resources/list` may be asked: the capability is declared. */
  get hasResources(): boolean {
    return this.capabilities['resources'] !== undefined;
  }
  /** `directoryRead: true`, declared as the text has it. Without it the method must not be called. */
  get directoryRead(): boolean {
    return isObject(this.declaration) && this.declaration['directoryRead'] === true;
  }

  /** Sends one request. Never throws for what the server does; throws `Blocked` when the connection is gone. */
  request(method: string, params: JsonObject | undefined, options?: RequestOptions): Promise<Exchange> {
    return this.#sender.request(method, params, options);
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
  http(request: Parameters<Connection['http']>[0]): Promise<Exchange> {
    return this.#sender.http(request);
  }

  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key);
    if (known !== undefined) return known as Promise<T>;
    const made = make();
    this.#memo.set(key, made);
    return made;
  }

  /** True where skills are listed and confirmed by methods; false where the index lists them. */
  get hasMethods(): boolean {
    return SHAPES[this.revision] === 'methods';
  }

  /** A request that a right server of this revision always answers. */
  get plainRequest(): { readonly method: string; readonly params: JsonObject } {
    return this.hasMethods
      ? { method: 'skills/list', params: {} }
      : { method: 'resources/read', params: { uri: INDEX_URI } };
  }

  /** All pages of `skills/list`. `fresh` walks anew, for telling a change of the catalogue from a fault. */
  listing(fresh = false): Promise<Walk> {
    const most = { items: this.limits.skills, flag: '--max-skills' };
    const make = (): Promise<Walk> => this.#sender.walk('skills/list', {}, 'skills', most);
    return fresh ? make() : this.#once('listing', make);
  }

  /** Every entry of the listing or of the index, in order, one view per element. */
  async entries(): Promise<readonly EntryView[]> {
    return await this.#once('entries', async () => {
      if (!this.hasMethods) {
        const entries = await this.drafts.entries();
        entries.forEach((view) => this.#claim(view));
        return entries;
      }
      const listing = await this.listing();
      const views: EntryView[] = [];
      const seen = new Set<string>();
      for (const page of listing.pages) {
        page.items.forEach((value, index) => {
          const view = entryView(value, 'listed', page.exchange.frames, `entry ${index + 1} of page ${page.number}`);
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
    for (const { uri, digest } of view.manifest ?? [])
      if (uri !== undefined && typeof digest === 'string') this.expectDigest(uri, digest);
  }

  /** Makes a digest known that a file should have, so that a read under another one looks for the cause. */
  expectDigest(uri: string, digest: string): void {
    const claims = this.#claims.get(uri) ?? new Set();
    this.#claims.set(uri, claims.add(digest));
  }

  /** `skills/get` of a URI; in the drafts of June, its entry in the index. `fresh` asks again. */
  get(uri: string, fresh = false): Promise<GetView> {
    const make = async (): Promise<GetView> => {
      if (!this.hasMethods) {
        const { index, entry } = await this.drafts.freshEntry(uri);
        return { exchange: index.exchange, result: entry?.entry, entry };
      }
      const exchange = await this.request('skills/get', { uri });
      const result = exchange.outcome.kind === 'result' ? exchange.outcome.result : undefined;
      const skill = result?.['skill'];
      return {
        exchange,
        result,
        entry: isObject(skill) ? entryView(skill, 'given', exchange.frames, uri) : undefined,
      };
    };
    return fresh ? make() : this.#once(`get ${uri}`, make);
  }

  /**
   * The entries of every skill that is served as files: the listed ones, then those that the user vouches for, those named in
   * the instructions and in the text of skills, and nested ones, as far as `skills/get` has an entry for them (in the drafts
   * of June: as far as their SKILL.md can be read).
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
        if (!this.hasMethods) {
          const view = known.has(uri) ? undefined : await this.drafts.unlistedSkill(uri, origin);
          if (view !== undefined) add(view);
          continue;
        }
        const got = await this.get(uri);
        if (got.entry?.uri !== uri) continue;
        add({ ...got.entry, origin });
        this.#claim(got.entry);
      }
      return [...known.values(), ...nameless];
    });
  }

  /** The known skill with this root, where there is one. */
  async skillAt(root: string): Promise<EntryView | undefined> {
    const byRoot = await this.#once('skills by root', async () => {
      const skills = [...(await this.skills())].reverse();
      return new Map(skills.map((skill) => [skill.root, skill]));
    });
    return byRoot.get(root);
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
      if (!this.hasMethods) {
        for (const uri of await this.drafts.inResources()) add(uri, 'resources', 'resources/list');
        for (const view of await this.drafts.templates())
          for (const { uri } of view.resolved) add(uri, 'template', view.template.text);
        return [...found.values()];
      }
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
  bodyReferences(): Promise<readonly Reference[]> {
    return this.#once('body references', () => findBodyReferences(this));
  }

  /** URIs of files of this server that the text of a skill names; see `findFileReferences`. */
  fileReferences(): Promise<readonly Reference[]> {
    return this.#once('file references', () => findFileReferences(this));
  }

  /** Reads a URI once; `fresh` reads it again. */
  read(uri: string, fresh = false): Promise<ReadView> {
    const make = async (): Promise<ReadView> => {
      this.assertUnspent();
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

  /** The files of a skill; see `findFiles`. */
  filesOf(skill: EntryView): Promise<readonly string[]> {
    return findFiles(this, skill);
  }

  /** Throws `Blocked` when as many files or bytes were read as a run may. */
  assertUnspent(): void {
    if (this.#filesRead >= this.limits.files) {
      this.limitsReached.set('--max-files', `${this.limits.files} files were read; the rest was left unread`);
      throw new Blocked(`the limit of ${this.limits.files} files is reached (--max-files)`);
    }
    if (this.#bytesRead >= this.limits.totalBytes) {
      this.limitsReached.set('--max-bytes', `${this.limits.totalBytes} bytes were read; the rest was left unread`);
      throw new Blocked(`the limit of ${this.limits.totalBytes} bytes is reached (--max-bytes)`);
    }
  }

  /** Counts what an archive held as if it had been read file by file: all archives of a server have one budget. */
  spend(files: number, bytes: number): void {
    this.#filesRead += files;
    this.#bytesRead += bytes;
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
    return this.#once('resources', () =>
      this.#sender.walk('resources/list', {}, 'resources', { items: this.limits.files, flag: '--max-files' }),
    );
  }

  /** All pages of `resources/templates/list`. */
  resourceTemplates(): Promise<Walk> {
    const most = { items: this.limits.files, flag: '--max-files' };
    return this.#once('resource templates', () =>
      this.#sender.walk('resources/templates/list', {}, 'resourceTemplates', most),
    );
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
      const found = await this.#sender.walk('resources/directory/read', { uri }, 'resources', {
        items: this.limits.files,
        flag: '--max-files',
      });
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

  /** Every directory of a skill, each once; see `walkTree`. */
  tree(skill: EntryView): Promise<readonly TreeView[]> {
    return this.#once(`tree ${skill.uri}`, () => walkTree(this, skill));
  }

  async close(): Promise<Closing> {
    this.closing ??= await this.#connection.close();
    return this.closing;
  }
}
