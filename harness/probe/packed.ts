import type { Archive, ArchiveFormat, ArchiveLimits, ArchiveProblem } from '../archive/archive.js';
import { checkArchive } from '../archive/check.js';
import { readArchive } from '../archive/read.js';
import { sniffFormat } from '../archive/sniff.js';
import { unpack } from '../archive/unpack.js';
import { contentOf, sha256 } from '../model/digest.js';
import type { Exchange } from '../model/exchange.js';
import type { PackedFiles } from '../model/fuzz.js';
import type { Limits } from '../model/limits.js';
import { decodeUtf8, viewRead, type ReadView } from './content.js';
import { formatOfMedia, formatOfUrl } from '../model/discovery.js';
import type { ArchiveOffer } from './index-view.js';

/** One file of an unpacked archive; its bytes are not kept. */
export interface PackedFile {
  readonly digest: string;
  readonly size: number;
}

/** One archive, read and unpacked in memory. */
export interface PackedView {
  readonly offer: ArchiveOffer;
  readonly read: ReadView;
  readonly frames: readonly number[];
  /** The format that the index's media type names, else that of the answer, else that of the URL. */
  readonly format: ArchiveFormat | undefined;
  /** The raw truth without the files' contents; undefined when no bytes came. */
  readonly archive: Archive | undefined;
  readonly problems: readonly ArchiveProblem[];
  /** The files that a host would see, by path. */
  readonly files: ReadonlyMap<string, PackedFile>;
  readonly directories: ReadonlySet<string>;
  /** The packed SKILL.md as it would be read on its own; undefined when there is none. */
  readonly skillMd: ReadView | undefined;
}

/** Where a packed file stands, in words that no URI has. */
export const packedName = (url: string, path: string): string => `${url} → ${path}`;

/** The bounds of unpacking that a run sets. */
export const archiveLimits = (limits: Limits): ArchiveLimits => ({
  unpackedBytes: limits.unpackedBytes,
  entries: limits.archiveEntries,
  depth: limits.archiveDepth,
  ratio: limits.archiveRatio,
});

/** Reads one archive from the answer to `resources/read`. Never throws for what the server does. */
export async function viewPacked(offer: ArchiveOffer, exchange: Exchange, limits: Limits): Promise<PackedView> {
  const packed = await unpackAnswer(offer.url ?? '', offer, exchange, limits);
  return { ...packed, offer, frames: [...offer.frames, ...packed.read.frames] };
}

/** An archive without what an index says of it; see `FuzzWire.packed`. */
export async function packedFiles(
  url: string,
  mimeType: string | undefined,
  exchange: Exchange,
  limits: Limits,
): Promise<Omit<PackedFiles, 'exchange'>> {
  const { read, archive, files } = await unpackAnswer(url, { mimeType, digest: undefined }, exchange, limits);
  const digests = Object.fromEntries([...files].map(([path, { digest }]) => [path, digest]));
  return { digest: read.digest, files: archive === undefined ? undefined : digests };
}

async function unpackAnswer(
  url: string,
  claims: Pick<ArchiveOffer, 'mimeType' | 'digest'>,
  exchange: Exchange,
  limits: Limits,
): Promise<Omit<PackedView, 'offer' | 'frames'>> {
  const claimed = typeof claims.digest === 'string' ? new Set([claims.digest]) : new Set<string>();
  const read = viewRead(url, exchange, claimed);
  const { outcome } = exchange;
  const bytes = read.digest === undefined || outcome.kind !== 'result' ? undefined : contentOf(url, outcome.result);
  const served = formatOfMedia(read.mimeType);
  const suffixed = formatOfUrl(url);
  // Where the answer and the suffix contradict each other, the bytes decide: the contradiction itself is archive/readable.
  const guessed = served !== suffixed && bytes !== undefined && suffixed === sniffFormat(bytes) ? suffixed : served;
  const format = formatOfMedia(claims.mimeType) ?? guessed ?? suffixed;
  const blank = {
    read,
    format,
    archive: undefined,
    problems: [],
    files: new Map<string, PackedFile>(),
    directories: new Set<string>(),
    skillMd: undefined,
  };
  if (bytes === undefined || format === undefined) return blank;
  const bounds = archiveLimits(limits);
  const archive = await readArchive(bytes, format, bounds);
  const problems = checkArchive(archive, bounds);
  const tree = unpack(archive);
  const files = new Map(
    [...tree.files].map(([path, content]) => [path, { digest: sha256(content), size: content.length }]),
  );
  const own = tree.files.get('SKILL.md');
  return {
    ...blank,
    archive: { ...archive, entries: archive.entries.map((entry) => ({ ...entry, content: undefined })) },
    problems,
    files,
    directories: tree.directories,
    skillMd: own === undefined ? undefined : asRead(packedName(url, 'SKILL.md'), own, exchange),
  };
}

/** A packed file in the form of one that was read on its own, with the frames of the archive. */
function asRead(uri: string, bytes: Uint8Array, exchange: Exchange): ReadView {
  const content = { uri, mimeType: 'text/markdown' };
  const text = decodeUtf8(bytes);
  const item =
    text === undefined ? { ...content, blob: Buffer.from(bytes).toString('base64') } : { ...content, text };
  return viewRead(uri, { ...exchange, outcome: { kind: 'result', result: { contents: [item] } } }, new Set());
}
