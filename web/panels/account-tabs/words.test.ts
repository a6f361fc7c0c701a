import { expect, it } from "vitest";
import { plainWord } from "./words.ts";

it("closed words are readable, in the spelling of the pages", () => {
  expect(plainWord("partially_filled")).toBe("Partially filled");
  expect(plainWord("canceled")).toBe("Cancelled");
  expect(plainWord("")).toBe("");
});
