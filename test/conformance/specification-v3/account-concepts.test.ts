/** Specification, Unified-account concepts (v3): account, position and margin modes, leverage. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { lendCoins } from "../../support/lend-coins.ts";
import {
  errorOf,
  listOf,
  rowOf,
  type TestAnswer,
  type TestRow,
} from "../../support/test-answer.ts";
import { ExchangeFixture, type TestUserPlan } from "../../support/test-exchange.ts";
import { COIN } from "../../support/test-listings.ts";
import { placeOrder } from "../../support/unified-traders.ts";
import { FUTURES_BUY, PLACE_ORDER, SPOT_BUY } from "../../support/wire-orders.ts";
import { row } from "./support/specified-rules.ts";

const V3 = "/api/v3";
const ACCOUNT = `${V3}/account`;
/** Longer than the interval between two changes of mode that the rate limit demands. */
const MODE_MS = 1_000;
/** Index of the contracts BTCUSDT and BTCPERP. */
const CONTRACTS = [2, 4];

const unified = { accountKind: "unified" } as const;
const USERS: readonly TestUserPlan[] = [
  { ...unified, name: "usdt", funds: [["unified", "USDT", 10_000n * COIN]] },
  { ...unified, name: "usdc", funds: [["unified", "USDC", 10_000n * COIN]] },
  { ...unified, name: "bitcoin", funds: [["unified", "BTC", 2n * COIN]] },
  { ...unified, name: "small", funds: [["unified", "USDT", 999n * COIN]] },
  { ...unified, name: "enough", funds: [["unified", "USDT", 1_000n * COIN]] },
  {
    ...{ ...unified, name: "maker" },
    funds: [
      ["unified", "USDT", 10_000_000n * COIN],
      ["unified", "USDC", 10_000_000n * COIN],
      ["unified", "BTC", 100n * COIN],
    ],
  },
];

/** An order of each product of the specification, small enough for 10,000 dollars. */
const ORDERS = {
  SPOT: SPOT_BUY,
  MARGIN: { ...SPOT_BUY, category: "MARGIN" },
  "USDT-FUTURES": FUTURES_BUY,
  "USDC-FUTURES": { ...FUTURES_BUY, category: "USDC-FUTURES", symbol: "BTCPERP" },
  "COIN-FUTURES": { ...FUTURES_BUY, category: "COIN-FUTURES", symbol: "BTCUSD" },
} as const;
type Product = keyof typeof ORDERS;
const PRODUCTS = Object.keys(ORDERS) as readonly Product[];
const TOO_LOW = "40128";
const NOT_COVERED = "25203";
const NOT_CHANGED = "25009";

let exchange: ExchangeFixture;
beforeEach(async () => {
  exchange = await ExchangeFixture.start({ endpoints: endpointsV3, users: USERS });
  await lendCoins(exchange);
});
afterEach(() => exchange[Symbol.asyncDispose]());

const settings = async (name: string) => rowOf(await exchange.get(`${ACCOUNT}/settings`, {}, name));
const adjust = (name: string, mode: string) =>
  exchange.post(`${ACCOUNT}/adjust-account-mode`, { mode }, name);
const codeOf = async (order: object, name: string) =>
  (await exchange.post(PLACE_ORDER, order, name)).code;

function expectDone({ code, msg }: TestAnswer): void {
  expect([code, msg]).toEqual(["00000", "success"]);
}

async function positions(name: string): Promise<readonly (readonly unknown[])[]> {
  const query = { category: "USDT-FUTURES" };
  const { list } = listOf(await exchange.get(`${V3}/position/current-position`, query, name));
  return list.map(({ posSide, total }) => [posSide, total]);
}

/** The user trades an order with the maker, in hedge mode with `posSide`. */
async function traded(order: typeof FUTURES_BUY, name: string, posSide?: string): Promise<void> {
  const side = order.side === "buy" ? "sell" : "buy";
  await placeOrder(exchange, "maker", { ...order, side });
  await placeOrder(exchange, name, posSide === undefined ? order : { ...order, posSide });
}

async function passQuestionnaire(name: string): Promise<void> {
  const user = exchange.user(name).index;
  await exchange.apply({ kind: "set_questionnaire", user, isPassed: true });
}

