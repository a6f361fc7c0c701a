/** Text formats of administrative requests, each with the words that describe it in errors. */
export const TEXT_FORMATS = {
  decimal: {
    pattern: "^(0|[1-9]\\d{0,23})(\\.\\d{1,24})?$",
    words: 'a decimal text such as "0.25", without a sign',
  },
  signedDecimal: {
    pattern: "^-?(0|[1-9]\\d{0,23})(\\.\\d{1,24})?$",
    words: 'a decimal text such as "-0.25"',
  },
  uid: { pattern: "^\\d{1,19}$", words: "the uid of a user: digits" },
  id: { pattern: "^\\d{1,20}$", words: "an id: digits" },
  pageRows: { pattern: "^([1-9]\\d?|100)$", words: "a number of rows from 1 to 100" },
  feeLevel: { pattern: "^([1-9][0-9]?|100)$", words: "a fee level from 1 to 100" },
  day: { pattern: "^\\d{4}-\\d{2}-\\d{2}$", words: "a UTC day such as 2026-01-31" },
  passphrase: { pattern: "^[A-Za-z0-9]{8,32}$", words: "8 to 32 letters and digits" },
} as const;

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.values(TEXT_FORMATS).map(({ pattern, words }) => [pattern, words]),
);

/** Returns the description of a pattern. */
export function wordsOfPattern(pattern: string): string {
  return WORDS.get(pattern) ?? `a text of the form ${pattern}`;
}
