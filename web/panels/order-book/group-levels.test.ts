import { expect, it } from "vitest";
import type { Level } from "../../streams/book.ts";
import { averagePrice, GROUPS, groupLevels, ownKey, ownSizes } from "./group-levels.ts";

const UNITS = { key: "spot:BTCUSDT", priceDecimals: 1, sizeDecimals: 4, priceStep: "0.1" };

function levels(...pairs: readonly (readonly [price: string, size: string])[]): Level[] {
  return pairs.map(([priceText, sizeText]) => {
    return { price: Number(priceText), size: Number(sizeText), priceText, sizeText };
  });
}

const BIDS = levels(["100.9", "0.1"], ["100.1", "0.2"], ["100.0", "0.3"], ["99.9", "1"]);
const ASKS = levels(["101.0", "0.1"], ["101.1", "0.2"], ["102.0", "0.3"], ["102.1", "1"]);

it("without grouping each level is a row", () => {
  const rows = groupLevels(BIDS, "bid", UNITS, 1);
  expect(rows.map(({ price, size, total }) => [price, size, total])).toEqual([
    [1009n, 1000n, 1000n],
    [1001n, 2000n, 3000n],
    [1000n, 3000n, 6000n],
    [999n, 10_000n, 16_000n],
  ]);
});

it("bids round down, and a bid on the step stays on it", () => {
  const rows = groupLevels(BIDS, "bid", UNITS, 10);
  expect(rows.map(({ price, size }) => [price, size])).toEqual([
    [1000n, 6000n],
    [990n, 10_000n],
  ]);
});

it("asks round up, and an ask on the step stays on it", () => {
  const rows = groupLevels(ASKS, "ask", UNITS, 10);
  expect(rows.map(({ price, size }) => [price, size])).toEqual([
    [1010n, 1000n],
    [1020n, 5000n],
    [1030n, 10_000n],
  ]);
});

it("sums are those of decimals: 0.1 and 0.2 are 0.3", () => {
  const [row] = groupLevels(levels(["100.2", "0.1"], ["100.1", "0.2"]), "bid", UNITS, 10);
  expect(row?.size).toBe(3000n);
  expect(row?.amount).toBe(1002n * 1000n + 1001n * 2000n);
});

it("sizes beyond what a double holds are summed exactly", () => {
  const units = { priceDecimals: 8, sizeDecimals: 8, priceStep: "0.00000001" };
  const two = levels(["0.00000002", "9007199254740993.00000001"], ["0.00000001", "0.00000001"]);
  expect(groupLevels(two, "bid", units, 1)[1]?.total).toBe(900_719_925_474_099_300_000_002n);
});

it("steps that are no power of ten group from zero", () => {
  const units = { priceDecimals: 1, sizeDecimals: 0, priceStep: "0.5" };
  const rows = groupLevels(levels(["7.5", "1"], ["7.0", "1"], ["4.5", "1"]), "bid", units, 5);
  expect(rows.map(({ price }) => price)).toEqual([75n, 50n, 25n]);
});

it("whatever the step, nothing is lost or counted twice", () => {
  for (const group of GROUPS) {
    for (const [side, all] of [["bid", BIDS] as const, ["ask", ASKS] as const]) {
      const rows = groupLevels(all, side, UNITS, group);
      const exact = groupLevels(all, side, UNITS, 1).at(-1);
      expect(rows.at(-1)?.total).toBe(exact?.total);
      expect(rows.at(-1)?.totalAmount).toBe(exact?.totalAmount);
      expect(rows.reduce((sum, { size }) => sum + size, 0n)).toBe(exact?.total);
    }
  }
});

it("the average price weighs each level by its own price, not by that of its row", () => {
  const [row] = groupLevels(levels(["100.9", "1"], ["100.1", "3"]), "bid", UNITS, 10);
  expect(row === undefined ? 0n : averagePrice(row)).toBe(1003n);
});

it("an empty side has no rows", () => {
  expect(groupLevels([], "ask", UNITS, 10)).toEqual([]);
});

it("own orders belong to the row of their level and count what is not filled", () => {
  const order = { instrumentKey: UNITS.key, type: "limit", filled: "0" } as const;
  const orders = [
    { ...order, side: "buy", price: "100.1", size: "0.5", filled: "0.2" },
    { ...order, side: "buy", price: "100.9", size: "0.1" },
    { ...order, side: "sell", price: "100.1", size: "1" },
    { ...order, side: "sell", price: "100.1", size: "1", instrumentKey: "spot:ETHUSDT" },
    { ...order, side: "buy", price: "", size: "1", type: "market" },
  ] as const;
  expect([...ownSizes(orders, UNITS, 10)]).toEqual([
    [ownKey("bid", 1000n), 4000n],
    [ownKey("ask", 1010n), 10_000n],
  ]);
});
