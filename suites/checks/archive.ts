import { describeOutcome } from '../../harness/model/exchange.js';
import { formatOfMedia, formatOfUrl } from '../../harness/model/discovery.js';
import { brief, isObject } from '../../harness/model/json.js';
import { skillPath, splitUri } from '../../harness/model/uri.js';
import type { ArchiveOffer } from '../../harness/probe/index-view.js';
import { check } from '../kit/check.js';
import { DIGEST } from '../kit/files.js';
import { essence } from '../kit/media.js';
import { setAside } from '../kit/outcomes.js';
import { archiveRoot, judgeRule, offersOf, packsOf, ruleCheck, unpackedOf, withoutUrl } from '../kit/packs.js';

const COMMON = new Set(['tar.gz', 'zip']);
const NAMES = '`application/gzip` (tar.gz) or `application/zip`';

/** Media types that are of no archive format; of others we cannot tell. */
const NO_ARCHIVE =
  /^(?:$|[^/]*$|(?:text|image|audio|video|font)\/|application\/(?:json|octet-stream|xml|pdf|javascript)\s*(?:;|$))/i;

/** What the index says of archives, and whether they are of a form that can be opened. */
export const archive = [
  check('archive/fields', 'url, mimeType and digest of every archive', async (probe, judge) => {
    for (const offer of await offersOf(probe, judge)) {
      // An entry of type archive has no mimeType; its digest is the matter of index/digest.
      const members = probe.drafts.typed ? (['url'] as const) : (['url', 'mimeType', 'digest'] as const);
      const value = isObject(offer.value) ? offer.value : {};
      const wrong = members.filter(
        (member) => typeof value[member] !== 'string' && !(member === 'mimeType' && offer.misspelt),
      );
      judge.each(offer.label, wrong.length === 0, () => ({
        expected: `the strings ${members.map((member) => `\`${member}\``).join(', ')}`,
        actual: isObject(offer.value)
          ? wrong.map((member) => `${member}: ${brief(value[member])}`).join(', ')
          : brief(offer.value),
        frames: offer.frames,
      }));
      if (typeof offer.mimeType === 'string' && !probe.drafts.typed) {
        judge.each(offer.label, !NO_ARCHIVE.test(offer.mimeType.trim()), () => ({
          expected: 'a mimeType that identifies an archive format',
          actual: brief(offer.mimeType),
          frames: offer.frames,
        }));
      }
      if (!offer.misspelt) continue;
      judge.each(offer.label, false, {
        expected: '`mimeType`, as the text spells it',
        actual: `\`mediaType\`: ${brief(offer.mimeType)}`,
        frames: offer.frames,
        level: 'SHOULD',
        cause: 'a decision of the working group spelt it so; hosts that go by the text do not find it',
      });
    }
  }),

  check('archive/offers-common-format', 'the media types that each skill is offered in', async (probe, judge) => {
    const byEntry = new Map<unknown, ArchiveOffer[]>();
    for (const offer of await offersOf(probe, judge)) {
      if (offer.url === undefined && probe.drafts.typed) {
        withoutUrl(probe, judge, offer);
        continue;
      }
      byEntry.set(offer.entry, [...(byEntry.get(offer.entry) ?? []), offer]);
    }
    for (const offers of byEntry.values()) {
      const formats: (string | undefined)[] = [];
      for (const offer of offers) {
        if (!probe.drafts.typed) formats.push(formatOfMedia(offer.mimeType));
        // Entries of 2026-06-03 carry no media type: what is served tells, or the suffix.
        else if (offer.url !== undefined) formats.push((await probe.drafts.packed(offer)).format);
      }
      const [first] = offers;
      const types = offers.map((offer) =>
        offer.mimeType === undefined ? `no mimeType, ${brief(offer.url, 80)}` : brief(offer.mimeType, 80),
      );
      judge.each(
        first!.label,
        formats.some((format) => format !== undefined && COMMON.has(format)),
        () => ({
          expected: NAMES,
          actual: types.join(', '),
          frames: first!.frames,
          ...(formats.includes('tar')
            ? {
                cause:
                  '`application/x-tar` stands in the decision log, in no text: it is read here, but hosts need not',
              }
            : {}),
        }),
      );
    }
  }),

  check('archive/readable', 'resources/read of every archive', async (probe, judge) => {
    for (const offer of await offersOf(probe, judge)) {
      if (offer.url === undefined) {
        withoutUrl(probe, judge, offer);
        continue;
      }
      const { read, frames } = await probe.drafts.packed(offer);
      if (!read.answered && setAside(judge, offer.label, read.exchange)) continue;
      const form =
        read.shapeProblem ??
        (read.carrier === 'text' ? '`text`, which cannot carry an archive' : undefined) ??
        (read.base64Problem === undefined ? undefined : `a blob that is no base64: ${read.base64Problem}`);
      judge.each(offer.label, read.answered && form === undefined, () => ({
        expected: 'one content with the archive as `blob`',
        actual: read.answered ? form! : describeOutcome(read.exchange.outcome),
        frames,
      }));
      if (!read.answered || form !== undefined) continue;
      const promised = essence(offer.mimeType) ?? mediaOf(formatOfUrl(offer.url));
      const served = essence(read.mimeType);
      // Without a promise there is nothing to keep: whether it is a format that hosts know is archive/offers-common-format.
      const agrees =
        promised === undefined ||
        served === promised ||
        (formatOfMedia(served) !== undefined && formatOfMedia(served) === formatOfMedia(promised));
      judge.each(offer.label, agrees, () => ({
        expected: `the mimeType ${promised}, as ${offer.mimeType === undefined ? 'its suffix says' : 'the index says'}`,
        actual: brief(read.mimeType),
        frames,
        // Hosts fall back to the index or the suffix where the answer names no type.
        ...(served === undefined ? { level: 'SHOULD', strict: 'MUST' } : {}),
      }));
    }
  }),

  check('archive/format-agrees', 'the bytes of every archive against its media type', async (probe, judge) => {
    for (const view of await packsOf(probe, judge)) {
      if (view.archive === undefined) {
        if (probe.drafts.typed)
          judge.unjudged(view.offer.label, 'its format is not known to us', 'archive/offers-common-format');
        else judge.notApplicable('an archive is in a format that this judge does not read, which is legal');
        continue;
      }
      judgeRule(judge, view, 'format-agrees', `${view.format}, whole and without an error`, ({ name }) =>
        // The format knows other methods than the two that all readers have; this judge cannot unpack them.
        name === 'unknown-method' ? { level: 'SHOULD', strict: 'MUST' } : {},
      );
    }
  }),

  check('archive/digest-matches', 'SHA-256 over every archive', async (probe, judge) => {
    for (const view of await packsOf(probe, judge)) {
      const { digest } = view.offer;
      if (typeof digest !== 'string') {
        const by = probe.drafts.typed ? 'index/digest' : 'archive/fields';
        judge.unjudged(view.offer.label, 'it has no digest', by);
      } else if (!DIGEST.test(digest)) {
        judge.unjudged(view.offer.label, 'its digest is not of the form', 'manifest/digest-format');
      } else {
        judge.each(view.offer.label, view.read.digest === digest, () => ({
          expected: digest,
          actual: `${view.read.digest}, over ${view.read.size} bytes`,
          frames: view.frames,
          cause: view.read.alternatives.find((other) => other.digest === digest)?.cause,
        }));
      }
    }
  }),

  ruleCheck(
    'archive/skill-md-at-root',
    'SKILL.md at the root of every archive',
    'skill-md-at-root',
    'SKILL.md at the root',
  ),

  check('archive/relative-paths', 'the path of every entry of every archive', async (probe, judge) => {
    for (const view of await unpackedOf(probe, judge)) {
      judgeRule(judge, view, 'relative-paths', 'a relative path with "/" and without ".."', ({ name, entry = '' }) =>
        // That "/" is the separator is said since 2026-06-09.
        probe.drafts.typed && (name === 'backslash' || name === 'drive') && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(entry)
          ? { level: 'SHOULD', strict: 'MUST' }
          : {},
      );
    }
  }),

  ruleCheck(
    'archive/links-inside',
    'the target of every link',
    'links-inside',
    'a link that resolves inside the skill',
  ),

  check('archive/regular-entries', 'the type of every entry', async (probe, judge) => {
    for (const view of await unpackedOf(probe, judge)) {
      judgeRule(judge, view, 'regular-entries', 'a file, a directory or a symbolic link');
      if (probe.revision !== '2026-06-25') continue;
      for (const entry of view.archive!.entries.filter(({ type }) => type === 'hardlink')) {
        judge.each(`${view.offer.label} → ${entry.name}`, false, {
          expected: 'a file, a directory or a symbolic link: what hosts extract since 2026-06-25',
          actual: 'a hard link',
          frames: view.frames,
          // One sentence of the text speaks of hard links that resolve inside, the next one leaves them out.
          level: 'SHOULD',
          strict: 'MUST',
        });
      }
    }
  }),

  ruleCheck(
    'archive/no-collision',
    'all paths of every archive against each other',
    'no-collision',
    'a path of its own',
  ),

  ruleCheck(
    'archive/no-privilege-bits',
    'the mode of every entry',
    'no-privilege-bits',
    'a mode without setuid, setgid and sticky',
  ),

  check('archive/bounded', 'size, entries, depth and ratio of every archive', async (probe, judge) => {
    const flags = 'less than the limits of this run: --max-unpacked, --max-archive-entries, -depth and -ratio';
    for (const view of await unpackedOf(probe, judge)) judgeRule(judge, view, 'bounded', flags);
  }),

  check('archive/url-suffix', 'the URL of every archive', async (probe, judge) => {
    for (const offer of await offersOf(probe, judge)) {
      if (offer.url === undefined || splitUri(offer.url) === undefined) {
        judge.unjudged(offer.label, 'it has no absolute URL', 'index/entry-url');
        continue;
      }
      const root = archiveRoot(offer.url);
      judge.each(offer.label, root !== undefined && skillPath(root).at(-1) !== '', () => ({
        expected: '<skill-path>.tar.gz or <skill-path>.zip',
        actual: offer.url!,
        frames: offer.frames,
      }));
    }
  }),
];

const mediaOf = (format: string | undefined): string | undefined =>
  format === 'tar.gz' ? 'application/gzip' : format === 'zip' ? 'application/zip' : undefined;
