import { entriesOf, offerOf, pack, type Offer } from './archive.js';
import type { Catalogue, Forms, ServedFile, ServedSkill } from './catalogue.js';
import type { Hooks } from './hooks.js';
import type { JsonObject } from './json.js';
import { SHAPES } from './revision.js';
import { fileName } from './uri.js';

export const INDEX_URI = 'skill://index.json';
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** A skill with what it is made of, whether its files are served one by one or not. */
interface Published {
  readonly skill: ServedSkill;
  readonly forms: Forms;
  readonly skillMd: ServedFile;
  readonly offers: readonly Offer[];
}

/** A file whose bytes are made when they are first asked for, and once. */
function lazily(make: () => Uint8Array, file: Omit<ServedFile, 'bytes'>): ServedFile {
  let bytes: Uint8Array | undefined;
  return { ...file, bytes: () => (bytes ??= make()) };
}

/** The files of a skill by their path below its root, as a file system would name it. */
function pathsOf(catalogue: Catalogue, root: string): Map<string, ServedFile> {
  const named = catalogue.filesBelow(root).map((uri): [string, ServedFile] => {
    const path = uri.slice(root.length + 1).split('/');
    return [path.map((segment) => fileName(segment)).join('/'), catalogue.files.get(uri)!];
  });
  return new Map(named);
}

/** Puts the archives of a skill among the files, and takes its own files away when it is served in archives only. */
function publishSkill(catalogue: Catalogue, skill: ServedSkill, hooks: Hooks): Published {
  const { root, forms = { files: true, archives: [] } } = skill;
  const skillMd = catalogue.files.get(`${root}/SKILL.md`)!;
  const plain = forms.archives.map((format) => offerOf(root, format));
  const offers = hooks.offers?.(plain, skill) ?? plain;
  const files = offers.length === 0 ? new Map<string, ServedFile>() : pathsOf(catalogue, root);
  if (!forms.files) for (const uri of catalogue.filesBelow(root)) catalogue.files.delete(uri);
  for (const { uri, mimeType, format } of offers) {
    const make = () => {
      const archive = { root, format, entries: entriesOf(files) };
      hooks.archive?.(archive);
      const bytes = pack(format, archive.entries);
      return hooks.packed?.(bytes, format, root) ?? bytes;
    };
    catalogue.files.set(uri, lazily(make, { mimeType, binary: true, listed: skill.listed }));
  }
  return { skill, forms, skillMd, offers };
}

/** The entries of one skill in the draft of 2026-06-03: one for each form. */
function typedEntries(catalogue: Catalogue, { skill, forms, skillMd, offers }: Published): JsonObject[] {
  const { name, description } = catalogue.frontmatter(skill, skillMd);
  const entry = (type: string, url: string): JsonObject => ({
    name,
    type,
    description,
    url,
    digest: catalogue.fingerprint(url).digest,
  });
  const archives = offers.map(({ uri }) => entry('archive', uri));
  return forms.files ? [entry('skill-md', `${skill.root}/SKILL.md`), ...archives] : archives;
}

/** The one entry of a skill in the later drafts. */
function frontmatterEntry(catalogue: Catalogue, { skill, forms, skillMd, offers }: Published): JsonObject {
  const url = `${skill.root}/SKILL.md`;
  const archives = offers.map(({ uri, mimeType }) => ({
    url: uri,
    mimeType,
    digest: catalogue.fingerprint(uri).digest,
  }));
  return {
    ...(forms.files && { url, digest: catalogue.fingerprint(url).digest }),
    frontmatter: catalogue.frontmatter(skill, skillMd),
    ...(archives.length > 0 && { archives }),
  };
}

function indexDocument(catalogue: Catalogue, published: readonly Published[]): JsonObject {
  const listed = published.filter(({ skill }) => skill.listed);
  if (SHAPES[catalogue.revision].index === 'frontmatter') {
    return { skills: listed.map((one) => frontmatterEntry(catalogue, one)) };
  }
  const templates = catalogue.templates.map(({ description, uriTemplate }) => ({
    type: 'mcp-resource-template',
    description,
    url: uriTemplate,
  }));
  return { $schema: SCHEMA, skills: [...listed.flatMap((one) => typedEntries(catalogue, one)), ...templates] };
}

/**
 * Adds what the drafts of June serve beside the files: archives, and the index of it all. Called once, when the content is
 * as a deviation wants it; both are made when first read. Other revisions have neither.
 */
export function publish(catalogue: Catalogue, hooks: Hooks): void {
  if (SHAPES[catalogue.revision].index === undefined) return;
  const published = catalogue.skills.map((skill) => publishSkill(catalogue, skill, hooks));
  const make = () => {
    // A deviation must not reach into what is shared by all servers of this process.
    const document = structuredClone(indexDocument(catalogue, published));
    const changed = hooks.index?.(document, catalogue) ?? document;
    return new TextEncoder().encode(typeof changed === 'string' ? changed : JSON.stringify(changed, null, 2));
  };
  catalogue.files.set(INDEX_URI, lazily(make, { mimeType: 'application/json' }));
}
