import type { Catalogue } from '../catalogue.js';
import { asText } from '../digest.js';
import { fixedFile } from '../files.js';
import { frontmatterText } from '../frontmatter.js';
import { errorOf, type Hooks, type Outgoing, type WireContext } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { juneTogether } from './june/together.js';
import type { Mutant } from './mutant.js';
import { LAST, LAST_FILE, LAST_MD } from './target.js';

/** The `uri` or the `cursor` of a request, or any other parameter. */
export const param = (request: JsonObject, name: string): Json | undefined =>
  isObject(request['params']) ? request['params'][name] : undefined;

type When = (request: JsonObject, result: JsonObject, context: WireContext) => boolean;

const always: When = () => true;

/** For requests with this `uri`. */
export const forUri =
  (uri: string): When =>
  (request) =>
    param(request, 'uri') === uri;

/** For the last page of a list. */
export const onLastPage: When = (_, result) => !('nextCursor' in result);

/** For the first page of a list. */
export const onFirstPage: When = (request) => param(request, 'cursor') === undefined;

/** Edits the results of one method; the edit may return a result to send instead. */
export const inResult = (
  method: string,
  edit: (result: JsonObject, request: JsonObject) => JsonObject | void,
  when: When = always,
): Hooks => ({
  response(response, request, context) {
    const { result } = response;
    if (request['method'] !== method || !isObject(result) || !when(request, result, context)) return response;
    return { ...response, result: edit(result, request) ?? result };
  },
});

/** Sets or (with undefined) takes away one member of the results of a method. */
export const member = (method: string, name: string, value: Json | undefined, when: When = always): Hooks =>
  inResult(method, (result) => void (result[name] = value), when);

/** Replaces the result or error of each request that `when` picks, before any other rule is looked at. */
export const replies = (
  method: string,
  when: (request: JsonObject, response: JsonObject) => boolean,
  reply: (request: JsonObject, response: JsonObject, context: WireContext) => Outgoing,
): Hooks => ({
  response: (response, request, context) =>
    request['method'] === method && when(request, response) ? reply(request, response, context) : response,
});

/** Gives every error of a method (that `when` picks) another code. */
export const errorCode = (
  method: string,
  code: Json,
  when: (request: JsonObject, message: string) => boolean = () => true,
): Hooks =>
  replies(
    method,
    (request, { error }) => isObject(error) && when(request, String(error['message'])),
    (request, { error }) => errorOf(request, code, (error as JsonObject)['message'] as string),
  );

/** Refuses a method for one URI, as if nothing were there. */
export const refuse = (method: string, uri: string, code = -32602): Hooks =>
  replies(
    method,
    (request) => param(request, 'uri') === uri,
    (request) => errorOf(request, code, `Nothing is served at ${uri}`),
  );

/** Edits the entry of one skill, in the listing and in `skills/get`. */
export const inEntry = (edit: (entry: JsonObject, catalogue: Catalogue) => void, root: string = LAST): Hooks => ({
  entry: (entry, skill, catalogue) => {
    if (skill.root === root) edit(entry, catalogue);
  },
});

/** Edits one element of a manifest: by default the last file of the last skill. */
export const inManifest = (edit: (item: JsonObject) => void, uri = LAST_FILE, root: string = LAST): Hooks =>
  inEntry((entry) => {
    for (const item of entry['resources'] as JsonObject[]) if (item['uri'] === uri) edit(item);
  }, root);

/** Edits what the entry of the last skill says of its frontmatter. */
export const inFrontmatter = (edit: (frontmatter: JsonObject) => void, root: string = LAST): Hooks =>
  inEntry((entry) => edit(entry['frontmatter'] as JsonObject), root);

/** Edits the item that `resources/read` gives for a URI. */
export const inContents = (edit: (item: JsonObject, bytes: Uint8Array) => void, uri = LAST_FILE): Hooks => ({
  contents: (item, bytes) => {
    if (item['uri'] === uri) edit(item, bytes);
  },
});

/** Edits the `Resource` that `resources/list` gives for a URI. */
export const inResource = (edit: (resource: JsonObject) => void, uri = LAST_MD): Hooks => ({
  resource: (resource) => {
    if (resource['uri'] === uri) edit(resource);
  },
});

/** Edits the children of one directory before they are paged; the edit may return others. */
export const inChildren = (directory: string, edit: (children: JsonObject[]) => JsonObject[] | void): Hooks => ({
  children: (children, uri) => (uri === directory ? edit(children) : undefined),
});

/** Changes the text of a file everywhere; digest and size follow. */
export function editFile(catalogue: Catalogue, uri: string, edit: (text: string) => string): void {
  const file = catalogue.files.get(uri)!;
  catalogue.files.set(uri, fixedFile(uri, edit(asText(file.bytes())!), file.mimeType));
}

/** Adds or replaces a file; manifests and directories follow. */
export const addFile = (catalogue: Catalogue, uri: string, content: string | Uint8Array, mimeType?: string): void =>
  void catalogue.files.set(uri, fixedFile(uri, content, mimeType));

/** Moves a skill with its files to another root. */
export function move(catalogue: Catalogue, from: string, to: string): void {
  for (const uri of catalogue.filesBelow(from)) {
    const file = catalogue.files.get(uri)!;
    catalogue.files.delete(uri);
    catalogue.files.set(to + uri.slice(from.length), file);
  }
  for (const skill of catalogue.skills) if (skill.root === from) skill.root = to;
}

