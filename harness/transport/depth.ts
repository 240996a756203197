const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index of the quote that ends the string begun at `start` (its opening quote), or -1. Linear. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

/**
 * Whether brackets nest deeper than `limit` in a JSON text. One pass without recursion and without building anything,
 * so that it can be asked before the text is parsed. On text that is no JSON the answer means nothing, and costs the same.
 */
export function deeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      i = endOfString(text, i);
      if (i < 0) return false;
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > limit) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}

/**
 * The value of the member `id` of the outermost object, read without parsing the rest: for messages that are too deep
 * or too long to parse. Undefined when there is none, or when `text` is cut before it.
 */
export function topLevelId(text: string): string | number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      const end = endOfString(text, i);
      if (end < 0) return undefined;
      if (depth === 1 && end - i === 3 && text.startsWith('"id"', i)) {
        const value = /^\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*[,}]/.exec(text.slice(end + 1, end + 300))?.[1];
        if (value !== undefined) return asId(value);
      }
      i = end;
    } else if (c === 0x7b || c === 0x5b) depth++;
    else if (c === 0x7d || c === 0x5d) depth--;
  }
  return undefined;
}

/** The `id` that stands last in a message of which only the end is known, as the SDK for TypeScript writes it. */
export function trailingId(tail: string): string | number | undefined {
  const value = /"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail)?.[1];
  return value === undefined ? undefined : asId(value);
}

function asId(token: string): string | number | undefined {
  try {
    return JSON.parse(token) as string | number;
  } catch {
    return undefined;
  }
}
