import { describe, expect, it } from 'vitest';
import { fileReferencesIn, referencesIn, relativeLinks } from './references.js';
import { withoutCodeSpans, withoutFences } from './markdown.js';

describe('links', () => {
  it.each<[string, string[]]>([
    [
      '[a](b.md) ![c](d/e.png) [f](<g h.md> "title") [i](j.md \'t\') [k](l.md (t))',
      ['b.md', 'd/e.png', 'g h.md', 'j.md', 'l.md'],
    ],
    ['[![logo](logo.png)](docs/start.md)', ['logo.png', 'docs/start.md']],
    ['[a](b(1).md) [c](d.md#part) [e](f.md?x=1)', ['b(1).md', 'd.md', 'f.md']],
    ['[a]: b.md\n  [c]: <d e.md> "t"\n[f]:\n  g.md', ['b.md', 'd e.md', 'g.md']],
    ['[a](https://x.y/z) [b](//h/p) [c](/abs) [d](#x) [e](mailto:a@b) [f]()', []],
    ['`[a](b.md)` ``[c](`d.md`)`` \\[e](f.md) [g] (h.md) i](j.md)', []],
    ['```\n[a](b.md)\n```\n[c](d.md)\n~~~ js\n[e](f.md)\n~~~~\n[g](h.md)', ['d.md', 'h.md']],
    ['```inline``` [a](b.md)', ['b.md']],
    ['````\n```\n[a](b.md)\n````\n[c](d.md)', ['d.md']],
    ['[a\n\nb](c.md) [d\ne](f.md)', ['f.md']],
    ['[a](b.md "open\n[c](d.md)', ['d.md']],
    ['[a](<b.md>) and {x}(<y>) [t](<a{b}.md>)', ['b.md']],
  ])('%j', (markdown, links) => expect(relativeLinks(markdown)).toEqual(links));
});

describe('text without code', () => {
  it('keeps what no fence closes over', () => {
    expect(withoutFences('a\r\n```\nb\n```\nc')).toBe('a\n\nc');
    expect(withoutFences('a\n~~~\nb')).toBe('a\n');
    expect(withoutFences('    ```\na')).toBe('    ```\na');
  });
  it('pairs runs of backticks by their length', () => {
    expect(withoutCodeSpans('a `b` c ``d ` e`` f ` g')).toBe('a  c  f ` g');
  });
});

it('references end before punctuation, and placeholders are none', () => {
  expect(
    referencesIn(
      'See skill://a/b/SKILL.md. And (skill://c/SKILL.md), not skill://<x>/SKILL.md or skill://*/SKILL.md!',
    ),
  ).toEqual(['skill://a/b/SKILL.md', 'skill://c/SKILL.md']);
});

it('references to files need an extension: what has none may be a directory, or a name in prose', () => {
  expect(
    fileReferencesIn(
      'Read skill://a/references/naming.md, skill://a/SKILL.md, skill://a/templates and skill://a/.env.',
    ),
  ).toEqual(['skill://a/references/naming.md', 'skill://a/SKILL.md']);
});

describe('what only looks like a link', () => {
  it.each([
    ['a footnote', '[^1]: see notes.md\n'],
    ['prose after a bracket', '[TODO]: write this part\n'],
    ['a comment', '<!-- [a](old.md) -->\n'],
    ['an open comment', '<!-- [a](old.md)\n'],
  ])('%s', (_what, text) => expect(relativeLinks(text)).toEqual([]));

  it('takes a definition with a title', () => expect(relativeLinks('[a]: a.md "A"\n')).toEqual(['a.md']));
});
