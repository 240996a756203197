import type { Archive, ArchiveLimits } from './archive.js';
import { segmentsOf } from './paths.js';

/** What is unpacked before the ratio counts: an empty tar of 10 KiB packs to a hundredth. */
const RATIO_FROM_BYTES = 1024 * 1024;
/** Characters of all names and targets together. They are kept twice, as bytes and as text; real archives have thousands. */
const MAX_NAMES = 16 * 1024 * 1024;

/** Counts what reading an archive costs, and says when a limit bites. */
export class Budget {
  /** Bytes unpacked so far; never more than what the limits allow. */
  used = 0;
  stopped: Archive['stopped'];
  /** The most bytes that may be unpacked, by the size and by the ratio. */
  readonly cap: number;
  #names = 0;
  readonly #limits: ArchiveLimits;
  readonly #packedBytes: number;

  constructor(limits: ArchiveLimits, packedBytes: number) {
    this.#limits = limits;
    this.#packedBytes = packedBytes;
    const byRatio = Math.max(RATIO_FROM_BYTES, Math.floor(limits.ratio * packedBytes));
    this.cap = Math.max(0, Math.min(limits.unpackedBytes, byRatio));
  }

  /** Takes bytes out of the budget. @returns how many are granted; fewer than asked for means that the limit has bitten */
  spend(bytes: number): number {
    const granted = Math.min(bytes, this.cap - this.used);
    this.used += granted;
    if (granted < bytes) this.#bytesBit();
    return granted;
  }

  /** False when an archive that has this many entries may have no other. */
  another(entries: number): boolean {
    if (entries < this.#limits.entries) return true;
    this.stopped ??= { limit: 'entries', detail: `there are more than ${this.#limits.entries} entries` };
    return false;
  }

  /** False when a gzip may have no other member: each costs a decompressor of its own, however small it is. */
  member(members: number): boolean {
    if (members < this.#limits.entries) return true;
    this.stopped ??= { limit: 'entries', detail: `there are more than ${this.#limits.entries} gzip members` };
    return false;
  }

  /** False when a path has too many segments, or it and its target are too much with all names before. */
  fits(name: string, target = ''): boolean {
    this.#names += name.length + target.length;
    if (this.#names > MAX_NAMES) {
      const detail = `the names of its entries have more than ${MAX_NAMES} characters`;
      this.stopped ??= { limit: 'unpackedBytes', detail };
      return false;
    }
    const depth = segmentsOf(name).length;
    if (depth <= this.#limits.depth) return true;
    this.stopped ??= { limit: 'depth', detail: `a path has ${depth} segments; the limit is ${this.#limits.depth}` };
    return false;
  }

  #bytesBit(): void {
    const { unpackedBytes, ratio } = this.#limits;
    const packed = `${this.#packedBytes} packed bytes`;
    this.stopped ??=
      this.cap >= unpackedBytes
        ? { limit: 'unpackedBytes', detail: `${packed} unpack to more than ${unpackedBytes} bytes` }
        : {
            limit: 'ratio',
            detail: `${packed} unpack to more than ${this.cap} bytes; the limit is ${ratio} bytes for each packed one`,
          };
  }
}
