/** Returns a closed word of the interface with spaces: `usdt_futures` is "usdt futures". */
export function spacedWords(word: string): string {
  return word.replaceAll(/[_-]+/g, " ");
}
