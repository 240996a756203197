import { ENTRY_TYPES, type EntryTypeName } from '../model/discovery.js';
import type { Exchange } from '../model/exchange.js';
import { isObject, jsonType, type JsonObject } from '../model/json.js';
import { DISCOVERY_SCHEMA, INDEX_URI, type WireShape } from '../model/protocol.js';
import { shorten } from '../model/text.js';
import { decodeUtf8, viewRead } from './content.js';

/** One packed form of a skill, as the index offers it. */
export interface ArchiveOffer {
  /** How to call it in a report: its URL, or its place. */
  readonly label: string;
  readonly value: unknown;
  readonly url: string | undefined;
  /** What the index names as its media type: `mimeType`, or `mediaType`, as the decision log spells it. */
  readonly mimeType: unknown;
  readonly misspelt: boolean;
  readonly digest: unknown;
  readonly entry: IndexEntry;
  readonly frames: readonly number[];
}

/** One element of `skills` of the index. */
export interface IndexEntry {
  /** How to call it in a report: its URL, else its first archive's, else its place. */
  readonly label: string;
  readonly value: unknown;
  /** The value when it is an object, else an empty one. */
  readonly entry: JsonObject;
  /** `discovery-index` only, when it is one of the three. */
  readonly type: EntryTypeName | undefined;
  /** It names a SKILL.md, or should: it is neither an archive nor a template. */
  readonly direct: boolean;
  readonly url: string | undefined;
  /** `name`, or that of the frontmatter. */
  readonly name: string | undefined;
  readonly archives: readonly ArchiveOffer[];
  readonly frames: readonly number[];
}

export type DraftShape = Exclude<WireShape, 'methods'>;

