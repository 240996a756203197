import type { JsonObject } from '../json.js';
import { inResource } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST_FILE, LAST_MD } from './target.js';

/** `resources/list` tells something else of the last SKILL.md. */
const listed = (
  id: string,
  breaks: string[],
  title: string,
  edit: (resource: JsonObject) => void,
  uri = LAST_MD,
): Mutant => ({
  id: `listed-${id}`,
  breaks,
  title,
  hooks: inResource(edit, uri),
});

const meta = (id: string, what: string, annotations: JsonObject): Mutant =>
  listed(
    `meta-${id}`,
    ['metadata/meta-prefix'],
    `A key of \`_meta\` is ${what}.`,
    (resource) => void (resource['_meta'] = annotations),
  );

export const metadata: Mutant[] = [
  listed(
    'mime-missing',
    ['metadata/skill-md-mime'],
    'The last SKILL.md is listed without a type.',
    (resource) => void delete resource['mimeType'],
  ),
  listed(
    'mime-plain',
    ['metadata/skill-md-mime', 'read/mime-agrees'],
    'The last SKILL.md is listed as plain text.',
    (resource) => {
      resource['mimeType'] = 'text/plain';
    },
  ),
  listed(
    'mime-x-markdown',
    ['metadata/skill-md-mime', 'read/mime-agrees'],
    'The last SKILL.md is listed as text/x-markdown.',
    (resource) => {
      resource['mimeType'] = 'text/x-markdown';
    },
  ),
  listed(
    'name-file',
    ['metadata/skill-md-name'],
    'The last SKILL.md is listed under its file name.',
    (resource) => void (resource['name'] = 'SKILL.md'),
  ),
  listed(
    'name-path',
    ['metadata/skill-md-name'],
    'The last SKILL.md is listed under its path.',
    (resource) => void (resource['name'] = 'zz/ops/night-watch'),
  ),
  listed(
    'name-title',
    ['metadata/skill-md-name'],
    'The last SKILL.md is listed under a title.',
    (resource) => void (resource['name'] = 'Night watch'),
  ),
  listed(
    'description-missing',
    ['metadata/skill-md-description'],
    'The last SKILL.md is listed without a description.',
    (resource) => {
      delete resource['description'];
    },
  ),
  listed(
    'description-other',
    ['metadata/skill-md-description'],
    'The last SKILL.md is listed with another description.',
    (resource) => {
      resource['description'] = 'The SKILL.md of night-watch';
    },
  ),
  meta('bare', 'a bare word', { version: '3.0' }),
  meta('wrong-prefix', 'prefixed with the identifier of the extension', {
    'io.modelcontextprotocol/skills-version': '3.0',
  }),
  meta('prefix-bad', 'prefixed with something that is no prefix', { '9/version': '3.0' }),
  listed(
    'size',
    ['metadata/size'],
    'The size of the last file in `resources/list` is wrong.',
    (resource) => void (resource['size'] = 7),
    LAST_FILE,
  ),
];
