import type { FaultList } from './faults.js';
import type { Parsing } from './feeder.js';
import type { TarHeader } from './tar-header.js';
import { decimal, emptyPax, readPax, type Pax } from './tar-pax.js';
import { paxSparse } from './tar-sparse.js';
import type { TarStream } from './tar-stream.js';

/** What one block of metadata may have; Go's archive/tar and node-tar refuse more than 1 MiB as well. */
const MAX_METADATA_BYTES = 1024 * 1024;
/** What a long name or target may have; no system takes a path of more than 32 KiB. */
const MAX_NAME_BYTES = 64 * 1024;

/** Bytes of a name, and whether the archive says that they are UTF-8. */
export interface RawName {
  readonly raw: Uint8Array;
  readonly declared: boolean;
}

/** The metadata that stands before an entry and changes it: pax headers, GNU long names; and the global pax headers. */
export class TarMeta {
  /** Set when metadata could not be read, and so what follows cannot be understood. */
  failed = false;
  readonly #faults: FaultList;
  readonly #global: Pax = emptyPax();
  #local: Pax | undefined;
  #longName: Uint8Array | undefined;
  #longLink: Uint8Array | undefined;
  /** Where metadata stands that waits for its entry. */
  #waiting: number | undefined;

  constructor(faults: FaultList) {
    this.#faults = faults;
  }

  /** `X` is what Solaris wrote before pax. */
  isMetadata = (type: string): boolean => ['x', 'X', 'g', 'L', 'K'].includes(type);

  /** Reads the data of a metadata entry. @returns false when it is cut off */
  *read(stream: TarStream, header: TarHeader, at: number): Parsing<boolean> {
    const size = header.size!;
    const isName = header.type === 'L' || header.type === 'K';
    const max = isName ? MAX_NAME_BYTES : MAX_METADATA_BYTES;
    if (size > max) {
      this.failed = true;
      this.#faults.add('oversized-metadata', `the metadata at byte ${at} has ${size} bytes; at most ${max} are read`);
      return true;
    }
    const data = new Uint8Array(size);
    if ((yield* stream.take(size, data)) < size || !(yield* stream.padding(size))) return false;
    if (header.type !== 'g') this.#waiting ??= at;
    if (header.type === 'L') this.#longName = withoutEnd(data);
    else if (header.type === 'K') this.#longLink = withoutEnd(data);
    else {
      if (header.type !== 'g') this.#local ??= emptyPax();
      const problem = readPax(data, header.type === 'g' ? this.#global : this.#local!);
      if (problem !== undefined) this.#faults.add('bad-pax-record', `in the pax header at byte ${at}, ${problem}`);
      for (const key of ['path', 'linkpath']) this.#bound(key, at);
    }
    return true;
  }

  /** Pax paths are bounded as GNU's are. */
  #bound(key: string, at: number): void {
    for (const { values } of [this.#global, this.#local ?? this.#global]) {
      const length = values.get(key)?.length ?? 0;
      if (length <= MAX_NAME_BYTES || this.failed) continue;
      this.failed = true;
      this.#faults.add('oversized-metadata', `the pax header at byte ${at} has a ${key} of ${length} bytes`);
    }
  }

  /** The real name of an entry: of pax (a sparse file's own first), of GNU, of the header. */
  name(header: TarHeader): RawName {
    const pax = this.#value('GNU.sparse.name') ?? this.#value('path');
    if (pax !== undefined) return { raw: pax, declared: !this.#binary() };
    return { raw: this.#longName ?? header.name, declared: false };
  }

  link(header: TarHeader): RawName {
    const pax = this.#value('linkpath');
    if (pax !== undefined) return { raw: pax, declared: !this.#binary() };
    return { raw: this.#longLink ?? header.link, declared: false };
  }

  /** Bytes of data in the archive; undefined when the pax header gives what is no number. */
  size(header: TarHeader): number | undefined {
    const pax = this.#value('size');
    return pax === undefined ? header.size : decimal(pax);
  }

  /** The pax header that a sparse file's map is in. */
  get sparse(): Pax | undefined {
    return this.#local !== undefined && paxSparse(this.#local) !== undefined ? this.#local : undefined;
  }

  extras(header: TarHeader): string[] {
    const extras = [...new Set([...this.#global.extras, ...(this.#local?.extras ?? [])])];
    if (this.#longName !== undefined) extras.push('gnu-long-name');
    if (this.#longLink !== undefined) extras.push('gnu-long-link');
    if (header.type === 'S' || this.sparse !== undefined) extras.push('sparse');
    return extras;
  }

  /** The entry has been read; its own metadata is done with. */
  forget(): void {
    this.#local = undefined;
    this.#longName = undefined;
    this.#longLink = undefined;
    this.#waiting = undefined;
  }

  /** The archive ends: metadata that still waits for an entry belongs to none. */
  tellStray(): void {
    if (this.#waiting === undefined) return;
    this.#faults.add('stray-metadata', `no entry follows the metadata at byte ${this.#waiting}`);
  }

  #value(key: string): Uint8Array | undefined {
    return this.#local?.values.get(key) ?? this.#global.values.get(key);
  }

  /** "BINARY" says that the paths of this header are bytes of no known code. */
  #binary(): boolean {
    const charset = this.#value('hdrcharset');
    return charset !== undefined && new TextDecoder().decode(charset) === 'BINARY';
  }
}

/** A GNU name without the NULs that end it. One in its midst stays: readers differ about it. */
function withoutEnd(data: Uint8Array): Uint8Array {
  let end = data.length;
  while (end > 0 && data[end - 1] === 0) end -= 1;
  return data.subarray(0, end);
}
