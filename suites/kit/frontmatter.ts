import { isMap, isScalar, parseDocument, visit, type Document } from 'yaml';
import { describeOutcome } from '../../harness/model/exchange.js';
import { isObject, type JsonObject } from '../../harness/model/json.js';
import type { Judge } from '../../harness/model/check.js';
import type { ReadView } from '../../harness/probe/content.js';
import type { PackedView } from '../../harness/probe/packed.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { TestableId } from '../requirements/index.js';
import { blame } from './outcomes.js';

/** The frontmatter of one SKILL.md as served. */
export type Frontmatter =
  /** SKILL.md could not be read, or not as text. */
  | {
      readonly kind: 'unread';
      readonly detail: string;
      readonly by: TestableId | undefined;
      readonly frames: readonly number[];
    }
  /** No block at the start. */
  | { readonly kind: 'none'; readonly detail: string; readonly frames: readonly number[] }
  /** A block that is no YAML mapping. */
  | {
      readonly kind: 'broken';
      readonly detail: string;
      readonly warnings: readonly string[];
      readonly frames: readonly number[];
    }
  | {
      readonly kind: 'mapping';
      readonly value: JsonObject;
      readonly document: Document;
      readonly source: string;
      readonly body: string;
      /** What many hosts stumble over, though it is legal. */
      readonly warnings: readonly string[];
      readonly frames: readonly number[];
    };

export type Mapping = Extract<Frontmatter, { kind: 'mapping' }>;

/**
 * Splits SKILL.md at its fences: a first line of three hyphens, up to the next such line. A byte order mark before it and
 * white space behind a fence are let through with a warning, since hosts differ; CRLF is legal.
 */
export function splitFrontmatter(text: string): { source: string; body: string; warnings: string[] } | string {
  const warnings: string[] = [];
  let rest = text;
  if (rest.startsWith('\ufeff')) {
    warnings.push('a byte order mark stands before the frontmatter; many hosts then see none');
    rest = rest.slice(1);
  }
  const open = /^---([ \t]*)(\r?\n)/.exec(rest);
  if (open === null) {
    const first = rest.split(/\r?\n/, 1)[0] ?? '';
    if (rest.trim() === '') return 'the file is empty';
    if (/^\s+---/.test(rest)) return 'white space or blank lines stand before the first "---"';
    if (/^---\r(?!\n)/.test(rest))
      return 'its lines end in a lone carriage return, which YAML readers do not agree on';
    return `it begins with ${JSON.stringify(first.slice(0, 60))}`;
  }
  if (open[1] !== '') warnings.push('white space follows the opening "---"; some hosts then see no frontmatter');
  const start = open[0].length;
  const close = /^(---|\.\.\.)([ \t]*)(?:\r?\n|$(?![\s\S]))/gm;
  close.lastIndex = start;
  const end = close.exec(rest);
  if (end === null) return 'no line of "---" closes the block';
  if (end[1] === '...') {
    warnings.push('"..." closes the block; hosts look for "---"');
  }
  if (end[2] !== '') warnings.push('white space follows the closing "---"; some hosts then see no end');
  return { source: rest.slice(start, end.index), body: rest.slice(end.index + end[0].length), warnings };
}

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  // The reader compares each key with all before it, which a large mapping makes cost minutes: see `repeatedKey`.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
  intAsBigInt: false,
} as const;

/** A block of more characters is not parsed: no author writes so much, and a hostile one may cost hours. */
const MAX_SOURCE = 64 * 1024;

/**
 * Parses the block as YAML 1.2, core schema, unique keys. A sentence comes back when it is no mapping, and one under
 * `unread` when it may be one that is made to exhaust its readers.
 */
export function parseFrontmatter(
  source: string,
): { value: JsonObject; document: Document } | { unread: string } | string {
  if (source.length > MAX_SOURCE) return { unread: `its frontmatter of ${source.length} characters is not parsed` };
  try {
    return parseSource(source);
  } catch (problem) {
    // What the reader itself throws is nesting beyond the stack, or aliases that expand without end.
    const reason = problem instanceof Error ? problem.message : String(problem);
    return { unread: `its frontmatter is not to be read safely: ${reason}` };
  }
}

function parseSource(source: string): { value: JsonObject; document: Document } | string {
  const document = parseDocument(source.replaceAll('\r\n', '\n'), OPTIONS);
  const exhausted = document.errors.find((problem) => problem.code === 'RESOURCE_EXHAUSTION');
  if (exhausted !== undefined) throw exhausted;
  const error = document.errors[0];
  if (error !== undefined) return `line ${lineOf(source, error.pos[0])}: ${error.message}`;
  const repeated = repeatedKey(document);
  if (repeated !== undefined) return `line ${lineOf(source, repeated)}: Map keys must be unique`;
  if (document.contents === null) return 'the block is empty';
  if (!isMap(document.contents)) return 'the block is no mapping';
  const value: unknown = document.toJS({ maxAliasCount: 100_000 });
  return isObject(value) ? { value, document } : 'the block is no mapping';
}

