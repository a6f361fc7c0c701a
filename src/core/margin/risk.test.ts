import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { FEE, traders } from "../../../test/support/traders.ts";
import { LONG, LONG_AND_SHORT, positionAt, SHORT } from "../base/position-handle.ts";
import type { EventOf } from "../events/events.ts";
import type { MarketPrices } from "../instruments/market-prices.ts";
import { atoms, ticks } from "../money/units.ts";
import { bankruptcyPriceOf } from "./bankruptcy-price.ts";
import { liquidationPriceOf } from "./liquidation-price.ts";
import { isLiquidatable, maintenanceOf, riskOf } from "./maintenance.ts";

describe("maintenance margin", () => {
  it.for([
    // [size at 1,000, value × (rate of the tier + 0.0006)]
    [150, 690n], // 150,000 is the end of the first tier: 0.0046
    [151, 846n], // 151,000 × 0.0056 = 845.6
    [1_001, 10_611n], // 1,001,000 × 0.0106 = 10,610.6
  ] as const)("of %d at 1,000 is %d", ([size, expected]) => {
    const { core, row, trade } = traders({ price: 1_000, wallet: 10_000_000 });
    trade("buy", size, "net");
    expect(maintenanceOf(core.state, row(), LONG)).toBe(expected);
  });

  it("of crossed long and short takes the tier of both together", () => {
    const { core, row, trade } = traders({ price: 1_000, wallet: 10_000_000, isHedge: true });
    trade("buy", 100, "long");
    trade("sell", 60, "short");
    // 160,000 is in the second tier: 100,000 × 0.0056 and 60,000 × 0.0056.
    expect(maintenanceOf(core.state, row(), LONG)).toBe(560n);
    expect(maintenanceOf(core.state, row(), SHORT)).toBe(336n);
  });

  it("of isolated long and short takes the tier of each", () => {
    const terms = { price: 1_000, wallet: 10_000_000, isHedge: true, isIsolated: true };
    const { core, row, trade } = traders(terms);
    trade("buy", 100, "long");
    trade("sell", 60, "short");
    expect(maintenanceOf(core.state, row(), LONG)).toBe(460n);
    expect(maintenanceOf(core.state, row(), SHORT)).toBe(276n);
  });
});

describe("the liquidation price", () => {
  it.for([
    // trading-rules.md section 4: (100 − 1,000) ÷ (0.0046 − 1) = 904.16.
    ["buy", 1, LONG, 904],
    // (100 + 1,000) ÷ (0.0046 + 1) = 1,094.96.
    ["sell", 1, SHORT, 1_095],
    // In the second tier: (100,000 − 1,000,000) ÷ (1,000 × (0.0056 − 1)) = 905.07.
    ["buy", 1_000, LONG, 905],
  ] as const)("isolated, linear: %s %d", ([side, size, index, expected]) => {
    const { core, row, trade } = traders({ price: 1_000, wallet: 200_000, isIsolated: true });
    trade(side, size, "net");
    expect(liquidationPriceOf(core.state, row(), index)).toBe(expected);
  });

  it.for([
    // V × 1.0046 = 1,100 coins, 100,000 ÷ 1,094.96 = 91.33.
    ["buy", LONG, 91],
    // V × 0.9954 = 900 coins, 100,000 ÷ 904.16 = 110.6.
    ["sell", SHORT, 111],
  ] as const)("isolated, inverse: %s", ([side, index, expected]) => {
    const terms = { instrument: INVERSE, price: 100, isIsolated: true };
    const { core, row, trade } = traders(terms);
    trade(side, 100_000, "net");
    expect(liquidationPriceOf(core.state, row(), index)).toBe(expected);
  });

  it("crossed, one-way: what the wallet has left after the fee bears the loss", () => {
    const { core, row, trade } = traders({ price: 1_000 });
    trade("buy", 5, "net");
    // (997 − 5,000) ÷ (5 × (0.0046 − 1)) = 804.3.
    expect(liquidationPriceOf(core.state, row(), LONG)).toBe(804);
  });

  it("crossed, hedged: long and short have one price between them", () => {
    const { core, row, trade } = traders({ price: 1_000, isHedge: true });
    trade("buy", 3, "long");
    trade("sell", 1, "short");
    // (997 − 3,000 + 1,000) ÷ (3 × 0.0046 − 3 + 1) = 504.98.
    expect(liquidationPriceOf(core.state, row(), LONG)).toBe(504);
    expect(liquidationPriceOf(core.state, row(), SHORT)).toBe(504);
  });

  it("is none where no price liquidates: a long that its margin covers whole", () => {
    const { core, row, trade } = traders({ price: 1_000, wallet: 10_000, leverage: 1 });
    trade("buy", 5, "net");
    expect(liquidationPriceOf(core.state, row(), LONG)).toBe(0);
  });
});

