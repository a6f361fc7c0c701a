/** The clients of accounts on every product, beside those of accounts.browser.test.ts. */
import { describe, expect, it } from "vitest";
import type { AccountDriver, Row } from "./support/account-driver.ts";
import { KINDS, useAccountDrivers } from "./support/account-drivers.ts";

type Paged = { readonly rows: readonly Row[] };

const FUTURES = [
  { category: "usdc-futures", symbol: "BTCPERP", settle: "USDC" },
  { category: "coin-futures", symbol: "BTCUSD", settle: "BTC" },
] as const;
const ISOLATED = {
  ...{ key: "usdt-futures:ETHUSDT", category: "usdt-futures", symbol: "ETHUSDT" },
  ...{ settle: "USDT", isFutures: true, leverageMax: 100, sizeStep: "0.001" },
};

const { driverOf, openInDemo } = useAccountDrivers("account-products");

const LIMIT = { side: "buy", type: "limit", price: "20000", size: "0.01" } as const;
const MARKET = { side: "buy", type: "market", size: "0.01" } as const;

/** Posts with the session of the page. */
async function posted(driver: AccountDriver, path: string, body: Row): Promise<void> {
  const code = await driver.page.evaluate(
    async ([url, sent]) => {
      const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(sent) });
      return ((await answer.json()) as { code: string }).code;
    },
    [path, body] as const,
  );
  expect(code, path).toBe("00000");
}

/** Places an order, sees it open, and cancels it. */
async function placeAndCancel(driver: AccountDriver, order: Row): Promise<void> {
  const id = await driver.call("place", order);
  const open = await driver.until("it is open", ({ orders }) => {
    return orders.find((one) => one.id === id);
  });
  const { category, marginMode, price, symbol } = order;
  expect(open).toMatchObject({ category, marginMode, price, symbol });
  await driver.call("cancel", [open]);
  await driver.until("it is closed", ({ orders }) => orders.every((one) => one.id !== id));
}

describe.each(KINDS)("%s", (kind) => {
  it.each(FUTURES)("$category is traded, and its position closed", async (line) => {
    const driver = driverOf(kind);
    const { category, symbol } = line;
    const terms = { category, symbol, marginMode: "crossed" } as const;
    await placeAndCancel(driver, { ...terms, ...LIMIT, price: "50000" });
    await driver.call("place", { ...terms, ...MARKET, size: "0.02" });
    const held = await driver.until("it is held", ({ positions }) =>
      positions.find((one) => one.symbol === symbol),
    );
    expect(held).toMatchObject({ category, side: "long", marginMode: "crossed" });
    await driver.call("closePosition", held, 1);
    await driver.until("it is closed", ({ positions }) =>
      positions.every((one) => one.symbol !== symbol),
    );
    const fills = await driver.call<Paged>("fills", { category });
    expect(fills.rows.length).toBeGreaterThanOrEqual(2);
  });
});

it("unified: spot trades with borrowed coins, in orders of their own", async () => {
  const driver = driverOf("unified");
  const terms = { category: "spot", symbol: "BTCUSDT", marginMode: "crossed" } as const;
  await placeAndCancel(driver, { ...terms, ...LIMIT });
  await driver.call("place", { ...terms, side: "buy", type: "market", amount: "50" });
  await driver.until("it is filled", ({ freshFills }) =>
    freshFills.find(({ category }) => category === "spot"),
  );
  const history = await driver.call<Paged>("orderHistory", { category: "spot" });
  const modes = history.rows.map(({ marginMode, status }) => `${marginMode} ${status}`);
  expect(modes.slice(0, 2).sort()).toEqual(["crossed canceled", "crossed filled"]);
});

it.each(["crossed", "isolated"] as const)(
  "classic: %s margin trades, borrows and has bills",
  async (marginMode) => {
    const driver = driverOf("classic");
    const symbol = "ETHUSDT";
    const transfer = { fromType: "spot", toType: `${marginMode}_margin`, coin: "USDT" };
    await posted(driver, "/api/v2/spot/wallet/transfer", { ...transfer, amount: "500", symbol });
    const terms = { category: "spot", symbol, marginMode } as const;
    const limit = { ...LIMIT, price: "1000", size: "0.02" };
    await placeAndCancel(driver, { ...terms, ...limit });
    const bought = { side: "buy", type: "market", amount: "600", autoBorrow: true } as const;
    const id = await driver.call("place", { ...terms, ...bought });
    await driver.until("it is borrowed", ({ balances }) =>
      balances.find(
        ({ borrowed, wallet }) => wallet === `${marginMode}_margin` && Number(borrowed) > 0,
      ),
    );
    const fills = await driver.call<Paged>("fills", { category: "spot", symbol });
    expect(fills.rows.map(({ orderId }) => orderId)).toContain(id);
    const bills = await driver.call<Paged>("bills", { category: "spot", symbol });
    const own = bills.rows.filter(({ wallet }) => wallet === `${marginMode}_margin`);
    expect(own.map(({ coin }) => coin)).toEqual(expect.arrayContaining(["ETH", "USDT"]));
    const all = await driver.call<Paged>("bills", { category: "spot" });
    expect(all.rows.map(({ wallet }) => wallet)).toContain(`${marginMode}_margin`);
  },
);

