/** Worked examples of trading-rules.md sections 2.1 and 2.3: bands, sizes, cost, the closing guard. */

import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { traders } from "../../../test/support/traders.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { requiredMarginOf } from "../margin/margin.ts";
import { atoms, lots } from "../money/units.ts";

const CATEGORIES = ["spot", "usdt_futures", "coin_futures"] as const;

type Listing = {
  readonly like: number;
  readonly buyE6?: number;
  readonly sellE6?: number;
  readonly lotStep?: number;
  readonly sizes?: readonly [min: number, max: number, market: number];
  readonly valueMin?: number;
};

/** Lists another instrument like the one named; returns its index. */
function listed(core: CoreFixture, listing: Listing): number {
  const { buyE6 = 500_000, like, lotStep = 1, sellE6 = 500_000, valueMin = 0 } = listing;
  const [min, max, market] = listing.sizes ?? [1, 1_000_000, 1_000_000];
  const isInverse = like === INVERSE;
  core.run({
    kind: "list_instrument",
    ...{ symbol: "OTHER", category: CATEGORIES[like] ?? "spot", realm: "live" },
    ...{ base: COIN, quote: USD, settle: isInverse ? COIN : USD, isInverse },
    ...{ priceDecimals: 0, tickStep: 1, sizeDecimals: 0, lotStep },
    ...{ sizeLotsMin: lots(min), sizeLotsMax: lots(max), sizeLotsMarketMax: lots(market) },
    ...{ valueMin: atoms(BigInt(valueMin)), makerRateE6: 0, takerRateE6: 0 },
    ...{ buyLimitRatioE6: buyE6, sellLimitRatioE6: sellE6, leverageMin: 1, leverageMax: 100 },
    fundingIntervalHours: 8,
  });
  return core.state.outcome.id;
}

/** Lists an instrument whose band reference is known. */
function priced(listing: Listing, reference: number) {
  const core = new CoreFixture();
  const [alice, bob] = [core.rich("alice"), core.rich("bob")];
  const instrument = listed(core, listing);
  core.run({ kind: "set_index_prices", instruments: [instrument], prices: [reference] });
  if (listing.like === SPOT) {
    core.place({ user: bob, instrument, side: "sell", price: reference, size: 1 });
    core.place({ user: alice, instrument, side: "buy", price: reference, size: 1 });
  }
  const refusal = (side: "buy" | "sell", price: number): string | undefined => {
    core.place({ user: alice, instrument, side, price, size: 1 });
    const { rejection } = core;
    if (rejection === undefined) core.cancel(alice, core.orderId);
    return rejection;
  };
  return { core, alice, bob, instrument, refusal };
}

describe("the price band", () => {
  const EXAMPLES = [
    // [reference, ratios in millionths, highest buy, lowest sell]
    // 1,000 × (1 ± 0.05).
    [1_000, 50_000, 50_000, 1_050, 950],
    // 1,001 × 1.05 = 1,051.05; 1,001 × 0.95 = 950.95.
    [1_001, 50_000, 50_000, 1_051, 951],
    // 333 × 1.01 = 336.33; 333 × 0.99 = 329.67.
    [333, 10_000, 10_000, 336, 330],
    // Each side has its own: 700 × 1.1; 700 × 0.98.
    [700, 100_000, 20_000, 770, 686],
  ] as const;

  it.for([SPOT, LINEAR, INVERSE].flatMap((like) => EXAMPLES.map((one) => [like, ...one] as const)))(
    "of instrument %d around %d",
    ([like, reference, buyE6, sellE6, highest, lowest]) => {
      const { refusal } = priced({ like, buyE6, sellE6 }, reference);
      expect(refusal("buy", highest)).toBeUndefined();
      expect(refusal("buy", highest + 1)).toBe("price_above_band");
      expect(refusal("sell", lowest)).toBeUndefined();
      expect(refusal("sell", lowest - 1)).toBe("price_below_band");
    },
  );

  it("applies only to the side that would trade at a worse price", () => {
    const { refusal } = priced({ like: LINEAR, buyE6: 50_000, sellE6: 50_000 }, 1_000);
    expect(refusal("buy", 1)).toBeUndefined();
    expect(refusal("sell", 5_000)).toBeUndefined();
  });

  it.for([
    ["buy", [1_050, 1_051]],
    ["sell", [950, 949]],
  ] as const)("ends what a market %s on futures may meet", ([side, prices]) => {
    const listing = { like: LINEAR, buyE6: 50_000, sellE6: 50_000 };
    const { core, alice, bob, instrument } = priced(listing, 1_000);
    const other = side === "buy" ? "sell" : "buy";
    for (const price of prices) core.place({ user: bob, instrument, side: other, price, size: 1 });
    const events = core.place({ user: alice, instrument, side, size: 2 });
    expect(only(events, "trade_executed")).toMatchObject([{ price: prices[0], size: 1 }]);
    expect(only(events, "order_closed").at(-1)).toMatchObject({ reason: "no_depth", remaining: 1 });
  });
});

