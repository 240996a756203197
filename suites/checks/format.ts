import { describeOutcome } from '../../harness/model/exchange.js';
import { brief, isObject, jsonType } from '../../harness/model/json.js';
import { codePoints } from '../../harness/model/text.js';
import type { Judge } from '../../harness/model/check.js';
import { relativeLinks, resolveLink } from '../../harness/model/references.js';
import { ancestorsOf, decodeSegment, skillPath, splitUri } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';
import { manifestIndex, urisOf } from '../kit/files.js';
import { documents, type Document } from '../kit/documents.js';
import { mapped, mappingOf, type Mapping } from '../kit/frontmatter.js';
import { filesRoot, unpackedOf } from '../kit/packs.js';
import { rooted } from '../kit/subjects.js';

/** Visits the frontmatter of every skill that has one, packed or not. */
async function eachMapping(
  probe: Probe,
  judge: Judge,
  visit: (skill: Document, mapping: Mapping) => Promise<void> | void,
): Promise<void> {
  for (const skill of await documents(probe, judge)) {
    const mapping = mapped(judge, skill.label, await skill.frontmatter());
    if (mapping !== undefined) await visit(skill, mapping);
  }
}

/** Judges an optional field; skills without it are passed over. */
async function eachField(
  probe: Probe,
  judge: Judge,
  field: string,
  visit: (subject: string, value: unknown, frames: readonly number[]) => void,
): Promise<void> {
  await eachMapping(probe, judge, (skill, { value, frames }) => {
    if (Object.hasOwn(value, field)) visit(skill.label, value[field], frames);
  });
  judge.notApplicable(`no skill has \`${field}\``);
}

const ASCII_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Lower-case letters of any script, as the reference validator takes them: contested by the text. */
const UNICODE_NAME = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u;