it("classic: isolated positions have a margin mode and leverage of their own", async () => {
  const driver = driverOf("classic");
  await driver.call("setMarginMode", ISOLATED, "isolated");
  await driver.call("setLeverage", ISOLATED, "9");
  expect(await driver.call("settings", ISOLATED)).toMatchObject({
    ...{ marginMode: "isolated", longLeverage: "9", shortLeverage: "9", isHedge: false },
  });
  const { category, symbol } = ISOLATED;
  const terms = { category, symbol, marginMode: "isolated" } as const;
  await placeAndCancel(driver, { ...terms, ...LIMIT, price: "2000", size: "0.1" });
  await driver.call("place", { ...terms, ...MARKET, size: "0.2" });
  const held = await driver.until("it is held", ({ positions }) =>
    positions.find((one) => one.symbol === symbol),
  );
  expect(held).toMatchObject({ marginMode: "isolated", leverage: "9", side: "long" });
  await driver.call("reversePosition", held);
  const short = await driver.until("it is reversed", ({ positions }) =>
    positions.find((one) => one.symbol === symbol && one.side === "short"),
  );
  await driver.call("closePosition", short, 1);
  await driver.until("it is closed", ({ positions }) =>
    positions.every((one) => one.symbol !== symbol),
  );
  await driver.call("setMarginMode", ISOLATED, "crossed");
});

it("classic: trailing orders are placed, changed and cancelled", async () => {
  const driver = driverOf("classic");
  const terms = { category: "usdt-futures", symbol: "BTCUSDT", marginMode: "crossed" } as const;
  const trailing = { kind: "trailing", triggerBy: "mark", callbackRate: "0.02" } as const;
  const id = await driver.call("placePlan", {
    ...terms,
    ...MARKET,
    ...trailing,
    triggerPrice: "30000",
  });
  const waiting = await driver.until("it waits", ({ plans }) => plans.find((one) => one.id === id));
  expect(waiting).toMatchObject({ kind: "trailing", callbackRate: "0.02", triggerPrice: "30000" });
  await driver.call("amendPlan", waiting, { callbackRate: "0.03" });
  const changed = await driver.until("it is changed", ({ plans }) =>
    plans.find((one) => one.id === id && one.callbackRate === "0.03"),
  );
  await driver.call("cancelPlans", [changed]);
  await driver.until("none waits", ({ plans }) => plans.every((one) => one.id !== id));
});

it("demo money is traded in books and balances of its own", async () => {
  const demo = await openInDemo("classic");
  await demo.until("the state is current", ({ isCurrent }) => isCurrent);
  const terms = { category: "usdt-futures", symbol: "BTCUSDT", marginMode: "crossed" } as const;
  const id = await demo.call("place", { ...terms, ...LIMIT });
  await demo.until("it is open", ({ orders }) => orders.some((one) => one.id === id));
  const live = await driverOf("classic").state();
  expect(live.orders.map((one) => one.id)).not.toContain(id);
  await demo.call("place", { ...terms, ...MARKET });
  const held = await demo.until("it is held", ({ positions }) => positions[0]);
  await demo.call("closePosition", held, 1);
  await demo.until("it is closed", ({ positions }) => positions.length === 0);
  await demo.call("cancelAll");
  await demo.until("no order is open", ({ orders }) => orders.length === 0);
  await demo.close();
});

it.each(KINDS)("%s: in hedge mode long and short are held side by side", async (kind) => {
  const driver = driverOf(kind);
  await driver.call("setHedge", ISOLATED, true);
  const terms = { ...MARKET, category: "usdt-futures", symbol: "ETHUSDT", size: "0.1" } as const;
  const hedge = { ...terms, marginMode: "crossed" } as const;
  await driver.call("place", { ...hedge, positionSide: "long" });
  await driver.call("place", { ...hedge, side: "sell", positionSide: "short" });
  const both = await driver.until("both are held", ({ positions }) => {
    const own = positions.filter(({ isHedge, symbol }) => isHedge && symbol === "ETHUSDT");
    return own.length === 2 && own;
  });
  // At once, as "Close all" does: classic accounts may close one position a second.
  await Promise.all(both.map((position) => driver.call("closePosition", position, 1)));
  await driver.until("none is held", ({ positions }) =>
    positions.every(({ symbol }) => symbol !== "ETHUSDT"),
  );
  await driver.call("setHedge", ISOLATED, false);
});
