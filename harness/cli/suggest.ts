/** Edit distance (insert, delete, replace, swap of neighbours), for short words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** The words that someone who typed `word` most likely meant, best first; none when nothing is close. */
export function closest(word: string, known: readonly string[], most = 3): string[] {
  if (word.length > 100) return [];
  const scored = known
    .map((candidate) => ({
      candidate,
      // Half a word counts as a hint too: `digest` for `digest/matches`.
      score: word.length >= 3 && candidate.includes(word) ? 1 : distance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, score }) => score <= Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3)));
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** `Did you mean a, b or c?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const words = closest(word, known);
  if (words.length === 0) return undefined;
  const [last] = words.slice(-1);
  return `Did you mean ${words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`}?`;
}
