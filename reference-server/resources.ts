import type { Catalogue, ServedFile } from './catalogue.js';
import { asText } from './digest.js';
import { invalidParams, shown } from './errors.js';
import { copyJson, type JsonObject } from './json.js';
import { paginate } from './paging.js';
import { INDEX_URI } from './publish.js';
import { cacheable, uriOf, type Handlers, type Serving } from './serving.js';
import { normaliseUri } from './uri.js';

/** One item of `contents`: text where the bytes are UTF-8, otherwise a blob. */
function contentsItem(uri: string, { mimeType, binary }: ServedFile, bytes: Uint8Array): JsonObject {
  const text = binary === true ? undefined : asText(bytes);
  return text === undefined
    ? { uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
    : { uri, mimeType, text };
}

/** What each file is called once it is normalised, made anew when files came or went. */
const normalised = new WeakMap<Catalogue, { readonly size: number; readonly uris: ReadonlyMap<string, string> }>();

/** The URI under which a file is kept: as asked for, or else as it normalises. */
function servedUri(catalogue: Catalogue, uri: string): string | undefined {
  const { files } = catalogue;
  if (files.has(uri)) return uri;
  let known = normalised.get(catalogue);
  if (known?.size !== files.size) {
    known = { size: files.size, uris: new Map([...files.keys()].map((served) => [normaliseUri(served), served])) };
    normalised.set(catalogue, known);
  }
  return known.uris.get(normaliseUri(uri));
}

/** `resources/list`, `resources/templates/list` and `resources/read`. */
export const resourceHandlers = ({ catalogue, era, hooks }: Serving): Handlers => ({
  'resources/list': ({ cursor }) => {
    const listed = [...catalogue.files.keys()].filter((uri) => catalogue.isListed(uri)).sort();
    const where = { list: 'resources', era, hooks } as const;
    const { items, ...next } = paginate(listed, catalogue.pageSizes.resources, cursor, where);
    const resources = items.map((uri) => copyJson(catalogue.resource(uri)));
    for (const resource of resources) hooks.resource?.(resource);
    return { resources, ...next, ...cacheable(era) };
  },

  'resources/templates/list': ({ cursor }) => {
    if (cursor !== undefined) throw invalidParams('There is only one page of resource templates.');
    const templates = catalogue.templates.map(({ uriTemplate, name, description }): JsonObject => ({
      uriTemplate,
      name,
      description,
      mimeType: 'text/markdown',
    }));
    return { resourceTemplates: hooks.templates?.(templates) ?? templates, ...cacheable(era) };
  },

  'resources/read': (params) => {
    const uri = uriOf(params);
    const served = servedUri(catalogue, uri);
    if (served === undefined) {
      const what =
        catalogue.children(uri) === undefined ? 'No resource is served at' : 'This is a directory, not a file:';
      throw invalidParams(`${what} ${shown(uri)}`);
    }
    const file = catalogue.files.get(served)!;
    const bytes = file.bytes();
    const item = contentsItem(uri, file, bytes);
    hooks.contents?.(item, bytes);
    const contents = (served === INDEX_URI ? hooks.indexContents?.(item) : undefined) ?? [item];
    return { contents, ...cacheable(era, file.changing === true ? 0 : undefined) };
  },
});