/** Changes SKILL.md of the last skill; the entry follows. */
export const skillMd = (edit: (text: string) => string): Hooks => ({
  catalogue: (catalogue) => editFile(catalogue, LAST_MD, edit),
});

/** Changes the YAML of the last skill's SKILL.md; the entry follows. */
export const yaml = (edit: (yaml: string) => string): Hooks =>
  skillMd((text) => {
    const old = frontmatterText(text)!;
    return text.replace(old, () => edit(old));
  });

/** Renames the last skill everywhere: its frontmatter and the last segment of its path. */
export const rename = (name: string, quoted = JSON.stringify(name)): Hooks => ({
  catalogue: (catalogue) => {
    editFile(catalogue, LAST_MD, (text) => text.replace('name: night-watch', `name: ${quoted}`));
    move(catalogue, LAST, `${LAST.slice(0, LAST.lastIndexOf('/'))}/${encodeURIComponent(name)}`);
  },
});

/** Keeps the entry of the last skill as it is in the fixtures, whatever becomes of its SKILL.md. */
export const keepFrontmatter = (catalogue: Catalogue): void => {
  const skill = catalogue.skills.find(({ root }) => root === LAST)!;
  skill.frontmatter = catalogue.frontmatter(skill);
};

/** Hides a file from manifest, directory and `resources/list`, as far as asked; it stays readable. */
export const hide = (uri: string, from: { manifest?: boolean; directory?: boolean; list?: boolean }): Hooks => {
  const others = (items: JsonObject[]) => items.filter((item) => item['uri'] !== uri);
  return {
    entry: (entry) => {
      if (from.manifest && Array.isArray(entry['resources']))
        entry['resources'] = others(entry['resources'] as JsonObject[]);
    },
    children: (children) => (from.directory ? others(children) : undefined),
    ...(from.list
      ? inResult(
          'resources/list',
          (result) => void (result['resources'] = others(result['resources'] as JsonObject[])),
        )
      : {}),
  };
};

/** Reads of `alias` answer with the file at `uri`, under the URI asked for. */
export const readAlias = (name: string, uri: string): Hooks => ({
  ...alias('resources/read', name, uri),
  response: (response, request) => {
    const { result } = response;
    if (request['method'] !== 'resources/read' || param(request, 'uri') !== name || !isObject(result))
      return response;
    for (const item of result['contents'] as JsonObject[]) item['uri'] = name;
    return response;
  },
});

/** Requests of a method for `alias` are served as if they were for `uri`. */
export const alias = (method: string, name: string, uri: string): Hooks => ({
  request: (request) =>
    request['method'] === method && param(request, 'uri') === name
      ? { ...request, params: { ...(request['params'] as JsonObject), uri } }
      : undefined,
});

/** The members that a result of the modern era has beside its content. */
export const hints = ({ era }: WireContext): JsonObject =>
  era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'public' } : {};

/** Several hooks as one; of hooks of the same kind each sees what the one before it left. */
export function together(...all: readonly Hooks[]): Hooks {
  const having = <K extends keyof Hooks>(kind: K) =>
    all.map((hooks) => hooks[kind]).filter((hook) => hook !== undefined);
  const [catalogues, entries, contents] = [having('catalogue'), having('entry'), having('contents')];
  const [resources, children, requests, responses] = [
    having('resource'),
    having('children'),
    having('request'),
    having('response'),
  ];
  return {
    ...Object.assign({}, ...all),
    ...juneTogether(all),
    catalogue: (catalogue) => catalogues.forEach((hook) => hook(catalogue)),
    entry: (entry, skill, catalogue) =>
      entries.reduce<JsonObject>((seen, hook) => hook(seen, skill, catalogue) ?? seen, entry),
    contents: (item, bytes) => contents.forEach((hook) => hook(item, bytes)),
    resource: (resource) => resources.forEach((hook) => hook(resource)),
    children: (list, uri, catalogue) => children.reduce((seen, hook) => hook(seen, uri, catalogue) ?? seen, list),
    request: (request, context) => {
      let seen = request;
      for (const hook of requests) {
        const next = hook(seen, context);
        if (next !== undefined && 'reply' in next) return next;
        seen = (next as JsonObject | undefined) ?? seen;
      }
      return seen;
    },
    response: async (response, request, context) => {
      let seen: Outgoing = response;
      for (const hook of responses) if (isObject(seen)) seen = await hook(seen, request, context);
      return seen;
    },
  };
}

/** One defect of a result of the modern era: `make` builds it from a name, the requirement, words and a member's value. */
type Spoil = (name: string, breaks: string, what: string, member: string, value: Json | undefined) => Mutant;

/** What may be wrong with `resultType` of a method's result, and with its caching hints; modern era. */
export const spoiltEnvelope = (make: Spoil, type: string, hint: string): Mutant[] =>
  [
    make('result-type-missing', type, 'no `resultType`', 'resultType', undefined),
    make('result-type-other', type, 'another `resultType`', 'resultType', 'partial'),
    make('ttl-missing', hint, 'no `ttlMs`', 'ttlMs', undefined),
    make('ttl-negative', hint, 'a negative `ttlMs`', 'ttlMs', -1),
    make('ttl-fraction', hint, 'a fraction as `ttlMs`', 'ttlMs', 1.5),
    make('ttl-string', hint, 'a string as `ttlMs`', 'ttlMs', '300'),
    make('scope-missing', hint, 'no `cacheScope`', 'cacheScope', undefined),
    make('scope-shared', hint, 'the `cacheScope` "shared"', 'cacheScope', 'shared'),
  ].map((mutant) => ({ ...mutant, eras: ['modern'] }));
