import type { Hooks } from '../../hooks.js';
import type { Json, JsonObject } from '../../json.js';
import { REGIONS_TEMPLATE } from '../../templates.js';
import { editFile, param, refuse, replies } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { inCompletion, inIndexed } from './edits.js';
import { LAST_PRODUCT_MD } from './target.js';
import { templateMutant } from './template-mutant.js';

/** The last template is another one, in the index and in `resources/templates/list`. */
const otherTemplate = (text: string): Hooks => ({
  catalogue: ({ templates }) => {
    for (const template of templates) if (template.uriTemplate === REGIONS_TEMPLATE) template.uriTemplate = text;
  },
});

const uri = (id: string, what: string, text: string, also: string[] = []): Mutant =>
  templateMutant(`uri-${id}`, ['uri-template', ...also], `The last template ${what}.`, otherTemplate(text));

const uris: Mutant[] = [
  uri('unclosed', 'has a brace that is not closed', 'skill://regions/{country}/{city/SKILL.md'),
  uri('unopened', 'has a brace that is not opened', 'skill://regions/{country}/city}/SKILL.md'),
  uri('blank', 'has a name with a blank', 'skill://regions/{country}/{the city}/SKILL.md'),
  uri('hyphen', 'has a name with a hyphen', 'skill://regions/{country}/{city-name}/SKILL.md'),
  uri('nameless', 'has an expression without a name', 'skill://regions/{country}/{}/SKILL.md'),
  uri('reserved', 'has an operator that is reserved', 'skill://regions/{=country}/{city}/SKILL.md'),
  uri('doubled', 'has doubled braces', 'skill://regions/{{country}}/{{city}}/SKILL.md'),
  uri('fixed', 'has no variable', 'skill://regions/norland/newport/SKILL.md'),
  uri('colon', 'has variables as routes have them', 'skill://regions/:country/:city/SKILL.md'),
  uri('space', 'holds a space', 'skill://regions/{country}/the {city}/SKILL.md'),
  // What it gives is no SKILL.md either.
  uri('other-file', 'does not end in SKILL.md', 'skill://regions/{country}/{city}/references/facts.md', ['resolves']),
  uri('directory', 'ends with a slash', 'skill://regions/{country}/{city}/', ['resolves']),
  uri('lower-case', 'ends in "skill.md"', 'skill://regions/{country}/{city}/skill.md', ['resolves']),
  uri('relative', 'is relative', 'regions/{country}/{city}/SKILL.md', ['resolves']),
];

/** One member of the last template's entry. */
const member = (id: string, title: string, name: string, value?: Json): Mutant =>
  templateMutant(
    `entry-${id}`,
    'no-name',
    title,
    inIndexed(REGIONS_TEMPLATE, (entry) => void (entry[name] = value)),
  );

const entries: Mutant[] = [
  member('name', 'The entry of the last template has a `name`.', 'name', 'regions'),
  member('name-empty', 'The entry of the last template has an empty `name`.', 'name', ''),
  member('description-missing', 'The entry of the last template has no `description`.', 'description'),
  member('description-blank', 'The `description` of the last template is blank.', 'description', '  '),
  member('description-number', 'The `description` of the last template is a number.', 'description', 7),
];

const registered = (id: string, title: string, hooks: Hooks): Mutant =>
  templateMutant(id, 'registered', title, hooks);
const registrations: Mutant[] = [
  registered('unregistered', 'The last template of the index is not among the resource templates.', {
    templates: (templates) => templates.slice(0, -1),
  }),
  registered('none-registered', 'No resource template is registered.', { templates: () => [] }),
  registered('unlisted', 'Resource templates cannot be listed.', { without: ['resources/templates/list'] }),
  registered('registered-otherwise', 'The last template is registered with another operator.', {
    templates: (templates) => {
      for (const one of templates) {
        if (one['uriTemplate'] === REGIONS_TEMPLATE)
          one['uriTemplate'] = 'skill://regions/{+country}/{city}/SKILL.md';
      }
    },
  }),
  registered('registered-as-uri', 'Resource templates have `uri` instead of `uriTemplate`.', {
    templates: (templates) => templates.map(({ uriTemplate, ...others }) => ({ ...others, uri: uriTemplate })),
  }),
];

