import { resultOf } from '../../hooks.js';
import { PRODUCTS_TEMPLATE, REGIONS_TEMPLATE } from '../../templates.js';
import { param, replies } from '../edits.js';
import type { Variation } from '../mutant.js';
import { inCompletion, inIndex } from './edits.js';
import { TEMPLATE_ROWS } from './rows.js';
import { TYPED } from './target.js';

const OPTIONAL = 'MCP, Completion: `total` and `hasMore` are optional.';

/** Unusual templates and completions. */
export const templateVariations: readonly Variation[] = [
  {
    id: 'templates-none',
    revisions: TYPED,
    title: 'The index has no template.',
    why: 'Template entries are one of three kinds; none is required.',
    expectNotApplicable: TEMPLATE_ROWS,
    hooks: { catalogue: (catalogue) => void (catalogue.templates = []) },
  },
  {
    id: 'completion-bare',
    revisions: TYPED,
    title: 'Completions have `values` alone.',
    why: OPTIONAL,
    hooks: { completion: ({ values }) => ({ values }) },
  },
  {
    id: 'completion-more-unsaid',
    revisions: TYPED,
    title: 'Completions have `hasMore` and no `total`.',
    why: OPTIONAL,
    hooks: { completion: ({ values, hasMore }) => ({ values, hasMore }) },
  },
  {
    id: 'completion-total-alone',
    revisions: TYPED,
    title: 'Completions have a `total` above the number of values, and no `hasMore`.',
    why: OPTIONAL,
    hooks: { completion: ({ values, total }) => ({ values, total }) },
  },
  {
    id: 'completion-ten',
    revisions: TYPED,
    title: 'No answer holds more than ten values.',
    why: 'MCP, Completion: at most 100 values; fewer are right.',
    hooks: {
      completion: ({ values, ...rest }) => ({
        ...rest,
        values: (values as string[]).slice(0, 10),
        hasMore: (rest['total'] as number) > 10,
      }),
    },
  },
  {
    id: 'completion-values-none',
    revisions: TYPED,
    title: 'One variable has no values to offer: anything may be typed.',
    why: 'A template describes a space of skills without materializing every entry.',
    hooks: inCompletion('product', () => ({ values: [], total: 0, hasMore: false })),
  },
  {
    id: 'completion-same-everywhere',
    revisions: TYPED,
    title: 'Every country has the same cities.',
    why: 'The values of one variable need not depend on another.',
    hooks: {
      catalogue: ({ templates }) => {
        for (const template of templates) {
          if (template.uriTemplate !== REGIONS_TEMPLATE) continue;
          template.values = (variable) =>
            variable === 'country' ? ['norland', 'sudmark'] : variable === 'city' ? ['newport'] : undefined;
        }
      },
    },
  },
  {
    id: 'template-reserved-expansion',
    revisions: TYPED,
    title: 'The variable of the last template holds a path.',
    why: 'RFC 6570, 3.2.3: a reserved expansion keeps slashes.',
    expectNotApplicable: ['template/completion-context'],
    hooks: {
      catalogue: ({ templates }) => {
        for (const template of templates) {
          if (template.uriTemplate !== REGIONS_TEMPLATE) continue;
          template.uriTemplate = 'skill://regions/{+place}/SKILL.md';
          template.values = (variable) =>
            variable === 'place' ? ['norland/newport', 'osterreach/plain-001', 'sudmark/newport'] : undefined;
        }
      },
    },
  },
  {
    id: 'template-label-expansion',
    revisions: TYPED,
    title: 'The variables of the last template come with the slashes before them.',
    why: 'RFC 6570, 3.2.6: path segments.',
    hooks: {
      catalogue: ({ templates }) => {
        for (const template of templates) {
          if (template.uriTemplate === REGIONS_TEMPLATE)
            template.uriTemplate = 'skill://regions{/country,city}/SKILL.md';
        }
      },
    },
  },
  {
    id: 'template-any-value',
    revisions: TYPED,
    title: 'A product that was never offered gets a skill of that very name.',
    why: 'Skills may be generated when they are read.',
    hooks: replies(
      'resources/read',
      (request, { error }) =>
        error !== undefined && /^skill:\/\/catalog\/[a-z0-9-]+\/SKILL\.md$/.test(String(param(request, 'uri'))),
      (request, _, { era }) => {
        const uri = param(request, 'uri') as string;
        const name = uri.split('/').at(-2)!;
        const text = `---\nname: ${name}\ndescription: How to work with the product ${name}.\n---\n\n# ${name}\n`;
        const hints = era === 'modern' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'public' } : {};
        return resultOf(request, { contents: [{ uri, mimeType: 'text/markdown', text }], ...hints });
      },
    ),
  },
  {
    id: 'template-first',
    revisions: TYPED,
    title: 'Templates stand before all other entries, described and tagged.',
    why: 'The index is an array of entries; nothing orders them.',
    hooks: inIndex((skills) => {
      const isTemplate = ({ type }: { type?: unknown }) => type === 'mcp-resource-template';
      return [
        ...skills.filter(isTemplate).map((one) => ({ ...one, tags: ['x'] })),
        ...skills.filter((one) => !isTemplate(one)),
      ];
    }),
  },
  {
    id: 'template-registered-beside',
    revisions: TYPED,
    title: 'More resource templates are registered than the index has.',
    why: 'A server may have resource templates that are no skills.',
    hooks: {
      templates: (templates) => [
        { uriTemplate: 'file:///{path}', name: 'files' },
        ...templates,
        { uriTemplate: `${PRODUCTS_TEMPLATE}?page={page}`, name: 'pages' },
      ],
    },
  },
];
