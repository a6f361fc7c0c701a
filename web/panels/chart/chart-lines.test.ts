import { expect, it, vi } from "vitest";
import type { AccountClient } from "../../accounts/account-client.ts";
import type { Order, Plan, Position } from "../../accounts/model.ts";
import type { Instrument } from "../../state/instruments.ts";
import { linesOf, onStep } from "./chart-lines.ts";

const MARKET = { key: "spot:BTCUSDT", priceStep: "0.5", priceDecimals: 1 } as Instrument;
const own = { instrumentKey: MARKET.key } as const;
const ORDER = { ...own, id: "1", side: "buy", size: "2", price: "100" } as Order;
const PLAN = {
  ...own,
  id: "2",
  kind: "trigger",
  side: "sell",
  size: "1",
  triggerPrice: "90",
} as Plan;
const POSITION = {
  ...{ ...own, side: "long", size: "3", entryPrice: "99", liquidationPrice: "" },
  ...{ takeProfit: "120", stopLoss: "" },
} as Position;

function clientOf(orders: readonly Order[], plans: readonly Plan[] = [PLAN]) {
  const amend = vi.fn(async () => undefined);
  const amendPlan = vi.fn(async () => undefined);
  const setExits = vi.fn(async () => undefined);
  const state = {
    orders: () => orders,
    plans: () => plans,
    positions: () => [POSITION],
  };
  const client = { amend, amendPlan, setExits, state } as unknown as AccountClient;
  return { amend, amendPlan, setExits, client };
}

it("orders, plans and positions of the market have lines, those without a price have none", () => {
  const elsewhere = { ...ORDER, id: "9", instrumentKey: "spot:ETHUSDT" };
  const { client } = clientOf([ORDER, elsewhere]);
  const lines = linesOf(client, MARKET).map(({ label, price }) => [label, price]);
  expect(lines).toEqual([
    ["Buy 2", "100"],
    ["Trigger sell 1", "90"],
    ["long 3", "99"],
    ["Take profit", "120"],
  ]);
});

it("a moved order is amended, and a moved exit keeps the other one", async () => {
  const { amend, client, setExits } = clientOf([ORDER]);
  const [order, , , profit] = linesOf(client, MARKET);
  await order?.move?.("101");
  expect(amend).toHaveBeenCalledWith(ORDER, { price: "101" });
  await profit?.move?.("130");
  expect(setExits).toHaveBeenCalledWith(POSITION, { takeProfit: "130", stopLoss: "" });
});

it("exits of a part of a position have lines of their own, each of which moves alone", async () => {
  const both = { ...PLAN, kind: "exits", size: "0.2", takeProfit: "110", stopLoss: "80" } as const;
  const whole = { ...both, id: "3", kind: "stop_loss", size: "", takeProfit: "" } as const;
  const { amendPlan, client } = clientOf([], [both, whole]);
  const [profit, loss, ...others] = linesOf(client, MARKET);
  expect([profit, loss]).toMatchObject([
    { kind: "profit", label: "TP 0.2", price: "110" },
    { kind: "loss", label: "SL 0.2", price: "80" },
  ]);
  expect(others.map(({ label }) => label)).toEqual(["long 3", "Take profit"]);
  await loss?.move?.("85");
  expect(amendPlan).toHaveBeenCalledWith(both, { stopLoss: "85" });
});

it.each([
  [100.24, "100.0"],
  [100.26, "100.5"],
  [-3, "0.0"],
])("%s is %s on the step", (price, text) => {
  expect(onStep(price, MARKET)).toBe(text);
});
