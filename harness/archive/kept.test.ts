import { describe, expect, it } from 'vitest';
import { Kept } from './kept.js';

const piece = (...bytes: number[]): Uint8Array => new Uint8Array(bytes);

function keep(claim: number, ...pieces: Uint8Array[]): Kept {
  const kept = new Kept(claim);
  for (const one of pieces) kept.add(one);
  return kept;
}

describe('what is kept of pieces', () => {
  it('is all of them, in order, empty ones too', () => {
    expect(keep(5, piece(1, 2), piece(), piece(3), piece(4, 5), piece()).content).toEqual(piece(1, 2, 3, 4, 5));
    expect(keep(2, piece(), piece(1), piece(2)).content).toEqual(piece(1, 2));
    expect(keep(0).content).toEqual(piece());
  });

  it('is one piece itself, without a copy', () => {
    const one = piece(1, 2, 3);
    expect(keep(3, one).content?.buffer).toBe(one.buffer);
  });

  it('holds no more than it must when less comes than was claimed', () => {
    const { content } = keep(1000, piece(1), piece(2));
    expect(content).toEqual(piece(1, 2));
    expect(content?.buffer.byteLength).toBe(2);
    expect(keep(1000, new Uint8Array(1000).subarray(0, 3)).content?.buffer.byteLength).toBe(3);
  });

  it('is nothing when more comes than was claimed, but the size is told', () => {
    for (const kept of [
      keep(2, piece(1, 2, 3)),
      keep(2, piece(1), piece(2), piece(3), piece(4)),
      keep(-1, piece(1)),
    ]) {
      expect(kept.content).toBeUndefined();
    }
    expect(keep(2, piece(1), piece(2), piece(3), piece(4)).size).toBe(4);
    expect(keep(-1).content).toBeUndefined();
  });

  it('is nothing when there is no room for what was claimed', () => {
    expect(keep(Number.MAX_SAFE_INTEGER, piece(1), piece(2), piece(3)).content).toBeUndefined();
  });
});
