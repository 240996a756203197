import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { brief } from '../../harness/model/json.js';
import { ErrorCode } from '../../harness/model/protocol.js';
import type { ReadView } from '../../harness/probe/content.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check, ends, NONSENSE } from '../kit/check.js';
import { essence, isMarkdown } from '../kit/media.js';
import { setAside, tellsUnread } from '../kit/outcomes.js';
import { judgeCacheHints, judgeRefusal } from '../kit/results.js';
import { rooted, skillsOf } from '../kit/subjects.js';

/** Visits every file of every skill that `resources/read` answered for, each URI once. */
async function eachRead(probe: Probe, judge: Judge, visit: (uri: string, read: ReadView) => void): Promise<void> {
  const uris = new Set<string>();
  // Files that are known from a directory or a link only: what lists them wrongly is judged elsewhere.
  const loose = new Set<string>();
  for (const skill of await skillsOf(probe, judge)) {
    const own = await probe.filesOf(skill);
    for (const uri of own) uris.add(uri);
    if (skill.dynamic || skill.assumed === true) for (const uri of own) if (uri !== skill.uri) loose.add(uri);
  }
  await probe.each([...uris], async (uri) => {
    const read = await probe.read(uri);
    if (read.answered && !(read.empty && loose.has(uri))) visit(uri, read);
    else if (loose.has(uri)) return;
    else if (!setAside(judge, uri, read.exchange)) judge.unjudged(uri, 'it was not read', tellsUnread(probe));
  });
}

/** File URIs that no right server serves: below every skill, and in no namespace. */
async function unservedFiles(probe: Probe): Promise<string[]> {
  const roots = ends(await probe.skills()).flatMap((skill) => (skill.root === undefined ? [] : [skill.root]));
  return [`skill://${NONSENSE}/SKILL.md`, ...roots.map((root) => `${root}/${NONSENSE}.md`)];
}

/** Beyond these a second read costs more than it tells: so many files in all, so many bytes in one. */
const MANY = 256;
const LARGE = 256 * 1024;

