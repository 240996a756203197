import type { Catalogue } from '../catalogue.js';
import { type Hooks } from '../hooks.js';
import type { JsonObject } from '../json.js';
import { DIRECTORY_ROWS } from './areas.js';
import { declares, settings } from './capability.js';
import { addFile, inResource, inResult, param, together } from './edits.js';
import type { Variation } from './mutant.js';
import { LAST, LAST_MD, LAST_PARENT } from './target.js';
import { inResults } from './variation-edits.js';

const DIRECTORY = 'resources/directory/read';
const pageSizes = (sizes: Partial<Catalogue['pageSizes']>): Hooks => ({
  catalogue: (catalogue) => void Object.assign(catalogue.pageSizes, sizes),
});
const listing = (keep: (index: number) => boolean): Hooks => ({
  catalogue: (catalogue) => catalogue.skills.forEach((skill, index) => (skill.listed &&= keep(index))),
});

const capabilities: Variation[] = [
  {
    id: 'no-directory-read',
    title: 'Declares `{}` and knows no `resources/directory/read`.',
    why: 'Capability Negotiation: an empty object is support with no optional features.',
    expectNotApplicable: DIRECTORY_ROWS,
    hooks: together(settings({}), { without: [DIRECTORY] }),
  },
  {
    id: 'directory-read-false',
    title: 'Declares `directoryRead: false`.',
    why: 'Capability Negotiation: the default, said aloud.',
    expectNotApplicable: DIRECTORY_ROWS,
    hooks: together(settings({ directoryRead: false }), { without: [DIRECTORY] }),
  },
  {
    id: 'settings-extended',
    title: 'Declares a setting that no text knows.',
    why: 'Unknown members are legal.',
    hooks: settings({ directoryRead: true, 'x-vendor': 1 }),
  },
  {
    id: 'capabilities-many',
    title: 'Declares other extensions and capabilities as well.',
    why: 'A server of skills may serve anything else.',
    hooks: declares((all) => {
      all['experimental'] = { 'x-vendor': {} };
      (all['extensions'] as JsonObject)['io.modelcontextprotocol/ui'] = { mimeTypes: ['text/html;profile=mcp-app'] };
    }),
  },
  {
    id: 'no-instructions',
    title: 'Has no instructions.',
    why: 'Instructions are optional.',
    expectNotApplicable: ['reference/instructions'],
    hooks: inResults(['initialize', 'server/discover'], (result) => void delete result['instructions']),
  },
  {
    id: 'no-server-info',
    title: 'Does not name itself in results.',
    why: 'Base protocol, _meta: a SHOULD that may be configured away.',
    eras: ['modern'],
    hooks: {
      response: (response) => {
        const { result } = response;
        return result === undefined
          ? response
          : { ...response, result: { ...(result as JsonObject), _meta: undefined } };
      },
    },
  },
];