describe("account modes", () => {
  it(
    row("Unified-account concepts", "Spot Mode", "is announced, and not yet offered"),
    async () => {
      expect(errorOf(await adjust("usdt", "spot"))).toEqual([400, NOT_CHANGED]);
      expect((await settings("usdt"))["accountLevel"]).toBe("advanced");
    },
  );

  it(row("Unified-account concepts", "Basic Mode", "is that of a new account"), async () => {
    const terms = { accountKind: "unified", realm: "live", parent: 0, openOrdersMax: 0 } as const;
    const { id } = await exchange.apply({ kind: "create_user", ...terms, name: "new" });
    expect(exchange.access.accounts.user(id)?.level).toBe("basic");
  });

  it.each(PRODUCTS)(row("Unified-account concepts", "Basic Mode", "%s"), async (product) => {
    expectDone(await adjust("usdt", "basic"));
    const isClosed = product === "MARGIN" || product === "COIN-FUTURES";
    expect(await codeOf(ORDERS[product], "usdt")).toBe(isClosed ? TOO_LOW : "00000");
  });

  it.each([
    ["usdt", "USDC-FUTURES", "00000"],
    ["usdc", "USDT-FUTURES", "00000"],
    ["bitcoin", "USDT-FUTURES", NOT_COVERED],
  ] as const)(
    row("Unified-account concepts", "Basic Mode", "%s as margin of %s is answered %s"),
    async (name, product, code) => {
      await adjust(name, "basic");
      expect(await codeOf(ORDERS[product], name)).toBe(code);
    },
  );

  it(
    row("Unified-account concepts", "Basic Mode", "profit in USDC offsets a loss in USDT"),
    async () => {
      await adjust("usdt", "basic");
      const equity = async () => rowOf(await exchange.get(`${ACCOUNT}/assets`, {}, "usdt"));
      await traded({ ...ORDERS["USDT-FUTURES"], qty: "0.1" }, "usdt");
      await traded({ ...ORDERS["USDC-FUTURES"], qty: "0.1", side: "sell" }, "usdt");
      const before = await equity();
      const prices = [480_000, 480_000];
      await exchange.apply({ kind: "set_index_prices", instruments: CONTRACTS, prices });
      const after = await equity();
      expect(after).toMatchObject({ effEquity: before["effEquity"] });
      const { assets } = after as unknown as { assets: readonly TestRow[] };
      const changes = assets.map(({ balance, coin, equity }) => [
        coin,
        Math.sign(Number(equity) - Number(balance)),
      ]);
      expect(changes.sort()).toEqual([
        ["USDC", 1],
        ["USDT", -1],
      ]);
    },
  );

  it.each(PRODUCTS)(row("Unified-account concepts", "Advanced Mode", "%s"), async (product) => {
    expect(await codeOf(ORDERS[product], "usdt")).toBe("00000");
  });

  it.each(["usdt", "usdc", "bitcoin"])(
    row("Unified-account concepts", "Advanced Mode", "%s is margin of every futures product"),
    async (name) => {
      for (const product of ["USDT-FUTURES", "USDC-FUTURES", "COIN-FUTURES"] as const) {
        expect(await codeOf(ORDERS[product], name), product).toBe("00000");
      }
    },
  );

  it(row("Unified-account concepts", "Advanced Mode", "needs the questionnaire"), async () => {
    await adjust("enough", "basic");
    exchange.gateway.advance(MODE_MS);
    expect(errorOf(await adjust("enough", "advanced"))).toEqual([400, NOT_CHANGED]);
    await passQuestionnaire("enough");
    exchange.gateway.advance(MODE_MS);
    expect((await adjust("enough", "advanced")).code).toBe("00000");
  });

  it.each([
    ["small", "999", NOT_CHANGED],
    ["enough", "1000", "00000"],
  ])(
    row("Unified-account concepts", "Advanced Mode", "account %s with %s USD is answered %s"),
    async (name, _equity, code) => {
      await adjust(name, "basic");
      await passQuestionnaire(name);
      exchange.gateway.advance(MODE_MS);
      expect((await adjust(name, "advanced")).code).toBe(code);
    },
  );

  it(
    row("Unified-account concepts", "change of mode", "by API, seen in the settings"),
    async () => {
      await passQuestionnaire("usdt");
      for (const mode of ["basic", "advanced"]) {
        exchange.gateway.advance(MODE_MS);
        expect((await adjust("usdt", mode)).code).toBe("00000");
        expect((await settings("usdt"))["accountLevel"]).toBe(mode);
      }
    },
  );
});

