/** Worked examples of trading-rules.md section 4, each computed by hand from its formula. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { traders } from "../../../test/support/traders.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import type { MarketPrices } from "../instruments/market-prices.ts";
import { lots, ticks } from "../money/units.ts";
import { readPositions, readRisk } from "../reads/account-reads.ts";
import { bankruptcyPriceOf } from "./bankruptcy-price.ts";
import { liquidationPriceOf } from "./liquidation-price.ts";
import { positionNotionalOf, riskOf } from "./maintenance.ts";
import { initialMarginOf, unrealisedOf } from "./margin.ts";
import { liquidationPriceAfter } from "./opening-outlook.ts";

type Traders = ReturnType<typeof traders>;

function setMark({ core, instrument }: Traders, price: number): void {
  (core.state.prices[instrument] as MarketPrices).mark = ticks(price);
  // As the commands that change prices do.
  core.state.needEpoch += 1;
}

describe("position value at mark", () => {
  it.for([
    // 30 × 1,250; inverse 50,000 ÷ 125.
    [LINEAR, 1_000, 30, 1_250, 37_500n],
    [INVERSE, 100, 50_000, 125, 400n],
  ] as const)("of instrument %d", ([instrument, price, size, mark, expected]) => {
    const held = traders({ instrument, price, wallet: 100_000 });
    held.trade("buy", size, "net");
    setMark(held, mark);
    expect(positionNotionalOf(held.core.state, held.row(), LONG)).toBe(expected);
  });
});

describe("unrealised profit and loss", () => {
  it.for([
    // Linear: (mark − entry) × size × d.
    [LINEAR, 1_000, "buy", 30, 1_250, 7_500n],
    [LINEAR, 1_000, "sell", 30, 1_250, -7_500n],
    [LINEAR, 1_000, "buy", 30, 900, -3_000n],
    // Inverse: (1 ÷ entry − 1 ÷ mark) × size × d: 500 coins then, 400 now.
    [INVERSE, 100, "buy", 50_000, 125, 100n],
    [INVERSE, 100, "sell", 50_000, 125, -100n],
    // 50,000 ÷ 80 is 625 coins.
    [INVERSE, 100, "sell", 50_000, 80, 125n],
  ] as const)("of instrument %d at %d, %s %d, mark %d", (example) => {
    const [instrument, price, direction, size, mark, expected] = example;
    const held = traders({ instrument, price, wallet: 100_000 });
    held.trade(direction, size, "net");
    setMark(held, mark);
    const side = direction === "buy" ? LONG : SHORT;
    expect(unrealisedOf(held.core.state, held.row(), side)).toBe(expected);
  });
});

describe("initial margin", () => {
  it.for([
    // Crossed, mark × size ÷ leverage, rounded up: 33,930 ÷ 7 = 4,847.1; 400 coins ÷ 7 = 57.1.
    [LINEAR, 1_111, 30, 1_131, false, 4_848n],
    [INVERSE, 100, 50_000, 125, false, 58n],
    // Isolated, at entry: 33,330 ÷ 7 = 4,761.4; 500 coins ÷ 7 = 71.4.
    [LINEAR, 1_111, 30, 1_131, true, 4_762n],
    [INVERSE, 100, 50_000, 125, true, 72n],
    // Without a mark price, at entry.
    [LINEAR, 1_111, 30, 0, false, 4_762n],
  ] as const)("of instrument %d", ([instrument, price, size, mark, isIsolated, expected]) => {
    const held = traders({ instrument, price, leverage: 7, wallet: 100_000, isIsolated });
    held.trade("buy", size, "net");
    setMark(held, mark);
    expect(initialMarginOf(held.core.state, held.row(), LONG)).toBe(expected);
  });

  it("of an isolated position is at the average entry, which reducing does not move", () => {
    const { core, row, trade } = traders({ price: 1_000, wallet: 100_000, isIsolated: true });
    trade("buy", 10, "net");
    core.index(1_200);
    core.place({ user: 3, instrument: LINEAR, side: "sell", price: 1_200, size: 10 });
    core.place({ user: 2, instrument: LINEAR, side: "buy", price: 1_200, size: 10 });
    trade("sell", 5, "net");
    // 22,000 for 20 is 1,100 each: 15 of them are 16,500, at ten times 1,650.
    expect(initialMarginOf(core.state, row(), LONG)).toBe(1_650n);
    // 5 × (1,000 − 1,100).
    expect(readPositions(core.state, 2)).toMatchObject([
      { realisedPnl: -500n, openNotional: 16_500n },
    ]);
  });
});

describe("risk", () => {
  it("isolated: margin and profit against maintenance of the one position", () => {
    const held = traders({ price: 1_000, wallet: 100_000, isIsolated: true });
    held.trade("buy", 30, "net");
    setMark(held, 950);
    // 3,000 − 1,500 of loss; 28,500 × 0.0046 = 131.1.
    const risk = riskOf(held.core.state, held.row(), LONG);
    expect(risk).toEqual({ equity: 1_500n, maintenance: 132n });
  });

  it("crossed: the whole account, without what isolated positions have", () => {
    const held = traders({ price: 1_000, wallet: 10_000, isHedge: true });
    held.trade("buy", 30, "long");
    held.trade("sell", 10, "short");
    setMark(held, 950);
    const { core } = held;
    const [coin] = core.state.currencies;
    if (coin === undefined) throw new Error("coins are listed");
    // 10,000 − 18 − 6 of fees − 1,500 + 500; of 131.1 and 43.7 the larger.
    expect(readRisk(core.state, held.alice, "usdt_futures", coin)).toEqual({
      equity: 8_976n,
      maintenance: 132n,
    });
    expect(coin.index).toBe(USD);
  });
});

describe("the liquidation price of crossed inverse positions", () => {
  it.for([
    // 100,000 dollars are 1,000 coins at 100, V at the price sought; the fee of opening was one.
    // Long: 999 + 1,000 − V = 0.0046 × V: V = 1,989.85; 100,000 ÷ 1,989.85 = 50.25.
    ["buy", 999, LONG, 50],
    // Short: 299 + V − 1,000 = 0.0046 × V: V = 704.24; 100,000 ÷ 704.24 = 141.99.
    ["sell", 299, SHORT, 142],
  ] as const)("%s with %d coins left", ([direction, left, side, expected]) => {
    const held = traders({ instrument: INVERSE, price: 100, wallet: left + 1 });
    held.trade(direction, 100_000, "net");
    const { core } = held;
    expect(core.money(held.alice, "coin_futures", 1)[0]).toBe(BigInt(left));
    expect(liquidationPriceOf(core.state, held.row(), side)).toBe(expected);
  });
});

const openings = fc.record({
  instrument: fc.constantFrom(LINEAR, INVERSE),
  leverage: fc.integer({ min: 2, max: 40 }),
  isIsolated: fc.boolean(),
  isHedge: fc.boolean(),
  first: fc.integer({ min: -500, max: 500 }),
  isBuy: fc.boolean(),
  size: fc.integer({ min: 1, max: 800 }),
});

describe("the estimate before a position is opened", () => {
  it("is the liquidation price after it was opened, to a tick", () => {
    fc.assert(
      fc.property(openings, ({ first, isBuy, size: units, ...terms }) => {
        const price = terms.instrument === INVERSE ? 100 : 1_000;
        const scale = terms.instrument === INVERSE ? 1_000 : 1;
        const held = traders({ ...terms, price, wallet: 400_000 });
        const { alice, core, instrument, row, trade } = held;
        const named = (isLong: boolean) => (isLong ? "long" : "short");
        const size = units * scale;
        if (first !== 0) {
          const direction = first > 0 ? "buy" : "sell";
          const side = terms.isHedge ? named(first > 0) : "net";
          trade(direction, Math.abs(first) * scale, side);
        }
        const { state } = core;
        const user = state.users[alice];
        const contract = state.instruments[instrument];
        if (user === undefined || contract === undefined) throw new Error("both exist");
        const side = isBuy ? LONG : SHORT;
        const { leverage } = terms;
        const opening = { side, size: lots(size), price: ticks(price), leverage };
        const before = liquidationPriceAfter(state, user, contract, opening);
        const { mark } = state.prices[instrument] as MarketPrices;
        trade(isBuy ? "buy" : "sell", size, terms.isHedge ? named(isBuy) : "net");
        if (core.rejection !== undefined) return;
        setMark(held, mark);
        const after = liquidationPriceOf(state, row(), side);
        expect(Math.abs(before - after)).toBeLessThanOrEqual(terms.instrument === INVERSE ? 1 : 0);
      }),
      { numRuns: 80 },
    );
  });
});

const closings = fc.record({
  leverage: fc.integer({ min: 3, max: 40 }),
  isIsolated: fc.boolean(),
  isLong: fc.boolean(),
  size: fc.integer({ min: 1, max: 900 }),
  drift: fc.integer({ min: -40, max: 40 }),
});

describe("the bankruptcy price", () => {
  it("leaves nothing or more when a position is closed there, and one tick on less", () => {
    fc.assert(
      fc.property(closings, fc.boolean(), ({ isLong, size, drift, ...terms }, isBeyond) => {
        const needed = Math.ceil((size * 1_000) / terms.leverage + size * 2);
        const held = traders({ ...terms, price: 1_000, wallet: needed });
        const { alice, core, instrument, row, trade } = held;
        trade(isLong ? "buy" : "sell", size, "net");
        if (core.rejection !== undefined) return;
        const spare = terms.isIsolated ? core.money(alice, "usdt_futures", USD)[0] : 0n;
        setMark(held, 1_000 + drift);
        const bound = bankruptcyPriceOf(core.state, row(), isLong ? LONG : SHORT);
        const price = isBeyond ? bound + (isLong ? -1 : 1) : bound;
        core.place({ user: 3, instrument, side: isLong ? "buy" : "sell", price, size });
        const [long, short] = core.position(alice, instrument);
        const order = { user: alice, instrument, side: isLong ? "sell" : "buy" } as const;
        core.place({ ...order, price, size: long + short, source: "system" });
        if (core.rejection !== undefined) return;
        expect(core.position(alice, instrument)).toEqual([0, 0]);
        const left = core.money(alice, "usdt_futures", USD)[0] - spare;
        expect(left >= 0n).toBe(!isBeyond);
      }),
      { numRuns: 80 },
    );
  });
});
