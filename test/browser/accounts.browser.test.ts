import { expect, it } from "vitest";
import type { Row } from "./support/account-driver.ts";
import { KINDS, useAccountDrivers } from "./support/account-drivers.ts";

const FUTURES = {
  key: "usdt-futures:BTCUSDT",
  category: "usdt-futures",
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  settle: "USDT",
  isFutures: true,
  isInverse: false,
  priceStep: "0.1",
  priceDecimals: 1,
  sizeStep: "0.0001",
  sizeDecimals: 4,
  quoteDecimals: 8,
  sizeMin: "0.0001",
  sizeMax: "0",
  marketSizeMax: "0",
  notionalMin: "5",
  makerRate: 0,
  takerRate: 0,
  leverageMax: 100,
  fundingHours: 8,
  status: "online",
  deliveryMs: undefined,
};
const SPOT = {
  ...FUTURES,
  key: "spot:BTCUSDT",
  category: "spot",
  isFutures: false,
  priceStep: "0.01",
  sizeStep: "0.000001",
  sizeDecimals: 6,
};
const ETHER = { ...FUTURES, key: "usdt-futures:ETHUSDT", symbol: "ETHUSDT" };

type Paged = { readonly rows: readonly Row[] };

const { driverOf } = useAccountDrivers("accounts");

function order(change: Row): Row {
  return {
    category: "usdt-futures",
    symbol: "BTCUSDT",
    side: "buy",
    type: "limit",
    marginMode: "crossed",
    price: "20000",
    size: "0.01",
    ...change,
  };
}

const MARKET = { type: "market", price: undefined } as const;
const ON_SPOT = { category: "spot", marginMode: "spot" } as const;

it.each(KINDS)("%s: orders of futures and spot are placed, changed and cancelled", async (kind) => {
  const driver = driverOf(kind);
  const id = await driver.call("place", order({ takeProfit: "30000", timeInForce: "post_only" }));
  const onSpot = await driver.call("place", order({ ...ON_SPOT, timeInForce: "gtc" }));
  const placed = await driver.until("both are open with exits", ({ orders }) => {
    const own = orders.filter((one) => one.id === id || one.id === onSpot);
    return own.length === 2 && own.some(({ takeProfit }) => takeProfit !== "") && own;
  });
  const first = placed.find((one) => one.id === id);
  expect(first).toMatchObject({ price: "20000", size: "0.01", takeProfit: "30000" });
  if (first === undefined) return;
  await driver.call("amend", first, { price: "21000", size: "0.02" });
  const amended = await driver.until("the change is shown", ({ orders }) =>
    orders.find(({ price, category }) => price === "21000" && category === "usdt-futures"),
  );
  expect(amended.size).toBe("0.02");
  const rest = placed.filter((one) => one.id !== id);
  await driver.call("cancel", [amended, ...rest]);
  await driver.until("no order is open", ({ orders }) => orders.length === 0);
});

it.each(KINDS)("%s: market orders fill, and positions and balances follow", async (kind) => {
  const driver = driverOf(kind);
  await driver.call("place", order({ ...MARKET, size: "0.02" }));
  await driver.call("place", order({ ...MARKET, ...ON_SPOT, size: undefined, amount: "100" }));
  const position = await driver.until("the position is shown", ({ positions }) =>
    positions.find(({ size }) => size === "0.02"),
  );
  expect(position).toMatchObject({ side: "long", isHedge: false, marginMode: "crossed" });
  await driver.until("both fills are shown", ({ freshFills }) => freshFills.length >= 2);
  const { balances } = await driver.state();
  expect(balances.find(({ wallet }) => wallet === "funding")?.coin).toBe("USDT");
});

it.each(KINDS)("%s: exits of a position are set, changed and removed", async (kind) => {
  const driver = driverOf(kind);
  const held = () => driver.until("it is held", ({ positions }) => positions[0]);
  const change = async (takeProfit: string, stopLoss: string) => {
    await driver.call("setExits", await held(), { takeProfit, stopLoss });
    await driver.until(`exits ${takeProfit}/${stopLoss} are shown`, ({ positions }) => {
      const [first] = positions;
      return first?.takeProfit === takeProfit && first.stopLoss === stopLoss;
    });
  };
  await change("150000", "20000");
  await change("160000", "20000");
  await change("160000", "");
  await change("", "");
});

it.each(KINDS)("%s: positions are closed in part, reversed and closed", async (kind) => {
  const driver = driverOf(kind);
  const shown = (what: string, side: string, size: string) =>
    driver.until(what, ({ positions }) =>
      positions.find((position) => position.side === side && position.size === size),
    );
  await driver.call("closePosition", await shown("it is held", "long", "0.02"), 0.5);
  await driver.call("reversePosition", await shown("half is closed", "long", "0.01"));
  await driver.call("closePosition", await shown("it is reversed", "short", "0.01"), 1);
  await driver.until("no position is held", ({ positions }) => positions.length === 0);
});

