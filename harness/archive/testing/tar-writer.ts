import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';

/** One entry of a tar that is written as told, right or wrong. Sizes are in bytes. */
export interface TarSpec {
  readonly name?: string | Uint8Array;
  readonly prefix?: string;
  readonly data?: Uint8Array | string;
  /** The size field; a number becomes octal, text stands as it is. */
  readonly size?: number | string | Uint8Array;
  readonly mode?: number | string;
  readonly type?: string;
  readonly link?: string;
  readonly magic?: 'ustar' | 'gnu' | 'v7';
  /** `wrong`: off by one. `signed`: of signed bytes. */
  readonly checksum?: 'right' | 'wrong' | 'signed';
  /** Bytes put over the header, by their offset. */
  readonly patches?: readonly (readonly [number, Uint8Array])[];
}

const MAGICS = { ustar: 'ustar\x0000', gnu: 'ustar  \0', v7: '' };
const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
const bytesOf = (data: Uint8Array | string): Buffer => Buffer.from(data as string);

export function padded(data: Uint8Array): Buffer {
  return Buffer.concat([data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}

export function tarHeader(spec: TarSpec): Buffer {
  const block = Buffer.alloc(512);
  const put = (at: number, width: number, value: Uint8Array | string): void =>
    void bytesOf(value).copy(block, at, 0, Math.min(width, bytesOf(value).length));
  const size = spec.size ?? bytesOf(spec.data ?? '').length;
  put(0, 100, spec.name ?? 'file');
  put(100, 8, typeof spec.mode === 'string' ? spec.mode : octal(spec.mode ?? 0o644, 8));
  put(108, 8, octal(0, 8));
  put(116, 8, octal(0, 8));
  put(124, 12, typeof size === 'number' ? octal(size, 12) : size);
  put(136, 12, octal(0, 12));
  put(156, 1, spec.type ?? '0');
  put(157, 100, spec.link ?? '');
  put(257, 8, MAGICS[spec.magic ?? 'ustar']);
  put(345, 155, spec.prefix ?? '');
  for (const [at, bytes] of spec.patches ?? []) block.set(bytes, at);
  block.fill(0x20, 148, 156);
  const signed = spec.checksum === 'signed';
  const sum = block.reduce((total, byte) => total + (signed && byte > 127 ? byte - 256 : byte), 0);
  put(148, 8, `${(sum + (spec.checksum === 'wrong' ? 1 : 0)).toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** A header with its data, filled up to whole blocks. */
export const tarEntry = (spec: TarSpec): Buffer => Buffer.concat([tarHeader(spec), padded(bytesOf(spec.data ?? ''))]);

export const TAR_END = Buffer.alloc(1024);

/** A whole tar of entries, raw blocks among them. */
export const tarOf = (...parts: readonly (TarSpec | Uint8Array)[]): Buffer =>
  Buffer.concat([...parts.map((part) => (part instanceof Uint8Array ? part : tarEntry(part))), TAR_END]);

export const tgzOf = (...parts: readonly (TarSpec | Uint8Array)[]): Buffer => gzipSync(tarOf(...parts));

/** A pax record with its length, which counts itself. */
export function paxRecord(key: string, value: string | Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(` ${key}=`), bytesOf(value), Buffer.from('\n')]);
  let length = body.length + 1;
  while (String(length).length + body.length !== length) length = String(length).length + body.length;
  return Buffer.concat([Buffer.from(String(length)), body]);
}

export const paxEntry = (records: Readonly<Record<string, string | Uint8Array>>, type = 'x'): Buffer =>
  tarEntry({
    name: 'PaxHeaders/x',
    type,
    data: Buffer.concat(Object.entries(records).map(([key, value]) => paxRecord(key, value))),
  });

/** A number as GNU writes one that octal digits have no room for. */
export function base256(value: bigint, width: number): Buffer {
  const field = Buffer.alloc(width);
  let rest = value;
  for (let at = width - 1; at >= 0; at -= 1, rest >>= 8n) field[at] = Number(rest & 0xffn);
  field[0]! |= 0x80;
  return field;
}
