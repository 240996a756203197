import { addFile, move, skillMd, together } from './edits.js';
import type { Mutant } from './mutant.js';
import { LAST } from './target.js';

/** The last skill lives under another root, consistently. */
const root = (id: string, breaks: string, title: string, to: string): Mutant => ({
  id: `uri-${id}`,
  breaks: [breaks],
  title,
  hooks: { catalogue: (catalogue) => move(catalogue, LAST, to) },
});

/** The last skill has one more file, whose URI is spelled wrongly everywhere. */
const file = (id: string, breaks: string, title: string, segment: string): Mutant => ({
  id: `uri-${id}`,
  breaks: [breaks],
  title,
  hooks: {
    catalogue: (catalogue) => addFile(catalogue, `${LAST}/walks/${segment}`, 'A file with a name.\n', 'text/plain'),
  },
});

export const uri: Mutant[] = [
  root('opaque', 'uri/scheme', 'The last skill has a URI without `//`.', 'skill:zz/ops/night-watch'),
  root('port', 'uri/authority-reg-name', 'The first segment has a port.', 'skill://zz:80/ops/night-watch'),
  root(
    'userinfo',
    'uri/authority-reg-name',
    'The first segment has user information.',
    'skill://bo@zz/ops/night-watch',
  ),
  root('brackets', 'uri/authority-reg-name', 'The first segment is an IP literal.', 'skill://[::1]/ops/night-watch'),
  root('empty-segment', 'uri/prefix-segments', 'A segment of the prefix is empty.', 'skill://zz//night-watch'),
  root('no-path', 'uri/explicit-skill-md', 'SKILL.md stands at the root of the scheme, below no path.', 'zz:'),
  file('space', 'uri/rfc3986', 'A URI holds a raw space.', 'a b.txt'),
  file('backslash', 'uri/rfc3986', 'A URI holds a backslash.', 'north\\a.txt'),
  file('bracket', 'uri/rfc3986', 'A URI holds a raw bracket.', 'a[1].txt'),
  file('percent', 'uri/rfc3986', 'A URI holds a bare percent sign.', '100%.txt'),
  file('percent-digits', 'uri/rfc3986', 'A URI holds a percent sign without two hexadecimal digits.', 'a%zz.txt'),
  file('quote', 'uri/rfc3986', 'A URI holds a raw quotation mark.', 'a"b.txt'),
  file('control', 'uri/rfc3986', 'A URI holds a control character.', 'a\u0001b.txt'),
  file('non-ascii', 'uri/rfc3986', 'A URI holds a raw letter beyond ASCII, which makes it an IRI.', 'zählung.txt'),
  file('hash', 'uri/rfc3986', 'A `#` of a file name is not encoded.', 'a#b.txt'),
  file('question-mark', 'uri/rfc3986', 'A `?` of a file name is not encoded.', 'a?b.txt'),
  {
    id: 'uri-slash-encoded',
    breaks: ['uri/relative-resolution'],
    title: 'The slashes of a linked file’s path are percent-encoded, so that the link leads elsewhere.',
    hooks: together(
      { catalogue: (catalogue) => addFile(catalogue, `${LAST}/walks%2Fbook.txt`, 'All quiet.\n') },
      skillMd((text) => `${text}\nWrite into [the log book](walks/book.txt).\n`),
    ),
  },
  {
    id: 'uri-query',
    breaks: ['uri/no-query-fragment'],
    title: 'A URI has a query.',
    hooks: { catalogue: (catalogue) => addFile(catalogue, `${LAST}/walks/book.txt?version=2`, 'All quiet.\n') },
  },
  {
    id: 'uri-encoded-twice',
    breaks: ['format/broken-reference'],
    title: 'The URI of a linked file is percent-encoded twice.',
    hooks: together(
      { catalogue: (catalogue) => addFile(catalogue, `${LAST}/walks/log%2520book.txt`, 'All quiet.\n') },
      skillMd((text) => `${text}\nWrite into [the log book](walks/log%20book.txt).\n`),
    ),
  },
];
