/** Worked examples of trading-rules.md section 8 as reported: the price of BTC is 50,000. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rowOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { instrumentName } from "../../../core/state.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsAccountV3 } from "./endpoints-account.ts";

const ORDER = {
  category: "USDT-FUTURES",
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  price: "50000",
};

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsAccountV3, ...endpointsTradeV3],
    users: [
      { name: "eve", accountKind: "unified", funds: [["unified", "USDT", 1_000_000n * COIN]] },
      {
        name: "alice",
        accountKind: "unified",
        funds: [
          ["unified", "USDT", 10_000n * COIN],
          ["unified", "BTC", 2n * COIN],
        ],
      },
      {
        name: "rich",
        accountKind: "unified",
        funds: [
          ["unified", "USDT", 10_000_000n * COIN],
          ["unified", "BTC", 1_000n * COIN],
        ],
      },
      { name: "dora", accountKind: "unified", funds: [["unified", "USDT", 1_000n * COIN]] },
      { name: "bob", accountKind: "unified", funds: [["unified", "USDT", 1_000_000n * COIN]] },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

/** Index and last trade, and with them the mark, come to a price in tenths. */
async function marked(index: number): Promise<void> {
  await exchange.setIndex(2, index);
  await trade("eve", { qty: "0.001", price: `${index / 10}` });
  await exchange.setIndex(2, index);
}

/** A user trades with Bob. */
async function trade(
  user: string,
  terms: { qty: string; side?: "buy" | "sell"; posSide?: string; price?: string },
) {
  const side = terms.side ?? "buy";
  const other = side === "buy" ? "sell" : "buy";
  const place = "/api/v3/trade/place-order";
  const { posSide: _, ...plain } = terms;
  rowOf(await exchange.post(place, { ...ORDER, ...plain, side: other }, "bob"));
  rowOf(await exchange.post(place, { ...ORDER, ...terms, side }, user));
}

const assetsOf = async (user: string) =>
  rowOf(await exchange.get("/api/v3/account/assets", {}, user));

describe("the margin ratio", () => {
  it.for([
    // 0.1 BTC bought at 50,000 with 1,000 and a fee of 3. [index in tenths, reported values]
    // 5,000 × 0.004; × 0.0046 = 23 by 997.
    [500_000, { effEquity: "997", mmr: "20", mgnRatio: "0.02306921" }],
    // 450 lost: 4,550 × 0.004 and × 0.0046 = 20.93 by 547.
    [455_000, { effEquity: "547", mmr: "18.2", mgnRatio: "0.03826325" }],
    // 977 lost: 4,023 × 0.0046 = 18.5058 by 20; maintenance alone is 16.092.
    [402_300, { effEquity: "20", mmr: "16.092", mgnRatio: "0.92529" }],
  ] as const)("is maintenance with fees by effective equity: at %d", async ([index, expected]) => {
    await trade("dora", { qty: "0.1" });
    await marked(index);
    expect(await assetsOf("dora")).toMatchObject(expected);
  });

  it("is 1 when no equity is left, never below zero", async () => {
    await trade("dora", { qty: "0.1" });
    await marked(395_000);
    expect(await assetsOf("dora")).toMatchObject({ effEquity: "-53", mgnRatio: "1" });
  });

  it("counts the larger side of a hedged contract, as liquidation does", async () => {
    const hedge = { holdMode: "hedge_mode" };
    rowOf(
      await exchange.post("/api/v3/account/set-leverage", { ...ORDER, leverage: "20" }, "dora"),
    );
    await exchange.post("/api/v3/account/set-hold-mode", hedge, "dora");
    await trade("dora", { qty: "0.1", posSide: "long" });
    await trade("dora", { qty: "0.04", side: "sell", posSide: "short" });
    // Fees of 3 and 1.2 leave 995.8; 23 of the long are more than 9.2 of the short.
    expect(await assetsOf("dora")).toMatchObject({
      ...{ effEquity: "995.8", mmr: "20", mgnRatio: "0.02309701", positionValue: "7000" },
    });
  });
});