describe("sizes", () => {
  it.for([
    [SPOT, 0, 1, "size_below_minimum"],
    [SPOT, 0, 2, undefined],
    [LINEAR, 0, 50, undefined],
    [LINEAR, 0, 51, "size_above_maximum"],
    [INVERSE, 0, 51, "size_above_maximum"],
    [LINEAR, 1, 20, undefined],
    [LINEAR, 1, 21, "size_above_maximum"],
    [INVERSE, 1, 1, "size_below_minimum"],
    [SPOT, 1, 21, "size_above_maximum"],
  ] as const)("of instrument %d, market %d: %d lots", ([like, isMarket, size, expected]) => {
    const { core, alice, instrument } = priced({ like, sizes: [2, 50, 20] }, 100);
    const side = isMarket === 1 && like === SPOT ? "sell" : "buy";
    core.place({ user: alice, instrument, side, price: isMarket === 1 ? 0 : 100, size });
    expect(core.rejection).toBe(expected);
  });

  it.for([
    // At least 500: 100 × 4 is 400, 101 × 4 is 404, 125 × 4 is 500.
    [100, 4, "value_below_minimum"],
    [100, 5, undefined],
    [101, 4, "value_below_minimum"],
    [125, 4, undefined],
  ] as const)("are worth their minimum: %d × %d", ([price, size, expected]) => {
    for (const like of [SPOT, LINEAR]) {
      const core = new CoreFixture();
      const alice = core.rich("alice");
      const instrument = listed(core, { like, valueMin: 500 });
      core.run({ kind: "set_index_prices", instruments: [instrument], prices: [100] });
      core.place({ user: alice, instrument, side: "buy", price, size });
      expect(core.rejection).toBe(expected);
    }
  });
});

describe("the quantity of a market order", () => {
  it.for([
    // [lot, quote amount, coins bought, dollars spent]; 20 coins are offered at 100, 20 at 110.
    [1, 1_000, 10, 1_000],
    // 999 buy 9 whole coins.
    [1, 999, 9, 900],
    // 2,000 buy the first 20, of the other 350 three more at 110.
    [1, 2_350, 23, 2_330],
    // A lot of five coins is 500: two of them.
    [5, 1_040, 10, 1_000],
    // 2,000 for four lots, 550 for one more, and 49 are too few.
    [5, 2_599, 25, 2_550],
  ] as const)("spot, lots of %d: a buy spends %d of quote at most", (example) => {
    const [lotStep, quote, bought, spent] = example;
    const core = new CoreFixture();
    const [alice, bob] = [core.rich("alice"), core.rich("bob")];
    const instrument = listed(core, { like: SPOT, lotStep });
    for (const price of [100, 110]) {
      core.place({ user: bob, instrument, side: "sell", price, size: 20 / lotStep });
    }
    core.place({ user: alice, instrument, side: "buy", quoteAmount: atoms(BigInt(quote)) });
    expect(core.money(alice, "spot", COIN)).toEqual([10_000n + BigInt(bought), 0n]);
    expect(core.money(alice, "spot", USD)).toEqual([1_000_000n - BigInt(spent), 0n]);
  });

  it.for([
    // A sell of 7 coins, or of 7 contracts of one coin, and of 700 dollars of inverse contracts.
    [SPOT, "sell", 7],
    [LINEAR, "buy", 7],
    [LINEAR, "sell", 7],
    [INVERSE, "buy", 700],
    [INVERSE, "sell", 700],
  ] as const)("instrument %d: a %s of %d is of the size itself", ([instrument, side, size]) => {
    const core = new CoreFixture();
    const [alice, bob] = [core.rich("alice"), core.rich("bob")];
    const other = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument, side: other, price: 100, size: 1_000 });
    const events = core.place({ user: alice, instrument, side, size });
    expect(only(events, "trade_executed")).toMatchObject([{ price: 100, size }]);
    if (instrument !== SPOT) {
      expect(core.position(alice, instrument)).toEqual(side === "buy" ? [size, 0] : [0, size]);
    }
  });
});

