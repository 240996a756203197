const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };
/** The longest that a Node timer can wait; longer ones would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** Milliseconds from `500ms`, `10s`, `1.5m`, `2h`; a sentence on what is wrong otherwise. */
export function parseDuration(text: string): number | string {
  const match = /^(\d+(?:\.\d+)?)(ms|s|min|m|h)$/.exec(text.trim());
  if (match === null) {
    const bare = /^\d+(\.\d+)?$/.test(text.trim());
    return bare ? `Give a unit: ${text}s or ${text}ms.` : 'Write a time such as 500ms, 10s or 2m.';
  }
  const ms = Math.round(Number(match[1]) * UNITS[match[2]!]!);
  if (ms > LONGEST) return 'The longest time is 24 days.';
  return ms;
}
