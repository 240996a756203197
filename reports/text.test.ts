import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hostileText } from './testing/hostile.js';
import { count, cut, duration, grouped, shown, visible, wrap } from './text.js';

describe('text', () => {
  it('makes what cannot be seen visible, and leaves the rest', () => {
    expect(visible('a\n\r\t\u001b[31m\u0000\u009b\u202e\ud800 é 😀 →')).toBe(
      'a\\n\\r\\t\\x1b[31m\\x00\\x9b\\u{202e}\\u{d800} é 😀 →',
    );
  });

  it('cuts on characters', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('ab…');
    expect(cut('a😀b', 3)).toBe('a…');
    expect(shown('a😀😀', 3)).toBe('a…');
  });

  it('wraps at spaces and keeps long words whole', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('a-very-long-word b', 4)).toEqual(['a-very-long-word', 'b']);
    expect(wrap('', 4)).toEqual(['']);
  });

  it('counts and times for people', () => {
    expect([count(1, 'skill'), count(2, 'skill'), count(0, 'entry', 'entries')]).toEqual([
      '1 skill',
      '2 skills',
      '0 entries',
    ]);
    expect(grouped('1 of 999, 1840 (5210000)')).toBe('1 of 999, 1,840 (5,210,000)');
    expect([duration(12.4), duration(1900), duration(125_000)]).toEqual(['12 ms', '1.9 s', '2 min 5 s']);
  });

  property.prop([hostileText])('visible is idempotent and one line', (text) => {
    expect(visible(visible(text))).toBe(visible(text));
    expect(visible(text)).not.toMatch(/[\r\n]/);
  });
});
