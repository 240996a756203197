import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

interface Numbers {
  readonly name?: string | Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly packed?: number;
  readonly unpacked?: number;
  readonly extra?: Uint8Array;
}

/** One entry of a zip that is written as told. `local` and `central` override what is said in one place only. */
export interface ZipSpec extends Numbers {
  readonly data?: Uint8Array | string;
  /** Stands in place of the packed data. */
  readonly raw?: Uint8Array;
  /** 0x0314 is Unix, 0x0014 MS-DOS. */
  readonly maker?: number;
  readonly mode?: number;
  /** After the data. `signed` and `bare` are data descriptors of 4-byte sizes, `wide` one of 8-byte sizes. */
  readonly descriptor?: 'signed' | 'bare' | 'wide' | Uint8Array;
  readonly local?: Numbers;
  readonly central?: Numbers;
  readonly offset?: number;
  /** Put before the local header. */
  readonly gap?: Uint8Array;
  /** Only a local header and data. */
  readonly hidden?: boolean;
  /** Only a record of the central directory. */
  readonly ghost?: boolean;
}

export interface ZipOptions {
  readonly comment?: Uint8Array | string;
  readonly prefix?: Uint8Array;
  /** Offsets count the prefix. */
  readonly counted?: boolean;
  readonly entries?: number;
  readonly disk?: number;
  /** Write the zip64 end records too. */
  readonly zip64?: boolean;
  readonly trailing?: Uint8Array;
  readonly afterDirectory?: Uint8Array;
}

const bytesOf = (data: Uint8Array | string): Buffer => Buffer.from(data as string);

function fields(...values: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  return Buffer.concat(
    values.map(([width, value]) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64LE(BigInt(value));
      return field.subarray(0, width);
    }),
  );
}

export const extraField = (id: number, data: Uint8Array): Buffer =>
  Buffer.concat([fields([2, id], [2, data.length]), data]);

/** The zip64 extra field with these numbers. */
export const zip64Field = (...numbers: readonly number[]): Buffer =>
  extraField(1, fields(...numbers.map((number) => [8, number] as const)));

interface Written {
  readonly local: Buffer;
  readonly central: Buffer;
}

function write(spec: ZipSpec, offset: number): Written {
  const data = bytesOf(spec.data ?? '');
  const method = spec.method ?? 0;
  const raw = spec.raw ?? (method === 8 ? deflateRawSync(data) : data);
  const base = {
    name: spec.name ?? 'file',
    flags: spec.flags ?? (spec.descriptor === undefined ? 0x800 : 0x808),
    method,
    crc: spec.crc ?? crc32(data),
    packed: spec.packed ?? raw.length,
    unpacked: spec.unpacked ?? data.length,
    extra: spec.extra ?? new Uint8Array(),
  };
  const streamed = (base.flags & 8) !== 0 ? { crc: 0, packed: 0, unpacked: 0 } : {};
  const here = { ...base, ...streamed, ...spec.local };
  const there = { ...base, ...spec.central };
  const numbers = (of: typeof base): Buffer =>
    fields(
      [2, of.flags],
      [2, of.method],
      [4, 0],
      [4, of.crc],
      [4, of.packed],
      [4, of.unpacked],
      [2, bytesOf(of.name).length],
      [2, of.extra.length],
    );
  const wide = spec.descriptor === 'wide' ? 8 : 4;
  const descriptor =
    spec.descriptor instanceof Uint8Array
      ? spec.descriptor
      : spec.descriptor === undefined
        ? new Uint8Array()
        : Buffer.concat([
            Buffer.from(spec.descriptor === 'bare' ? '' : 'PK\x07\x08', 'latin1'),
            fields([4, base.crc], [wide, base.packed], [wide, base.unpacked]),
          ]);
  const local = Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    fields([2, 20]),
    numbers(here),
    bytesOf(here.name),
    here.extra,
    raw,
    descriptor,
  ]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    fields([2, spec.maker ?? 0x0314], [2, 20]),
    numbers(there),
    fields([2, 0], [2, 0], [2, 0], [4, (spec.mode ?? 0o100644) * 0x10000], [4, spec.offset ?? offset]),
    bytesOf(there.name),
    there.extra,
  ]);
  return { local, central };
}

/** A whole zip. */
export function zipOf(specs: readonly ZipSpec[], options: ZipOptions = {}): Buffer {
  const prefix = options.prefix ?? new Uint8Array();
  const base = options.counted === true ? prefix.length : 0;
  const parts: Uint8Array[] = [];
  const records: Buffer[] = [];
  let at = base;
  for (const spec of specs) {
    const gap = spec.gap ?? new Uint8Array();
    const { local, central } = write(spec, at + gap.length);
    parts.push(gap);
    at += gap.length;
    if (spec.ghost !== true) {
      parts.push(local);
      at += local.length;
    }
    if (spec.hidden !== true) records.push(central);
  }
  const directory = Buffer.concat(records);
  const count = options.entries ?? records.length;
  const disk = options.disk ?? 0;
  const end64 =
    options.zip64 !== true
      ? new Uint8Array()
      : Buffer.concat([
          Buffer.from('PK\x06\x06', 'latin1'),
          fields([8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, directory.length], [8, at]),
          Buffer.from('PK\x06\x07', 'latin1'),
          fields([4, 0], [8, at + directory.length], [4, 1]),
        ]);
  const comment = bytesOf(options.comment ?? '');
  const narrow = options.zip64 === true ? 0xffff : count;
  return Buffer.concat([
    prefix,
    ...parts,
    directory,
    options.afterDirectory ?? new Uint8Array(),
    end64,
    Buffer.from('PK\x05\x06', 'latin1'),
    fields([2, disk], [2, disk], [2, narrow], [2, narrow]),
    options.zip64 === true ? fields([4, 0xffffffff], [4, 0xffffffff]) : fields([4, directory.length], [4, at]),
    fields([2, comment.length]),
    comment,
    options.trailing ?? new Uint8Array(),
  ]);
}
