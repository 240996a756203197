/*
 * The little of Markdown that links need, read in one pass without regular expressions that could backtrack: the text
 * comes from servers that may be hostile, and nothing can interrupt a regular expression.
 */

/** Longer destinations are no links that anybody means. */
const MAX_DESTINATION = 4096;
const MAX_LABEL = 999;
const MAX_NESTED_PARENTHESES = 32;

/** Text without fenced code blocks, each of which leaves a line end. An unclosed one reaches to the end. */
export function withoutFences(markdown: string): string {
  const kept: string[] = [];
  let fence: { readonly mark: string; readonly length: number } | undefined;
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const found = fenceOf(line);
    if (fence === undefined) {
      if (found !== undefined && (found.mark === '~' || !found.rest.includes('`'))) {
        fence = found;
        kept.push('');
      } else kept.push(line);
    } else if (found?.mark === fence.mark && found.length >= fence.length && found.rest.trim() === '')
      fence = undefined;
  }
  return kept.join('\n');
}

/** The run of three or more backticks or tildes that a line begins with, and what follows it. */
function fenceOf(line: string): { mark: string; length: number; rest: string } | undefined {
  let start = 0;
  while (start < 3 && line[start] === ' ') start += 1;
  const mark = line[start];
  if (mark !== '`' && mark !== '~') return undefined;
  let end = start;
  while (line[end] === mark) end += 1;
  return end - start < 3 ? undefined : { mark, length: end - start, rest: line.slice(end) };
}

/** Text without code spans: from a run of backticks to the next run of the same length. */
export function withoutCodeSpans(text: string): string {
  const runs: { readonly start: number; readonly length: number }[] = [];
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const start = at;
    while (text[at] === '`') at += 1;
    runs.push({ start, length: at - start });
  }
  // The next run of the same length, for each run.
  const closes: (number | undefined)[] = [];
  const last = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i -= 1) {
    closes[i] = last.get(runs[i]!.length);
    last.set(runs[i]!.length, i);
  }
  const kept: string[] = [];
  let from = 0;
  for (let i = 0; i < runs.length; i += 1) {
    const close = closes[i];
    if (close === undefined) continue;
    kept.push(text.slice(from, runs[i]!.start));
    from = runs[close]!.start + runs[close]!.length;
    i = close;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** `indexOf` that remembers its last find for each character: asked from left to right, it reads the text once. */
function finder(text: string): (character: string, from: number) => number {
  const found = new Map<string, { readonly from: number; readonly at: number }>();
  return (character, from) => {
    const known = found.get(character);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at;
    const index = text.indexOf(character, from);
    const at = index < 0 ? Number.POSITIVE_INFINITY : index;
    found.set(character, { from, at });
    return at;
  };
}

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r';

/** The first place at or after `at` without white space. */
function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text[next])) next += 1;
  return next;
}

/** Destinations of inline links and images, as written, in order. */
export function inlineDestinations(text: string): string[] {
  const found: string[] = [];
  const next = finder(text);
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open += 1;
    // A link does not reach over a blank line.
    else if (character === '\n' && text[at + 1] === '\n') open = 0;
    else if (character === ']' && open > 0) {
      open -= 1;
      if (text[at + 1] !== '(') continue;
      const link = destinationAt(text, at + 2, next);
      if (link === undefined) continue;
      found.push(link.destination);
      at = link.end;
    }
  }
  return found;
}

/** Reads `destination "title")` from behind the opening parenthesis; `end` is the place of the closing one. */
function destinationAt(
  text: string,
  start: number,
  next: (character: string, from: number) => number,
): { destination: string; end: number } | undefined {
  const bounds = rawDestination(text, skipSpace(text, start), next);
  if (bounds === undefined) return undefined;
  let at = skipSpace(text, bounds.after);
  const quote = text[at];
  if (at > bounds.after && (quote === '"' || quote === "'" || quote === '(')) {
    const close = next(quote === '(' ? ')' : quote, at + 1);
    if (quote === '(' && next('(', at + 1) < close) return undefined;
    if (!Number.isFinite(close)) return undefined;
    at = skipSpace(text, close + 1);
  }
  return text[at] === ')' ? { destination: text.slice(bounds.from, bounds.to), end: at } : undefined;
}

/** A destination in angle brackets, or one without white space and with parentheses in pairs. */
function rawDestination(
  text: string,
  start: number,
  next: (character: string, from: number) => number,
): { from: number; to: number; after: number } | undefined {
  if (text[start] === '<') {
    const close = next('>', start + 1);
    if (close > next('<', start + 1) || close > next('\n', start + 1) || !Number.isFinite(close)) return undefined;
    return { from: start + 1, to: close, after: close + 1 };
  }
  let depth = 0;
  let at = start;
  for (; at < text.length && at - start <= MAX_DESTINATION; at += 1) {
    const character = text[at];
    if (isSpace(character) || character === '<' || character === '>') break;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || depth > MAX_NESTED_PARENTHESES) break;
  }
  return depth > 0 ? undefined : { from: start, to: at, after: at };
}

/** Destinations of reference definitions (`[label]: destination`), as written, in order. */
export function definedDestinations(text: string): string[] {
  const found: string[] = [];
  const next = finder(text);
  for (let line = 0; line >= 0 && line < text.length; line = after(text.indexOf('\n', line))) {
    let at = line;
    while (at - line < 3 && text[at] === ' ') at += 1;
    if (text[at] !== '[') continue;
    const close = next(']', at + 1);
    if (close - at < 2 || close - at > MAX_LABEL || next('[', at + 1) < close || text[close + 1] !== ':') continue;
    // `[^1]:` is a footnote, whose text follows.
    if (text[at + 1] === '^') continue;
    const start = skipSpace(text, close + 2);
    const bounds = text[start] === '<' ? rawDestination(text, start, next) : undefined;
    let end = start;
    if (bounds === undefined) {
      while (end < text.length && end - start <= MAX_DESTINATION && !isSpace(text[end])) end += 1;
    }
    const [from, to, behind] = bounds === undefined ? [start, end, end] : [bounds.from, bounds.to, bounds.after];
    // Nothing but a title may stand behind a destination: else the line is prose that begins with a bracket.
    const rest = text.slice(behind, lineEnd(text, behind)).trim();
    if (to > from && (rest === '' || /^["'(]/.test(rest))) found.push(text.slice(from, to));
  }
  return found.filter((destination) => destination.length <= MAX_DESTINATION);
}

/** The end of the line that `at` stands in. */
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

/** Text without HTML comments; an unclosed one reaches to the end. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', from)) {
    kept.push(text.slice(from, open));
    const close = text.indexOf('-->', open + 4);
    from = close < 0 ? text.length : close + 3;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** The place behind one that was found; -1 stays. */
const after = (index: number): number => (index < 0 ? -1 : index + 1);
