/**
 * Text from the target is untrusted: it may hold terminal escapes, line breaks, bidi overrides or halves of surrogate
 * pairs. Whatever a reporter prints for people goes through here first.
 */

// Controls, format characters (bidi, zero-width, tags), line and paragraph separators, lone surrogates.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}

/** One line in which every character can be seen: what could steer a terminal or reorder text becomes an escape. */
export const visible = (text: string): string => text.replace(INVISIBLE, escapeCharacter);

/** Cuts to `max` UTF-16 units without splitting a surrogate pair; the cut is marked with an ellipsis. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  const last = text.charCodeAt(end - 1);
  if (end > 0 && last >= 0xd800 && last <= 0xdbff) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** `visible` of at most `max` characters. Cuts before and after: escaping a megabyte to show a line is waste. */
export const shown = (text: string, max: number): string => cut(visible(cut(text, max)), max);

/** Breaks one line at spaces so that it fits; words longer than the width stay whole, for copying. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

/** `1 skill`, `2 skills`; a plural that is not formed with an s is given. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A text in which whole numbers are written with a comma before each three digits: `1,840`. */
export const grouped = (text: string): string => text.replace(/\d(?=(?:\d{3})+(?!\d))/g, '$&,');

/** Milliseconds for people: `840 ms`, `1.9 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
