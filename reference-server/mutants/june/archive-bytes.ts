import { gzipSync } from 'node:zlib';
import { JUNE } from '../../revision.js';
import { pack } from '../../archive.js';
import { tar, type PackedEntry } from '../../tar.js';
import type { Mutant } from '../mutant.js';
import { flipped, patchTar, rawZip, type RawFile } from './bytes.js';
import { repacked } from './edits.js';
import { TAR_ONLY, ZIP_ONLY } from './target.js';

/** What the file of an archive holds instead of what its type says; it is all of its skill. */
const zip = (
  id: string,
  title: string,
  make: (entries: PackedEntry[], packed: Uint8Array) => Uint8Array,
): Mutant => ({
  id: `zip-${id}`,
  revisions: JUNE,
  breaks: ['archive/format-agrees'],
  title,
  hooks: repacked(make, ZIP_ONLY, 'zip'),
});

const gz = (id: string, title: string, make: (entries: PackedEntry[], packed: Uint8Array) => Uint8Array): Mutant => ({
  id: `gzip-${id}`,
  revisions: JUNE,
  breaks: ['archive/format-agrees'],
  title,
  hooks: repacked(make, TAR_ONLY, 'tar.gz'),
});

/** The files of a skill, the last one with something wrong about it. */
const files = (entries: readonly PackedEntry[], last: Partial<RawFile>): RawFile[] =>
  entries.map(({ path, bytes }, at) => ({ name: path, bytes, ...(at === entries.length - 1 ? last : {}) }));

const PAGE = Buffer.from('<!doctype html><title>Not found</title>');
const ENCRYPTED = 0x801;
const BZIP2 = 12;

/** Archives whose bytes are not of their format. */
export const archiveBytes: Mutant[] = [
  zip('gzip-inside', 'What is called a zip is a tar.gz.', (entries) => pack('tar.gz', entries)),
  zip('tar-inside', 'What is called a zip is a plain tar.', (entries) => pack('tar', entries)),
  zip('html', 'What is called a zip is a page of HTML.', () => PAGE),
  zip('nothing', 'What is called a zip has no byte.', () => new Uint8Array()),
  zip('cut', 'A zip ends in the middle.', (_, packed) => packed.slice(0, packed.length / 2)),
  zip('end-missing', 'A zip lacks the record at its end.', (_, packed) => packed.slice(0, -22)),
  zip('crc', 'The checksum of the last file of a zip is wrong.', (entries) => rawZip(files(entries, { crc: 1 }))),
  zip('size', 'The last file of a zip is said to be longer than it is.', (entries) =>
    rawZip(files(entries, { size: 99 })),
  ),
  zip('encrypted', 'The last file of a zip is encrypted.', (entries) => rawZip(files(entries, { flags: ENCRYPTED }))),
  zip('method', 'The last file of a zip is said to be packed with bzip2.', (entries) =>
    rawZip(files(entries, { method: BZIP2 })),
  ),
  gz('zip-inside', 'What is called a tar.gz is a zip.', (entries) => pack('zip', entries)),
  gz('zip-of-tar', 'What is called a tar.gz is a zip with a tar in it.', (entries) =>
    rawZip([{ name: 'field-kit.tar', bytes: tar(entries) }]),
  ),
  gz('tar-plain', 'What is called a tar.gz is a plain tar.', (entries) => tar(entries)),
  gz('twice', 'A tar.gz is compressed twice.', (_, packed) => gzipSync(packed)),
  gz('nothing', 'A tar.gz holds nothing at all.', () => gzipSync(new Uint8Array())),
  gz('zip-within', 'The gzip holds a zip instead of a tar.', (entries) => gzipSync(pack('zip', entries))),
  gz('text-within', 'The gzip holds a text instead of a tar.', () => gzipSync(PAGE)),
  gz('cut', 'A tar.gz ends in the middle.', (_, packed) => packed.slice(0, packed.length / 2)),
  gz('trailer-missing', 'A tar.gz lacks its checksum and its length.', (_, packed) => packed.slice(0, -8)),
  gz('crc', 'The checksum of a tar.gz is wrong.', (_, packed) => flipped(packed, -8)),
  gz('length', 'The length at the end of a tar.gz is wrong.', (_, packed) => flipped(packed, -4)),
  gz('tar-checksum', 'The checksum of a header in a tar.gz is wrong.', (entries) =>
    gzipSync(patchTar(tar(entries), 'scripts/measure.sh', (header) => void (header[100] = 0x31), false)),
  ),
  gz('tar-cut', 'The tar in a tar.gz ends within a file.', (entries) => gzipSync(tar(entries).slice(0, 700))),
];
