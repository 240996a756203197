import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  ancestorsOf,
  hasDotSegments,
  isBelow,
  normaliseUri,
  skillPath,
  skillRoot,
  UriIndex,
  uriProblem,
} from './uri.js';

describe('uriProblem', () => {
  it.each([
    'skill://probe/SKILL.md',
    'skill://my_team/probe/SKILL.md',
    'skill://ACME/probe/a%2520b.md',
    'skill://127.1/probe/c++.md',
    'skill://u@acme:80/x/SKILL.md',
    'github://o/r/skills/refunds/SKILL.md',
    'skill:probe/SKILL.md',
    "skill://a/!$&'()*+,;=:@~-._",
    'https://[::1]/a/SKILL.md',
  ])('finds nothing in %s', (uri) => expect(uriProblem(uri)).toBeUndefined());

  it.each([
    ['', 'empty'],
    ['probe/SKILL.md', 'no scheme'],
    ['skill://probe/my notes.md', 'raw space'],
    ['skill://probe/a\\b.md', 'backslash'],
    ['skill://probe/100%.md', '%25'],
    ['skill://probe/a\nb', 'U+000A'],
    ['skill://probe/{name}', '"{"'],
    ['skill://probe/a[1].md', 'square bracket'],
    ['1skill://probe/x', 'no scheme'],
  ])('names what is wrong with %j', (uri, word) => {
    expect(uriProblem(uri)?.what).toContain(word);
    expect(uriProblem(uri)?.iri).toBe(false);
  });

  it('tells an IRI apart', () => expect(uriProblem('skill://probe/é.md')).toMatchObject({ iri: true }));
});

describe('normaliseUri', () => {
  it.each([
    ['skill://probe/a%7Eb.md', 'skill://probe/a~b.md'],
    ['skill://probe/%c3%a9.md', 'skill://probe/%C3%A9.md'],
    ['skill://probe/é.md', 'skill://probe/%C3%A9.md'],
    ['SKILL://Probe/x', 'skill://Probe/x'],
    ['skill://probe/a/../references/a.md', 'skill://probe/references/a.md'],
    ['skill://probe/%2e%2e/other/x.md', 'skill://probe/other/x.md'],
    ['skill://a/b/../../../x', 'skill://a/x'],
    ['skill://probe/a%2Fb', 'skill://probe/a%2Fb'],
    ['skill://probe/x/.', 'skill://probe/x/'],
  ])('%s → %s', (from, to) => expect(normaliseUri(from)).toBe(to));

  property.prop([fc.webUrl({ withQueryParameters: true, withFragments: true })])('is idempotent', (url) => {
    expect(normaliseUri(normaliseUri(url))).toBe(normaliseUri(url));
  });
});

describe('skill roots', () => {
  it.each([
    ['skill://probe/SKILL.md', 'skill://probe', ['probe']],
    ['skill://acme/billing/refunds/SKILL.md', 'skill://acme/billing/refunds', ['acme', 'billing', 'refunds']],
    ['skill:probe/SKILL.md', 'skill:probe', ['probe']],
    ['skill:///probe/SKILL.md', 'skill:///probe', ['probe']],
    ['https://host/skills/refunds/SKILL.md', 'https://host/skills/refunds', ['host', 'skills', 'refunds']],
  ])('%s', (uri, root, path) => {
    expect(skillRoot(uri)).toBe(root);
    expect(skillPath(root)).toEqual(path);
  });

  it.each([
    'skill://probe',
    'skill://probe/skill.md',
    'skill://SKILL.md',
    'skill:///SKILL.md',
    'skill://probe/SKILL.md?x',
    'skill://p/SKILL.md#f',
    'x/SKILL.md',
  ])('%s has none', (uri) => expect(skillRoot(uri)).toBeUndefined());

  it('is contained only at a slash', () => {
    expect(isBelow('skill://probe', 'skill://probe/a')).toBe(true);
    expect(isBelow('skill://probe', 'skill://probe-2/a')).toBe(false);
    expect(isBelow('skill://probe', 'skill://probe/')).toBe(false);
  });

  it('sees dot segments in any spelling', () => {
    expect(hasDotSegments('skill://probe/%2E./x')).toBe(true);
    expect(hasDotSegments('skill://probe/..a/x')).toBe(false);
  });
});

describe('an index of URIs', () => {
  const index = new UriIndex(['s://a/SKILL.md', 's://a-b/x', 's://a/', 's://a', 's://a/b/c', 's://b/x']);

  it('finds what lies below a directory, by segments', () => {
    expect(index.below('s://a')).toEqual(['s://a/SKILL.md', 's://a/b/c']);
    expect(index.below('s://a/b')).toEqual(['s://a/b/c']);
    expect(index.below('s://c')).toEqual([]);
    expect([index.hasBelow('s://a'), index.hasBelow('s://a/b/c'), index.hasBelow('s://z')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('knows the directories around a URI, nearest first', () => {
    expect([...ancestorsOf('s://a/b/c')]).toEqual(['s://a/b', 's://a']);
    expect([...ancestorsOf('s:a/b')]).toEqual(['s:a']);
  });
});
