import { type Hooks } from '../hooks.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { DIRECTORY_ROWS, GET_ROWS } from './areas.js';
import type { Mutant } from './mutant.js';

const EXTENSION = 'io.modelcontextprotocol/skills';

/** What only `resources/list` gives occasion to judge. */
const LISTED_ROWS = [
  'read/mime-agrees',
  'metadata/skill-md-mime',
  'metadata/skill-md-name',
  'metadata/skill-md-description',
  'metadata/meta-prefix',
  'metadata/size',
  'index/in-resources-list',
];

/** What the few skills that are known without the listing give no occasion to judge. */
const UNLISTED_ROWS = [
  ...LISTED_ROWS,
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
  'directory/empty',
  'directory/pagination',
  'directory/cursor-bound',
  'protocol/concurrent',
];

/** Changes what the handshake declares, in either era. */
export const declares = (edit: (capabilities: JsonObject) => void): Hooks => ({
  response: (response, { method }) => {
    const { result } = response;
    if ((method === 'initialize' || method === 'server/discover') && isObject(result)) {
      edit(result['capabilities'] as JsonObject);
    }
    return response;
  },
});

/** Declares other settings of the extension. */
export const settings = (value: Json | undefined): Hooks =>
  declares((capabilities) => void (capabilities['extensions'] = { [EXTENSION]: value }));

const settingsMutant = (id: string, value: Json, what: string): Mutant => ({
  id: `settings-${id}`,
  breaks: ['capability/settings-object'],
  blocks: isObject(value) ? [] : ['capability/directory-read-boolean'],
  expectNotApplicable: DIRECTORY_ROWS,
  title: `Declares the extension as ${what}.`,
  hooks: settings(value),
});

const flagMutant = (id: string, value: Json): Mutant => ({
  id: `directory-read-${id}`,
  breaks: ['capability/directory-read-boolean'],
  expectNotApplicable: DIRECTORY_ROWS,
  title: `Declares directoryRead as ${JSON.stringify(value)}.`,
  hooks: settings({ directoryRead: value }),
});

export const capability: Mutant[] = [
  {
    id: 'undeclared',
    breaks: ['capability/declared'],
    // In the drafts that is a warning, and the rest is judged all the same.
    expectNotApplicable: [...DIRECTORY_ROWS, 'capability/settings-object', 'capability/directory-read-boolean'],
    // Nothing may be asked of a server that does not declare the extension: the rest is blocked by that.
    title: 'Serves skills without declaring the extension.',
    hooks: declares((capabilities) => void (capabilities['extensions'] = {})),
  },
  {
    id: 'undeclared-extensions-missing',
    breaks: ['capability/declared'],
    // In the drafts that is a warning, and the rest is judged all the same.
    expectNotApplicable: [...DIRECTORY_ROWS, 'capability/settings-object', 'capability/directory-read-boolean'],
    title: 'Serves skills without an `extensions` member.',
    hooks: declares((capabilities) => void delete capabilities['extensions']),
  },
  settingsMutant('true', true, '`true` instead of an object'),
  settingsMutant('yes', 'yes', 'the string "yes"'),
  settingsMutant('array', [], 'an empty array'),
  settingsMutant('null', null, 'null'),
  settingsMutant('number', 1, 'the number 1'),
  settingsMutant('wrapped', { config: { directoryRead: true } }, 'settings in an envelope `config`'),
  flagMutant('string', 'true'),
  flagMutant('number', 1),
  flagMutant('null', null),
  {
    id: 'resources-undeclared',
    breaks: ['capability/resources-declared'],
    // resources/list is not asked for then.
    expectNotApplicable: LISTED_ROWS,
    title: 'Declares the extension without the `resources` capability.',
    hooks: declares((capabilities) => void delete capabilities['resources']),
  },
  {
    id: 'experimental',
    breaks: ['capability/not-experimental'],
    title: 'Declares the extension under `experimental` as well.',
    hooks: declares((capabilities) => void (capabilities['experimental'] = { [EXTENSION]: {} })),
  },
  {
    id: 'list-unimplemented',
    breaks: ['capability/methods-answer'],
    expectNotApplicable: UNLISTED_ROWS,
    title: 'Declares the extension and answers `skills/list` with -32601.',
    hooks: { without: ['skills/list'] },
  },
  {
    id: 'get-unimplemented',
    breaks: ['capability/methods-answer'],
    blocks: GET_ROWS,
    expectNotApplicable: ['reference/unlisted-readable', 'protocol/concurrent'],
    title: 'Declares the extension and answers `skills/get` with -32601.',
    hooks: { without: ['skills/get'] },
  },
];
