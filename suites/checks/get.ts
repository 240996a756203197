import { describeOutcome } from '../../harness/model/exchange.js';
import { brief, isObject, jsonType, type Json } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import { decodeSegment, normaliseUri, skillPath } from '../../harness/model/uri.js';
import type { EntryView } from '../../harness/probe/views.js';
import { check, ends, NONSENSE } from '../kit/check.js';
import { frontmatterOf } from '../kit/frontmatter.js';
import { setAside } from '../kit/outcomes.js';
import { judgeCacheHints, judgeRefusal, judgeResultType } from '../kit/results.js';
import { answered, gets, skillsOf } from '../kit/subjects.js';

const METHOD = 'skills/get';
const REFUSED = [ErrorCode.invalidParams];
const needs = ['capability/methods-answer'] as const;

/** URIs that no right server has a skill at: in no namespace, beside a skill, and below one. */
function unknownUris(skills: readonly EntryView[]): string[] {
  const known = new Set(skills.map((skill) => skill.uri));
  const found = [`skill://${NONSENSE}/SKILL.md`];
  for (const { root } of ends(skills)) {
    if (root === undefined) continue;
    if (skillPath(root).length > 1) found.push(`${root.slice(0, root.lastIndexOf('/'))}/${NONSENSE}/SKILL.md`);
    found.push(`${root}/${NONSENSE}/SKILL.md`);
  }
  return [...new Set(found)].filter((uri) => !known.has(uri));
}

export const get = [
  check(
    'get/result-shape',
    'skills/get of every skill',
    async (probe, judge) => {
      for (const { uri, got } of await gets(probe, judge)) {
        if (!answered(uri, got, judge)) continue;
        const { result } = got;
        judge.each(uri, isObject(result!['skill']), () => ({
          expected: '`skill`, an object',
          actual: jsonType(result!['skill']),
          frames: got.exchange.frames,
          ...(typeof result!['uri'] === 'string'
            ? { cause: 'the entry stands in the result itself, not under `skill`' }
            : {}),
        }));
      }
    },
    { needs },
  ),

  check(
    'get/result-type',
    'resultType of every skills/get result',
    async (probe, judge) => {
      for (const { uri, got } of await gets(probe, judge)) {
        if (answered(uri, got, judge)) judgeResultType(judge, uri, got.result!, got.exchange.frames);
      }
    },
    { needs },
  ),

  check(
    'get/cache-hints',
    'ttlMs and cacheScope of every skills/get result',
    async (probe, judge) => {
      for (const { uri, got } of await gets(probe, judge)) {
        if (answered(uri, got, judge)) judgeCacheHints(judge, uri, got.result!, got.exchange.frames);
      }
    },
    { needs },
  ),

  check(
    'get/no-cursor',
    'nextCursor in every skills/get result',
    async (probe, judge) => {
      for (const { uri, got } of await gets(probe, judge)) {
        if (!answered(uri, got, judge)) continue;
        judge.each(uri, got.result!['nextCursor'] === undefined, () => ({
          expected: 'no `nextCursor`',
          actual: brief(got.result!['nextCursor']),
          frames: got.exchange.frames,
        }));
      }
    },
    { needs },
  ),

  check(
    'get/uri-echo',
    'the uri of every entry that skills/get gives',
    async (probe, judge) => {
      for (const { uri, got } of await gets(probe, judge)) {
        if (!answered(uri, got, judge)) continue;
        if (got.entry === undefined) {
          judge.unjudged(uri, 'there is no `skill` object', 'get/result-shape');
          continue;
        }
        const echoed = got.entry.entry['uri'];
        const same = typeof echoed === 'string' && (echoed === uri || normaliseUri(echoed) === normaliseUri(uri));
        judge.each(uri, same, () => ({ expected: uri, actual: brief(echoed), frames: got.exchange.frames }));
      }
    },
    { needs },
  ),

  check(
    'get/unknown-skill',
    'skills/get of made-up names: alone, beside and below every skill',
    async (probe, judge) => {
      for (const uri of unknownUris(await probe.skills())) {
        judgeRefusal(judge, uri, await probe.refusal(`skills/get of ${uri}`, METHOD, { uri }), REFUSED);
      }
    },
    { needs },
  ),

  check(
    'get/not-a-skill',
    'skills/get of supporting files, root directories and misspelt SKILL.md',
    async (probe, judge) => {
      const skills = await skillsOf(probe, judge);
      const known = new Set(skills.map((skill) => skill.uri));
      for (const { root, manifest, uri } of ends(skills)) {
        if (root === undefined) continue;
        const file = manifest?.findLast(
          (item) => item.uri !== undefined && item.uri !== uri && !/\/skill\.md$/i.test(item.uri),
        );
        const wrong = [root, `${root}/`, `${root}/skill.md`, ...(file?.uri === undefined ? [] : [file.uri])];
        for (const other of wrong) {
          if (known.has(other)) continue;
          judgeRefusal(judge, other, await probe.refusal(`skills/get of ${other}`, METHOD, { uri: other }), REFUSED);
        }
      }
      judge.notApplicable('no skill is known whose parts could be asked for');
    },
    { needs },
  ),

  check(
    'get/params-required',
    'skills/get without a uri, with an empty one, with a number',
    async (probe, judge) => {
      const wrong: [string, { [key: string]: Json }][] = [
        ['params without `uri`', {}],
        ['`uri` ""', { uri: '' }],
        ['`uri` 7', { uri: 7 }],
      ];
      for (const [subject, params] of wrong) {
        const exchange = await probe.refusal(`skills/get, ${subject}`, METHOD, params);
        judgeRefusal(judge, subject, exchange, REFUSED, [ErrorCode.invalidRequest]);
      }
    },
    { needs },
  ),

  check(
    'get/answers-unlisted',
    'skills/get of skills that the listing leaves out',
    async (probe, judge) => {
      for (const { uri, origin, from } of await probe.unlisted()) {
        const got = await probe.get(uri);
        const { outcome } = got.exchange;
        if (setAside(judge, uri, got.exchange)) continue;
        if (outcome.kind !== 'result' && origin !== 'given') {
          // A pointer alone does not make a skill of it: only what reads as a SKILL.md does.
          const frontmatter = await frontmatterOf(probe, uri);
          if (frontmatter.kind !== 'mapping') continue;
          const segment = decodeSegment(uri.split('/').at(-2) ?? '');
          if (origin === 'manifest' && frontmatter.value['name'] !== segment) continue;
        }
        judge.each(uri, outcome.kind === 'result', () => ({
          expected: 'its entry: it is served, though not listed',
          actual: describeOutcome(outcome),
          frames: got.exchange.frames,
          cause: `it is named by ${from}`,
          // Whether a SKILL.md inside a skill is a skill of its own, or just a file, is the server's to say.
          ...(origin === 'manifest' ? { level: 'INFO', strict: 'MUST' } : {}),
        }));
      }
      judge.notApplicable('no skill is known that the listing leaves out; name one with --skill <uri>');
    },
    { needs },
  ),
];
