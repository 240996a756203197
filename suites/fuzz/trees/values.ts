import { parseDocument } from 'yaml';
import { brief, isObject, jsonEqual, type Json } from '../../../harness/model/json.js';
import { compareFrontmatter } from '../../kit/readings.js';
import { splitFrontmatter } from '../../kit/frontmatter.js';
import { onDisk } from './expect.js';
import { factsOf } from './facts.js';
import type { Located } from './served.js';
import { type Session } from './session.js';

const VERIFIES = 'fuzz/tree-frontmatter';

interface Change {
  readonly kind: string;
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The word for what became of a text. */
function changeOf(expected: string, actual: string): string {
  if (expected.trim() === actual.trim()) return 'trimmed';
  const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
  if (words(expected) === words(actual)) return 'folded';
  if (actual !== '' && expected.startsWith(actual)) return 'cut';
  return expected.normalize('NFC') === actual.normalize('NFC') ? 'normalised' : 'changed';
}

/** Where a value differs from what was written, the outermost place of each difference. */
export function changesIn(expected: Json | undefined, actual: unknown, path = ''): Change[] {
  const change = (kind: string): Change[] => [{ kind, path, expected, actual }];
  if (actual === undefined) return change('field-dropped');
  if (expected === undefined) return change('field-added');
  if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => {
      const inner = path === '' ? key : `${path}.${key}`;
      const own = (value: object): unknown =>
        Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
      return changesIn(own(expected) as Json | undefined, own(actual), inner);
    });
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((item, index) => changesIn(item, actual[index], `${path}[${index}]`));
  if (jsonEqual(expected, actual)) return [];
  if (typeof expected === 'string' && typeof actual === 'string')
    return change(`value-${changeOf(expected, actual)}`);
  return change(typeof expected === typeof actual ? 'value-changed' : 'type-changed');
}

/** Fields that the entry has otherwise than SKILL.md, by every reader. */
export function judgeFrontmatter(session: Session, { tree, shown }: Located): void {
  const { frontmatter, frames } = shown;
  const facts = factsOf(tree);
  // A draft without frontmatter in its entries has none; what is no object is told by entry/frontmatter-fields.
  if (!isObject(frontmatter)) return;
  session.judged(VERIFIES, tree);
  if (facts.frontmatter === '') {
    judgeDisputed(session, { tree, shown });
    return;
  }
  for (const { kind, path, expected, actual } of changesIn(JSON.parse(facts.frontmatter) as Json, frontmatter)) {
    session.breach(VERIFIES, tree, kind, `${facts.folder}, ${path}`, {
      expected: brief(expected),
      actual: brief(actual),
      frames,
    });
  }
}

/** Where readers differ, what any of the common ones makes of it is right; what none does is odd at most. */
function judgeDisputed(session: Session, { tree, shown }: Located): void {
  const skillMd = onDisk(tree).files.get('SKILL.md');
  const split = skillMd === undefined ? '' : splitFrontmatter(skillMd.bytes().toString());
  if (typeof split === 'string') return;
  const document = parseDocument(split.source, { version: '1.2', schema: 'core', logLevel: 'silent' });
  for (const { path, expected, actual, split: isCommon } of compareFrontmatter(shown.frontmatter, document)) {
    if (isCommon) continue;
    session.breach(VERIFIES, tree, 'odd-reading', `${factsOf(tree).folder}, ${path}`, {
      expected: `${expected}, or what another common reader of YAML makes of it`,
      actual,
      frames: shown.frames,
      level: 'SHOULD',
    });
  }
}
