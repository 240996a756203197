import type { Archive, ArchiveFormat, Offer } from '../../archive.js';
import type { Catalogue } from '../../catalogue.js';
import type { Hooks } from '../../hooks.js';
import { isObject, type JsonObject } from '../../json.js';
import { LAST } from '../target.js';

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

/** Changes the archives that one skill is offered as. */
export const inOffers = (edit: (offers: Offer[]) => Offer[] | void, root: string = LAST): Hooks => ({
  offers: (offers, skill) => (skill.root === root ? edit(offers) : undefined),
});

/** Edits the completion of one variable. */
export const inCompletion = (variable: string, edit: (completion: JsonObject) => JsonObject | void): Hooks => ({
  completion: (completion, { argument }) =>
    isObject(argument) && argument['name'] === variable ? edit(completion) : undefined,
});
