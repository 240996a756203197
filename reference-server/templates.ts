import type { Catalogue, ServedFile } from './catalogue.js';
import { fixedFile } from './files.js';

/** A namespace of skills behind a URI template. */
export interface ServedTemplate {
  uriTemplate: string;
  name: string;
  description: string;
  /** All values of a variable beside what is `known` of the others; undefined when there is no such variable. */
  values: (variable: string, known: Readonly<Record<string, string>>) => readonly string[] | undefined;
}

export const PRODUCTS_TEMPLATE = 'skill://catalog/{product}/SKILL.md';
export const REGIONS_TEMPLATE = 'skill://regions/{country}/{city}/SKILL.md';

const numbered = (name: string, count: number, digits = 3): string[] =>
  Array.from({ length: count }, (_, at) => `${name}-${String(at + 1).padStart(digits, '0')}`);

/** More than one answer of `completion/complete` may hold, and still more than that with the common prefix typed. */
const PRODUCTS = numbered('widget', 130);

/** One country has more cities than fit into an answer; two have a city of the same name. */
const CITIES: Readonly<Record<string, readonly string[]>> = {
  norland: [...numbered('fjord', 112), 'newport'],
  osterreach: numbered('plain', 7),
  sudmark: ['newport', ...numbered('coast', 24)],
};

function valuesOfRegions(variable: string, known: Readonly<Record<string, string>>): readonly string[] | undefined {
  const { country, city } = known;
  if (variable === 'country') {
    return Object.keys(CITIES).filter((name) => city === undefined || CITIES[name]!.includes(city));
  }
  if (variable !== 'city') return undefined;
  if (country === undefined) return [...new Set(Object.values(CITIES).flat())].sort();
  return Object.hasOwn(CITIES, country) ? [...CITIES[country]!].sort() : [];
}

/** Answered by URI, listed nowhere: a template is there because its skills are too many to list. */
const hidden = (uri: string, text: string): ServedFile => ({ ...fixedFile(uri, text), listed: false });

function addGenerated(catalogue: Catalogue, root: string, about: string): void {
  const name = root.slice(root.lastIndexOf('/') + 1);
  const md = `${root}/SKILL.md`;
  const facts = `${root}/references/facts.md`;
  const head = `---\nname: ${name}\ndescription: ${about}\n---\n\n# ${name}\n`;
  catalogue.files.set(md, hidden(md, `${head}\nBegin with [the facts](references/facts.md).\n`));
  catalogue.files.set(facts, hidden(facts, `# Facts\n\n${about}\n`));
}

/** The two templates, and every skill that they lead to. */
export function addTemplates(catalogue: Catalogue): void {
  catalogue.templates.push(
    {
      uriTemplate: PRODUCTS_TEMPLATE,
      name: 'product-skills',
      description: 'One skill for each product of the catalogue.',
      values: (variable) => (variable === 'product' ? PRODUCTS : undefined),
    },
    {
      uriTemplate: REGIONS_TEMPLATE,
      name: 'region-skills',
      description: 'One skill for each city; which cities there are depends on the country.',
      values: valuesOfRegions,
    },
  );
  for (const product of PRODUCTS) {
    addGenerated(catalogue, `skill://catalog/${product}`, `How to work with the product ${product}.`);
  }
  for (const [country, cities] of Object.entries(CITIES)) {
    for (const city of cities) {
      addGenerated(catalogue, `skill://regions/${country}/${city}`, `What is special about ${city} in ${country}.`);
    }
  }
}