const lists: Variation[] = [
  {
    id: 'listing-empty',
    title: 'Lists nothing; `skills/get` answers.',
    why: 'Listing Skills: the result MAY be empty.',
    expectNotApplicable: [
      'list/pagination-cursor',
      'list/pagination-terminates',
      'list/entry-atomic',
      'list/cursor-repeatable',
      'list/names-unique',
      'list/agrees-with-get',
      'reference/skill-body',
      'manifest/nested-complete',
      'manifest/dynamic-not-static',
      'format/compatibility-length',
      'format/metadata-map',
      'format/metadata-reserved-keys',
      'format/allowed-tools-string',
      'format/license-string',
      'format/nested-flat',
      'read/blob-base64',
      'read/mime-agrees',
      'metadata/skill-md-mime',
      'metadata/skill-md-name',
      'metadata/skill-md-description',
      'metadata/meta-prefix',
      'metadata/size',
      'directory/empty',
      'directory/pagination',
      'directory/cursor-bound',
      'protocol/concurrent',
    ],
    hooks: listing(() => false),
  },
  {
    id: 'listing-partial',
    title: 'Lists the first three skills only.',
    why: 'Listing Skills: an unenumerable catalogue MAY be listed in part.',
    expectNotApplicable: [
      'list/pagination-cursor',
      'list/pagination-terminates',
      'list/cursor-repeatable',
      'reference/skill-body',
      'manifest/nested-complete',
      'manifest/dynamic-not-static',
      'format/nested-flat',
      'read/blob-base64',
      'directory/empty',
      'directory/pagination',
      'directory/cursor-bound',
    ],
    hooks: listing((index) => index < 3),
  },
  {
    id: 'one-page',
    title: 'Sends every list on one page.',
    why: 'Pagination is optional.',
    expectNotApplicable: [
      'list/pagination-cursor',
      'list/pagination-terminates',
      'list/cursor-repeatable',
      'directory/pagination',
      'directory/cursor-bound',
    ],
    hooks: pageSizes({ skills: 1000, resources: 10_000, children: 1000 }),
  },
  {
    id: 'page-of-one',
    title: 'Sends one item a page.',
    why: 'Pagination: the page size is the server’s choice.',
    hooks: pageSizes({ skills: 1, resources: 1, children: 1 }),
  },
  {
    id: 'page-empty',
    title: 'Has an empty page in the middle of the listing.',
    why: 'Pagination: nothing forbids an empty page with a cursor.',
    hooks: () => {
      const held = new Map<string, string>();
      return together(
        {
          request: (request) => {
            const cursor = param(request, 'cursor');
            if (request['method'] !== 'skills/list' || typeof cursor !== 'string' || !cursor.startsWith('after:'))
              return undefined;
            return {
              ...request,
              params: { ...(request['params'] as JsonObject), cursor: cursor.slice('after:'.length) },
            };
          },
        },
        inResult('skills/list', (result, request) => {
          const cursor = param(request, 'cursor');
          // The second page comes empty first, and leads to itself under another cursor.
          if (typeof cursor !== 'string' || cursor.startsWith('after:') || (held.size > 0 && !held.has(cursor)))
            return;
          held.set(cursor, cursor);
          result['skills'] = [];
          result['nextCursor'] = `after:${cursor}`;
        }),
      );
    },
  },
  {
    id: 'cursor-long',
    title: 'Gives cursors of 4 KiB with characters that want escaping.',
    why: 'Pagination: a cursor is an opaque string.',
    hooks: { cursor: (_, index) => `${'=+/% "\\ü'.repeat(512)}${index}` },
  },
  {
    id: 'cursor-number-text',
    title: 'Gives cursors that look like numbers.',
    why: 'Pagination: a cursor is an opaque string.',
    hooks: { cursor: (_, index) => String(index) },
  },
  {
    id: 'resources-empty',
    title: '`resources/list` is empty.',
    why: 'A server need not list what it serves.',
    expectNotApplicable: [
      'read/mime-agrees',
      'metadata/skill-md-mime',
      'metadata/skill-md-name',
      'metadata/skill-md-description',
      'metadata/meta-prefix',
      'metadata/size',
    ],
    hooks: inResult('resources/list', (result) => {
      result['resources'] = [];
      delete result['nextCursor'];
    }),
  },
  {
    id: 'resources-directories',
    title: '`resources/list` lists directories too.',
    why: 'Directory Resources: they need not appear in `resources/list`, and may.',
    hooks: inResult('resources/list', (result, request) => {
      if (param(request, 'cursor') !== undefined) return;
      for (const uri of [LAST, LAST_PARENT])
        (result['resources'] as JsonObject[]).push({ uri, name: 'a directory', mimeType: 'inode/directory' });
    }),
  },
  {
    id: 'resources-beside',
    title: 'Serves ordinary resources under `skill://`, one of them called SKILL.md.',
    why: 'Resource Mapping: a resource is no skill merely because of its URI.',
    hooks: {
      catalogue: (catalogue) => {
        addFile(catalogue, 'skill://zz/ops/about.txt', 'Who we are.\n');
        addFile(catalogue, 'skill://scratch/old/SKILL.md', 'A file that once was a skill.\n');
      },
    },
  },
  {
    id: 'resources-annotated',
    title: 'Resources carry the annotations of a third party and of the base protocol.',
    why: 'Intermediaries MAY annotate under their own reverse-domain prefix.',
    hooks: inResource((resource) => {
      resource['_meta'] = { 'com.acme/x': 1, 'io.modelcontextprotocol.skills/version': '3.0' };
      resource['annotations'] = { audience: ['assistant'], priority: 0.5 };
      resource['title'] = 'Night watch';
    }),
  },
  {
    id: 'listing-moves-on',
    title: 'The entry of a skill changes once, between the listing and the first `skills/get`.',
    why: 'Getting a Skill: a result is a point-in-time snapshot.',
    hooks: () => {
      let revision = 1;
      return {
        entry: (entry) => {
          if (entry['uri'] === LAST_MD) entry['x-revision'] = revision;
        },
        request: (request) => {
          if (request['method'] === 'initialize' || request['method'] === 'server/discover') revision = 1;
          if (request['method'] === 'skills/get' && param(request, 'uri') === LAST_MD) revision = 2;
        },
      };
    },
  },
];

/** Unusual declarations and listings. */
export const listVariations: Variation[] = [...capabilities, ...lists];
