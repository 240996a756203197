import * as fc from 'fast-check';
import { splitUri } from '../../harness/model/uri.js';

/** Ways up, as they are written to get past a check. */
export const DOTS = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%2e.',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e',
  '....//',
  '..;',
];
const SINGLE = ['.', '%2e', '..', '%2e%2e', '', '...', ' ', '%20', '%00', '%2f', '%5c', '\\', '*', '~', ':', 'con'];
const SUFFIXES = [
  '?',
  '?x',
  '#x',
  '?',
  '?x',
  '?x=../..',
  '#',
  '#x',
  '/',
  '//',
  '/.',
  '/..',
  '/../',
  '.',
  ' ',
  '%20',
  '+',
  ';',
  ';x=1',
  '~',
  '.bak',
  '.orig',
  '%00',
  '%00.md',
  '%0a',
  '%0d%0a',
  '::$DATA',
  '\u0000',
  '\n',
  '\u202e',
  '\u200b',
  '\u00e9',
  'e\u0301',
  '%C3%A9',
  '%E9',
  '%C0%AF',
  '%C0%AE',
  '%',
  '%z',
  '%zz',
  '%1',
  '%u0041',
  '*',
  '"',
  '<x>',
  '|',
  '^',
  '`',
  '{x}',
  '\ud83d\ude00',
];
const SIBLINGS = [
  'SKILL.md',
  'skill.md',
  'SKILL.MD',
  'README.md',
  'index.md',
  '.env',
  '.git/config',
  '.DS_Store',
  'LICENSE',
  'LICENSE.txt',
  'package.json',
  '__init__.py',
  'references',
  'scripts',
  'assets',
];
const SCHEMES = ['file', 'http', 'https', 'resource', 'SKILL', 'skills', 'skillx', 'data', 'javascript', ''];

/** Cuts a URI into what stands before its path, and the segments of the path. */
export function parts(uri: string): { readonly head: string; readonly segments: readonly string[] } {
  const split = splitUri(uri);
  if (split === undefined) return { head: '', segments: uri.split('/') };
  const head = split.authority === undefined ? `${split.scheme}:` : `${split.scheme}://${split.authority}`;
  return { head, segments: uri.slice(head.length).split('/').slice(1) };
}

export const join = (head: string, segments: readonly string[]): string =>
  segments.length === 0 ? head : `${head}/${segments.join('/')}`;

const swapCase = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

const encode = (character: string): string =>
  [...Buffer.from(character, 'utf8')]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/** Replaces one character that `pick` names. */
const at = (text: string, pick: number, change: (character: string) => string): string => {
  const characters = [...text];
  const index = characters.length === 0 ? 0 : pick % characters.length;
  return [...characters.slice(0, index), change(characters[index] ?? ''), ...characters.slice(index + 1)].join('');
};

/** One small change of a URI. */
export interface Step {
  readonly how: string;
  apply(uri: string): string;
}

const onPath = (uri: string, change: (segments: string[]) => string[]): string => {
  const { head, segments } = parts(uri);
  return join(head, change([...segments]));
};