export const format = [
  check('format/skill-md-at-root', 'resources/read of every SKILL.md', async (probe, judge) => {
    for (const skill of await rooted(probe, judge)) {
      const read = await probe.read(skill.uri);
      const { outcome } = read.exchange;
      const pointedAt = skill.origin !== 'listed' && skill.origin !== 'manifest';
      if (pointedAt && (!read.answered || read.empty)) {
        judge.unjudged(skill.label, 'it is not listed, and cannot be read', 'reference/unlisted-readable');
        continue;
      }
      if (!setAside(judge, skill.label, read.exchange)) {
        judge.each(skill.label, read.answered && !read.empty, () => ({
          expected: 'its content',
          actual: read.empty ? 'an empty `contents`' : describeOutcome(outcome),
          frames: [...skill.frames, ...read.frames],
        }));
      }
    }
  }),

  check('format/frontmatter-first', 'the first lines of every SKILL.md', async (probe, judge) => {
    for (const skill of await documents(probe, judge)) {
      const found = await skill.frontmatter();
      if (found.kind === 'unread') {
        judge.unjudged(skill.label, found.detail, found.by);
        continue;
      }
      judge.each(skill.label, found.kind !== 'none', () => ({
        expected: 'a first line of "---", YAML, and a line of "---"',
        actual: found.kind === 'none' ? found.detail : '',
        frames: found.frames,
      }));
      if (found.kind === 'none') continue;
      for (const warning of found.warnings) {
        judge.each(skill.label, false, {
          expected: 'fences that every host sees',
          actual: warning,
          frames: found.frames,
          level: 'SHOULD',
        });
      }
    }
  }),

  check('format/frontmatter-yaml', 'the frontmatter as YAML 1.2', async (probe, judge) => {
    for (const skill of await documents(probe, judge)) {
      const found = await skill.frontmatter();
      if (found.kind === 'unread') judge.unjudged(skill.label, found.detail, found.by);
      else if (found.kind === 'none') judge.unjudged(skill.label, found.detail, 'format/frontmatter-first');
      else {
        judge.each(skill.label, found.kind === 'mapping', () => ({
          expected: 'a YAML mapping with unique keys',
          actual: found.kind === 'broken' ? found.detail : '',
          frames: found.frames,
        }));
      }
    }
  }),

  check('format/name-required', 'name in every SKILL.md', async (probe, judge) => {
    await eachMapping(probe, judge, (skill, { value, frames }) => {
      const { name } = value;
      judge.each(skill.label, typeof name === 'string' && name.trim() !== '', () => ({
        expected: '`name`, a non-empty string',
        actual: brief(name),
        frames,
        ...(name !== undefined && name !== null && typeof name !== 'string'
          ? { cause: `YAML reads it as a ${jsonType(name)}; quote it` }
          : {}),
      }));
    });
  }),

  check('format/name-rules', 'the letters and the length of every name', async (probe, judge) => {
    await eachMapping(probe, judge, (skill, { value, frames }) => {
      const { name } = value;
      if (typeof name !== 'string' || name.trim() === '') {
        judge.unjudged(skill.label, 'it has no name', 'format/name-required');
        return;
      }
      const normal = name.normalize('NFC');
      const length = codePoints(name);
      const unicode = UNICODE_NAME.test(normal) && normal === normal.toLowerCase();
      judge.each(skill.label, ASCII_NAME.test(name) && length <= 64, () => ({
        expected: '1 to 64 of a-z, 0-9 and "-", no "-" at an end, no "--"',
        actual: `${brief(name)}${length > 64 ? `, ${length} characters` : ''}`,
        frames,
        ...(unicode && length <= 64
          ? {
              level: 'SHOULD',
              strict: 'MUST',
              cause: 'the text allows "unicode lowercase" in one place and a-z in another; only a-z is portable',
            }
          : {}),
      }));
    });
  }),

  check('format/name-is-directory', 'every name against the last segment of the skill path', async (probe, judge) => {
    await eachMapping(probe, judge, (skill, { value, frames }) => {
      const { name } = value;
      if (typeof name !== 'string' || name.trim() === '') {
        judge.unjudged(skill.label, 'it has no name', 'format/name-required');
        return;
      }
      // Where a skill that comes as an archive alone is put is the host's own choice since 2026-06-09.
      if (skill.root === undefined) return;
      const segment = skillPath(skill.root).at(-1) ?? '';
      const decoded = decodeSegment(segment) ?? segment;
      judge.each(skill.label, decoded.normalize('NFC') === name.normalize('NFC'), () => ({
        expected: `the name ${brief(decoded)}, which is the last segment of ${skill.root}`,
        actual: brief(name),
        frames: [...skill.frames, ...frames],
      }));
    });
  }),

  check('format/description-required', 'description in every SKILL.md', async (probe, judge) => {
    await eachMapping(probe, judge, (skill, { value, frames }) => {
      const { description } = value;
      const length = typeof description === 'string' ? codePoints(description.trim()) : 0;
      judge.each(skill.label, length >= 1 && length <= 1024, () => ({
        expected: '`description`, a string of 1 to 1024 characters',
        actual: typeof description === 'string' && length > 0 ? `${length} characters` : brief(description),
        frames,
      }));
    });
  }),

  check('format/compatibility-length', 'compatibility, where present', async (probe, judge) => {
    await eachField(probe, judge, 'compatibility', (subject, value, frames) => {
      const length = typeof value === 'string' ? codePoints(value.trim()) : 0;
      judge.each(subject, length >= 1 && length <= 500, () => ({
        expected: 'a string of 1 to 500 characters',
        actual: typeof value === 'string' ? `${length} characters` : brief(value),
        frames,
      }));
    });
  }),

  check('format/metadata-map', 'metadata, where present', async (probe, judge) => {
    await eachField(probe, judge, 'metadata', (subject, value, frames) => {
      const wrong = isObject(value) ? Object.entries(value).filter(([, inner]) => typeof inner !== 'string') : [];
      judge.each(subject, isObject(value) && wrong.length === 0, () => ({
        expected: 'a mapping of strings to strings',
        actual: isObject(value)
          ? wrong.map(([key, inner]) => `${key}: ${brief(inner, 60)}`).join(', ')
          : brief(value),
        frames,
        ...(wrong.length > 0 ? { cause: 'values that YAML reads as something else than strings; quote them' } : {}),
      }));
    });
  }),

  check('format/metadata-reserved-keys', 'the keys of metadata', async (probe, judge) => {
    await eachField(probe, judge, 'metadata', (subject, value, frames) => {
      const reserved = isObject(value)
        ? Object.keys(value).filter((key) => key.startsWith('io.modelcontextprotocol/'))
        : [];
      judge.each(subject, reserved.length === 0, () => ({
        expected: 'no key that begins with "io.modelcontextprotocol/"',
        actual: reserved.join(', '),
        frames,
      }));
    });
  }),

  check('format/allowed-tools-string', 'allowed-tools, where present', async (probe, judge) => {
    await eachField(probe, judge, 'allowed-tools', (subject, value, frames) => {
      judge.each(subject, typeof value === 'string', () => ({
        expected: 'one string, tool names separated by spaces',
        actual: brief(value),
        frames,
        // A list is in wide use, and hosts take it: a hint unless the narrow reading is asked for.
        ...(Array.isArray(value) ? { level: 'INFO', strict: 'SHOULD' } : {}),
      }));
    });
  }),

  check('format/license-string', 'license, where present', async (probe, judge) => {
    await eachField(probe, judge, 'license', (subject, value, frames) => {
      judge.each(subject, typeof value === 'string', () => ({ expected: 'a string', actual: brief(value), frames }));
    });
  }),

  check('format/no-nesting', 'SKILL.md files below the roots of skills, served or packed', async (probe, judge) => {
    const skills = await rooted(probe, judge);
    const roots = new Set(skills.map(({ root }) => root));
    for (const skill of skills) {
      const around = [...ancestorsOf(skill.root)].find((directory) => roots.has(directory));
      const inner = (await probe.filesOf(skill)).filter((uri) => uri !== skill.uri && uri.endsWith('/SKILL.md'));
      // One that is a skill of its own is told there.
      const served: string[] = [];
      for (const uri of inner) {
        if (!roots.has(uri.slice(0, -'/SKILL.md'.length)) && (await probe.read(uri)).digest !== undefined)
          served.push(uri);
      }
      judge.each(skill.label, around === undefined && served.length === 0, () => ({
        expected: 'no SKILL.md but its own, and none around it',
        actual: around === undefined ? served.join(', ') : `it lies in the skill ${around}`,
        frames: skill.frames,
      }));
    }
    for (const view of await unpackedOf(probe, judge)) {
      // What is served as files too is told above; a wrapper directory is no nesting.
      if (!view.files.has('SKILL.md') || (await filesRoot(probe, view.offer)) !== undefined) continue;
      const inner = [...view.files.keys()].filter((path) => path.endsWith('/SKILL.md'));
      judge.each(view.offer.label, inner.length === 0, () => ({
        expected: 'no SKILL.md but the one at the root',
        actual: inner.join(', '),
        frames: view.frames,
      }));
    }
  }),

  check('format/nested-flat', 'the entries of nested skills', async (probe, judge) => {
    const skills = await rooted(probe, judge);
    const roots = new Map(skills.map((skill) => [skill.root, skill]));
    for (const skill of skills) {
      const around = [...ancestorsOf(skill.root)].find((directory) => roots.has(directory));
      const outer = around === undefined ? undefined : roots.get(around);
      if (outer === undefined || skill.origin !== 'listed') continue;
      const marks = Object.keys(skill.entry).filter((key) => /^(?:parent|nested|children|enclosing)/i.test(key));
      judge.each(skill.label, marks.length === 0, () => ({
        expected: `an entry like any other, inside ${outer.root}`,
        actual: `members that mark nesting: ${marks.join(', ')}`,
        frames: skill.frames,
      }));
    }
    judge.notApplicable('no listed skill is nested in another one');
  }),

  check('format/body-length', 'the lines of every SKILL.md', async (probe, judge) => {
    await eachMapping(probe, judge, (skill, { body, source, frames }) => {
      const lines = `${source}\n${body}`.split('\n').length + 1;
      judge.each(skill.label, lines < 500, () => ({
        expected: 'fewer than 500 lines',
        actual: `${lines} lines`,
        frames,
      }));
    });
  }),

  check('format/broken-reference', 'relative links of every SKILL.md', async (probe, judge) => {
    for (const skill of await rooted(probe, judge)) {
      const mapping = await mappingOf(probe, judge, skill.uri);
      if (mapping === undefined) continue;
      const { body, frames } = mapping;
      const index = manifestIndex(skill);
      for (const link of relativeLinks(body)) {
        const uri = resolveLink(skill.root, link);
        // Links out of the skill and to directories are not files of it.
        if (uri === undefined || index.hasBelow(uri)) continue;
        const read = await probe.read(uri);
        const { outcome } = read.exchange;
        if (setAside(judge, uri, read.exchange)) continue;
        judge.each(`${skill.label} → ${link}`, read.answered, () => ({
          expected: `a file at ${uri}`,
          actual: describeOutcome(outcome),
          frames: [...frames, ...read.frames],
        }));
      }
    }
    judge.notApplicable('no SKILL.md has a relative link to a file');
  }),

  check('format/no-filesystem-dependence', 'the schemes of all URIs', async (probe, judge) => {
    for (const skill of await rooted(probe, judge)) {
      const uris = [skill.uri, ...urisOf(skill)];
      const local = uris.filter(
        (uri) => splitUri(uri)?.scheme.toLowerCase() === 'file' || /^(?:\/|[A-Za-z]:[\\/])/.test(uri),
      );
      judge.each(skill.label, local.length === 0, () => ({
        expected: 'URIs that mean something to a host on another machine',
        actual: local.slice(0, 3).join(', '),
        frames: skill.frames,
      }));
    }
  }),
];
