import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { brief, isObject } from '../../harness/model/json.js';
import { hasDotSegments, isBelow, normaliseUri } from '../../harness/model/uri.js';
import type { EntryView, ManifestItem } from '../../harness/probe/views.js';
import type { ReadView } from '../../harness/probe/content.js';
import { check } from '../kit/check.js';
import { DIGEST, files, labelOf, listedDirectories, refreshed, unreadable } from '../kit/files.js';
import { manifests, skillsOf, withoutRoot } from '../kit/subjects.js';

const MAX_COUNT = 512;
const MAX_BYTES = 16_777_216;

const place = (skill: EntryView, item: ManifestItem): string =>
  item.uri ?? `${skill.label}, element ${item.index + 1}`;
const sizeOk = (size: unknown): size is number => typeof size === 'number' && Number.isInteger(size) && size >= 0;

/** Why the bytes are not those of the digest, in plain words, where it can be told. */
function digestCause(read: ReadView, digest: string): string | undefined {
  const known = read.alternatives.find((other) => other.digest === digest);
  if (known !== undefined) return known.cause;
  if (read.loneSurrogate) return 'the text holds a lone surrogate, which no UTF-8 file can hold';
  if (read.replacements > 0) {
    return `the text holds ${read.replacements} U+FFFD: the file is probably not UTF-8 and was sent as text all the same; it must be sent as \`blob\``;
  }
  return undefined;
}

function sizeCause(read: ReadView, size: number): string | undefined {
  const known = read.alternatives.find((other) => other.size === size && other.size !== read.size);
  if (read.replacements > 0) {
    return `the text holds ${read.replacements} U+FFFD, three bytes each: the file is probably not UTF-8 and must be sent as \`blob\``;
  }
  if (read.characters !== undefined && read.characters.codePoints !== read.size) {
    if (size === read.characters.codePoints) return 'size counts characters, not bytes';
    if (size === read.characters.units) return 'size counts UTF-16 units, not bytes';
  }
  return known === undefined ? undefined : known.cause;
}

