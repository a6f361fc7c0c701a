import { expect, it } from "vitest";
import type { AccountGroup, AlertPage } from "../../src/ops/surveillance-port.ts";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";

const ROUND_TRIPS = 3;

const exchange = await openExchange();
const alice = await makeTrader();
const bob = await makeTrader();

function makeTrader(): Promise<Key> {
  const money = { wallet: "unified", coin: "USDT", amount: "1000000" } as const;
  return exchange.newUser({ kind: "unified" }, money);
}

async function place(key: Key, side: "buy" | "sell"): Promise<void> {
  const { code } = await restV3(exchange, key).submitNewOrder({
    category: "USDT-FUTURES",
    symbol: "BTCUSDT",
    side,
    orderType: "limit",
    qty: "0.2",
    price: "60000",
  });
  expect(code).toBe("00000");
}

/** The counts of alerts on the metrics page, by kind. */
async function counted(): Promise<ReadonlyMap<string, number>> {
  const page = await (await fetch(`${exchange.baseUrl}/metrics`)).text();
  const rows = page.matchAll(/^bourse_surveillance_alerts_total\{kind="(\w+)"\} (\d+)$/gm);
  return new Map(Array.from(rows, ([, kind = "", count]) => [kind, Number(count)]));
}

const alerts = (query = ""): Promise<AlertPage> =>
  exchange.admin<AlertPage>("GET", `/surveillance/alerts${query}`);

it("clients who trade in circles are shown to the operator, page by page", async () => {
  const figures = { washValueMin: 50_000, washTurnsMin: 2, selfValueMin: 20_000 };
  expect(await exchange.admin("PUT", "/surveillance/figures", figures)).toMatchObject(figures);
  for (let number = 0; number < ROUND_TRIPS; number++) {
    const side = number % 2 === 0 ? "buy" : "sell";
    await place(bob, side === "buy" ? "sell" : "buy");
    await place(alice, side);
  }
  // A pair is judged once a second: one more trade after that shows all of them.
  await eventually("the alert", async () => {
    await place(bob, "sell");
    await place(alice, "buy");
    await place(alice, "sell");
    await place(bob, "buy");
    return (await alerts()).alerts.length > 0;
  });
  const { alerts: found, cursor } = await alerts("?kind=wash_trading&limit=1");
  expect(cursor).toBe("");
  expect(found).toMatchObject([
    { kind: "wash_trading", realm: "live", symbol: "BTCUSDT", category: "usdt_futures" },
  ]);
  expect(found[0]?.uids.toSorted()).toEqual([alice.uid, bob.uid].toSorted());
  expect(found[0]?.trades[0]).toMatchObject({ price: "60000", size: "0.2", realm: "live" });
  expect(found[0]?.trades[0]?.takerOrderId).toMatch(/^1\d{18}$/);
  expect((await counted()).get("wash_trading")).toBe(1);
  expect((await counted()).get("fund_draw")).toBe(0);
  const later = new Date(Date.now() + 60_000).toISOString();
  expect((await alerts(`?since=${later}`)).alerts).toEqual([]);
  expect((await alerts("?kind=fund_draw")).alerts).toEqual([]);
});

it("the group of an account is shown with its links, and no address", async () => {
  const group = await exchange.admin<AccountGroup>("GET", `/surveillance/groups/${bob.uid}`);
  expect(group.accounts.map(({ mainUid }) => mainUid)).toEqual([bob.uid, alice.uid]);
  expect(group.links).toMatchObject([{ fromUid: bob.uid, toUid: alice.uid, by: "wash_trades" }]);
  expect(JSON.stringify(group)).not.toContain("127.0.0.1");
  const unknownUser = "/surveillance/groups/1999999999";
  await expect(exchange.admin("GET", unknownUser)).rejects.toThrow(/not_found/);
});

it.each([
  ["an unknown figure", { mood: 3 }, /no figure is called mood/],
  ["an unknown figure of every object", { toString: 3 }, /no figure is called toString/],
  ["a figure out of bounds", { washNetPercentMax: 101 }, /washNetPercentMax from 0 to 100/],
  ["a part of a whole number", { washTurnsMin: 1.5 }, /must be a whole number/],
  ["none at all", {}, /the body is not valid/],
])("%s is refused", async (_, figures, message) => {
  const before = await exchange.admin("GET", "/surveillance/figures");
  await expect(exchange.admin("PUT", "/surveillance/figures", figures)).rejects.toThrow(message);
  expect(await exchange.admin("GET", "/surveillance/figures")).toEqual(before);
});
