/** True for `text/markdown`, whatever its parameters. */
export const isMarkdown = (mimeType: unknown): boolean =>
  typeof mimeType === 'string' && /^text\/markdown\s*(?:;|$)/i.test(mimeType.trim());

/** A media type without its parameters, in lower case; undefined when it is no string. */
export const essence = (mimeType: unknown): string | undefined =>
  typeof mimeType === 'string' ? mimeType.split(';')[0]!.trim().toLowerCase() : undefined;
