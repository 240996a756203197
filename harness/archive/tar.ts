import type { ArchiveEntry } from './archive.js';
import type { Budget } from './budget.js';
import { allocate } from './bytes.js';
import type { FaultList } from './faults.js';
import type { Parsing } from './feeder.js';
import { decodeName } from './names.js';
import { brief } from '../model/json.js';
import { TarStream } from './tar-stream.js';
import { describeBytes } from './sniff.js';
import { isBodyless, isTarHeader, isZero, parseTarHeader, tarType, BLOCK, type TarHeader } from './tar-header.js';
import { TarMeta } from './tar-meta.js';
import { readSparse } from './tar-sparse-reader.js';
import type { SparseMap } from './tar-sparse.js';

/** How an entry that is being read is called in faults. */
interface Named {
  readonly header: TarHeader;
  readonly block: Uint8Array;
  readonly meta: TarMeta;
  readonly name: string;
  readonly at: number;
}

/** Reads one tar: ustar, v7, pax and GNU, mixed as they come. What was found is in `entries` and in the faults. */
export class TarReader {
  readonly entries: ArchiveEntry[] = [];
  /** Set before the end of a stream that was cut off for a reason already told: by a limit, or by what is around the tar. */
  cutOff = false;
  readonly #faults: FaultList;
  readonly #budget: Budget;
  readonly #inside: boolean;
  readonly #stream = new TarStream();

  /** @param inside the tar came out of a gzip; faults say so */
  constructor(faults: FaultList, budget: Budget, inside: boolean) {
    this.#faults = faults;
    this.#budget = budget;
    this.#inside = inside;
  }

