import { brief, jsonType, type JsonObject } from '../../harness/model/json.js';
import { SHAPES, type Revision } from '../../harness/model/protocol.js';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

/*
 * The shapes of the extension's results as JSON Schema, in our own hand from the TypeScript interfaces of the text.
 * Members that a requirement of its own judges (digest and size formats, `resources` forms, cache hints) are left loose
 * here, so that one defect is told once.
 */

export const skillResourceSchema = {
  type: 'object',
  required: ['uri'],
  properties: { uri: { type: 'string', minLength: 1 }, _meta: { type: 'object' } },
} as const;

export const skillSchema = {
  type: 'object',
  properties: {
    resources: { anyOf: [{ type: 'array', items: skillResourceSchema }, { not: { type: 'array' } }] },
    _meta: { type: 'object' },
  },
} as const;

/** A `Resource` of the base protocol, as far as directories carry it. */
export const resourceSchema = {
  type: 'object',
  required: ['uri', 'name'],
  properties: {
    uri: { type: 'string', minLength: 1 },
    name: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    mimeType: { type: 'string' },
    size: { type: 'number', minimum: 0 },
    annotations: { type: 'object' },
    icons: { type: 'array' },
    _meta: { type: 'object' },
  },
} as const;

const text = { type: 'string' } as const;

/**
 * The indexes of the drafts of June 2026. What a requirement of its own judges (types, names, digests, which members stand
 * together) is left loose, so that one defect is told once.
 */
export const discoveryIndexSchema = {
  type: 'object',
  required: ['skills'],
  properties: { skills: { type: 'array', items: { type: 'object', properties: { version: text } } } },
} as const;

export const wgIndexSchema = {
  type: 'object',
  required: ['skills'],
  properties: {
    skills: {
      type: 'array',
      items: {
        type: 'object',
        properties: { archives: { type: 'array', items: { type: 'object' } }, _meta: { type: 'object' } },
      },
    },
    _meta: { type: 'object' },
  },
} as const;

let ajv: Ajv2020 | undefined;
const compiled = new Map<object, ValidateFunction>();

function validator(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  ajv ??= new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  const made = ajv.compile(schema);
  compiled.set(schema, made);
  return made;
}

/** What keeps a value from its schema, a sentence each; empty when nothing does. */
function problems(schema: object, value: unknown): string[] {
  const validate = validator(schema);
  if (validate(value) === true) return [];
  const told = (validate.errors ?? []).filter((error) => error.keyword !== 'anyOf' && error.keyword !== 'not');
  return [...new Set(told.map(sentence))];
}

const sentence = (error: ErrorObject): string =>
  `${error.instancePath === '' ? 'it' : error.instancePath} ${error.message ?? error.keyword}`;

/** Every path of an index that is not as its revision has it, with what is due there and what is there. */
export function indexProblems(
  revision: Revision,
  document: JsonObject,
): { readonly path: string; readonly expected: string; readonly actual: string }[] {
  const validate = validator(SHAPES[revision] === 'discovery-index' ? discoveryIndexSchema : wgIndexSchema);
  if (validate(document) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, params, message }) => {
    const path = instancePath === '' ? 'the document' : instancePath;
    if (keyword === 'required') {
      const members = Object.keys(document).slice(0, 8).join(', ');
      return {
        path,
        expected: `\`${String(params['missingProperty'])}\``,
        actual: `absent; there is: ${members || 'nothing'}`,
      };
    }
    const there = instancePath
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
    return { path, expected: String(params['type'] ?? message), actual: `${jsonType(there)}: ${brief(there, 80)}` };
  });
}

export const entrySchemaProblems = (value: unknown): string[] => problems(skillSchema, value);
export const resourceProblems = (value: unknown): string[] => problems(resourceSchema, value);
