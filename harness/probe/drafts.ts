import { relativeLinks, resolveLink } from '../model/references.js';
import { INDEX_URI, SHAPES } from '../model/protocol.js';
import { isBelow, skillRoot, splitUri } from '../model/uri.js';
import { viewIndex, type ArchiveOffer, type DraftShape, type IndexEntry, type IndexView } from './index-view.js';
import { viewPacked, type PackedView } from './packed.js';
import type { Probe } from './probe.js';
import {
  completionParams,
  viewCompletion,
  viewTemplate,
  type CompletionView,
  type TemplateView,
} from './templates.js';
import type { EntryView, ManifestItem, Origin } from './views.js';

/** What the drafts of June 2026 have in place of skills/list and skills/get: the index, archives and templates. */
export class Drafts {
  readonly #probe: Probe;
  readonly #packed = new Map<ArchiveOffer, Promise<PackedView>>();
  #index: Promise<IndexView> | undefined;
  #second: Promise<IndexView> | undefined;
  #archiveUrls: Promise<ReadonlySet<string>> | undefined;
  #templates: Promise<readonly TemplateView[]> | undefined;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** The form in which the index is judged; undefined where the final revision is, and an index is a matter of interest only. */
  get #form(): DraftShape | undefined {
    const shape = SHAPES[this.#probe.revision];
    return shape === 'methods' ? undefined : shape;
  }

  /** Whether entries have types (2026-06-03) rather than frontmatter and archives. */
  get typed(): boolean {
    return this.#form === 'discovery-index';
  }

