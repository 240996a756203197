import { isAlias, isMap, isScalar, isSeq, type Document, type Node } from 'yaml';
import { brief, isObject, jsonEqual } from '../../harness/model/json.js';

/** One place where an entry's frontmatter is not what the file's parses to. */
export interface Difference {
  /** A path such as `metadata.version`. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  /** True when the value is what another YAML reader makes of the same plain scalar: hosts will disagree, nobody is wrong. */
  readonly split: boolean;
}

const TRUE_11 = /^(?:y|yes|on|true)$/i;
const FALSE_11 = /^(?:n|no|off|false)$/i;
const NULL_11 = /^(?:~|null|)$/i;
const DATE =
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::?\d{2})?))?)?$/;

/**
 * What readers of YAML 1.1 and of other schemas make of a plain scalar: the values that differ from YAML 1.2 core in ways
 * that are known. Sources: YAML 1.1 types (bool, int, float, timestamp), and the readers named in the project's notes.
 */
export function otherReadings(source: string): unknown[] {
  const found: unknown[] = [];
  const plain = source.replaceAll('_', '');
  if (TRUE_11.test(source)) found.push(true, source);
  if (FALSE_11.test(source)) found.push(false, source);
  if (NULL_11.test(source)) found.push(null);
  const sign = plain.startsWith('-') ? -1 : 1;
  const digits = plain.replace(/^[-+]/, '');
  if (/^0[0-7]+$/.test(digits))
    found.push(sign * Number.parseInt(digits, 8), sign * Number.parseInt(digits, 10), source);
  if (/^0o[0-7]+$/.test(digits)) found.push(sign * Number.parseInt(digits.slice(2), 8), source);
  if (/^0b[01]+$/.test(digits)) found.push(sign * Number.parseInt(digits.slice(2), 2), source);
  if (/^0x[0-9a-fA-F]+$/.test(digits)) found.push(sign * Number.parseInt(digits.slice(2), 16));
  if (source.includes('_') && /^(?:\d+|\d*\.\d+|\d+\.\d*)$/.test(digits)) found.push(sign * Number(digits), source);
  if (/^\d+(?:\.\d*)?[eE][-+]?\d+$/.test(digits)) found.push(sign * Number(digits), source);
  if (/^\d+(?::[0-5]?\d)+(?:\.\d*)?$/.test(digits)) {
    found.push(sign * digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0), source);
  }
  if (/^[-+]?\.(?:inf|nan)$/i.test(source)) found.push(null, source, source.toLowerCase());
  // Integers beyond 2^53 lose digits in some readers and keep them, or become text, in others.
  if (/^\d{16,}$/.test(digits)) found.push(source, Number(source));
  if (DATE.test(source)) {
    found.push(source);
    const time = new Date(/[Tt: ]/.test(source) ? source : `${source}T00:00:00Z`);
    if (!Number.isNaN(time.getTime())) {
      const iso = time.toISOString();
      const day = iso.slice(0, 10);
      const seconds = iso.slice(0, 19);
      found.push(
        iso,
        `${seconds}Z`,
        `${seconds}+00:00`,
        seconds,
        day,
        `${day} 00:00:00`,
        `${day} 00:00:00 UTC`,
        seconds.replace('T', ' '),
      );
    }
  }
  return found;
}

/** Compares an entry's frontmatter with the file's, field by field, as data: order and quoting do not matter. */
export function compareFrontmatter(entry: unknown, document: Document): Difference[] {
  const found: Difference[] = [];
  compare(entry, document.contents as Node | null, document, '', found);
  return found;
}

function compare(actual: unknown, node: Node | null, document: Document, path: string, found: Difference[]): void {
  const target = isAlias(node) ? (node.resolve(document) as Node | null) : node;
  if (isMap(target)) {
    const mapping: Record<string, unknown> = isObject(actual) ? actual : {};
    if (!isObject(actual)) {
      report(actual, target.toJS(document), path, found, false);
      return;
    }
    const keys = new Set<string>();
    for (const pair of target.items) {
      const source = isScalar(pair.key) ? String(pair.key.source ?? pair.key.value) : undefined;
      const key = isScalar(pair.key)
        ? keyText(pair.key.value)
        : JSON.stringify((pair.key as Node | null)?.toJSON() ?? null);
      // Keys that are no strings have as many spellings as readers: `on:` is "on", "true" or "True".
      const spelled = [key, source, ...(source === undefined ? [] : otherReadings(source).map(keyText))].find(
        (name) => name !== undefined && Object.hasOwn(mapping, name),
      );
      const next = path === '' ? key : `${path}.${key}`;
      const isMerge = key === '<<';
      if (spelled === undefined) {
        const split = isMerge || !isScalar(pair.key);
        report(undefined, (pair.value as Node | null)?.toJS(document) ?? null, next, found, split);
        if (isMerge) mergedKeys(pair.value as Node | null, document).forEach((name) => keys.add(name));
        continue;
      }
      keys.add(spelled);
      if (spelled !== key) report(mapping[spelled], `the key ${JSON.stringify(key)}`, next, found, true);
      compare(mapping[spelled], pair.value as Node | null, document, next, found);
    }
    for (const key of Object.keys(mapping)) {
      if (!keys.has(key)) report(mapping[key], undefined, path === '' ? key : `${path}.${key}`, found, false);
    }
    return;
  }
  if (isSeq(target)) {
    if (!Array.isArray(actual) || actual.length !== target.items.length) {
      report(actual, target.toJS(document), path, found, false);
      return;
    }
    target.items.forEach((item, index) => compare(actual[index], item as Node, document, `${path}[${index}]`, found));
    return;
  }
  const expected = isScalar(target) ? target.value : null;
  if (jsonEqual(actual, expected)) return;
  const plain = isScalar(target) && target.type === 'PLAIN';
  const source = isScalar(target) ? (target.source ?? '') : '';
  const tagged = isScalar(target) && target.tag !== undefined && !target.tag.startsWith('tag:yaml.org,2002:str');
  const split =
    (tagged && actual !== undefined) ||
    ((plain || target === null) && otherReadings(source).some((reading) => jsonEqual(reading, actual))) ||
    (typeof expected === 'number' && !Number.isFinite(expected) && actual === null);
  report(actual, expected, path, found, split);
}

const keyText = (value: unknown): string => (value === null ? '' : String(value));

function mergedKeys(node: Node | null, document: Document): string[] {
  const target = isAlias(node) ? (node.resolve(document) as Node | null) : node;
  if (isSeq(target)) return target.items.flatMap((item) => mergedKeys(item as Node, document));
  return isMap(target) ? target.items.map((pair) => keyText(isScalar(pair.key) ? pair.key.value : null)) : [];
}

function report(actual: unknown, expected: unknown, path: string, found: Difference[], split: boolean): void {
  found.push({ path: path === '' ? 'frontmatter' : path, expected: brief(expected), actual: brief(actual), split });
}
