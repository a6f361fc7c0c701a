import { expect, it } from "vitest";
import { idOfWire, wireId } from "./ids.ts";

it("prints ids with 19 digits that sort as text like the numbers do", () => {
  expect(wireId(1)).toBe("1000000000000000001");
  const ids = [7, 1024, 99_999, Number.MAX_SAFE_INTEGER];
  expect(ids.map(wireId).toSorted()).toEqual(ids.map(wireId));
  expect(ids.map((id) => idOfWire(wireId(id)))).toEqual(ids);
});

it("finds nothing behind texts that were never given out", () => {
  for (const text of ["", "1", "0000000000000000001", "1000000000000000000", "1".repeat(19)]) {
    expect(idOfWire(text), text).toBeUndefined();
  }
});
