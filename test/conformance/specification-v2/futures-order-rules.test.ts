/** Specification, Place Order: what its values do, and its five rules. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { atoms } from "../../../src/core/money/units.ts";
import type { TestRow } from "../../support/test-answer.ts";
import { COIN, currencyIndex } from "../../support/test-listings.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const ORDER = "/api/v2/mix/order";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { ...LINE, symbol: "BTCUSDT", marginCoin: "USDT" };
const TERMS = { ...CONTRACT, marginMode: "crossed", orderType: "limit", force: "gtc" };
const BUY = { ...TERMS, side: "buy", price: "48000", size: "0.01" };

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);

const send = (change: object, user = "alice") =>
  exchange().post(`${ORDER}/place-order`, { ...BUY, ...change }, user);
const place = (change: object, user = "alice"): Promise<TestRow> =>
  calls.post(`${ORDER}/place-order`, { ...BUY, ...change }, user);
const detail = (clientOid: string, user = "alice", contract: object = CONTRACT) =>
  calls.row(`${ORDER}/detail`, { ...contract, clientOid }, user);

async function cancelAll(user: string): Promise<void> {
  await exchange().post(`${ORDER}/cancel-all-orders`, LINE, user);
}

async function positions(user: string): Promise<readonly (readonly [string, string])[]> {
  const path = "/api/v2/mix/position/all-position";
  const rows = await calls.rows(path, { ...LINE, marginCoin: "USDT" }, user);
  return rows.map(({ holdSide = "", total = "" }): [string, string] => [holdSide, total]);
}

/** The user gets a position of 0.01 against Bob. */
async function opened(user: string, side: "buy" | "sell", change: object = {}): Promise<void> {
  const terms = { side, price: "50000", ...change };
  await place({ price: "50000", side: side === "buy" ? "sell" : "buy" }, "bob");
  await place(terms, user);
}

/** Closes what the user and Bob hold, and cancels every order. */
async function flat(user: string): Promise<void> {
  for (const one of [user, "bob"]) await cancelAll(one);
  for (const [holdSide, size] of await positions(user)) {
    const side = holdSide === "long" ? "sell" : "buy";
    await place({ price: "50000", size, side: side === "sell" ? "buy" : "sell" }, "bob");
    await place({ price: "50000", size, side, reduceOnly: "YES" }, user);
  }
}

beforeAll(async () => {
  for (const [wallet, coin] of [
    ["usdt_futures", "SUSDT"],
    ["usdc_futures", "USDC"],
    ["coin_futures", "BTC"],
    ["coin_futures", "SBTC"],
  ] as const) {
    const user = exchange().user("alice").index;
    const amount = atoms(10_000n * COIN);
    await exchange().apply({ kind: "credit", user, wallet, currency: currencyIndex(coin), amount });
  }
  const hedge = { ...LINE, posMode: "hedge_mode" };
  await calls.post("/api/v2/mix/account/set-position-mode", hedge, "carol");
});
beforeEach(() => flat("alice"));