/** The place of the first key that its mapping has already. */
function repeatedKey(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const value = isScalar(key) ? key.value : key;
        if (seen.has(value)) found ??= isScalar(key) ? (key.range?.[0] ?? 0) : 0;
        seen.add(value);
      }
      return found === undefined ? undefined : visit.BREAK;
    },
  });
  return found;
}

const lineOf = (source: string, offset: number): number => source.slice(0, offset).split('\n').length + 1;

const cache = new WeakMap<Probe, Map<string, Frontmatter>>();

/** The frontmatter of the SKILL.md at `uri`, read and parsed once per run. */
export async function frontmatterOf(probe: Probe, uri: string): Promise<Frontmatter> {
  const known = cache.get(probe) ?? new Map<string, Frontmatter>();
  cache.set(probe, known);
  const before = known.get(uri);
  if (before !== undefined) return before;
  const found = await readFrontmatter(probe, uri);
  known.set(uri, found);
  return found;
}

const packedCache = new WeakMap<PackedView, Frontmatter>();

/** The frontmatter of the SKILL.md in an archive, parsed once. */
export function packedFrontmatter(view: PackedView): Frontmatter {
  const known = packedCache.get(view);
  if (known !== undefined) return known;
  const { frames, archive } = view;
  const stopped = archive?.stopped;
  const missing: Frontmatter = {
    kind: 'unread',
    detail:
      stopped === undefined
        ? 'the archive has no SKILL.md at its root'
        : `the archive was not read to its end: ${stopped.detail}`,
    by:
      archive === undefined
        ? 'archive/readable'
        : stopped === undefined
          ? 'archive/skill-md-at-root'
          : 'archive/bounded',
    frames,
  };
  const made = view.skillMd === undefined ? missing : frontmatterIn({ ...view.skillMd, frames });
  packedCache.set(view, made);
  return made;
}

async function readFrontmatter(probe: Probe, uri: string): Promise<Frontmatter> {
  return frontmatterIn(await probe.read(uri));
}

function frontmatterIn(read: ReadView): Frontmatter {
  const { frames } = read;
  const { outcome } = read.exchange;
  if (!read.answered) {
    return {
      kind: 'unread',
      detail: describeOutcome(outcome),
      by: blame(read.exchange, 'format/skill-md-at-root'),
      frames,
    };
  }
  if (read.digest === undefined)
    return { kind: 'unread', detail: read.shapeProblem ?? 'no content', by: 'read/shape', frames };
  if (read.binary) return { kind: 'none', detail: 'the file is not UTF-8 text', frames };
  if (read.text === undefined) return { kind: 'unread', detail: 'it is too large to parse', by: undefined, frames };
  const split = splitFrontmatter(read.text);
  if (typeof split === 'string') return { kind: 'none', detail: split, frames };
  const parsed = parseFrontmatter(split.source);
  const { warnings } = split;
  if (typeof parsed === 'string') return { kind: 'broken', detail: parsed, warnings, frames };
  if ('unread' in parsed) return { kind: 'unread', detail: parsed.unread, by: undefined, frames };
  const { source, body } = split;
  return {
    kind: 'mapping',
    value: parsed.value,
    // Parsed anew when it is asked for: the nodes of 50,000 documents would fill the memory.
    get document() {
      return parseDocument(source.replaceAll('\r\n', '\n'), OPTIONS);
    },
    source,
    body,
    warnings,
    frames,
  };
}

/** The frontmatter when it is a mapping; else the judge is told what stands in the way. */
export async function mappingOf(probe: Probe, judge: Judge, uri: string): Promise<Mapping | undefined> {
  return mapped(judge, uri, await frontmatterOf(probe, uri));
}

/** The frontmatter when it is a mapping; else the judge is told what stands in the way. */
export function mapped(judge: Judge, subject: string, frontmatter: Frontmatter): Mapping | undefined {
  if (frontmatter.kind === 'mapping') return frontmatter;
  const by: TestableId | undefined =
    frontmatter.kind === 'unread'
      ? frontmatter.by
      : frontmatter.kind === 'none'
        ? 'format/frontmatter-first'
        : 'format/frontmatter-yaml';
  judge.unjudged(subject, frontmatter.detail, by);
  return undefined;
}