it.each(KINDS)("%s: trigger orders are placed, changed and cancelled", async (kind) => {
  const driver = driverOf(kind);
  const plan = (change: Row): Row => {
    const base = { ...order({}), kind: "trigger", triggerBy: "mark" } as const;
    return { ...base, triggerPrice: "21000", ...change };
  };
  const onSpot = { ...ON_SPOT, triggerBy: "last" } as const;
  const ids: unknown[] = [
    await driver.call("placePlan", plan({})),
    await driver.call("placePlan", plan({ ...MARKET, takeProfit: "30000" })),
    await driver.call("placePlan", plan(onSpot)),
  ];
  const plans = await driver.until("all wait", ({ plans }) => {
    const own = plans.filter(({ id }) => ids.includes(id));
    return own.length === ids.length && own;
  });
  expect(plans.map(({ kind }) => kind)).toEqual(["trigger", "trigger", "trigger"]);
  const first = plans.find(({ id }) => id === ids[0]);
  if (first === undefined) return;
  await driver.call("amendPlan", first, { triggerPrice: "22000", size: "0.02" });
  await driver.until("the change is shown", ({ plans }) =>
    plans.find(({ size, triggerPrice }) => triggerPrice === "22000" && size === "0.02"),
  );
  await driver.call("cancelPlans", plans);
  await driver.until("none waits", ({ plans }) => plans.length === 0);
});

it.each(KINDS)("%s: settings are read and set", async (kind) => {
  const driver = driverOf(kind);
  await driver.call("setMarginMode", ETHER, "crossed");
  await driver.call("setLeverage", ETHER, "7");
  await driver.call("setHedge", ETHER, true);
  const settings = await driver.call("settings", ETHER);
  expect(settings).toMatchObject({ marginMode: "crossed", isHedge: true, leverage: "7" });
  const opening = { ...MARKET, symbol: "ETHUSDT", positionSide: "short" } as const;
  await driver.call("place", order({ ...opening, side: "sell", size: "0.1" }));
  const short = await driver.until("the short is held", ({ positions }) =>
    positions.find(({ isHedge, side }) => isHedge && side === "short"),
  );
  await driver.call("reversePosition", short);
  const long = await driver.until("the long is held alone", ({ positions }) =>
    positions.length === 1 && positions[0]?.side === "long" ? positions[0] : undefined,
  );
  await driver.call("closePosition", long, 0.5);
  const half = await driver.until("half is held", ({ positions }) =>
    positions.find(({ size }) => size === "0.05"),
  );
  await driver.call("closePosition", half, 1);
  await driver.until("nothing is held", ({ positions }) => positions.length === 0);
  await driver.call("setHedge", ETHER, false);
});

it.each(KINDS)("%s: the largest size is known on futures and spot", async (kind) => {
  const driver = driverOf(kind);
  const buy = { side: "buy", price: "50000", marginMode: "crossed" } as const;
  expect(Number(await driver.call("largestSize", buy, FUTURES))).toBeGreaterThan(1);
  const onSpot = { side: "sell", price: undefined, marginMode: "spot" } as const;
  expect(Number(await driver.call("largestSize", onSpot, SPOT))).toBeGreaterThan(1);
});

it.each(KINDS)("%s: records come in pages", async (kind) => {
  const driver = driverOf(kind);
  const request = { category: "usdt-futures" } as const;
  const history = await driver.call<Paged>("orderHistory", request);
  expect(history.rows.some(({ status }) => status === "filled")).toBe(true);
  const onSpot = await driver.call<Paged>("orderHistory", { category: "spot", symbol: "BTCUSDT" });
  expect(onSpot.rows.some(({ status }) => status === "canceled")).toBe(true);
  const fills = await driver.call<Paged>("fills", { category: "spot", symbol: "BTCUSDT" });
  expect(fills.rows[0]).toMatchObject({ side: "buy", role: "taker" });
  expect((await driver.call<Paged>("fills", request)).rows.length).toBeGreaterThan(2);
  expect((await driver.call<Paged>("bills", request)).rows.length).toBeGreaterThan(2);
  expect((await driver.call<Paged>("bills", { category: "spot" })).rows.length).toBeGreaterThan(0);
  expect(await driver.call("fundingPayments", request)).toEqual({ rows: [], next: undefined });
});

it.each(KINDS)("%s: after a lost connection the state is loaded again", async (kind) => {
  const driver = driverOf(kind);
  await driver.cut();
  await driver.until("the state is not current", ({ isCurrent }) => !isCurrent);
  const id = await driver.call("place", order({ size: "0.03" }));
  await driver.until("the state is current with the new order", ({ isCurrent, orders }) => {
    return isCurrent && orders.some((one) => one.id === id);
  });
  await driver.call("cancelAll", FUTURES);
  await driver.until("no order is open", ({ orders }) => orders.length === 0);
  await driver.call("cancelAll");
});
