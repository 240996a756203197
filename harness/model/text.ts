/** Text from outside as a report can bear it: a hostile server sends megabytes. What is cut is said. */
export const shorten = (text: string, max = 2000): string =>
  text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;

/** A pattern for whole texts: `*` is anything, all else stands for itself. */
export const wildcard = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** The number of code points, counted without an array of them. */
export function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1, count += 1) if (text.codePointAt(i)! > 0xffff) i += 1;
  return count;
}
