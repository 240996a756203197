import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './lines.js';

function split(chunks: readonly Buffer[], limit = 1000) {
  const lines: string[] = [];
  const long: [number, number][] = [];
  let head = 0;
  const splitter = new LineSplitter(limit, {
    line: (bytes) => lines.push(bytes.toString('latin1')),
    tooLong: (bytes) => (head = bytes.length),
    tooLongEnd: (_tail, bytes) => long.push([head, bytes]),
  });
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, long, rest: splitter.end()?.toString('latin1') };
}

test('any chunking gives the same lines', () => {
  const byte = fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x61), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 200 }), fc.array(fc.nat(200), { maxLength: 20 }), (bytes, cuts) => {
      const whole = Buffer.from(bytes);
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const chunks = at.slice(1).map((end, i) => whole.subarray(at[i], end));
      const expected = whole.toString('latin1').split('\n');
      const { lines, rest } = split(chunks);
      expect([...lines, rest ?? '']).toEqual(expected);
      expect(split([whole])).toEqual(split(chunks));
    }),
  );
});

test('a line over the limit is thrown away, and the next one is read', () => {
  const noise = Buffer.alloc(50_000, 0x61);
  const { lines, long } = split([...Array.from({ length: 10 }, () => noise), Buffer.from('\nnext\n')]);
  expect(lines).toEqual(['next']);
  expect(long).toEqual([[50_000, 500_000]]);
});

test('a long line in many chunks costs linear time', () => {
  const chunk = Buffer.alloc(1024, 0x61);
  const began = performance.now();
  split([...Array.from({ length: 32_768 }, () => chunk), Buffer.from('\n')], 64 * 1024 * 1024);
  expect(performance.now() - began).toBeLessThan(1500);
});
