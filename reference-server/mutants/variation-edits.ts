import type { Catalogue } from '../catalogue.js';
import { fixedFile } from '../files.js';
import { Raw, type Hooks } from '../hooks.js';
import { isObject, type JsonObject } from '../json.js';
import { move } from './edits.js';
import type { Variation } from './mutant.js';
import { LAST } from './target.js';

/** Sends each response as another text of the same JSON. */
export const rewritten = (rewrite: (text: string) => string): Hooks => ({
  response: (response) => new Raw(rewrite(JSON.stringify(response))),
});

/** Edits every result of some methods. */
export const inResults = (methods: readonly string[], edit: (result: JsonObject) => void): Hooks => ({
  response: (response, { method }) => {
    if (methods.includes(String(method)) && isObject(response['result'])) edit(response['result']);
    return response;
  },
});

/** The last skill under another root. */
export const elsewhere = (id: string, root: string, why: string): Variation => ({
  id: `root-${id}`,
  title: `Serves its last skill under ${root}.`,
  why,
  hooks: { catalogue: (catalogue) => move(catalogue, LAST, root) },
});

/** More files for the last skill. */
export const files =
  (contents: Readonly<Record<string, string | Uint8Array>>): NonNullable<Hooks['catalogue']> =>
  (catalogue: Catalogue) => {
    for (const [path, content] of Object.entries(contents)) {
      const uri = `${LAST}/${path}`;
      catalogue.files.set(uri, fixedFile(uri, content));
    }
  };

/** Waits so many milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