export const manifest = [
  check('manifest/includes-skill-md', 'the entry’s own URI among its resources', async (probe, judge) => {
    for (const skill of await manifests(probe, judge)) {
      const by = withoutRoot(skill);
      if (by !== undefined) {
        judge.unjudged(skill.label, 'its URI does not name a SKILL.md', by);
        continue;
      }
      const own = normaliseUri(skill.uri!);
      judge.each(
        skill.label,
        skill.manifest.some((item) => item.uri !== undefined && normaliseUri(item.uri) === own),
        () => ({
          expected: `an element with the uri ${skill.uri}`,
          actual: skill.manifest.length === 0 ? 'an empty array' : `${skill.manifest.length} elements, none of them`,
          frames: skill.frames,
        }),
      );
    }
  }),

  check('manifest/each-once', 'the URIs of every manifest, as sent and in normal form', async (probe, judge) => {
    for (const skill of await manifests(probe, judge)) {
      const seen = new Map<string, string>();
      for (const { uri } of skill.manifest) {
        if (uri === undefined) continue;
        const normal = normaliseUri(uri);
        const before = seen.get(normal);
        seen.set(normal, uri);
        judge.each(labelOf(skill, uri), before === undefined, () => ({
          expected: `one element for this file in ${skill.label}`,
          actual: before === uri ? 'the same uri again' : `also listed as ${before}, which is the same URI`,
          frames: skill.frames,
        }));
      }
    }
    judge.notApplicable('no manifest has an element');
  }),

  check('manifest/within-skill', 'every URI against the skill’s root', async (probe, judge) => {
    for (const skill of await manifests(probe, judge)) {
      const by = withoutRoot(skill);
      if (by !== undefined) {
        judge.unjudged(skill.label, 'its root is not known', by);
        continue;
      }
      const root = normaliseUri(skill.root!);
      for (const { uri } of skill.manifest) {
        if (uri === undefined) continue;
        const inside = isBelow(root, normaliseUri(uri));
        const dots = hasDotSegments(uri);
        judge.each(labelOf(skill, uri), inside && !dots, () => ({
          expected: `a file below ${skill.root}/`,
          actual: dots ? `${uri}, which is ${normaliseUri(uri)}` : uri,
          frames: skill.frames,
          ...(dots ? { cause: 'it holds dot segments, which clients fold away' } : {}),
          ...(inside ? { level: 'SHOULD', strict: 'MUST' } : {}),
        }));
      }
    }
    judge.notApplicable('no manifest has an element');
  }),

  check('manifest/digest-format', 'the form of every digest', async (probe, judge) => {
    for (const offer of probe.hasMethods ? [] : await probe.drafts.offers()) {
      // That there is one is judged elsewhere: index/digest, archive/fields.
      if (typeof offer.digest === 'string')
        judgeDigestForm(judge, offer.label, offer.digest, offer.frames, undefined);
    }
    for (const skill of await manifests(probe, judge)) {
      for (const item of skill.manifest) {
        if (!isObject(item.value)) {
          judge.unjudged(place(skill, item), 'it is no object', 'entry/schema');
          continue;
        }
        const { digest } = item;
        if (skill.assumed === true && (item.uri !== skill.uri || digest === undefined || digest === null)) continue;
        const right = typeof digest === 'string' && DIGEST.test(digest);
        const read =
          !right && item.uri !== undefined && typeof digest === 'string' ? await probe.read(item.uri) : undefined;
        judgeDigestForm(judge, labelOf(skill, place(skill, item)), digest, skill.frames, read);
      }
    }
    judge.notApplicable('nothing has a digest');
  }),

  check('manifest/digest-matches', 'SHA-256 over every file of every skill', async (probe, judge) => {
    await files(probe, judge, async (file) => {
      const hindrance = unreadable(file);
      const { digest } = file.item;
      // In the drafts of June the index has a digest of SKILL.md alone.
      if (file.skill.assumed === true && (digest === undefined || digest === null)) return;
      if (hindrance !== undefined) judge.unjudged(file.label, hindrance.reason, hindrance.by);
      else if (typeof digest !== 'string' || !DIGEST.test(digest)) {
        judge.unjudged(file.label, 'its digest is not of the form', 'manifest/digest-format');
      } else {
        const seen = await refreshed(probe, file, (item, read) => item.digest === read.digest);
        judge.each(file.label, seen.ok, () => ({
          expected: String(seen.item.digest),
          actual: `${seen.read.digest}, over ${seen.read.size} bytes`,
          frames: seen.frames,
          cause: digestCause(seen.read, String(seen.item.digest)),
        }));
      }
    });
    judge.notApplicable('no manifest has an element');
  }),

  check('manifest/size-present', 'the size of every element', async (probe, judge) => {
    for (const skill of await manifests(probe, judge)) {
      for (const item of skill.manifest) {
        if (!isObject(item.value)) {
          judge.unjudged(place(skill, item), 'it is no object', 'entry/schema');
          continue;
        }
        judge.each(labelOf(skill, place(skill, item)), sizeOk(item.size), () => ({
          expected: '`size`, an integer of 0 or more',
          actual: brief(item.size),
          frames: skill.frames,
          ...(item.size === undefined
            ? { cause: 'the drafts of July 2026 had no size; the final text requires it' }
            : {}),
        }));
      }
    }
    judge.notApplicable('no manifest has an element');
  }),

  check('manifest/size-matches', 'the length of every file of every skill', async (probe, judge) => {
    await files(probe, judge, async (file) => {
      const hindrance = unreadable(file);
      if (hindrance !== undefined) judge.unjudged(file.label, hindrance.reason, hindrance.by);
      else if (!sizeOk(file.item.size)) judge.unjudged(file.label, 'it has no valid size', 'manifest/size-present');
      else {
        const seen = await refreshed(probe, file, (item, read) => item.size === read.size);
        judge.each(file.label, seen.ok, () => ({
          expected: `${brief(seen.item.size)} bytes`,
          actual: `${seen.read.size} bytes`,
          frames: seen.frames,
          ...(sizeOk(seen.item.size) ? { cause: sizeCause(seen.read, seen.item.size) } : {}),
        }));
      }
    });
    judge.notApplicable('no manifest has an element');
  }),

  check('manifest/readable', 'resources/read of every supporting file', async (probe, judge) => {
    await files(probe, judge, (file) => {
      if (file.item.uri === file.skill.uri) return;
      if (listedDirectories(file.skill).has(file.item.uri)) {
        judge.unjudged(file.label, 'it is a directory', 'manifest/no-directories');
        return;
      }
      const hindrance = unreadable(file);
      if (hindrance !== undefined && !file.read.answered && hindrance.by !== 'manifest/readable') {
        judge.unjudged(file.label, hindrance.reason, hindrance.by);
        return;
      }
      judge.each(file.label, file.read.answered && !file.read.empty, () => ({
        expected: 'its content',
        actual: file.read.empty ? 'an empty `contents`' : describeOutcome(file.read.exchange.outcome),
        frames: file.frames,
      }));
    });
    judge.notApplicable('no skill has a supporting file');
  }),

  check(
    'manifest/no-directories',
    'elements that others lie below, that end in "/", or are read as directories',
    async (probe, judge) => {
      await files(probe, judge, (file) => {
        const listed = listedDirectories(file.skill).has(file.item.uri);
        judge.each(file.label, !listed && file.read.mimeType !== 'inode/directory', () => ({
          expected: 'a file',
          actual:
            file.read.mimeType === 'inode/directory'
              ? 'a resource of type inode/directory'
              : 'a directory: other files lie below it, or it ends in "/"',
          frames: file.frames,
        }));
      });
      judge.notApplicable('no manifest has an element');
    },
  ),

  check('manifest/limit-count', 'the number of elements', async (probe, judge) => {
    for (const skill of await manifests(probe, judge)) {
      judge.each(skill.label, skill.manifest.length <= MAX_COUNT, () => ({
        expected: `at most ${MAX_COUNT} elements: what every host must load`,
        actual: `${skill.manifest.length}`,
        frames: skill.frames,
      }));
    }
  }),

  check('manifest/limit-bytes', 'the sum of sizes', async (probe, judge) => {
    for (const skill of await manifests(probe, judge)) {
      const sizes = skill.manifest.map((item) => item.size);
      if (!sizes.every(sizeOk)) {
        judge.unjudged(skill.label, 'not every element has a valid size', 'manifest/size-present');
        continue;
      }
      const total = sizes.reduce((sum, size) => sum + size, 0);
      judge.each(skill.label, total <= MAX_BYTES, () => ({
        expected: `at most ${MAX_BYTES} bytes: what every host must load`,
        actual: `${total} bytes`,
        frames: skill.frames,
      }));
    }
  }),

  check('manifest/dynamic-not-static', 'three reads of every dynamic SKILL.md', async (probe, judge) => {
    for (const skill of await skillsOf(probe, judge)) {
      if (!skill.dynamic || skill.uri === undefined) continue;
      const reads = [
        await probe.read(skill.uri),
        await probe.read(skill.uri, true),
        await probe.read(skill.uri, true),
      ];
      const digests = new Set(reads.map((read) => read.digest));
      if (digests.has(undefined)) continue;
      judge.each(skill.label, digests.size > 1, () => ({
        expected: 'content that changes now and then: else a manifest could be published, and verified',
        actual: 'the same bytes in three reads (it may still change more slowly than that)',
        frames: reads.flatMap((read) => read.frames),
      }));
    }
    judge.notApplicable('no skill is dynamic');
  }),
];

