import type { Catalogue } from '../../catalogue.js';
import { errorOf, type Era, type Hooks, type WireContext } from '../../hooks.js';
import { isObject, type JsonObject } from '../../json.js';
import { JUNE, REVISIONS, V1, type Revision } from '../../revision.js';
import { normaliseUri } from '../../uri.js';
import { param, together } from '../edits.js';

export const READ = 'resources/read';
export const GET = 'skills/get';
export const DIRECTORY = 'resources/directory/read';

/** The revisions that have directories. */
export const DIRECTORY_DRAFTS: readonly Revision[] = ['2026-06-09', '2026-06-25', V1];
export { JUNE, REVISIONS };

/** Ends the process by an error that nobody catches; over stdio alone, since over HTTP one process serves all mutants. */
export const dies = (when: (request: JsonObject, context: WireContext) => boolean, why: string): Hooks => ({
  request: (request, context) => {
    if (context.transport === 'stdio' && when(request, context)) throw new Error(why);
  },
});

/** Never answers some requests. */
export const hangs = (when: (request: JsonObject, context: WireContext) => boolean): Hooks => ({
  response: (response, request, context) => (when(request, context) ? new Promise(() => undefined) : response),
});

/** Answers some requests with an error, whatever they would get. */
export const fails = (
  when: (request: JsonObject, context: WireContext) => boolean,
  code: number,
  message: string,
): Hooks => ({
  response: (response, request, context) => (when(request, context) ? errorOf(request, code, message) : response),
});

/** For requests of one method by a `uri` of some kind. */
export const asks =
  (method: string, kind: (uri: string) => boolean) =>
  (request: JsonObject): boolean => {
    const uri = param(request, 'uri');
    return request['method'] === method && typeof uri === 'string' && kind(uri);
  };

/** The file that a URI stands for, in whatever spelling, as the reference server sees it. */
export function fileAt(uri: string, { files }: Catalogue): string | undefined {
  if (files.has(uri)) return uri;
  const normal = normaliseUri(uri);
  return [...files.keys()].find((served) => normaliseUri(served) === normal);
}

/** Every directory that has something in it. */
export function directoriesOf({ files }: Catalogue): string[] {
  const found = new Set<string>();
  for (const uri of files.keys()) {
    const [scheme = '', path = ''] = uri.split('://');
    const segments = path.split('/');
    for (let depth = 1; depth < segments.length; depth++)
      found.add(`${scheme}://${segments.slice(0, depth).join('/')}`);
  }
  return [...found].sort();
}

/** Whether a method has an answer for a URI by right. */
function isServed(method: string, uri: string, catalogue: Catalogue): boolean {
  if (method === READ) return fileAt(uri, catalogue) !== undefined;
  if (method === GET) return catalogue.skillAt(uri) !== undefined;
  return catalogue.children(uri) !== undefined;
}

/** Where a URI that names nothing leads to all the same; undefined: nowhere. */
type Lead = (uri: string, catalogue: Catalogue) => string | undefined;

/** Serves what `lead` names in the place of nothing; the contents of a read come under the URI asked for. */
export const leads = (method: string, lead: Lead) => (): Hooks => {
  let served: Catalogue | undefined;
  return {
    catalogue: (catalogue) => void (served = catalogue),
    request: (request) => {
      const uri = param(request, 'uri');
      if (request['method'] !== method || typeof uri !== 'string' || served === undefined) return undefined;
      const other = isServed(method, uri, served) ? undefined : lead(uri, served);
      if (other === undefined) return undefined;
      return { ...request, params: { ...(request['params'] as JsonObject), uri: other } };
    },
    response: (response, request) => {
      const { result } = response;
      if (method !== READ || request['method'] !== READ || !isObject(result)) return response;
      for (const item of result['contents'] as JsonObject[]) item['uri'] = param(request, 'uri');
      return response;
    },
  };
};

/** Sees to it that a mutant forgets with each handshake: over HTTP one process serves every run. */
export const forgetting = (forget: () => void): Hooks => ({
  request: ({ method }) => {
    if (method === 'initialize' || method === 'server/discover') forget();
  },
});

/** The hooks of something that remembers, made anew and forgetful. */
export const remembering = (make: () => { readonly hooks: Hooks; readonly forget: () => void }) => (): Hooks => {
  const { hooks, forget } = make();
  return together(forgetting(forget), hooks);
};

export const MODERN: readonly Era[] = ['modern'];
export const LEGACY: readonly Era[] = ['legacy'];

/** Waits so many milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