describe("the requirement of an open order", () => {
  it.for([
    // Linear: 100 × 1,000 ÷ 10 of margin, 60 of fee at 0.06 %, and a tenth of that.
    [LINEAR, 100, 1_000, 10_000n + 66n],
    // Inverse: 900,000 ÷ 90 = 10,000 coins: 1,000 and 6 × 1.1, rounded up.
    [INVERSE, 90, 900_000, 1_000n + 7n],
  ] as const)(
    "of instrument %d: value ÷ leverage and the fee × (1 + feeRateUpRatio)",
    (example) => {
      const [instrument, price, size, expected] = example;
      const { alice, core, row } = traders({ instrument, price: 100, wallet: 100_000 });
      core.run({
        kind: "set_opening_limits",
        instrument,
        ...{ feeUpRatioE6: 100_000, costUpRatioE6: 0, positionShareE6: 1_000_000 },
        ...{ symbolOrdersMax: 400, productOrdersMax: 400, positionsMax: 400, opensUntilMs: 0 },
      });
      core.place({ user: alice, instrument, side: "buy", price, size });
      expect(core.rejection).toBeUndefined();
      expect(requiredMarginOf(core.state, row())).toBe(expected);
    },
  );
});

describe("the worst price of a closing order, crossed", () => {
  it.for([
    // [instrument, side, wallet, size, mark, bound]; f = 0.0006.
    // 1,000 − 3 of fee − 500 = 497: 900 ÷ 0.9994 − 497 ÷ 5 ÷ 0.9994 = 801.08.
    [LINEAR, "buy", 1_000, 5, 900, 802],
    // 1,000 − 3 − 500 = 497: 1,100 ÷ 1.0006 + 497 ÷ 5 ÷ 1.0006 = 1,198.68.
    [LINEAR, "sell", 1_000, 5, 1_100, 1_198],
    // 100,000 are 100 coins at 1,000 and 80 at 1,250; a fee of 1. A short has 40 − 1 − 20 = 19 left:
    // V × 0.9994 = 80 − 19, V = 61.04 coins: 100,000 ÷ 61.04 = 1,638.36.
    [INVERSE, "sell", 40, 100_000, 1_250, 1_638],
    // A long at 800 has 40 − 1 − 25 = 14: V × 1.0006 = 125 + 14, V = 138.92: 719.86.
    [INVERSE, "buy", 40, 100_000, 800, 720],
  ] as const)("instrument %d, %s, %d left", (example) => {
    const [instrument, side, wallet, size, mark, expected] = example;
    const { core, row, trade } = traders({ instrument, price: 1_000, wallet });
    trade(side, size, "net");
    expect(core.rejection).toBeUndefined();
    core.index(mark);
    const index = side === "buy" ? LONG : SHORT;
    core.passMs(0);
    expect(bankruptcyPriceOf(core.state, row(), index)).toBe(expected);
  });

  it("in hedge mode, long and short share the remaining equity by notional", () => {
    const { core, row, trade } = traders({ price: 1_000, isHedge: true, wallet: 1_000 });
    trade("buy", 6, "long");
    trade("sell", 2, "short");
    // Fees of 4 and 2 leave 994. Long: 1,000 ÷ 0.9994 − 994 × 6,000 ÷ 8,000 ÷ 6 ÷ 0.9994 = 876.27.
    expect(bankruptcyPriceOf(core.state, row(), LONG)).toBe(877);
    // Short: 1,000 ÷ 1.0006 + 994 × 2,000 ÷ 8,000 ÷ 2 ÷ 1.0006 = 1,123.57.
    expect(bankruptcyPriceOf(core.state, row(), SHORT)).toBe(1_123);
  });

  it("two contracts of a coin share the remaining equity", () => {
    const core = new CoreFixture({ takerRateE6: 600 });
    const [alice, bob] = [core.user("alice", [["usdt_futures", USD, 1_000]]), core.rich("bob")];
    const other = listed(core, { like: LINEAR });
    core.run({ kind: "set_index_prices", instruments: [other], prices: [200] });
    for (const [instrument, price, size] of [
      [LINEAR, 100, 60],
      [other, 200, 10],
    ] as const) {
      core.place({ user: bob, instrument, side: "sell", price, size });
      core.place({ user: alice, instrument, side: "buy", price, size });
    }
    const { state } = core;
    // 6,000 and 2,000, a fee of 4 on the first: 996 left, three quarters and one quarter of it.
    const at = (instrument: number) => state.positions.find(alice, instrument);
    // (100 − 747 ÷ 60) ÷ 0.9994 = 87.60.
    expect(bankruptcyPriceOf(state, at(LINEAR), LONG)).toBe(88);
    // This one has no fee: 200 − 249 ÷ 10 = 175.1.
    expect(bankruptcyPriceOf(state, at(other), LONG)).toBe(176);
  });
});
