/** Fuzzy search: each word of the query is found in the text, its letters in order. */

const WHOLE_WORD = 8;
const WORD_START = 6;
const INSIDE = 4;
const SCATTERED = 1;

/**
 * Returns how well a text matches a query, larger for better; undefined when a word of the query is
 * missing. Letters of a word may be scattered within a word of the text.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  const words = text.toLowerCase().split(/[\s/:-]+/);
  let score = 0;
  for (const wanted of query.toLowerCase().split(/[\s/:-]+/)) {
    if (wanted === "") continue;
    const best = Math.max(...words.map((word, at) => scoreOfWord(wanted, word, at)));
    if (best <= 0) return undefined;
    score += best;
  }
  return score;
}

/** Score of one word; earlier words of the text count a little more. */
function scoreOfWord(wanted: string, word: string, at: number): number {
  const early = 1 / (at + 2);
  if (word === wanted) return WHOLE_WORD + early;
  if (word.startsWith(wanted)) return WORD_START + early;
  if (word.includes(wanted)) return INSIDE + early;
  let found = 0;
  for (const letter of word) if (letter === wanted[found]) found += 1;
  return found === wanted.length ? SCATTERED + early : 0;
}

/** Returns the matching rows, best first; equal ones in their order. */
export function fuzzyRank<T>(
  query: string,
  rows: readonly T[],
  textOf: (row: T) => string,
): readonly T[] {
  return rows
    .flatMap((row) => {
      const score = fuzzyScore(query, textOf(row));
      return score === undefined ? [] : [{ row, score }];
    })
    .sort((one, other) => other.score - one.score)
    .map(({ row }) => row);
}
