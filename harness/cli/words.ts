import { UsageError } from './exit.js';

/** Backslash keeps its meaning inside double quotes only before these, as in POSIX sh. */
const ESCAPED_IN_DOUBLE = new Set(['$', '`', '"', '\\', '\n']);

/**
 * Splits a command line into words as POSIX sh does: spaces, single and double quotes, backslashes. Nothing is
 * expanded: `$`, `*`, `~`, `|` and the like are plain characters, for no shell ever sees the line.
 */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: { readonly mark: string; readonly at: number } | undefined;
  for (let i = 0; i < line.length; i += 1) {
    const character = line[i]!;
    const next = line[i + 1];
    if (quote?.mark === "'") {
      if (character === "'") quote = undefined;
      else word += character;
    } else if (character === '\\' && (quote === undefined || (next !== undefined && ESCAPED_IN_DOUBLE.has(next)))) {
      if (next === undefined) throw unbalanced(line, 'a backslash at the end', i);
      // A backslash before a line break joins the lines.
      if (next !== '\n') word = (word ?? '') + next;
      i += 1;
    } else if (quote !== undefined) {
      if (character === '"') quote = undefined;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = { mark: character, at: i };
      word ??= '';
    } else if (' \t\n\r'.includes(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== undefined) throw unbalanced(line, `a ${quote.mark} that is never closed`, quote.at);
  if (word !== undefined) words.push(word);
  return words;
}

function unbalanced(line: string, what: string, at: number): UsageError {
  return new UsageError(
    `--server cannot be split into words: ${what}, at character ${at + 1} of ${JSON.stringify(line)}`,
    'Write a quote that is meant as such as \\\' or \\", or put the command after --, where no quoting is needed.',
  );
}

/** Quotes a word so that `splitWords`, and a shell, read it back as it was. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
