import type { Archive, ArchiveEntry, ArchiveFormat, ArchiveLimits } from './archive.js';
import { Budget } from './budget.js';
import { FaultList } from './faults.js';
import { Feeder } from './feeder.js';
import { isGzip, readGzip } from './gzip.js';
import { beginsAsZip, describeBytes } from './sniff.js';
import { TarReader } from './tar.js';
import { endCandidates } from './zip-end.js';
import { readZip } from './zip.js';

/** A plain tar is fed in pieces of this size, so that a limit ends it early. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads an archive as the format says, whatever the bytes are: nothing is repaired, nothing is written to disk. It never
 * throws for the bytes; what is wrong with them is in `faults`, and in `stopped` when a limit bit. Files stay in memory,
 * bounded by `limits.unpackedBytes`; the content of a stored zip entry shares the memory of `bytes`.
 */
export async function readArchive(bytes: Uint8Array, format: ArchiveFormat, limits: ArchiveLimits): Promise<Archive> {
  const faults = new FaultList();
  const budget = new Budget(limits, bytes.length);
  // A plain view: a Buffer's own methods would show in what is handed out.
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = await { 'tar.gz': readTarGz, tar: readTar, zip: readIfZip }[format](data, faults, budget);
  return {
    format,
    packedBytes: bytes.length,
    unpackedBytes: budget.used,
    entries,
    faults: faults.list,
    ...(budget.stopped === undefined ? {} : { stopped: budget.stopped }),
  };
}

async function readTarGz(bytes: Uint8Array, faults: FaultList, budget: Budget): Promise<ArchiveEntry[]> {
  if (!isGzip(bytes)) {
    faults.add('not-gzip', `no gzip, but ${describeBytes(bytes)}`);
    return [];
  }
  const reader = new TarReader(faults, budget, true);
  const feeder = new Feeder(reader.parse());
  const whole = await readGzip(bytes, faults, budget, (piece) => feeder.push(piece));
  // That the gzip is cut off has been said; the tar in it then cannot be whole.
  if (!whole) reader.cutOff = true;
  feeder.end();
  return reader.entries;
}

async function readTar(bytes: Uint8Array, faults: FaultList, budget: Budget): Promise<ArchiveEntry[]> {
  const reader = new TarReader(faults, budget, false);
  if (bytes.length === 0) {
    faults.add('not-tar', `no tar, but ${describeBytes(bytes)}`);
    return [];
  }
  const feeder = new Feeder(reader.parse());
  for (let at = 0; at < bytes.length && budget.stopped === undefined; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    feeder.push(piece.subarray(0, budget.spend(piece.length)));
  }
  feeder.end();
  return reader.entries;
}

async function readIfZip(bytes: Uint8Array, faults: FaultList, budget: Budget): Promise<ArchiveEntry[]> {
  if (beginsAsZip(bytes) || endCandidates(bytes).length > 0) return readZip(bytes, faults, budget);
  faults.add('not-zip', `no zip, but ${describeBytes(bytes)}`);
  return [];
}
