import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.js';
import { parseSize } from './size.js';
import { closest, didYouMean } from './suggest.js';

describe('durations and sizes', () => {
  it.each([
    ['500ms', 500],
    ['10s', 10_000],
    ['1.5m', 90_000],
    ['2min', 120_000],
    ['1h', 3_600_000],
    ['0s', 0],
  ])('%s is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['10', '', 's', '-1s', '1e3s', '10 s', 'ten', '597h'])('%j is no time', (text) =>
    expect(parseDuration(text)).toBeTypeOf('string'),
  );

  it.each([
    ['65536', 65_536],
    ['64KiB', 65_536],
    ['1.5MB', 1_500_000],
    ['4 GiB', 4 * 2 ** 30],
    ['10b', 10],
    ['1mib', 2 ** 20],
  ])('%s is %d bytes', (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each(['0', '', '-1', '1K', '1e9', 'x', '99999999GiB'])('%j is no size', (text) =>
    expect(parseSize(text)).toBeTypeOf('string'),
  );
});

describe('suggestions', () => {
  const ids = ['digest/matches', 'digest/size-matches', 'list/result-shape', 'list'];
  it('finds what was meant', () => {
    expect(closest('digest/match', ids)[0]).toBe('digest/matches');
    expect(closest('lsit', ids)).toEqual(['list']);
    expect(closest('result-shape', ids)).toEqual(['list/result-shape']);
    expect(closest('zzz', ids)).toEqual([]);
    expect(closest('x'.repeat(10_000), ids)).toEqual([]);
    expect(didYouMean('size-matches', ids)).toBe('Did you mean digest/size-matches?');
    expect(didYouMean('zzz', ids)).toBeUndefined();
  });
});
