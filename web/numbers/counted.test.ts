import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it("nouns follow their count", () => {
  expect([counted(1, "order"), counted(2, "order"), counted(0, "order")]).toEqual([
    "1 order",
    "2 orders",
    "0 orders",
  ]);
});