describe("max-open-available", () => {
  const PATH = "/api/v3/account/max-open-available";
  /** Both sides of an account with nothing open. */
  const same = (max: string, cost: string) => ({
    ...{ maxOpen: max, maxBuyOpen: max, maxSellOpen: max, buyOpenCost: cost, sellOpenCost: cost },
  });
  const none = { maxOpen: "", buyOpenCost: "", sellOpenCost: "", maxBuyOpen: "", maxSellOpen: "" };

  it.for([
    // 10,000 dollars and two coins are 110,000. Spot pays with the coin itself.
    [{ category: "SPOT" }, { available: "10000", ...none }],
    [
      { category: "SPOT", side: "sell" },
      { available: "2", ...none },
    ],
    // At leverage 20 and 0.06 %, 0.0001 of 50,000 costs 0.253: 110,000 pay for 434,782 of them.
    [{}, { available: "110000", ...same("43.4782", "109999.846") }],
    [{ side: "sell" }, { available: "110000", ...same("43.4782", "109999.846") }],
    // A size of its own: 0.4 × 50,000 × 0.0506.
    [{ size: "0.4" }, { ...same("43.4782", "1012") }],
    // At 48,000 a lot costs 0.24288 to buy: 452,898 of them. Sold, it loses 0.2 against the mark
    // of 50,000 at once: 110,000 ÷ 0.44288 = 248,374.3.
    [
      { price: "48000" },
      {
        ...{ maxOpen: "45.2898", maxBuyOpen: "45.2898", buyOpenCost: "109999.86624" },
        ...{ maxSellOpen: "24.8374", sellOpenCost: "109999.87712" },
      },
    ],
    // A market order counts at the mark of 50,000 while the opposite side is empty.
    [{ orderType: "market", price: undefined, size: "1" }, { ...same("43.4782", "2530") }],
    // Inverse, paid in the coin: 2.2 BTC open 2,173,913 dollars, each of which costs 0.0506 ÷
    // 50,000; they are 43.47826 BTC.
    [
      { category: "COIN-FUTURES", symbol: "BTCUSD" },
      { available: "2.2", ...same("43.478", "2.19999996") },
    ],
    [
      { category: "COIN-FUTURES", symbol: "BTCUSD", size: "20" },
      { available: "2.2", ...same("43.478", "1.012") },
    ],
  ] as const)("of %j", async ([change, expected]) => {
    const answer = await exchange.post(PATH, { ...ORDER, ...change }, "alice");
    expect(rowOf(answer)).toMatchObject(expected);
  });

  it.for([
    // 0.1 are offered at 50,000, the rest at 51,000: a lot of 0.0001 costs 5.1 × 0.0506, and loses
    // 0.1 against the mark of 50,000: 110,000 ÷ 0.35806 = 307,211.
    ["USDT-FUTURES", "BTCUSDT", "buy", ["0.1", 50_000], ["100", 51_000], "30.7211"],
    // Sold at 50,000 it is worth more than at 49,000: 0.253 and a loss of 0.1.
    ["USDT-FUTURES", "BTCUSDT", "sell", ["0.1", 50_000], ["100", 49_000], "31.1614"],
    // A dollar is most coins at the lowest price: 0.0506 ÷ 49,000, and a loss of 1 ÷ 49,000 −
    // 1 ÷ 50,000: 1,526,912 dollars. Bought it is most at 50,000, and loses 1 ÷ 50,000 − 1 ÷
    // 51,000: 1,566,776 dollars.
    ["COIN-FUTURES", "BTCUSD", "sell", ["0.1", 50_000], ["100", 49_000], "30.538"],
    ["COIN-FUTURES", "BTCUSD", "buy", ["0.1", 50_000], ["100", 51_000], "31.335"],
  ] as const)("of a market order reaches into the book: %s %s %s", async (example) => {
    const [category, symbol, side, near, far, most] = example;
    const place = "/api/v3/trade/place-order";
    const other = side === "buy" ? "sell" : "buy";
    for (const [qty, price] of [near, far]) {
      const order = { ...ORDER, category, symbol, side: other, qty, price: `${price}` };
      rowOf(await exchange.post(place, order, "rich"));
    }
    const asked = { category, symbol, side, orderType: "market" };
    expect(rowOf(await exchange.post(PATH, asked, "alice"))["maxOpen"]).toBe(most);
    const step = category === "COIN-FUTURES" ? 0.001 : 0.0001;
    const more = { ...asked, qty: (Number(most) + step).toFixed(step === 0.001 ? 3 : 4) };
    expect((await exchange.post(place, more, "alice")).code).toBe("25203");
    rowOf(await exchange.post(place, { ...asked, qty: most }, "alice"));
  });

  it.for([
    ["sell", "buy", "maxBuyOpen"],
    ["buy", "sell", "maxSellOpen"],
  ] as const)("needs margin on one side alone: a %s rests", async ([resting, side, name]) => {
    const place = "/api/v3/trade/place-order";
    // 2 × 50,000 ÷ 20 are required while they rest, and its fee of 60.
    rowOf(await exchange.post(place, { ...ORDER, side: resting, qty: "2" }, "alice"));
    // 110,000 − 60 pay for 109,940 ÷ 0.253 = 434,545.4, whatever margin the other side has.
    const most = rowOf(await exchange.post(PATH, ORDER, "alice"))[name];
    expect(most).toBe("43.4545");
    const order = { ...ORDER, side, price: side === "buy" ? "49999.9" : "50000.1" };
    const asked = { ...order, timeInForce: "post_only" };
    const exact = rowOf(await exchange.post(PATH, asked, "alice"))[name];
    const more = { ...asked, qty: (Number(exact) + 0.0001).toFixed(4) };
    expect((await exchange.post(place, more, "alice")).code).toBe("25203");
    rowOf(await exchange.post(place, { ...asked, qty: exact }, "alice"));
  });

  it("of a position counts the margin that closing it releases", async () => {
    await trade("alice", { qty: "1" });
    // A fee of 30 and 2,500 of margin: 107,470 are free.
    // Buying: 107,470 ÷ 0.253 = 424,782.6. Selling: one to close for a fee of 30, then what
    // 107,470 + 2,500 − 30 pay for: 109,940 ÷ 0.253 = 434,545.4.
    const answer = await exchange.post(PATH, ORDER, "alice");
    expect(rowOf(answer)).toMatchObject({
      ...{ available: "107470", maxBuyOpen: "42.4782", maxSellOpen: "44.4545" },
    });
  });
});

