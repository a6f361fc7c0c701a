import { expect, it } from "vitest";
import { conservationOf } from "./conservation.ts";

const KEPT = { coin: "BTC", users: "20.5", exchange: "1.5", outsideWorld: "-22", sum: "0" };

it("is kept when the three sum to zero, as the exchange says", () => {
  expect(conservationOf(KEPT)).toEqual({ sum: "0", isKept: true });
});

it("is not kept when a coin is missing, or the exchange says another sum", () => {
  const missing = { ...KEPT, users: "20.49999999" };
  expect(conservationOf(missing)).toEqual({ sum: "-0.00000001", isKept: false });
  expect(conservationOf({ ...KEPT, sum: "0.1" }).isKept).toBe(false);
});
