import { expect, it } from "vitest";
import { counted, plainWord } from "./words.ts";

it("closed words are readable, in the spelling of the pages", () => {
  expect(plainWord("partially_filled")).toBe("Partially filled");
  expect(plainWord("canceled")).toBe("Cancelled");
  expect(plainWord("")).toBe("");
});

it("nouns follow their count", () => {
  expect([counted(1, "order"), counted(2, "order"), counted(0, "order")]).toEqual([
    "1 order",
    "2 orders",
    "0 orders",
  ]);
});