describe("a value of Place Order", () => {
  it.each([
    ["USDT-FUTURES", "BTCUSDT", "USDT", "0.01"],
    ["COIN-FUTURES", "BTCUSD", "BTC", "0.01"],
    ["USDC-FUTURES", "BTCPERP", "USDC", "0.01"],
    ["SUSDT-FUTURES", "SBTCSUSDT", "SUSDT", "0.01"],
  ])("productType %s places an order of %s", async (productType, symbol, marginCoin, size) => {
    const contract = { productType, symbol, marginCoin };
    const clientOid = `line-${productType}`;
    await place({ ...contract, size, clientOid });
    expect(await detail(clientOid, "alice", contract)).toMatchObject({ symbol, marginCoin, size });
  });

  it.each(["crossed", "isolated"])("marginMode %s opens in that mode", async (marginMode) => {
    const contract = { ...CONTRACT, symbol: "ETHUSDT" };
    const clientOid = `mode-${marginMode}`;
    await place({ ...contract, marginMode, price: "1900", size: "0.1", clientOid });
    expect(await detail(clientOid, "alice", contract)).toMatchObject({ marginMode });
    await calls.post(`${ORDER}/cancel-order`, { ...contract, clientOid });
  });

  it("size counts the base coin: 0.01 is 0.01 BTC", async () => {
    await opened("alice", "buy");
    expect(await positions("alice")).toEqual([["long", "0.01"]]);
  });

  it("orderType limit rests at its price, market is filled at once", async () => {
    await place({ clientOid: "resting" });
    expect(await detail("resting")).toMatchObject({ state: "live", price: "48000" });
    await place({ side: "sell", price: "50000" }, "bob");
    await place({ orderType: "market", price: "", clientOid: "taking" });
    expect(await detail("taking")).toMatchObject({ state: "filled", priceAvg: "50000" });
  });

  it.each([
    ["gtc", "live", "0.004"],
    ["ioc", "canceled", "0.004"],
    ["fok", "canceled", "0"],
    ["post_only", "canceled", "0"],
  ])("force %s leaves an order that crosses %s, %s filled", async (force, state, baseVolume) => {
    await place({ side: "sell", price: "50000", size: "0.004" }, "bob");
    await place({ price: "50000", force, clientOid: `cross-${force}` });
    const expected = state === "live" ? "partially_filled" : state;
    expect(await detail(`cross-${force}`)).toMatchObject({ state: expected, baseVolume });
  });

  it("reduceOnly YES never exceeds the position, NO turns it", async () => {
    await opened("alice", "buy");
    await place({ side: "buy", price: "50000", size: "0.02" }, "bob");
    const sell = { side: "sell", price: "50000", size: "0.02" };
    expect((await send({ ...sell, reduceOnly: "YES" })).code).toBe("40804");
    expect(await positions("alice")).toEqual([["long", "0.01"]]);
    await place({ ...sell, reduceOnly: "NO" });
    expect(await positions("alice")).toEqual([["short", "0.01"]]);
  });

  it("reduceOnly has no meaning in hedge mode", async () => {
    const terms = { side: "buy", tradeSide: "open", reduceOnly: "YES", clientOid: "opening" };
    await place(terms, "carol");
    expect(await detail("opening", "carol")).toMatchObject({ state: "live", tradeSide: "open" });
    await cancelAll("carol");
  });

  it("presets become exits of the position that the order opens", async () => {
    const presets = { presetStopSurplusPrice: "52000", presetStopLossPrice: "46000" };
    await opened("alice", "buy", presets);
    const query = { ...LINE, planType: "profit_loss" };
    const exits = await calls.list(`${ORDER}/orders-plan-pending`, "entrustedList", query);
    const reported = exits.map(({ planType, side, triggerPrice }) => [
      planType,
      side,
      triggerPrice,
    ]);
    expect(reported.sort()).toEqual([
      ["loss_plan", "sell", "46000"],
      ["profit_plan", "sell", "52000"],
    ]);
    await flat("alice");
    expect(await calls.list(`${ORDER}/orders-plan-pending`, "entrustedList", query)).toEqual([]);
  });

  it.each([
    [undefined, "filled", "filled"],
    ["none", "filled", "filled"],
    ["cancel_taker", "canceled", "live"],
    ["cancel_maker", "live", "canceled"],
    ["cancel_both", "canceled", "canceled"],
  ])(
    row("Self-trade prevention", "default", "is none: %s makes the order %s, the other %s"),
    async (mode, taker, maker) => {
      const [own, other] = [`taker-${mode}`, `maker-${mode}`];
      await place({ side: "sell", price: "50000", clientOid: other });
      const stpMode = mode === undefined ? {} : { stpMode: mode };
      await place({ price: "50000", clientOid: own, ...stpMode });
      expect((await detail(own))["state"]).toBe(taker);
      expect((await detail(other))["state"]).toBe(maker);
    },
  );
});

