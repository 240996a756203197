/** The numbers in bytes, for the little-endian formats. */
export const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/**
 * Memory for a file, zeroed, which the system gives when it is first touched; undefined when there is none. A size that an
 * archive claims must be bounded before it gets here.
 */
export function allocate(size: number): Uint8Array | undefined {
  try {
    return new Uint8Array(size);
  } catch {
    return undefined;
  }
}
