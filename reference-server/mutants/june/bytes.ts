import { crc32 } from 'node:zlib';

/** One file of a zip that is written as it is told, right or wrong. */
export interface RawFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** 0: stored. Nothing is compressed here; another number is only claimed. */
  readonly method?: number;
  /** Bit 0: encrypted; bit 11: the name is UTF-8. */
  readonly flags?: number;
  readonly crc?: number;
  /** Absent: that of the bytes. */
  readonly size?: number;
  /** UNIX mode with the type of the file. */
  readonly mode?: number;
}

const UTF8_NAME = 0x800;

/** What the local header and the central one have in common. */
function common({ name, bytes, method = 0, flags = UTF8_NAME, crc = crc32(bytes), size }: RawFile): Buffer {
  const made = Buffer.alloc(26);
  made.writeUInt16LE(20, 0);
  made.writeUInt16LE(flags, 2);
  made.writeUInt16LE(method, 4);
  made.writeUInt16LE(0, 6);
  made.writeUInt16LE(0x21, 8); // 1 January 1980
  made.writeUInt32LE(crc, 10);
  made.writeUInt32LE(bytes.length, 14);
  made.writeUInt32LE(size ?? bytes.length, 18);
  made.writeUInt16LE(Buffer.byteLength(name), 22);
  return made;
}

const mark = (text: string): Buffer => Buffer.from(`PK${text}`, 'latin1');

/** A zip of stored files, in their order; the same name may come twice. */
export function rawZip(files: readonly RawFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const shared = common(file);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((((file.mode ?? 0o100644) << 16) >>> 0) as number, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(mark('\u0001\u0002'), Buffer.from([20, 3]), shared, tail, name);
    const local = [mark('\u0003\u0004'), shared, name, file.bytes];
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, ...directory, mark('\u0005\u0006'), end]));
}

const BLOCK = 512;
const textOf = (block: Uint8Array, from: number, to: number): string =>
  Buffer.from(block.subarray(from, to)).toString('latin1').replace(/\0.*$/s, '');

/** Changes the header of one entry of a tar by its path, and mends the header's checksum. */
export function patchTar(
  tar: Uint8Array,
  path: string,
  patch: (header: Uint8Array) => void,
  mend = true,
): Uint8Array {
  const bytes = new Uint8Array(tar);
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    const name = textOf(header, 0, 100);
    const size = Number.parseInt(textOf(header, 124, 135) || '0', 8);
    if (name === path) {
      patch(header);
      if (mend) {
        header.set(Buffer.from('        '), 148);
        const sum = header.reduce((total, byte) => total + byte, 0);
        header.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
      }
      return bytes;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`The tar has no entry ${path}.`);
}

/** Bytes with the one at a place, from the end where it is negative, turned over. */
export function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  const place = at < 0 ? copy.length + at : at;
  copy[place] = copy[place]! ^ 0xff;
  return copy;
}
