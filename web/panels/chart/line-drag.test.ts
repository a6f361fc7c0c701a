import { expect, it } from "vitest";
import type { ChartLine } from "./chart-lines.ts";
import { distanceText, lineAt } from "./line-drag.ts";

const move = async (): Promise<void> => undefined;
const LINES: readonly ChartLine[] = [
  { id: "a", kind: "buy", label: "Buy", price: "100", move },
  { id: "b", kind: "sell", label: "Sell", price: "104", move },
  { id: "c", kind: "entry", label: "Entry", price: "120" },
];
const heightOf = (price: number): number => 200 - price;

it("the pointer takes the nearest line that can be moved", () => {
  expect(lineAt(100, LINES, heightOf)?.id).toBe("a");
  expect(lineAt(97, LINES, heightOf)?.id).toBe("b");
  expect(lineAt(80, LINES, heightOf)).toBeUndefined();
  expect(lineAt(60, LINES, heightOf)).toBeUndefined();
  expect(lineAt(100, LINES, () => undefined)).toBeUndefined();
});

it("a distance has its sign, and none without a price", () => {
  expect(distanceText("101", "100")).toBe("+1.00%");
  expect(distanceText("99.5", "100")).toBe("−0.50%");
  expect(distanceText("101", "")).toBe("");
});