/** Small changes: where in the URI, and what. */
export function steps(longest: number): fc.Arbitrary<Step> {
  const place = fc.nat({ max: 60 });
  const step = (how: string, apply: (uri: string) => string): Step => ({ how, apply });
  const inserted = (segment: string, where: number): Step =>
    step(`segment ${JSON.stringify(segment)}`, (uri) =>
      onPath(uri, (segments) => segments.toSpliced(where % (segments.length + 1), 0, segment)),
    );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...SUFFIXES)
        .map((suffix) => step(`suffix ${JSON.stringify(suffix)}`, (uri) => uri + suffix)),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...SINGLE), place).map(([segment, where]) => inserted(segment, where)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...DOTS), place).map(([segment, where]) => inserted(segment, where)),
    },
    { weight: 2, arbitrary: place.map((where) => step('case of one letter', (uri) => at(uri, where, swapCase))) },
    {
      weight: 1,
      arbitrary: fc.constant(
        step('case of all letters of the path', (uri) => onPath(uri, (segments) => segments.map(swapCase))),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constant(step('case of the first segment', (uri) => uri.replace(/\/\/[^/]*/, swapCase))),
    },
    { weight: 1, arbitrary: fc.constant(step('case of the scheme', (uri) => uri.replace(/^[^:]*/, swapCase))) },
    {
      weight: 2,
      arbitrary: place.map((where) =>
        step('one character encoded', (uri) =>
          onPath(uri, (segments) =>
            segments.map((segment, index) => (index === segments.length - 1 ? at(segment, where, encode) : segment)),
          ),
        ),
      ),
    },
    {
      weight: 2,
      arbitrary: place.map((where) =>
        step('one character encoded twice', (uri) =>
          onPath(uri, (segments) =>
            segments.map((segment, index) =>
              index === segments.length - 1
                ? at(segment, where, (one) => encode(one).replaceAll('%', '%25'))
                : segment,
            ),
          ),
        ),
      ),
    },
    { weight: 1, arbitrary: fc.constant(step('escapes encoded again', (uri) => uri.replaceAll('%', '%25'))) },
    {
      weight: 1,
      arbitrary: fc.constant(
        step('escapes in lower case', (uri) => uri.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constant(
        step('escapes decoded', (uri) => {
          try {
            return decodeURI(uri);
          } catch {
            return uri;
          }
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('%2F', '%2f', '\\', '%5C', '%252F', '//', ':', '.'), place)
        .map(([slash, where]) =>
          step(`a slash as ${JSON.stringify(slash)}`, (uri) => {
            const { head, segments } = parts(uri);
            if (segments.length < 2) return uri;
            const cut = 1 + (where % (segments.length - 1));
            return `${join(head, segments.slice(0, cut))}${slash}${segments.slice(cut).join('/')}`;
          }),
        ),
    },
    {
      weight: 3,
      arbitrary: fc
        .integer({ min: 1, max: 12 })
        .map((count) => step(`${count} characters cut off`, (uri) => uri.slice(0, Math.max(1, uri.length - count)))),
    },
    {
      weight: 2,
      arbitrary: place.map((where) =>
        step('segments cut off', (uri) =>
          onPath(uri, (segments) => segments.slice(0, where % (segments.length + 1))),
        ),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('x', '-x', 'S', '0', '.', '%20', '\u00e9'), place).map(([more, where]) =>
        step(`${JSON.stringify(more)} more in a name`, (uri) => {
          const { head, segments } = parts(uri);
          const all = [head, ...segments];
          const index = where % all.length;
          return all.map((one, i) => (i === index ? one + more : one)).join('/');
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: place.map((where) =>
        step('one name without its last character', (uri) => {
          const { head, segments } = parts(uri);
          const all = [head, ...segments];
          const index = where % all.length;
          return all.map((one, i) => (i === index && one.length > 1 ? one.slice(0, -1) : one)).join('/');
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...SIBLINGS)
        .map((name) =>
          step(`${name} in place of the last segment`, (uri) =>
            onPath(uri, (segments) => [...segments.slice(0, -1), name]),
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('user@', 'user:secret@', '127.0.0.1/', '[::1]/', '/')
        .map((before) => step(`${before} before the first segment`, (uri) => uri.replace('://', `://${before}`))),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(':', ':80', ':0', '.', '%00', '..')
        .map((after) =>
          step(`${after} after the first segment`, (uri) => uri.replace(/^([^:]*:\/\/[^/]*)/, `$1${after}`)),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...SCHEMES)
        .map((scheme) =>
          step(`the scheme ${JSON.stringify(scheme)}`, (uri) =>
            uri.replace(/^[^:]*:/, scheme === '' ? '' : `${scheme}:`),
          ),
        ),
    },
    { weight: 1, arbitrary: fc.constant(step('one slash after the scheme', (uri) => uri.replace('://', ':/'))) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(256, 300, 5_000, 70_000)
        .map((length) =>
          step(
            'an overlong segment',
            (uri) => `${uri.slice(0, uri.lastIndexOf('/') + 1)}${'a'.repeat(Math.min(length, longest))}`,
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(100, 1_000, 10_000)
        .map((count) => step('very many segments', (uri) => `${uri}${'/a'.repeat(Math.min(count, longest / 2))}`)),
    },
  );
}