export const read = [
  check('read/shape', 'the contents of every read', async (probe, judge) => {
    await eachRead(probe, judge, (uri, view) => {
      if (view.empty) {
        judge.unjudged(uri, 'an empty `contents`', tellsUnread(probe));
        return;
      }
      judge.each(uri, view.shapeProblem === undefined, () => ({
        expected: `one element of \`contents\` with the uri ${uri} and either \`text\` or \`blob\``,
        actual: view.shapeProblem!,
        frames: view.frames,
      }));
    });
  }),

  check('read/blob-base64', 'the base64 of every blob', async (probe, judge) => {
    await eachRead(probe, judge, (uri, view) => {
      if (view.carrier !== 'blob') return;
      judge.each(uri, view.base64Problem === undefined, () => ({
        expected: 'base64 in the standard alphabet, padded',
        actual: view.base64Problem!,
        frames: view.frames,
      }));
    });
    judge.notApplicable('no file is sent as blob');
  }),

  check(
    'read/text-is-utf8',
    'U+FFFD and lone surrogates in every text, against size and digest',
    async (probe, judge) => {
      const sizes = new Map<string, { size: unknown; digest: unknown }>();
      for (const skill of await probe.skills()) {
        for (const item of skill.manifest ?? []) if (item.uri !== undefined) sizes.set(item.uri, item);
      }
      await eachRead(probe, judge, (uri, view) => {
        if (view.carrier !== 'text') return;
        const claim = sizes.get(uri);
        // A file may well hold U+FFFD itself. It is lossy decoding when the digest is of other bytes, and the text is longer
        // than the file by what the replacement of its invalid bytes, one to three each, accounts for.
        const longer = typeof claim?.size === 'number' ? (view.size ?? 0) - claim.size : undefined;
        const lossy =
          view.replacements > 0 &&
          claim?.digest !== undefined &&
          claim.digest !== view.digest &&
          (longer === undefined || (longer >= 0 && longer <= 2 * view.replacements));
        const converted = view.alternatives.find((other) => other.foreign === true && other.digest === claim?.digest);
        judge.each(uri, !view.loneSurrogate && !lossy && converted === undefined, () => ({
          expected: 'a file that is not valid UTF-8 as `blob`',
          actual: view.loneSurrogate
            ? '`text` with a lone surrogate, which no UTF-8 file can hold'
            : (converted?.cause ??
              `\`text\` with ${view.replacements} U+FFFD in the place of bytes, under a digest of other bytes`),
          frames: view.frames,
        }));
      });
      judge.notApplicable('no file is sent as text');
    },
  ),

  check('read/mime-skill-md', 'the mimeType of every SKILL.md', async (probe, judge) => {
    const listed = probe.hasResources ? await probe.resourcesByUri() : new Map<string, never>();
    for (const skill of await rooted(probe, judge)) {
      const view = await probe.read(skill.uri);
      if (view.digest === undefined) {
        judge.unjudged(skill.label, 'it was not read', view.answered ? 'read/shape' : 'format/skill-md-at-root');
        continue;
      }
      const inList = isMarkdown(listed.get(skill.uri)?.resource['mimeType']);
      judge.each(skill.label, isMarkdown(view.mimeType), () => ({
        expected: 'text/markdown',
        actual: brief(view.mimeType),
        frames: view.frames,
        ...(view.mimeType === undefined && inList ? { level: 'INFO', cause: 'resources/list has it' } : {}),
      }));
    }
  }),

  check(
    'read/mime-agrees',
    'the mimeType of every file in resources/list, in directories and when read',
    async (probe, judge) => {
      const listed = probe.hasResources ? await probe.resourcesByUri() : new Map<string, never>();
      await eachRead(probe, judge, (uri, view) => {
        const there = essence(listed.get(uri)?.resource['mimeType']);
        const here = essence(view.mimeType);
        if (there === undefined || here === undefined) return;
        judge.each(uri, there === here, () => ({
          expected: `${there}, as in resources/list`,
          actual: here,
          frames: [...(listed.get(uri)?.frames ?? []), ...view.frames],
        }));
      });
      judge.notApplicable('no file has a mimeType in two places');
    },
  ),

  check('read/unknown', 'resources/read of made-up files', async (probe, judge) => {
    const codes =
      probe.era === 'legacy'
        ? [ErrorCode.invalidParams, ErrorCode.legacyResourceNotFound]
        : [ErrorCode.invalidParams];
    for (const uri of await unservedFiles(probe)) {
      const view = await probe.read(uri);
      if (view.empty) {
        // It was seen, and is told there: nothing is left unjudged.
        judge.notApplicable('every answer is an empty `contents`, which read/unknown-not-empty tells');
        continue;
      }
      if (view.exchange.outcome.kind === 'error') {
        probe.refusals.push({ subject: `resources/read of ${uri}`, exchange: view.exchange });
      }
      judgeRefusal(judge, uri, view.exchange, codes, probe.era === 'legacy' ? 'all' : []);
    }
  }),

  check('read/unknown-not-empty', 'the contents for made-up files', async (probe, judge) => {
    for (const uri of await unservedFiles(probe)) {
      const view = await probe.read(uri);
      judge.each(uri, !view.empty, () => ({
        expected: 'an error: an empty array does not tell a missing file from one without content',
        actual: '"contents": []',
        frames: view.frames,
        // Before 2026-07-28 the base text has no word on it.
        ...(probe.era === 'legacy' ? { level: 'SHOULD', strict: 'MUST' } : {}),
      }));
    }
  }),

  check('read/directory', 'resources/read of every skill root', async (probe, judge) => {
    for (const skill of ends(await rooted(probe, judge))) {
      const view = await probe.read(skill.root);
      judge.each(skill.root, !(view.answered && /elements of|no element/.test(view.shapeProblem ?? '')), () => ({
        expected: 'anything but a listing of children',
        actual: view.shapeProblem ?? describeOutcome(view.exchange.outcome),
        frames: view.frames,
      }));
    }
  }),

  check(
    'read/stable',
    'a second read of every file, or of the last of every skill where there are many',
    async (probe, judge) => {
      const skills = await skillsOf(probe, judge);
      const all = skills.flatMap((skill) => (skill.manifest ?? []).flatMap((item) => item.uri ?? []));
      const lasts = ends(skills).flatMap((skill) => skill.manifest?.at(-1)?.uri ?? []);
      for (const uri of new Set(all.length <= MANY ? all : lasts)) {
        const before = await probe.read(uri);
        if (before.digest === undefined || (before.size ?? 0) > LARGE) continue;
        const after = await probe.read(uri, true);
        judge.each(uri, after.digest === before.digest, () => ({
          expected: 'the bytes of the first read',
          actual: after.digest === undefined ? describeOutcome(after.exchange.outcome) : 'other bytes',
          frames: [...before.frames, ...after.frames],
        }));
      }
      judge.notApplicable('no skill has a manifest');
    },
  ),

  check('read/result-type', 'resultType, ttlMs and cacheScope of every read', async (probe, judge) => {
    await eachRead(probe, judge, (uri, view) => {
      const result = view.envelope!;
      if (result['resultType'] === 'input_required') {
        judge.unjudged(uri, 'the server asks for input before it gives the file');
        return;
      }
      judge.each(uri, result['resultType'] === 'complete', () => ({
        expected: '"resultType": "complete"',
        actual: brief(result['resultType']),
        frames: view.frames,
      }));
      judgeCacheHints(judge, uri, result, view.frames);
    });
  }),
];
