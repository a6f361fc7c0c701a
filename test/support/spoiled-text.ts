/** Messages of clients with a few places cut, doubled or replaced, the same in each run. */

/** A pseudo-random sequence that is the same in each run. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TOKENS = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "null",
  "-1",
  "1e999",
  "\\u0000",
  "__proto__",
  '"op":',
  "é",
];

/** Returns one of the texts with up to three places spoiled. */
export function spoiled(texts: readonly string[], next: (below: number) => number): string {
  let text = texts[next(texts.length)] ?? "";
  for (let changes = next(4); changes > 0; changes -= 1) {
    const at = next(text.length + 1);
    const token = TOKENS[next(TOKENS.length)] ?? "";
    text = text.slice(0, at) + token + text.slice(at + next(6));
  }
  return text;
}
