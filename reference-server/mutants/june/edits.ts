import type { Archive, ArchiveFormat, Offer } from '../../archive.js';
import type { Catalogue } from '../../catalogue.js';
import type { Hooks } from '../../hooks.js';
import { isObject, type Json, type JsonObject } from '../../json.js';
import type { PackedEntry } from '../../tar.js';
import { together } from '../edits.js';
import { LAST } from '../target.js';
import { ZIP_ONLY } from './target.js';

/** Edits the entries of the index; the edit may return others. */
export const inIndex = (edit: (skills: JsonObject[], catalogue: Catalogue) => JsonObject[] | void): Hooks => ({
  index: (document, catalogue) => {
    const skills = document['skills'] as JsonObject[];
    document['skills'] = edit(skills, catalogue) ?? skills;
  },
});

/** Edits what in the index has this `url`: an entry, or one of the `archives` of an entry. */
export const inIndexed = (url: string, edit: (item: JsonObject) => void): Hooks =>
  inIndex((skills) => {
    for (const skill of skills) {
      const archives = Array.isArray(skill['archives']) ? skill['archives'].filter(isObject) : [];
      for (const item of [skill, ...archives]) if (item['url'] === url) edit(item);
    }
  });

/** Edits the entries of one skill: that of its files, and those that name its archives. */
export const inEntriesOf = (root: string, edit: (entry: JsonObject) => void): Hooks =>
  inIndex((skills) => {
    const isOf = (item: unknown) =>
      isObject(item) &&
      typeof item['url'] === 'string' &&
      /^[/.]/.test(item['url'].slice(root.length)) &&
      item['url'].startsWith(root);
    for (const skill of skills) {
      const archives = Array.isArray(skill['archives']) ? skill['archives'] : [];
      if ([skill, ...archives].some(isOf)) edit(skill);
    }
  });

/** Sets or (with undefined) takes away one member of what has this `url`. */
export const setIndexed = (url: string, member: string, value: Json | undefined): Hooks =>
  inIndexed(url, (item) => void (item[member] = value));

/** Edits the document itself. */
export const inDocument = (edit: (document: JsonObject) => JsonObject | string | void): Hooks => ({
  index: (document) => edit(document),
});

/** Edits what is packed into one archive: by default the zip of the last skill, the last archive of the index. */
export const inArchive = (
  edit: (archive: Archive) => void,
  root: string = LAST,
  format: ArchiveFormat = 'zip',
): Hooks => ({
  archive: (archive) => {
    if (archive.root === root && archive.format === format) edit(archive);
  },
});

/** Changes the bytes of one packed archive: by default the zip of the last skill. */
export const inPacked = (
  edit: (bytes: Uint8Array) => Uint8Array,
  root: string = LAST,
  format: ArchiveFormat = 'zip',
): Hooks => ({
  packed: (bytes, packedFormat, packedRoot) => (packedRoot === root && packedFormat === format ? edit(bytes) : bytes),
});

/** Makes the bytes of one archive anew from what goes into it. */
export const repacked =
  (
    make: (entries: PackedEntry[], packed: Uint8Array) => Uint8Array,
    root: string = LAST,
    format: ArchiveFormat = 'zip',
  ) =>
  (): Hooks => {
    let held: PackedEntry[] = [];
    return together(
      inArchive(({ entries }) => void (held = entries), root, format),
      inPacked((bytes) => make(held, bytes), root, format),
    );
  };

/** Changes one file of an archive. */
export const inPackedFile = (
  path: string,
  edit: (bytes: Uint8Array) => Uint8Array | string,
  root: string = LAST,
  format: ArchiveFormat = 'zip',
): Hooks =>
  inArchive(
    ({ entries }) => {
      for (const entry of entries)
        if (entry.path === path) entry.bytes = new Uint8Array(Buffer.from(edit(entry.bytes)));
    },
    root,
    format,
  );

/** Adds an entry to an archive. */
export const packs = (
  entry: Omit<PackedEntry, 'bytes'> & { readonly bytes?: Uint8Array | string },
  root: string = ZIP_ONLY,
  format: ArchiveFormat = 'zip',
): Hooks =>
  inArchive(
    ({ entries }) => void entries.push({ ...entry, bytes: new Uint8Array(Buffer.from(entry.bytes ?? '')) }),
    root,
    format,
  );

/** Offers a skill in these formats. */
export const offeredAs = (root: string, archives: readonly ArchiveFormat[]): Hooks => ({
  catalogue: ({ skills }) => {
    for (const skill of skills) if (skill.root === root) skill.forms = { files: false, archives: [...archives] };
  },
});

/** Changes the archives that one skill is offered as. */
export const inOffers = (edit: (offers: Offer[]) => Offer[] | void, root: string = LAST): Hooks => ({
  offers: (offers, skill) => (skill.root === root ? edit(offers) : undefined),
});

/** Edits the completion of one variable. */
export const inCompletion = (variable: string, edit: (completion: JsonObject) => JsonObject | void): Hooks => ({
  completion: (completion, { argument }) =>
    isObject(argument) && argument['name'] === variable ? edit(completion) : undefined,
});