describe("max-open-available with more than tiers allow", () => {
  const PATH = "/api/v3/account/max-open-available";
  const PLACE = "/api/v3/trade/place-order";
  const INVERSE = { category: "COIN-FUTURES", symbol: "BTCUSD" };

  it.for([
    // At leverage 20 positions of up to 20,000,000 dollars, 400 BTC, at 5 of up to 100,000,000.
    [{}, "20", "400", "0.0001"],
    [{ side: "sell" }, "20", "400", "0.0001"],
    [{}, "5", "2000", "0.0001"],
    [INVERSE, "20", "400", "0.001"],
    [{ ...INVERSE, side: "sell" }, "20", "400", "0.001"],
  ] as const)("%j at leverage %s is %s", async ([change, leverage, most, lot]) => {
    const asked = { ...ORDER, ...change };
    rowOf(await exchange.post(PATH, asked, "rich"));
    const setting = await exchange.post(
      "/api/v3/account/set-leverage",
      { ...asked, leverage },
      "rich",
    );
    expect(setting.code).toBe("00000");
    expect(rowOf(await exchange.post(PATH, asked, "rich"))["maxOpen"]).toBe(most);
    const above = { ...asked, qty: `${Number(most) + Number(lot)}` };
    expect((await exchange.post(PLACE, above, "rich")).code).toBe("25233");
    rowOf(await exchange.post(PLACE, { ...asked, qty: most }, "rich"));
    expect(rowOf(await exchange.post(PATH, asked, "rich"))["maxOpen"]).toBe("0");
  });

  it("counts what is held: with it on one side, closing it first on the other", async () => {
    await trade("rich", { qty: "10" });
    const max = rowOf(await exchange.post(PATH, ORDER, "rich"));
    expect(max).toMatchObject({ maxBuyOpen: "390", maxSellOpen: "410" });
  });

  it("keeps within the share of the open interest", async () => {
    await trade("eve", { qty: "100" });
    const { instrumentByName } = exchange.state;
    const linear = instrumentByName.get(instrumentName("live", "usdt_futures", "BTCUSDT"));
    await exchange.apply({
      kind: "set_opening_limits",
      ...{ instrument: linear?.index ?? 0, feeUpRatioE6: 0, costUpRatioE6: 0 },
      ...{ positionShareE6: 100_000, symbolOrdersMax: 400, productOrdersMax: 400 },
      ...{ positionsMax: 400, opensUntilMs: 0 },
    });
    // A tenth of 100 BTC.
    expect(rowOf(await exchange.post(PATH, ORDER, "rich"))["maxBuyOpen"]).toBe("10");
    const above = await exchange.post(PLACE, { ...ORDER, qty: "10.0001" }, "rich");
    expect(above.code).toBe("25230");
    rowOf(await exchange.post(PLACE, { ...ORDER, qty: "10" }, "rich"));
  });
});

describe("max-transferable", () => {
  it.for([
    // 997 after the fee, of which 5,000 ÷ 20 are margin.
    [500_000, "747"],
    // A profit of 100 is not there to be taken, and 5,100 ÷ 20 are margin.
    [510_000, "742"],
    // A loss of 100 counts, and 4,900 ÷ 20 are margin.
    [490_000, "652"],
  ] as const)("at %d is what margin leaves of the balance", async ([index, expected]) => {
    await trade("dora", { qty: "0.1" });
    await marked(index);
    const answer = await exchange.get("/api/v3/account/max-transferable", { coin: "USDT" }, "dora");
    expect(rowOf(answer)).toEqual({
      ...{ coin: "USDT", maxTransfer: expected, borrowMaxTransfer: expected },
    });
  });
});
