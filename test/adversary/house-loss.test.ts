import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { houseLosses, houseLossTable } from "./house-loss.ts";

const losses = houseLosses();

it.each(losses)(
  "a jump against $symbol, $category, tier $tier, costs no more than derived",
  ({ derived, measured }) => {
    expect(measured).toBeLessThanOrEqual(derived);
  },
);

it("the table of the risk bounds is that of this market", () => {
  expect(readFileSync("docs/risk-bounds.md", "utf8")).toContain(houseLossTable(losses));
});