describe("the liquidation price of a unified account", () => {
  it.for([
    // [coins, side, size, first price that liquidates]
    // 10,000 + 100 × (P − 1,000) = 0.46 × P: 90,000 ÷ 99.54 = 904.16.
    [0, "buy", 100, 904],
    // Ten coins count for a half of P each, and fall with it: 90,000 ÷ 104.54 = 860.92.
    [10, "buy", 100, 860],
    // They cover a part of a short: 110,000 ÷ (100.46 − 5) = 1,152.3.
    [10, "sell", 100, 1_153],
    // They rise faster than a small short loses, up to the tier above a notional of 100,000,000.
    [10, "sell", 4, 25_000_001],
  ] as const)("counts what its coins count for: %d, %s %d", ([coins, side, size, expected]) => {
    const core = new CoreFixture({ takerRateE6: FEE });
    const shared = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    core.run({ ...shared, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    core.run({ ...shared, currency: COIN, isDollar: false, ratesE6: [500_000] });
    core.index(1_000);
    const fee = Math.ceil((1_000 * size * FEE) / 1_000_000);
    const funds = [
      ["unified", USD, 10_000 + fee],
      ["unified", COIN, coins],
    ] as const;
    const user = core.user("carol", coins === 0 ? funds.slice(0, 1) : funds, {
      accountKind: "unified",
    });
    const bob = core.user("bob", [["usdt_futures", USD, 1_000_000]]);
    const order = { instrument: LINEAR, price: 1_000, size } as const;
    core.place({ user: bob, side: side === "buy" ? "sell" : "buy", ...order });
    core.place({ user, side, ...order });
    expect(core.rejection).toBeUndefined();
    const row = core.state.positions.find(user, LINEAR);
    const mark = core.state.prices[LINEAR]?.mark;
    const price = liquidationPriceOf(core.state, row, side === "buy" ? LONG : SHORT);
    expect(price).toBe(expected);
    expect(core.state.prices[LINEAR]?.mark).toBe(mark);
  });
});

describe("the bankruptcy price", () => {
  it.for([
    // (100,000 − 1,000,000) ÷ (1,000 × (0.0006 − 1)) = 900.54, and never below that.
    ["buy", LONG, 901],
    // (100,000 + 1,000,000) ÷ (1,000 × (0.0006 + 1)) = 1,099.34, and never above that.
    ["sell", SHORT, 1_099],
  ] as const)("isolated, linear: %s", ([side, index, expected]) => {
    const { core, row, trade } = traders({ price: 1_000, wallet: 200_000, isIsolated: true });
    trade(side, 1_000, "net");
    expect(bankruptcyPriceOf(core.state, row(), index)).toBe(expected);
  });

  it.for([
    // V = 1,100 ÷ 1.0006 = 1,099.34 coins: 90.96.
    ["buy", LONG, 91],
    // V = 900 ÷ 0.9994 = 900.54 coins: 111.04.
    ["sell", SHORT, 111],
  ] as const)("isolated, inverse: %s", ([side, index, expected]) => {
    const { core, row, trade } = traders({ instrument: INVERSE, price: 100, isIsolated: true });
    trade(side, 100_000, "net");
    expect(bankruptcyPriceOf(core.state, row(), index)).toBe(expected);
  });

  it("crossed: the account's equity is the backing", () => {
    const { core, row, trade } = traders({ price: 1_000 });
    trade("buy", 5, "net");
    // 1,000 ÷ 0.9994 − 997 ÷ 5 ÷ 0.9994 = 801.08.
    expect(bankruptcyPriceOf(core.state, row(), LONG)).toBe(802);
  });
});

function setMark(core: CoreFixture, instrument: number, price: number): void {
  (core.state.prices[instrument] as MarketPrices).mark = ticks(price);
}

const positions = fc.record({
  instrument: fc.constantFrom(LINEAR, INVERSE),
  price: fc.integer({ min: 200, max: 5_000 }),
  leverage: fc.integer({ min: 2, max: 40 }),
  isIsolated: fc.boolean(),
  isHedge: fc.boolean(),
  long: fc.integer({ min: 0, max: 2_000 }),
  short: fc.integer({ min: 0, max: 2_000 }),
});

describe("any position", () => {
  it("is liquidated at its liquidation price, and not one tick before it", () => {
    fc.assert(
      fc.property(positions, (terms) => {
        const { core, instrument, row, trade } = traders({ ...terms, wallet: 2_000_000 });
        const scale = instrument === INVERSE ? terms.price : 1;
        if (terms.long > 0) trade("buy", terms.long * scale, terms.isHedge ? "long" : "net");
        if (terms.short > 0 && terms.isHedge) trade("sell", terms.short * scale, "short");
        const { state } = core;
        const { mark } = state.prices[instrument] as MarketPrices;
        for (const side of LONG_AND_SHORT) {
          if (state.positions.size.get(positionAt(row(), side)) === 0) continue;
          setMark(core, instrument, mark);
          if (isLiquidatable(riskOf(state, row(), side))) continue;
          const price = liquidationPriceOf(state, row(), side);
          if (price === 0) continue;
          setMark(core, instrument, price);
          expect(isLiquidatable(riskOf(state, row(), side))).toBe(true);
          setMark(core, instrument, price < mark ? price + 1 : price - 1);
          expect(isLiquidatable(riskOf(state, row(), side))).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const steps = fc.array(
  fc.record({
    side: fc.constantFrom("buy", "sell"),
    size: fc.integer({ min: 1, max: 40 }),
    adjustment: fc.integer({ min: -300, max: 300 }),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("isolated margin", () => {
  it("comes back to the last atom: what went in and was added is what came out", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 50 }), (list, leverage) => {
        const terms = { price: 97, wallet: 1_000_000, isIsolated: true, leverage };
        const { alice, core, instrument, trade } = traders(terms);
        const moves: EventOf<"margin_moved">[] = [];
        const keep = (events: ReturnType<typeof trade>): void => {
          moves.push(...only(events, "margin_moved").filter(({ user }) => user === alice));
        };
        for (const { adjustment, side, size } of list) {
          keep(trade(side as "buy" | "sell", size, "net"));
          const amount = atoms(BigInt(adjustment));
          const place = { user: alice, instrument, positionSide: "net" } as const;
          keep(core.run({ kind: "adjust_margin", ...place, amount }));
        }
        const [long, short] = core.position(alice, instrument);
        if (long > 0) keep(trade("sell", long, "net"));
        if (short > 0) keep(trade("buy", short, "net"));
        const net = moves.reduce(
          (sum, { amount, isAdded }) => (isAdded ? sum + amount : sum - amount),
          0n,
        );
        expect(net).toBe(0n);
        expect(moves.at(-1)?.margin ?? 0n).toBe(0n);
      }),
      { numRuns: 60 },
    );
  });
});
