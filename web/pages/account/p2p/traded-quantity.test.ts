import { expect, it } from "vitest";
import { tradedQuantity } from "./traded-quantity.ts";

it("quantities are amount over price, rounded down to the precision of the token", () => {
  expect(tradedQuantity("95", "0.95", 8)).toBe("100");
  expect(tradedQuantity("100", "55200", 8)).toBe("0.00181159");
  expect(tradedQuantity("1", "3", 2)).toBe("0.33");
  expect(tradedQuantity("0.01", "60000", 4)).toBe("0");
});
