import { expect, it } from "vitest";
import { clientIdOf, idOfText, idText } from "./id-text.ts";

it("prints ids with 19 digits that sort as text like the numbers do", () => {
  expect(idText(1)).toBe("1000000000000000001");
  expect(idText(Number.MAX_SAFE_INTEGER)).toBe("1009007199254740991");
  const ids = [7, 1024, 99_999, 999_999_999, 1e9, 1_000_000_001, 2e12, Number.MAX_SAFE_INTEGER];
  expect(ids.map(idText).toSorted()).toEqual(ids.map(idText));
  expect(ids.map((id) => idOfText(idText(id)))).toEqual(ids);
});

it("finds nothing behind texts that were never given out", () => {
  const outside = ["", "1", "0000000000000000001", "1000000000000000000", "1".repeat(19)];
  for (const text of [...outside, "1000000000000000001\n", "x000000000000000001"]) {
    expect(idOfText(text), text).toBeUndefined();
  }
});

it("knows an order by the id that the client gave, else by its own", () => {
  expect(clientIdOf(7, "mine")).toBe("mine");
  expect(clientIdOf(7, "")).toBe("1000000000000000007");
});