describe("position modes", () => {
  it(
    row("Unified-account concepts", "position modes", "one-way: a sell closes the long"),
    async () => {
      await traded({ ...FUTURES_BUY, qty: "0.02" }, "usdt");
      expect(await positions("usdt")).toEqual([["long", "0.02"]]);
      await traded({ ...FUTURES_BUY, side: "sell" }, "usdt");
      expect(await positions("usdt")).toEqual([["long", "0.01"]]);
      await traded({ ...FUTURES_BUY, qty: "0.03", side: "sell" }, "usdt");
      expect(await positions("usdt")).toEqual([["short", "0.02"]]);
    },
  );

  it(
    row("Unified-account concepts", "position modes", "hedge: long and short at once"),
    async () => {
      expectDone(
        await exchange.post(`${ACCOUNT}/set-hold-mode`, { holdMode: "hedge_mode" }, "usdt"),
      );
      await traded(FUTURES_BUY, "usdt", "long");
      await traded({ ...FUTURES_BUY, side: "sell", qty: "0.02" }, "usdt", "short");
      expect((await positions("usdt")).toSorted()).toEqual([
        ["long", "0.01"],
        ["short", "0.02"],
      ]);
    },
  );
});

describe("margin mode and leverage", () => {
  it(row("Unified-account concepts", "margin mode", "positions are crossed"), async () => {
    await traded(FUTURES_BUY, "usdt");
    const query = { category: "USDT-FUTURES" };
    const { list } = listOf(await exchange.get(`${V3}/position/current-position`, query, "usdt"));
    expect(list).toMatchObject([{ posSide: "long", marginMode: "crossed" }]);
  });

  it.each([
    ["place-order", PLACE_ORDER, FUTURES_BUY, "25240"],
    [
      ...["set-leverage", `${ACCOUNT}/set-leverage`],
      ...[{ category: "USDT-FUTURES", symbol: "BTCUSDT", leverage: "5" }, "25240"],
    ],
  ] as const)(
    row("Unified-account concepts", "margin mode", "%s refuses isolated"),
    async (_what, path, body, code) => {
      const isolated = { ...(body as object), marginMode: "isolated" };
      expect((await exchange.post(String(path), isolated, "usdt")).code).toBe(code);
    },
  );

  const leverage = (body: object) =>
    exchange.post(`${ACCOUNT}/set-leverage`, { leverage: "3", ...body }, "usdt");

  it.each([
    ["futures", "USDT-FUTURES"],
    ["margin", "MARGIN"],
  ])(
    row("Unified-account concepts", "leverage", "is never that of all of %s"),
    async (_what, category) => {
      expect(errorOf(await leverage({ category }))).toEqual([400, "40019"]);
    },
  );

  it(
    row("Unified-account concepts", "leverage", "is set per trading pair of futures"),
    async () => {
      expectDone(await leverage({ category: "USDT-FUTURES", symbol: "BTCUSDT" }));
      const more = { category: "USDT-FUTURES", symbol: "ETHUSDT", leverage: "9" };
      expectDone(await leverage(more));
      expect((await settings("usdt"))["symbolConfigList"]).toMatchObject([
        { symbol: "BTCUSDT", leverage: "3" },
        { symbol: "ETHUSDT", leverage: "9" },
      ]);
    },
  );

  it(
    row("Unified-account concepts", "leverage", "is set per currency of spot margin"),
    async () => {
      expectDone(await leverage({ category: "MARGIN", coin: "BTC", leverage: "2" }));
      const coins = (await settings("usdt"))["coinConfigList"] as unknown as readonly TestRow[];
      const of = (coin: string) => coins.find((one) => one["coin"] === coin)?.["leverage"];
      expect(of("BTC")).toBe("2");
      expect(of("USDT")).not.toBe("2");
    },
  );
});
