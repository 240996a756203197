/** What the index of 2026-06-03 may call an entry. */
export const ENTRY_TYPES = ['skill-md', 'archive', 'mcp-resource-template'] as const;
export type EntryTypeName = (typeof ENTRY_TYPES)[number];

/** What a packed skill may come as; `tar` stands in the decision log of the drafts alone. */
export type PackedFormat = 'tar.gz' | 'zip' | 'tar';

/** The media types of archives, and other spellings of them that are in use. */
const MEDIA: ReadonlyMap<string, PackedFormat> = new Map([
  ['application/gzip', 'tar.gz'],
  ['application/x-gzip', 'tar.gz'],
  ['application/tar+gzip', 'tar.gz'],
  ['application/x-gtar', 'tar.gz'],
  ['application/zip', 'zip'],
  ['application/x-zip-compressed', 'zip'],
  ['application/x-tar', 'tar'],
]);

/** The archive format that a media type names, parameters aside. */
export const formatOfMedia = (mimeType: unknown): PackedFormat | undefined =>
  typeof mimeType === 'string' ? MEDIA.get(mimeType.split(';', 1)[0]!.trim().toLowerCase()) : undefined;

/** The archive format that a URL's suffix names, as hosts fall back to it. */
export function formatOfUrl(url: string): PackedFormat | undefined {
  if (/\.(?:tar\.gz|tgz)$/i.test(url)) return 'tar.gz';
  if (/\.zip$/i.test(url)) return 'zip';
  return /\.tar$/i.test(url) ? 'tar' : undefined;
}
