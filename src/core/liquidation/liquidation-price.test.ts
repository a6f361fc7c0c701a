/** The sweep liquidates exactly at the liquidation price, for index prices and ticks. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { FEE, traders } from "../../../test/support/traders.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import { liquidationPriceOf } from "../margin/liquidation-price.ts";
import { isLiquidatable, riskOf } from "../margin/maintenance.ts";
import { readUnified } from "../reads/account-reads.ts";

type Held = {
  readonly core: CoreFixture;
  readonly user: number;
  readonly instrument: number;
  readonly entry: number;
  /** Instruments whose prices move together; the contract alone where there is no list. */
  readonly moved?: readonly number[];
};

/** Whether the sweep liquidates the user when only these contracts move to the price. */
function isSwept({ core, instrument, moved = [instrument], user }: Held, price: number): boolean {
  core.run({ kind: "set_index_prices", instruments: moved, prices: moved.map(() => price) });
  // Above the prices of earlier trades the mark is the index: no basis, and funding below a tick.
  expect(core.state.prices[instrument]?.mark).toBe(price);
  const started = only(core.passMs(0), "liquidation_started");
  return started.some((one) => one.user === user);
}

/** The side of the price on which the account is safe. */
function safeSide(price: number, entry: number): number {
  return price < entry ? price + 1 : price - 1;
}

/** One tick on the safe side of the price does not liquidate; the price itself does. */
function expectSweptAt(held: Held, price: number): void {
  expect(isSwept(held, safeSide(price, held.entry))).toBe(false);
  expect(isSwept(held, price)).toBe(true);
}

const positions = fc.record({
  instrument: fc.constantFrom(LINEAR, INVERSE),
  price: fc.integer({ min: 200, max: 4_000 }),
  leverage: fc.integer({ min: 2, max: 40 }),
  isIsolated: fc.boolean(),
  isHedge: fc.boolean(),
  isLong: fc.boolean(),
  size: fc.integer({ min: 1, max: 2_000 }),
  other: fc.integer({ min: 0, max: 1_000 }),
  spare: fc.integer({ min: 1, max: 3 }),
});

describe("a classic position", () => {
  it("is liquidated by the first tick with the mark at its liquidation price", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(positions, ({ isLong, other, size, spare, ...terms }) => {
        const { instrument, isHedge, isIsolated, leverage, price: entry } = terms;
        const scale = instrument === INVERSE ? entry : 1;
        const worth = instrument === INVERSE ? size + other : (size + other) * entry;
        const wallet = Math.ceil((worth / leverage) * spare + worth / 500) + 2;
        const { alice, core, row, trade } = traders({ ...terms, wallet });
        const [side, opposite] = isLong ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
        const named = (isOf: boolean) => (isHedge ? (isOf ? "long" : "short") : "net");
        trade(side, size * scale, named(isLong));
        if (isHedge && other > 0) trade(opposite, other * scale, named(!isLong));
        const held = { core, user: alice, instrument, entry };
        const at = isLong ? LONG : SHORT;
        if (core.position(alice, instrument)[at] === 0) return;
        if (isLiquidatable(riskOf(core.state, row(), at))) return;
        const price = liquidationPriceOf(core.state, row(), at);
        // Above 5,000 funding is half a tick of the mark.
        if (price === 0 || price > 5_000) return;
        seen.add(`${instrument} ${isIsolated} ${isHedge} ${isLong}`);
        expectSweptAt(held, price);
      }),
      { numRuns: 120, seed: 11 },
    );
    // Linear and inverse, isolated and crossed, one-way and hedged, long and short.
    expect(seen.size).toBe(16);
  });
});

const accounts = fc.record({
  instrument: fc.constantFrom(LINEAR, INVERSE),
  usd: fc.integer({ min: 100, max: 50_000 }),
  coin: fc.integer({ min: 1, max: 400 }),
  isLong: fc.boolean(),
  size: fc.integer({ min: 50, max: 3_000 }),
});

describe("a position of a unified account", () => {
  it("is liquidated where the price of its coin falls or rises with the contract", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(accounts, ({ coin, instrument, isLong, size, usd }) => {
        const core = new CoreFixture({ takerRateE6: FEE });
        const shared = { kind: "set_collateral", isShared: true } as const;
        const coins = { tierStarts: [0, 100], ratesE6: [900_000, 500_000] };
        core.run({
          ...{ ...shared, currency: USD, isDollar: true, tierStarts: [0], ratesE6: [1_000_000] },
        });
        core.run({ ...shared, currency: COIN, isDollar: false, ...coins });
        core.index(1_000);
        const funds = [["unified", USD, usd] as const, ["unified", COIN, coin] as const];
        const user = core.user("una", funds, { accountKind: "unified" });
        core.run({ kind: "set_account_level", user, level: "advanced", isByOperator: true });
        const bob = core.user("bob", [
          ["usdt_futures", USD, 100_000_000],
          ["coin_futures", COIN, 1_000_000],
        ]);
        const order = {
          instrument,
          price: 1_000,
          size: instrument === INVERSE ? size * 100 : size,
        };
        core.place({ ...order, user: bob, side: isLong ? "sell" : "buy" });
        core.place({ ...order, user, side: isLong ? "buy" : "sell" });
        if (core.rejection !== undefined) return;
        const { equity, maintenance } = readUnified(core.state, user).risk;
        if (equity < maintenance) return;
        const row = core.state.positions.find(user, instrument);
        const price = liquidationPriceOf(core.state, row, isLong ? LONG : SHORT);
        if (price === 0 || price > 5_000) return;
        seen.add(`${instrument} ${isLong}`);
        const moved = [...new Set([SPOT, LINEAR, instrument])];
        expectSweptAt({ core, user, instrument, moved, entry: 1_000 }, price);
      }),
      { numRuns: 120, seed: 12 },
    );
    // An inverse long that collateral in the same coin covers ends below, a short above.
    expect([...seen].sort()).toEqual([
      `${LINEAR} false`,
      `${LINEAR} true`,
      `${INVERSE} false`,
      `${INVERSE} true`,
    ]);
  });
});