/** Judges the form of one digest; `read` is the file, for telling whether the value itself is right. */
function judgeDigestForm(
  judge: Judge,
  subject: string,
  digest: unknown,
  frames: readonly number[],
  read: ReadView | undefined,
): void {
  judge.each(subject, typeof digest === 'string' && DIGEST.test(digest), () => ({
    expected: '"sha256:" and 64 lower-case hexadecimal digits',
    actual: brief(digest),
    frames,
    ...(typeof digest === 'string' ? { cause: formatCause(digest, read) } : {}),
  }));
}

/** What is off in the form of a digest, and whether the value is right all the same. */
function formatCause(digest: string, read: ReadView | undefined): string {
  const hex = read?.digest?.slice('sha256:'.length);
  const same = (candidate: string): string =>
    hex !== undefined && candidate === hex ? '; the value itself is right' : '';
  const bare = digest.trim().replace(/^sha-?256[:=-]/i, '');
  if (/^[0-9a-f]{64}$/i.test(bare)) {
    const what = [
      ...(digest === digest.trim() ? [] : ['white space around it']),
      ...(digest.trim().startsWith('sha256:')
        ? []
        : [/^sha/i.test(digest.trim()) ? 'its prefix is not "sha256:"' : 'no "sha256:" before it']),
      ...(bare === bare.toLowerCase() ? [] : ['upper-case digits']),
    ];
    return `${what.join(', ')}${same(bare.toLowerCase())}`;
  }
  if (/^(?:sha256[:-])?[A-Za-z0-9+/]{43}=$/.test(digest.trim())) {
    return `base64, not hexadecimal${same(Buffer.from(bare, 'base64').toString('hex'))}`;
  }
  if (/^sha(?:512|384|1):/i.test(digest) || /^md5:/i.test(digest)) return 'another hash function than SHA-256';
  return `${bare.length} characters where 64 hexadecimal digits are expected`;
}