describe("a rule of Place Order", () => {
  it.each(["open", "close"])(
    row("Place Order", "1", "tradeSide %s is ignored in one-way mode"),
    async (tradeSide) => {
      await place({ tradeSide, clientOid: `ignored-${tradeSide}` });
      const plain = { ...(await detail(`ignored-${tradeSide}`)) };
      await place({ clientOid: `plain-${tradeSide}` });
      const { state, tradeSide: reported, posSide } = await detail(`plain-${tradeSide}`);
      expect(plain).toMatchObject({ state, tradeSide: reported, posSide, reduceOnly: "NO" });
      expect([state, posSide]).toEqual(["live", "net"]);
    },
  );

  it.each([
    ["buy", "open", "long", "0.02"],
    ["buy", "close", "long", "0"],
    ["sell", "open", "short", "0.02"],
    ["sell", "close", "short", "0"],
  ])(
    row("Place Order", "2", "%s and %s trade the %s position, which then has %s"),
    async (side, tradeSide, posSide, left) => {
      const other = (one: string) => (one === "buy" ? "sell" : "buy");
      const trade = async (effect: string) => {
        const direction = effect === "open" ? side : other(side);
        await place({ side: other(direction), price: "50000" }, "bob");
        await place({ side, tradeSide: effect, price: "50000" }, "carol");
      };
      await trade("open");
      await trade(tradeSide);
      const held = await positions("carol");
      expect(held).toEqual(left === "0" ? [] : [[posSide, left]]);
      for (let closed = 0; closed < Number(left) / 0.01; closed += 1) await trade("close");
      expect(await positions("carol")).toEqual([]);
    },
  );

  it(`${row("Place Order", "3", "a market close beyond the rest")} (${row("Errors", "3")})`, async () => {
    await place({ side: "sell", price: "50000" }, "bob");
    await place({ side: "buy", tradeSide: "open", price: "50000" }, "carol");
    const close = { side: "buy", tradeSide: "close" };
    const limits = ["first", "second"];
    for (const clientOid of limits) {
      await place({ ...close, price: "52000", size: "0.004", clientOid }, "carol");
    }
    await place({ side: "buy", price: "49900" }, "bob");
    const market = { ...close, orderType: "market", price: "" };
    const refused = await send({ ...market, size: "0.003", clientOid: "beyond" }, "carol");
    expect([refused.status, refused.code]).toEqual([400, "40757"]);
    for (const clientOid of limits) {
      expect(await detail(clientOid, "carol")).toMatchObject({ state: "live" });
    }
    expect(await positions("carol")).toEqual([["long", "0.01"]]);
    await place({ ...market, size: "0.002", clientOid: "within" }, "carol");
    expect(await detail("within", "carol")).toMatchObject({ state: "filled" });
    expect(await positions("carol")).toEqual([["long", "0.008"]]);
    await cancelAll("carol");
  });

  it(row("Place Order", "4", "older reduce-only orders yield in creation order"), async () => {
    await opened("alice", "buy");
    const reduce = { side: "sell", reduceOnly: "YES", price: "51000" };
    const older = [
      ["oldest", "0.004"],
      ["middle", "0.003"],
      ["newest", "0.003"],
    ] as const;
    for (const [clientOid, size] of older) {
      const { orderId } = await place({ ...reduce, clientOid, size });
      expect(orderId).toMatch(/^\d{19}$/);
    }
    // 0.003 of the newest and 0.006 are at most 0.01; with the middle one they would not be.
    const answer = await place({ ...reduce, clientOid: "new", size: "0.006" });
    expect(answer).toEqual({ clientOid: "new" });
    const states = async (clientOid: string) => (await detail(clientOid))["state"];
    expect(await states("oldest")).toBe("canceled");
    expect(await states("middle")).toBe("canceled");
    expect(await states("newest")).toBe("live");
    const found = await detail("new");
    expect(found).toMatchObject({ state: "live", size: "0.006" });
    const open = await calls.list(`${ORDER}/orders-pending`, "entrustedList", LINE);
    expect(open.map(({ clientOid }) => clientOid).sort()).toEqual(["new", "newest"]);
    expect(open.find(({ clientOid }) => clientOid === "new")).toMatchObject({
      orderId: found["orderId"],
    });
  });

  it(row("Place Order", "5", "a demo symbol with its coin gives a demo order"), async () => {
    const demo = { symbol: "SBTCSUSDT", productType: "SUSDT-FUTURES", marginCoin: "SUSDT" };
    const { orderId } = await place({ ...demo, clientOid: "practice" });
    expect(orderId).toMatch(/^\d{19}$/);
    const listed = await calls.list(`${ORDER}/orders-pending`, "entrustedList", demo);
    const found = listed.find((order) => order["orderId"] === orderId);
    expect(found).toMatchObject({ symbol: "SBTCSUSDT", marginCoin: "SUSDT", status: "live" });
    expect(await calls.list(`${ORDER}/orders-pending`, "entrustedList", LINE)).toEqual([]);
  });
});