const resolving: Mutant[] = [
  templateMutant(
    'offers-ghost',
    'resolves',
    'The last value that is offered leads to nothing.',
    inCompletion('product', (all) => {
      all['values'] = [...(all['values'] as Json[]).slice(0, 99), 'widget-999'];
      all['hasMore'] = true;
      all['total'] = 131;
    }),
  ),
  templateMutant(
    'resolved-refused',
    'resolves',
    'The skill of the last offered value cannot be read.',
    refuse('resources/read', LAST_PRODUCT_MD),
  ),
  ...(
    [
      ['name', 'format/name-is-directory', (all: string) => all.replace(/^name: .*$/m, 'name: gadget')],
      ['description', 'format/description-required', (all: string) => all.replace(/^description: .*\n/m, '')],
      ['frontmatter', 'format/frontmatter-first', (all: string) => all.replace(/^---\n[\s\S]*?\n---\n/, '')],
      ['yaml', 'format/frontmatter-yaml', (all: string) => all.replace(/^description: .*$/m, 'description: a: b')],
    ] as const
  ).map(([id, breaks, edit]) =>
    templateMutant(`resolved-${id}`, breaks, `The skill of the last offered value breaks ${breaks}.`, {
      catalogue: (catalogue) => {
        editFile(catalogue, LAST_PRODUCT_MD, edit);
        catalogue.files.set(LAST_PRODUCT_MD, { ...catalogue.files.get(LAST_PRODUCT_MD)!, listed: false });
      },
    }),
  ),
];

const PRODUCT = /^skill:\/\/catalog\/([^/]+)\/SKILL\.md$/;
const isUnknown = (request: JsonObject, response: JsonObject): boolean =>
  response['error'] !== undefined && PRODUCT.test(String(param(request, 'uri')));

/** The answer to a product that was never offered. */
const unknown = (id: string, title: string, text: string | undefined): Mutant =>
  templateMutant(
    `unknown-${id}`,
    'unknown-value',
    title,
    replies('resources/read', isUnknown, (request, _, { era }) => {
      const at = param(request, 'uri') as string;
      const hints = era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'public' } : {};
      const contents = text === undefined ? [] : [{ uri: at, mimeType: 'text/markdown', text }];
      return { jsonrpc: '2.0', id: request['id'], result: { contents, ...hints } };
    }),
  );

/** A request for an unknown product ends the process. */
const crashes = (): Hooks => {
  let doomed = false;
  return {
    response: (response, request) => {
      if (!isUnknown(request, response)) return response;
      doomed = true;
      return undefined;
    },
    stdio: { exitOn: () => doomed },
  };
};

const first = (product: string) =>
  `---\nname: ${product}\ndescription: How to work with the product ${product}.\n---\n\n# ${product}\n\n` +
  'Begin with [the facts](references/facts.md).\n';

const unknowns: Mutant[] = [
  unknown('first', 'A product that is not there gets the first one’s skill.', first('widget-001')),
  unknown('last', 'A product that is not there gets the last one’s skill.', first('widget-130')),
  unknown('default', 'A product that is not there gets a skill of another name.', first('default')),
  unknown('empty', 'A product that is not there gets an empty file.', ''),
  unknown('words', 'A product that is not there gets a text that says so.', 'No such product.'),
  unknown('contents-empty', 'A product that is not there gets empty `contents`.', undefined),
  {
    ...templateMutant('unknown-silent', 'unknown-value', 'A product that is not there gets no answer.', {
      response: (response, request) => (isUnknown(request, response) ? undefined : response),
    }),
    transports: ['stdio'],
  },
  {
    ...templateMutant(
      'unknown-crash',
      ['unknown-value', 'protocol/survives'],
      'A product that is not there ends the process.',
      crashes,
      ['protocol/unknown-method', 'protocol/concurrent', 'reference/skill-body'],
    ),
    transports: ['stdio'],
  },
];

/** What may be wrong with templates and with what they lead to. */
export const templateMutants: Mutant[] = [...uris, ...entries, ...registrations, ...resolving, ...unknowns];
