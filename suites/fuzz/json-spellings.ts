import type { Json, JsonObject } from '../../harness/model/json.js';

/** Ways of writing one JSON value that every reader must understand alike (RFC 8259). */
export const SPELLINGS = [
  'members in reverse order',
  'blanks between all tokens',
  'tabs between all tokens',
  'every letter of strings escaped',
  'slashes escaped',
  'escapes with capital digits',
  'carriage returns between tokens',
] as const;
export type Spelling = (typeof SPELLINGS)[number];

const escapeAll = (text: string, capital: boolean): string =>
  `"${[...Array(text.length).keys()]
    .map((index) => {
      const digits = text.charCodeAt(index).toString(16).padStart(4, '0');
      return `\\u${capital ? digits.toUpperCase() : digits}`;
    })
    .join('')}"`;

/** Writes a message in one of the ways; never with a line break, which would end a message on stdio. */
export function spell(message: JsonObject, spelling: Spelling): string {
  const gap =
    { 'blanks between all tokens': '  ', 'tabs between all tokens': '\t', 'carriage returns between tokens': '\r' }[
      spelling as string
    ] ?? '';
  const string = (text: string): string => {
    if (spelling === 'every letter of strings escaped') return escapeAll(text, false);
    if (spelling === 'escapes with capital digits') return escapeAll(text, true);
    const plain = JSON.stringify(text);
    return spelling === 'slashes escaped' ? plain.replaceAll('/', '\\/') : plain;
  };
  const write = (value: Json): string => {
    if (typeof value === 'string') return string(value);
    if (Array.isArray(value)) return `[${gap}${value.map(write).join(`${gap},${gap}`)}${gap}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value);
    const ordered = spelling === 'members in reverse order' ? members.toReversed() : members;
    return `{${gap}${ordered.map(([name, one]) => `${string(name)}${gap}:${gap}${write(one)}`).join(`${gap},${gap}`)}${gap}}`;
  };
  return write(message);
}
