import { errorOf } from '../hooks.js';
import type { JsonObject } from '../json.js';
import { inChildren, param, replies, together } from './edits.js';
import type { Variation } from './mutant.js';
import { LAST_PARENT } from './target.js';
import { inResults } from './variation-edits.js';

const DIRECTORY = 'resources/directory/read';

/** Unusual directories. */
export const directoryVariations: Variation[] = [
  {
    id: 'children-reversed',
    title: 'Lists children in reverse order.',
    why: 'Nothing orders children.',
    hooks: { children: (children) => children.reverse() },
  },
  {
    id: 'children-bare',
    title: 'Children that are files have neither type nor size.',
    why: 'Base resources: both are optional.',
    hooks: {
      children: (children) =>
        children.forEach((child) => {
          if (child['mimeType'] === 'inode/directory') return;
          delete child['mimeType'];
          delete child['size'];
        }),
    },
  },
  {
    id: 'children-titled',
    title: 'Children have names that are not their file names.',
    why: 'Base resources: a name is a label.',
    hooks: inChildren(LAST_PARENT, (children) =>
      children.forEach((child) => void (child['name'] = `A walk: ${String(child['name'])}`)),
    ),
  },
  {
    id: 'directory-slash-taken',
    title: 'Takes a directory URI with a trailing slash.',
    why: 'What a request with one gets is unspecified.',
    hooks: {
      request: (request) => {
        const uri = param(request, 'uri');
        if (request['method'] !== DIRECTORY || typeof uri !== 'string' || !uri.endsWith('/')) return undefined;
        return { ...request, params: { ...(request['params'] as JsonObject), uri: uri.slice(0, -1) } };
      },
    },
  },
  {
    id: 'directory-prefix-refused',
    title: 'Does not know directories above the roots of skills.',
    why: 'The method is owed for the directories of skills.',
    hooks: () => {
      let roots: string[] = [];
      return together(
        { catalogue: (catalogue) => void (roots = catalogue.skills.map(({ root }) => root)) },
        replies(
          DIRECTORY,
          (request, { error }) =>
            error === undefined && !roots.some((root) => `${String(param(request, 'uri'))}/`.startsWith(`${root}/`)),
          (request) => errorOf(request, -32602, `${String(param(request, 'uri'))} is not a directory of a skill`),
        ),
      );
    },
  },
  {
    id: 'directory-uncacheable',
    title: 'Directory results carry no caching hints.',
    why: 'Reading Directories: the result extends PaginatedResult alone.',
    eras: ['modern'],
    hooks: inResults([DIRECTORY], (result) => {
      delete result['ttlMs'];
      delete result['cacheScope'];
    }),
  },
];
