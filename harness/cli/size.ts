const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** Bytes from `65536`, `64KiB`, `1.5MB`, `4GiB`; a sentence on what is wrong otherwise. */
export function parseSize(text: string): number | string {
  const match = /^(\d+(?:\.\d+)?) ?([kmg]i?b|b)?$/i.exec(text.trim());
  if (match === null) return 'Write a size such as 65536, 512KiB or 64MiB.';
  const bytes = Math.round(Number(match[1]) * UNITS[(match[2] ?? '').toLowerCase()]!);
  if (bytes < 1) return 'The size must be at least one byte.';
  if (!Number.isSafeInteger(bytes)) return 'The size is too large.';
  return bytes;
}
