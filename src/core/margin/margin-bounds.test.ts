import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { LONG, longOf, type PositionRow } from "../base/position-handle.ts";
import { notionalAt } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { lots, ticks } from "../money/units.ts";
import { nearValue } from "../positions/near-amounts.ts";
import { nearOpenLossAt, openLossAt } from "../positions/open-loss.ts";
import { instrumentAt, userAt } from "../state.ts";
import { accountEquity, availableMarginOf } from "./margin.ts";
import { backingAtLeast, fundsLeftAtLeast } from "./margin-bounds.ts";

/** An account with orders on both sides and a position of 100 that loses. */
function trader(wallet: number, isHedge: boolean) {
  const core = new CoreFixture();
  const alice = core.user("alice", [["usdt_futures", USD, wallet]]);
  const bob = core.user("bob", [["usdt_futures", USD, wallet]]);
  core.run({ kind: "set_position_mode", user: alice, category: "usdt_futures", isHedge });
  const positionSide = isHedge ? "long" : "net";
  const long = { user: alice, instrument: LINEAR, side: "buy", positionSide } as const;
  core.place({ user: bob, instrument: LINEAR, side: "sell", price: 105, size: 100 });
  core.place({ ...long, price: 105, size: 100 });
  core.place({ ...long, price: 90, size: 50 });
  const shortSide = isHedge ? "short" : "net";
  core.place({ ...long, side: "sell", positionSide: shortSide, price: 110, size: 300 });
  core.index(95);
  const { state } = core;
  const account = state.ledger.find(alice, WALLET_INDEX.usdt_futures, USD);
  const row: PositionRow = state.positions.find(alice, LINEAR);
  return { state, user: userAt(state, alice), account, row };
}

const WALLETS = [100_000, 2 ** 52, 2 ** 60];
const CASES = WALLETS.flatMap((wallet) => [true, false].map((isHedge) => ({ wallet, isHedge })));

describe("a bound of margin in doubles", () => {
  it.for(CASES)("is close below the exact figure: $wallet, hedged $isHedge", (terms) => {
    const { account, state, user } = trader(terms.wallet, terms.isHedge);
    const left = Number(availableMarginOf(state, account));
    const bound = fundsLeftAtLeast(state, user, account, undefined, true);
    expect(bound).toBeLessThanOrEqual(left);
    expect(left - bound).toBeLessThan(200 + terms.wallet / 2 ** 42);
    // 100 held at a mark of 95, and some atoms for roundings.
    const share = Number(accountEquity(state, user, account)) / 9_500;
    const backing = backingAtLeast(state, user, account);
    expect(backing).toBeLessThanOrEqual(share);
    expect(backing).toBeGreaterThan(share * 0.99);
  });

  it("counts a change of orders at the leverage of its side, and its open loss", () => {
    const { account, row, state, user } = trader(100_000, true);
    const leftWith = (value: number, openLoss: number): number => {
      const change = { row, side: LONG, lots: 10, value, openLoss };
      return fundsLeftAtLeast(state, user, account, change, true);
    };
    const leverage = state.positions.leverage.get(longOf(row));
    expect(leftWith(1_000, 7) - leftWith(21_000, 7)).toBeCloseTo(20_000 / leverage, 3);
    expect(leftWith(1_000, 7) - leftWith(1_000, 57)).toBeCloseTo(50, 3);
  });

  it("claims nothing while funding is being booked", () => {
    const { account, state, user } = trader(100_000, false);
    state.fundingUser = user.index;
    expect(fundsLeftAtLeast(state, user, account, undefined, true)).toBe(Number.NEGATIVE_INFINITY);
    expect(backingAtLeast(state, user, account)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("values in doubles", () => {
  const order = fc.record({
    instrument: fc.constantFrom(LINEAR, INVERSE),
    isBuy: fc.boolean(),
    price: fc.integer({ min: 1, max: 10_000 }),
    size: fc.integer({ min: 1, max: 1_000_000 }),
  });
  const { state } = new CoreFixture();

  it("are those in atoms, up to their rounding", () => {
    fc.assert(
      fc.property(order, ({ instrument: index, isBuy, ...terms }) => {
        const instrument = instrumentAt(state, index);
        const price = ticks(terms.price);
        const size = lots(terms.size);
        const value = Number(notionalAt(instrument, price, size));
        expect(Math.abs(nearValue(instrument, price, size) - value)).toBeLessThan(1);
        const loss = Number(openLossAt(state, instrument, { isBuy, price, size }));
        const near = nearOpenLossAt(state, instrument, { isBuy, price, size });
        expect(Math.abs(near - loss)).toBeLessThan(1);
        expect(near > 0).toBe(loss > 0);
      }),
    );
  });
});
