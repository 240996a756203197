import { relativeLinks, resolveLink } from '../../harness/model/references.js';
import { decodedPath, segmentsBelow, skillPath, splitUri, uriProblem } from '../../harness/model/uri.js';
import { check } from '../kit/check.js';
import { mappingOf } from '../kit/frontmatter.js';
import { tellsUri } from '../kit/outcomes.js';
import { isSkillMd, rooted, skillsOf } from '../kit/subjects.js';
import { emittedUris, type EmittedUri } from '../kit/uris.js';
import type { Probe } from '../../harness/probe/probe.js';

/**
 * Says when a `#` or `?` in a URI is really a character of a file name: the URI without what follows is not served, and
 * what follows looks like the rest of a name.
 */
async function unencodedDelimiter(probe: Probe, emitted: EmittedUri): Promise<string | undefined> {
  const parts = splitUri(emitted.uri);
  if (parts === undefined || emitted.kind === 'entry') return undefined;
  const { fragment, query } = parts;
  if (fragment === undefined && query === undefined) return undefined;
  const named = emitted.name !== undefined && /[#?]/.test(emitted.name);
  const looksNamed =
    fragment !== undefined || (query !== undefined && !query.includes('=') && /\.[A-Za-z0-9]{1,8}$/.test(query));
  if (!named && !looksNamed) return undefined;
  const stripped = emitted.uri.slice(0, emitted.uri.search(/[?#]/));
  const read = await probe.read(stripped);
  if (!named && read.answered) return undefined;
  const character = fragment === undefined ? '?' : '#';
  return `it holds a raw "${character}" of a file name, which is written ${character === '#' ? '%23' : '%3F'}: as it stands it denotes ${stripped}`;
}

export const uri = [
  check('uri/rfc3986', 'every URI of entries, manifests, directories and resources/list', async (probe, judge) => {
    for (const emitted of await emittedUris(probe, judge)) {
      const problem = uriProblem(emitted.uri);
      const what = problem?.what ?? (await unencodedDelimiter(probe, emitted));
      // A URI without a scheme in an entry or a directory is the matter of others.
      if (splitUri(emitted.uri) === undefined && (emitted.kind === 'entry' || emitted.kind === 'directory')) {
        const by = emitted.kind === 'entry' ? tellsUri(probe) : 'directory/child-inside';
        judge.unjudged(emitted.uri, 'it is no absolute URI', by);
        continue;
      }
      judge.each(emitted.uri, what === undefined, () => ({
        expected: 'a valid URI (RFC 3986)',
        actual: `${what}; it stands in ${emitted.where}`,
        frames: emitted.frames,
        ...(problem?.iri === true ? { level: 'SHOULD', strict: 'MUST' } : {}),
      }));
    }
  }),

  check('uri/scheme', 'the scheme of every entry', async (probe, judge) => {
    for (const skill of await rooted(probe, judge)) {
      const parts = splitUri(skill.uri)!;
      const own = parts.scheme.toLowerCase() === 'skill';
      judge.each(skill.label, own && parts.authority !== undefined, () => ({
        expected: 'skill://<skill-path>/SKILL.md',
        actual: own ? `${skill.uri}, without "//"` : `the scheme ${parts.scheme}, which is legal`,
        frames: skill.frames,
        // "No scheme is privileged": another one is a fact, not a fault.
        ...(own ? {} : { level: 'INFO' }),
      }));
    }
  }),

  check('uri/explicit-skill-md', 'the spelling of SKILL.md and what stands before it', async (probe, judge) => {
    for (const skill of await skillsOf(probe, judge)) {
      if (skill.uri === undefined || !isSkillMd(skill.uri)) {
        judge.unjudged(skill.label, 'its URI does not end in SKILL.md', tellsUri(probe));
        continue;
      }
      judge.each(skill.label, skill.root !== undefined, () => ({
        expected: 'a skill path of at least one segment, then /SKILL.md',
        actual: skill.uri!,
        frames: skill.frames,
      }));
    }
  }),

  check('uri/authority-reg-name', 'the authority of every skill:// URI', async (probe, judge) => {
    for (const skill of await rooted(probe, judge)) {
      const parts = splitUri(skill.uri)!;
      if (parts.scheme.toLowerCase() !== 'skill' || parts.authority === undefined) continue;
      const { authority } = parts;
      const what =
        authority === ''
          ? 'it is empty; the first segment of the path belongs there'
          : authority.includes('@')
            ? 'it has userinfo'
            : authority.includes(':')
              ? 'it has a port'
              : undefined;
      judge.each(skill.label, what === undefined, () => ({
        expected: "a reg-name: letters, digits, and -._~ !$&'()*+,;= or percent-encoding",
        actual: `${JSON.stringify(authority)}: ${what}`,
        frames: skill.frames,
      }));
    }
    judge.notApplicable('no skill is served under skill://');
  }),

  check('uri/prefix-segments', 'the prefix of every skill path', async (probe, judge) => {
    for (const skill of await rooted(probe, judge)) {
      const prefix = skillPath(skill.root).slice(0, -1);
      if (prefix.length === 0) continue;
      const dots = prefix.filter((segment) => /^(\.|%2e){1,2}$/i.test(segment));
      const empty = prefix.slice(1).filter((segment) => segment === '');
      judge.each(skill.label, dots.length === 0 && empty.length === 0, () => ({
        expected: 'prefix segments that name something',
        actual:
          dots.length > 0
            ? `the dot segment ${JSON.stringify(dots[0])}, which clients fold away`
            : 'an empty segment ("//")',
        frames: skill.frames,
        // RFC 3986 allows an empty segment; it is only unwise.
        ...(dots.length === 0 ? { level: 'INFO', strict: 'SHOULD' } : {}),
      }));
    }
    judge.notApplicable('no skill path has a prefix');
  }),

  check(
    'uri/relative-resolution',
    'relative links of every SKILL.md against the URIs of the files',
    async (probe, judge) => {
      for (const skill of await rooted(probe, judge)) {
        const mapping = await mappingOf(probe, judge, skill.uri);
        if (mapping === undefined || skill.manifest === undefined) continue;
        const byPath = new Map<string, string>();
        for (const { uri: listed } of skill.manifest) {
          const path = listed === undefined ? undefined : decodedPath(skill.root, listed);
          if (path !== undefined) byPath.set(path, listed!);
        }
        for (const link of relativeLinks(mapping.body)) {
          const resolved = resolveLink(skill.root, link);
          const path = resolved === undefined ? undefined : decodedPath(skill.root, resolved);
          const listed = path === undefined ? undefined : byPath.get(path);
          if (resolved === undefined || listed === undefined) continue;
          // Spellings of one path are equal: which of them a client makes of a link is not laid down.
          const same = segmentsBelow(skill.root, resolved)!.length === segmentsBelow(skill.root, listed)!.length;
          judge.each(`${skill.label} → ${link}`, same, () => ({
            expected: `${resolved}, to which the link resolves`,
            actual: `${listed} in the manifest`,
            frames: [...skill.frames, ...mapping.frames],
          }));
        }
      }
      judge.notApplicable('no SKILL.md links to a file of its manifest');
    },
  ),

  check('uri/no-query-fragment', 'query and fragment of all URIs', async (probe, judge) => {
    for (const emitted of await emittedUris(probe, judge)) {
      const parts = splitUri(emitted.uri);
      if (parts === undefined) continue;
      const plain = parts.query === undefined && parts.fragment === undefined;
      if (!plain && (await unencodedDelimiter(probe, emitted)) !== undefined) {
        judge.unjudged(emitted.uri, 'it is part of a file name', 'uri/rfc3986');
        continue;
      }
      judge.each(emitted.uri, plain, () => ({
        expected: 'neither',
        actual: parts.fragment === undefined ? `the query ?${parts.query}` : `the fragment #${parts.fragment}`,
        frames: emitted.frames,
      }));
    }
  }),
];
