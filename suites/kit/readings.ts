import { isAlias, isMap, isScalar, isSeq, visit, type Document, type Node } from 'yaml';
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
  if (TRUE_11.test(source)) found.push(true);
  if (FALSE_11.test(source)) found.push(false);
  // YAML 1.2 reads these as strings, so the text itself is right; of true and false no reader makes a string.
  if (/^(?:y|yes|on|n|no|off)$/i.test(source)) found.push(source);
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
      // Other renderings of the same time are found by `isSameTime`.
      const day = time.toISOString().slice(0, 10);
      found.push(day, `${day} 00:00:00`, `${day} 00:00:00 UTC`);
    }
  }
  return found;
}

/** Whether a string is what some reader and printer make of a timestamp: the same instant, or the same time on the wall. */
function isSameTime(source: string, actual: unknown): boolean {
  if (!DATE.test(source) || typeof actual !== 'string' || !DATE.test(actual)) return false;
  const instant = (text: string): number => {
    const spaced = text
      .trim()
      .replace(/^(\d{4}-\d{1,2}-\d{1,2})[Tt \t]+/, '$1T')
      .replace(/[ \t]+/g, '');
    const full = spaced.includes('T') ? spaced : `${spaced}T00:00:00`;
    return Date.parse(/(?:Z|[-+]\d{1,2}(?::?\d{2})?)$/.test(full.slice(10)) ? full : `${full}Z`);
  };
  const wall = (text: string): string =>
    (/^[^Zz+]*/.exec(text.replace(/[Tt ]+/, 'T'))?.[0] ?? '').replace(/\.0*$/, '');
  return instant(source) === instant(actual) || wall(source) === wall(actual);
}

/** Compares an entry's frontmatter with the file's, field by field, as data: order and quoting do not matter. */
export function compareFrontmatter(entry: unknown, document: Document): Difference[] {
  const found: Difference[] = [];
  compare(entry, document.contents as Node | null, { document, targets: aliasTargets(document) }, '', found);
  return found;
}

/** More differences than a report shows are not looked for. */
const MAX_DIFFERENCES = 200;

interface Source {
  readonly document: Document;
  readonly targets: ReadonlyMap<Node, Node>;
}

/** What each alias stands for: found in one pass, where the library walks the whole document for each. */
function aliasTargets(document: Document): ReadonlyMap<Node, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

const resolved = (node: Node | null, source: Source): Node | null =>
  isAlias(node) ? (source.targets.get(node) ?? null) : node;

function compare(actual: unknown, node: Node | null, from: Source, path: string, found: Difference[]): void {
  if (found.length >= MAX_DIFFERENCES) return;
  const { document } = from;
  const target = resolved(node, from);
  if (isMap(target)) {
    const mapping: Record<string, unknown> = isObject(actual) ? actual : {};
    if (!isObject(actual)) {
      report(actual, target.toJS(document), path, found, false);
      return;
    }
    const keys = new Set<string>();
    for (const pair of target.items) {
      if (found.length >= MAX_DIFFERENCES) return;
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
        if (isMerge) mergedKeys(pair.value as Node | null, from).forEach((name) => keys.add(name));
        continue;
      }
      keys.add(spelled);
      if (spelled !== key) report(mapping[spelled], `the key ${JSON.stringify(key)}`, next, found, true);
      compare(mapping[spelled], pair.value as Node | null, from, next, found);
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
    target.items.forEach((item, index) => compare(actual[index], item as Node, from, `${path}[${index}]`, found));
    return;
  }
  const expected = isScalar(target) ? target.value : null;
  if (jsonEqual(actual, expected)) return;
  const plain = isScalar(target) && target.type === 'PLAIN';
  const source = isScalar(target) ? (target.source ?? '') : '';
  const tagged = isScalar(target) && target.tag !== undefined && !target.tag.startsWith('tag:yaml.org,2002:str');
  const split =
    (tagged && actual !== undefined) ||
    ((plain || target === null) &&
      (otherReadings(source).some((reading) => jsonEqual(reading, actual)) || isSameTime(source, actual))) ||
    (typeof expected === 'number' && !Number.isFinite(expected) && actual === null);
  report(actual, expected, path, found, split);
}

const keyText = (value: unknown): string => (value === null ? '' : String(value));

function mergedKeys(node: Node | null, from: Source): string[] {
  const target = resolved(node, from);
  if (isSeq(target)) return target.items.flatMap((item) => mergedKeys(item as Node, from));
  return isMap(target) ? target.items.map((pair) => keyText(isScalar(pair.key) ? pair.key.value : null)) : [];
}

function report(actual: unknown, expected: unknown, path: string, found: Difference[], split: boolean): void {
  found.push({ path: path === '' ? 'frontmatter' : path, expected: brief(expected), actual: brief(actual), split });
}