  /** `skill://index.json`. */
  index(): Promise<IndexView> {
    return (this.#index ??= this.#readIndex());
  }

  async #readIndex(): Promise<IndexView> {
    return viewIndex(await this.#probe.request('resources/read', { uri: INDEX_URI }), this.#form);
  }

  /** Every archive that the index offers, in order. */
  async offers(): Promise<readonly ArchiveOffer[]> {
    return (await this.index()).entries.flatMap((entry) => entry.archives);
  }

  /** Where archives are to be had: a download location is no file of a skill, wherever it lies. */
  archiveUrls(): Promise<ReadonlySet<string>> {
    return (this.#archiveUrls ??= this.offers().then((offers) => new Set(offers.flatMap(({ url }) => url ?? []))));
  }

  /** One archive, read and unpacked once. Only for offers with a URL. */
  packed(offer: ArchiveOffer): Promise<PackedView> {
    const known = this.#packed.get(offer);
    if (known !== undefined) return known;
    const make = async (): Promise<PackedView> => {
      this.#probe.assertUnspent();
      const exchange = await this.#probe.request('resources/read', { uri: offer.url ?? '' });
      const view = await viewPacked(offer, exchange, this.#probe.limits);
      const { entries = [], packedBytes = 0, unpackedBytes = 0 } = view.archive ?? {};
      this.#probe.spend(1 + entries.length, packedBytes + unpackedBytes);
      return view;
    };
    const made = make();
    this.#packed.set(offer, made);
    return made;
  }

  /** Every template of the index, with completions and a few resolved skills. */
  templates(): Promise<readonly TemplateView[]> {
    return (this.#templates ??= this.#viewTemplates());
  }

  /** Whether completion may be asked for: without the capability, which came with 2025-03-26, it must not be. */
  get hasCompletions(): boolean {
    const { capabilities, handshake } = this.#probe;
    return capabilities['completions'] !== undefined || handshake.protocolVersion < '2025-03-26';
  }

  async #viewTemplates(): Promise<readonly TemplateView[]> {
    const views: TemplateView[] = [];
    for (const entry of (await this.index()).entries) {
      if (entry.type !== 'mcp-resource-template') continue;
      views.push(
        await viewTemplate(
          entry,
          this.hasCompletions
            ? (template, variable, value, context) => this.complete(template, variable, value, context)
            : undefined,
        ),
      );
    }
    return views;
  }

  /** One `completion/complete`. */
  async complete(
    template: string,
    variable: string,
    value: string,
    context: Readonly<Record<string, string>>,
  ): Promise<CompletionView> {
    const params = completionParams(template, variable, value, context);
    return viewCompletion(variable, value, context, await this.#probe.request('completion/complete', params));
  }

  /** The skills that the index lists as files. */
  async entries(): Promise<readonly EntryView[]> {
    const views: EntryView[] = [];
    const seen = new Set<string>();
    for (const entry of (await this.index()).entries) {
      if (!entry.direct) continue;
      // A URL that comes again is the business of index/entry-unique.
      if (entry.url !== undefined && seen.has(entry.url)) continue;
      if (entry.url !== undefined) seen.add(entry.url);
      views.push(await this.#view(entry.url, 'listed', entry));
    }
    return views;
  }

  /**
   * The entry of one URI in a second reading of the index, for telling a change from a fault. There is one such reading a run:
   * an index of thousands of entries must not be read again for each that is suspicious.
   */
  async freshEntry(uri: string): Promise<{ readonly index: IndexView; readonly entry: EntryView | undefined }> {
    const index = await (this.#second ??= this.#readIndex());
    const entry = index.entries.find((one) => one.direct && one.url === uri);
    return { index, entry: entry === undefined ? undefined : await this.#view(uri, 'listed', entry) };
  }

  /** A skill that is no entry of the index, when its SKILL.md can be read. */
  async unlistedSkill(uri: string, origin: Origin): Promise<EntryView | undefined> {
    const read = await this.#probe.read(uri);
    return read.answered && !read.empty ? await this.#view(uri, origin, undefined, read.frames) : undefined;
  }

  /** SKILL.md files under `skill://` in `resources/list`: outside the index, hosts know skills by that scheme. */
  async inResources(): Promise<readonly string[]> {
    if (!this.#probe.hasResources) return [];
    const uris = [...(await this.#probe.resourcesByUri()).keys()];
    return uris.filter((uri) => skillRoot(uri) !== undefined && splitUri(uri)?.scheme.toLowerCase() === 'skill');
  }

  async #view(
    uri: string | undefined,
    origin: Origin,
    entry: IndexEntry | undefined,
    frames: readonly number[] = entry?.frames ?? [],
  ): Promise<EntryView> {
    const root = uri === undefined ? undefined : skillRoot(uri);
    const digest = entry?.entry['digest'];
    if (uri !== undefined && typeof digest === 'string') this.#probe.expectDigest(uri, digest);
    return {
      label: uri ?? entry?.label ?? '',
      origin,
      value: entry?.value ?? {},
      entry: { ...entry?.entry, ...(uri === undefined ? {} : { uri }) },
      uri,
      root,
      frames,
      dynamic: false,
      assumed: true,
      manifest: root === undefined || uri === undefined ? undefined : await this.#knownFiles(uri, root, entry),
    };
  }

  /**
   * The files of a skill as far as they show: SKILL.md, what `resources/list` has below its root, and what its links lead
   * to. Only SKILL.md has a digest.
   */
  async #knownFiles(uri: string, root: string, entry: IndexEntry | undefined): Promise<readonly ManifestItem[]> {
    const known = new Map<string, ManifestItem>();
    const add = (file: string, digest?: unknown): void => {
      if (known.has(file)) return;
      known.set(file, { index: known.size, value: { uri: file, digest }, uri: file, digest, size: undefined });
    };
    add(uri, entry?.entry['digest']);
    if (this.#probe.hasResources) {
      const resources = await this.#probe.resourcesByUri();
      const archives = await this.archiveUrls();
      for (const file of (await this.#probe.resourceIndex()).below(root)) {
        if (archives.has(file)) continue;
        if (resources.get(file)?.resource['mimeType'] !== 'inode/directory' && !file.endsWith('/')) add(file);
      }
    }
    const { text } = await this.#probe.read(uri);
    for (const link of relativeLinks(text ?? '')) {
      const file = resolveLink(root, link);
      if (file === undefined || known.has(file) || !isBelow(root, file)) continue;
      const read = await this.#probe.read(file);
      if (read.answered && !read.empty && read.mimeType !== 'inode/directory') add(file);
    }
    return [...known.values()];
  }
}