  *parse(): Parsing {
    const meta = new TarMeta(this.#faults);
    for (;;) {
      const at = this.#stream.offset;
      const block = yield* this.#stream.block();
      if (block.length < BLOCK && this.#quiet) return;
      if (block.length < BLOCK) return this.#endOfData(at, block, meta);
      if (isZero(block)) {
        meta.tellStray();
        return yield* this.#afterZeros(at);
      }
      if (!isTarHeader(block)) return this.#noHeader(at, block);
      const header = parseTarHeader(block);
      if (header.size === undefined) {
        const size = brief(header.sizeText);
        return this.#faults.add('bad-size', `the size in the header at byte ${at} is no number: ${size}`);
      }
      if (meta.isMetadata(header.type)) {
        if (!(yield* meta.read(this.#stream, header, at))) return this.#cut(at, 'metadata');
        if (meta.failed) return;
      } else {
        if (!(yield* this.#entry(header, block, at, meta))) return;
        meta.forget();
      }
    }
  }

  /** @returns false when nothing after it can be read */
  *#entry(header: TarHeader, block: Uint8Array, at: number, meta: TarMeta): Parsing<boolean> {
    if (!this.#budget.another(this.entries.length)) return false;
    const { raw, declared } = meta.name(header);
    const decoded = decodeName(raw, declared, 'latin-1');
    if (decoded.broken)
      this.#faults.add('name-not-utf-8', `the pax path of ${brief(decoded.text)} is no UTF-8`, decoded.text);
    const name = decoded.text;
    const type = tarType(header.type, raw);
    if (header.mode === undefined) this.#faults.add('bad-mode', `the mode of ${brief(name)} is no number`, name);
    const stored = meta.size(header);
    if (stored === undefined) {
      this.#faults.add('bad-size', `the size of ${brief(name)} in its pax header is no number`, name);
      return false;
    }
    const isLink = type === 'symlink' || type === 'hardlink';
    const link = isLink ? meta.link(header) : undefined;
    const linkTarget = link && decodeName(link.raw, link.declared, 'latin-1').text;
    const add = (rest: Pick<ArchiveEntry, 'declaredSize' | 'size' | 'content'>): void => {
      this.entries.push({
        index: this.entries.length,
        offset: at,
        rawName: raw,
        name,
        nameEncoding: decoded.encoding,
        type,
        typeCode: header.type,
        mode: header.mode === undefined ? undefined : header.mode & 0o7777,
        linkTarget,
        extras: meta.extras(header),
        ...rest,
      });
    };
    if (!this.#budget.fits(name, linkTarget)) {
      add({ declaredSize: stored, size: 0, content: undefined });
      return false;
    }
    if (isBodyless(type) && header.type !== 'D') {
      add({ declaredSize: stored, size: 0, content: undefined });
      return stored === 0 || (yield* this.#unexpectedBody(name, stored, at));
    }
    const body = yield* this.#body({ header, block, meta, name, at }, stored, type === 'file');
    add({ declaredSize: body.declared, size: body.got, content: body.content });
    return body.whole;
  }

  *#body(entry: Named, stored: number, keep: boolean): Parsing<Body> {
    const sparse = keep ? yield* readSparse(this.#stream, entry.header, entry.block, entry.meta, stored) : undefined;
    if (sparse?.fault !== undefined) {
      const cut = sparse.fault === 'truncated';
      if (cut) this.#cut(entry.at, brief(entry.name), entry.name);
      else this.#faults.add(sparse.fault, `${brief(entry.name)} is no sparse file: ${sparse.detail}`, entry.name);
      return { declared: stored, got: 0, content: undefined, whole: false };
    }
    const map: SparseMap = sparse?.map ?? { size: stored, segments: [{ offset: 0, length: stored }] };
    const data = sparse?.data ?? stored;
    // The stream has paid, or will pay, for the data; the zeros between cost memory as well.
    const zeros = map.size - data;
    if (zeros > 0 && this.#budget.spend(zeros) < zeros) {
      return { declared: map.size, got: 0, content: undefined, whole: false };
    }
    const content = keep && map.size <= this.#budget.cap ? allocate(map.size) : undefined;
    let end = 0;
    let whole = true;
    for (const { offset, length } of map.segments) {
      const got = yield* this.#stream.take(length, content?.subarray(offset, offset + length));
      end = offset + got;
      whole = got === length;
      if (!whole) break;
    }
    const got = whole ? map.size : end;
    if (whole) whole = yield* this.#stream.padding(data);
    if (!whole) this.#cut(entry.at, brief(entry.name), entry.name);
    // A copy: the rest of what was allocated for a file that is cut off is of no use.
    return { declared: map.size, got, content: got === map.size ? content : content?.slice(0, got), whole };
  }

  /**
   * A link, directory or device with a size. By POSIX no data follows; some writers meant it. A header or the end where the
   * data would be says that there is none.
   */
  *#unexpectedBody(name: string, size: number, at: number): Parsing<boolean> {
    const next = yield* this.#stream.block();
    const none = next.length < BLOCK || isZero(next) || isTarHeader(next);
    const what = none ? 'no data follows' : 'data follows';
    this.#faults.add('size-without-data', `${brief(name)} can have no data; its size is ${size}, and ${what}`, name);
    this.#stream.putBack(next);
    if (none) return true;
    const whole = (yield* this.#stream.take(size)) === size && (yield* this.#stream.padding(size));
    if (!whole) this.#cut(at, brief(name), name);
    return whole;
  }

  #endOfData(at: number, rest: Uint8Array, meta: TarMeta): void {
    if (at === 0) {
      // Not one byte is no tar: even one without an entry has its two blocks of zeros.
      this.#notTar(rest);
      return;
    }
    meta.tellStray();
    if (rest.length > 0) this.#cut(at, `a block of ${rest.length} bytes`);
    else this.#faults.add('no-end-marker', `the tar ends at byte ${at} without its two blocks of zeros`);
  }

  /** What stands behind the first block of zeros: another, and then padding. */
  *#afterZeros(at: number): Parsing {
    const second = yield* this.#stream.block();
    if (second.length < BLOCK) {
      if (second.length > 0) this.#cut(at, 'the end marker');
      else if (!this.#quiet) {
        this.#faults.add('single-zero-block', `the tar ends with one block of zeros at byte ${at}; two are due`);
      }
    } else if (!isZero(second)) {
      this.#faults.add(
        'single-zero-block',
        `one block of zeros stands at byte ${at}, and other data follows; two are due`,
      );
      this.#tellDataAfter(at + BLOCK, second);
    } else yield* this.#padding();
    if (this.entries.length === 0 && !this.#quiet) this.#faults.add('empty-archive', 'the tar has no entry');
  }

  *#padding(): Parsing {
    for (;;) {
      const at = this.#stream.offset;
      const block = yield* this.#stream.block();
      if (!isZero(block)) return this.#tellDataAfter(at, block);
      if (block.length < BLOCK) return;
    }
  }

  #tellDataAfter(at: number, block: Uint8Array): void {
    const what = isTarHeader(block) ? 'another entry, which some readers go on to' : describeBytes(block);
    this.#faults.add('data-after-end', `data follows the end of the tar, at byte ${at}: ${what}`);
  }

  #noHeader(at: number, block: Uint8Array): void {
    if (at === 0) this.#notTar(block);
    else this.#faults.add('bad-checksum', `the checksum of the header at byte ${at} does not hold`);
  }

  #notTar(bytes: Uint8Array): void {
    const what = describeBytes(bytes);
    this.#faults.add('not-tar', this.#inside ? `gzip of something that is no tar: ${what}` : `no tar, but ${what}`);
  }

  get #quiet(): boolean {
    return this.cutOff || this.#budget.stopped !== undefined;
  }

  /** Says that the data ended too early, unless why is known. */
  #cut(at: number, what: string, entry?: string): void {
    if (this.#quiet) return;
    const end = this.#stream.offset;
    this.#faults.add('truncated', `the tar ends at byte ${end}, within ${what}, which begins at byte ${at}`, entry);
  }
}

interface Body {
  /** The size that the header gives, of a sparse file the apparent one. */
  readonly declared: number;
  readonly got: number;
  readonly content: Uint8Array | undefined;
  /** False when the data ended within it. */
  readonly whole: boolean;
}