/** What `resources/read` of `skill://index.json` gave. */
export interface IndexView {
  readonly exchange: Exchange;
  readonly frames: readonly number[];
  /** There was a result, whatever it holds. */
  readonly answered: boolean;
  readonly mimeType: unknown;
  /** Length of the document in bytes, as far as there is one. */
  readonly size: number | undefined;
  /** What keeps the content from being one JSON object in UTF-8; undefined when nothing does. */
  readonly problem: string | undefined;
  /** The content came as `blob`, though it is text. */
  readonly packed: boolean;
  readonly document: JsonObject | undefined;
  /** The first characters of the content, for telling what it was meant as. */
  readonly beginning: string | undefined;
  /** The form of June that the document shows: told by `$schema`, `type` and `frontmatter`. */
  readonly form: DraftShape | undefined;
  /** The form that it was read in: the one asked for, else the one that it shows. */
  readonly shape: DraftShape | undefined;
  readonly entries: readonly IndexEntry[];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The form that a document has. An index may carry the members of both, so what the earlier one requires decides; one without
 * entries counts as what its `$schema` says.
 */
function shapeOf(document: JsonObject, skills: readonly unknown[]): DraftShape {
  if (document['$schema'] === DISCOVERY_SCHEMA) return 'discovery-index';
  const entries = skills.filter(isObject);
  const typed = entries.filter((entry) => ENTRY_TYPES.some((type) => type === entry['type'])).length;
  const later = entries.filter((entry) => isObject(entry['frontmatter']) || Array.isArray(entry['archives'])).length;
  if (typed > 0 || later > 0) return typed >= later ? 'discovery-index' : 'wg-index';
  const named = entries.some((entry) => Object.hasOwn(entry, 'type') || Object.hasOwn(entry, 'name'));
  return named || Object.hasOwn(document, '$schema') ? 'discovery-index' : 'wg-index';
}

function readEntries(skills: readonly unknown[], shape: DraftShape, frames: readonly number[]): IndexEntry[] {
  return skills.map((value, at) => {
    const entry = isObject(value) ? value : {};
    const type = ENTRY_TYPES.find((one) => one === entry['type']);
    const frontmatter = isObject(entry['frontmatter']) ? entry['frontmatter'] : {};
    const url = text(entry['url']);
    const name = text(shape === 'discovery-index' ? entry['name'] : frontmatter['name']);
    const place = `entry ${at + 1} of the index${name === undefined ? '' : ` (${shorten(name, 64)})`}`;
    const archives: ArchiveOffer[] = [];
    const made: IndexEntry = {
      label: url ?? text(firstUrl(entry['archives'])) ?? place,
      value,
      entry,
      type: shape === 'discovery-index' ? type : undefined,
      direct:
        shape === 'wg-index'
          ? entry['url'] !== undefined
          : type === 'skill-md' || (entry['type'] === undefined && entry['url'] !== undefined),
      url,
      name,
      archives,
      frames,
    };
    const offer = (one: unknown, index: number): ArchiveOffer => {
      const object = isObject(one) ? one : {};
      // An entry of type archive has no such member: what stands there is to be ignored.
      const given = shape === 'wg-index' ? object['mimeType'] : undefined;
      const misspelt = shape === 'wg-index' && given === undefined ? object['mediaType'] : undefined;
      return {
        label: text(object['url']) ?? `archive ${index + 1} of ${made.label}`,
        value: one,
        url: text(object['url']),
        mimeType: given ?? misspelt,
        misspelt: misspelt !== undefined,
        digest: object['digest'],
        entry: made,
        frames,
      };
    };
    if (shape === 'wg-index' && Array.isArray(entry['archives'])) archives.push(...entry['archives'].map(offer));
    if (shape === 'discovery-index' && type === 'archive') archives.push(offer(entry, 0));
    return made;
  });
}

const firstUrl = (archives: unknown): unknown =>
  Array.isArray(archives) && isObject(archives[0]) ? archives[0]['url'] : undefined;

/** The media type of the first content, where there are too many of them to say which is the index. */
function firstMimeType({ outcome }: Exchange): unknown {
  const contents = outcome.kind === 'result' ? outcome.result['contents'] : undefined;
  return Array.isArray(contents) && isObject(contents[0]) ? contents[0]['mimeType'] : undefined;
}

/**
 * Reads the answer to `resources/read` of the index: form, JSON, entries. Never throws for what the server does.
 * @param wanted the form to read it in; without it, the form that the document shows
 */
export function viewIndex(exchange: Exchange, wanted?: DraftShape): IndexView {
  const read = viewRead(INDEX_URI, exchange, new Set());
  const blank = {
    exchange: read.exchange,
    frames: read.frames,
    answered: read.answered,
    mimeType: read.mimeType ?? firstMimeType(exchange),
    size: read.size,
    packed: read.carrier === 'blob',
    problem: undefined,
    document: undefined,
    beginning: undefined,
    form: undefined,
    shape: undefined,
    entries: [],
  } satisfies IndexView;
  if (!read.answered || exchange.outcome.kind !== 'result') return blank;
  const wrong = (problem: string): IndexView => ({ ...blank, problem });
  if (read.shapeProblem !== undefined) return wrong(read.shapeProblem);
  const { contents } = exchange.outcome.result;
  if (!Array.isArray(contents) || contents.length !== 1) {
    return wrong(`\`contents\` has ${Array.isArray(contents) ? contents.length : 0} elements`);
  }
  const [item] = contents;
  const content = isObject(item) ? item : {};
  const source =
    typeof content['text'] === 'string'
      ? content['text']
      : decodeUtf8(Buffer.from(String(content['blob']), 'base64'));
  if (source === undefined) return wrong('it is not valid UTF-8');
  const beginning = source.slice(0, 2_000);
  if (source.startsWith('\ufeff')) return { ...wrong('a byte order mark stands before the JSON'), beginning };
  const begins = `it begins with ${JSON.stringify(shorten(source.trim(), 80))}`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    const what =
      source.trim() === ''
        ? 'it is empty'
        : `it is no JSON (${(error as Error).message.split('\n', 1)[0]}); ${begins}`;
    return { ...wrong(what), beginning };
  }
  if (!isObject(parsed))
    return { ...wrong(`it is JSON, but of type ${jsonType(parsed)} where an object is due`), beginning };
  const skills = Array.isArray(parsed['skills']) ? parsed['skills'] : [];
  const form = Array.isArray(parsed['skills']) ? shapeOf(parsed, skills) : undefined;
  const shape = form === undefined ? undefined : (wanted ?? form);
  return {
    ...blank,
    document: parsed,
    beginning,
    form,
    shape,
    entries: shape === undefined ? [] : readEntries(skills, shape, read.frames),
  };
}
