import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import { LONG, type LongOrShort, positionAt, SHORT } from "../base/position-handle.ts";
import type { MarginMode } from "../base/vocabulary.ts";
import { tradingFeeAt } from "../instruments/instrument.ts";
import { type Lots, lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { instrumentAt, type State, userAt } from "../state.ts";
import { bankruptcyPriceOf } from "./bankruptcy-price.ts";
import { accountRisk } from "./maintenance.ts";
import { isCloseSurelyBacked } from "./margin-bounds.ts";
import { isMaintenanceSurelyKept, nearRiskAfterFill } from "./near-risk.ts";
import { marginTaken, outcomeOf, riskAfterFill } from "./risk-after-fill.ts";

type Terms = {
  readonly marginMode: MarginMode;
  readonly isHedge: boolean;
  readonly isLong: boolean;
  readonly leverage: number;
  readonly wallet: number;
  readonly held: number;
  readonly mark: number;
};

/** Alice with a position of `held`, opened at 1,000, and another mark price since. */
function holder({ held, isHedge, isLong, leverage, mark, marginMode, wallet }: Terms) {
  const core = new CoreFixture({ takerRateE6: 600, makerRateE6: 200 });
  core.index(1_000);
  const alice = core.user("alice", [["usdt_futures", USD, wallet]]);
  const bob = core.user("bob", [["usdt_futures", USD, 2 ** 50]]);
  core.run({ kind: "set_position_mode", user: alice, category: "usdt_futures", isHedge });
  core.run({ kind: "set_margin_mode", user: alice, instrument: LINEAR, marginMode });
  const settings = { user: alice, instrument: LINEAR, positionSide: "net", leverage } as const;
  core.run({ kind: "set_leverage", ...settings });
  const [own, other] = isLong ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
  const order = { instrument: LINEAR, price: 1_000, size: held };
  core.place({ ...order, user: bob, side: other });
  const positionSide = isHedge ? (isLong ? "long" : "short") : "net";
  core.place({ ...order, user: alice, side: own, positionSide });
  core.index(mark);
  return { state: core.state, alice, row: core.state.positions.find(alice, LINEAR) };
}

const TERMS = fc.record({
  marginMode: fc.constantFrom("crossed", "isolated"),
  isHedge: fc.boolean(),
  isLong: fc.boolean(),
  leverage: fc.integer({ min: 1, max: 50 }),
  wallet: fc.constantFrom(2_000, 100_000, 2 ** 40, 2 ** 50),
  held: fc.integer({ min: 1, max: 40 }),
  mark: fc.integer({ min: 960, max: 1_040 }),
});
const FILL = fc.record({
  isBuy: fc.boolean(),
  price: fc.integer({ min: 900, max: 1_100 }),
  size: fc.integer({ min: 1, max: 200 }),
});

type Fill = { readonly isBuy: boolean; readonly price: Ticks; readonly size: Lots };

/** Funds of the account beyond its maintenance after an isolated fill, computed exactly. */
function keptExactly(state: State, user: number, fill: Fill): bigint {
  const row = state.positions.find(user, LINEAR);
  const { isBuy, price, size } = fill;
  const { opened } = outcomeOf(state, row, fill);
  const account = futuresAccount(state, row);
  const { equity, maintenance } = accountRisk(state, userAt(state, user), account);
  const taken = marginTaken(state, positionAt(row, isBuy ? LONG : SHORT), price, opened);
  const instrument = instrumentAt(state, LINEAR);
  return equity - taken - tradingFeeAt(instrument, price, size, instrument.takerRate) - maintenance;
}

describe("the risk after a fill in doubles", () => {
  it("is a close bound of the exact one", () => {
    fc.assert(
      fc.property(TERMS, FILL, (terms, { isBuy, ...order }) => {
        const { alice, row, state } = holder(terms);
        const fill = { isBuy, price: ticks(order.price), size: lots(order.size) };
        const outcome = outcomeOf(state, row, fill);
        fc.pre(outcome.opened > 0);
        const exact = riskAfterFill(state, row, fill, outcome);
        const near = nearRiskAfterFill(state, row, fill, outcome);
        const equity = Number(exact.equity) - (near?.equity ?? Number.NaN);
        const maintenance = (near?.maintenance ?? Number.NaN) - Number(exact.maintenance);
        expect(equity).toBeGreaterThanOrEqual(0);
        expect(equity).toBeLessThan(200 + terms.wallet / 2 ** 40);
        expect(maintenance).toBeGreaterThanOrEqual(0);
        // A crossed row counts its own maintenance twice, at most 1 % of its value.
        expect(maintenance).toBeLessThan(100 + terms.held * terms.mark * 0.01);
        if (terms.marginMode === "isolated") {
          const kept = keptExactly(state, alice, fill);
          if (isMaintenanceSurelyKept(state, row, fill, outcome)) {
            expect(kept).toBeGreaterThanOrEqual(0n);
          } else {
            expect(kept).toBeLessThan(BigInt(200 + Math.ceil(terms.wallet / 2 ** 40)));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is unknown while funding is being booked", () => {
    const terms = { isHedge: false, isLong: true, leverage: 10, wallet: 100_000 } as const;
    const { alice, row, state } = holder({ ...terms, marginMode: "isolated", held: 5, mark: 990 });
    const fill = { isBuy: true, price: ticks(990), size: lots(5) };
    const outcome = outcomeOf(state, row, fill);
    expect(isMaintenanceSurelyKept(state, row, fill, outcome)).toBe(true);
    state.fundingUser = alice;
    expect(nearRiskAfterFill(state, row, fill, outcome)).toBeUndefined();
    expect(isMaintenanceSurelyKept(state, row, fill, outcome)).toBe(false);
    expect(isCloseSurelyBacked(state, positionAt(row, LONG), ticks(980))).toBe(false);
  });
});

describe("the bankruptcy price of an isolated position in doubles", () => {
  it("allows only prices within the exact one, and all but the nearest of these", () => {
    fc.assert(
      fc.property(TERMS, (terms) => {
        const { row, state } = holder({ ...terms, marginMode: "isolated", wallet: 2 ** 40 });
        const side: LongOrShort = terms.isLong ? LONG : SHORT;
        const bound = bankruptcyPriceOf(state, row, side);
        const isBacked = (price: number): boolean =>
          isCloseSurelyBacked(state, positionAt(row, side), ticks(price));
        const worse = terms.isLong ? -1 : 1;
        if (bound === NO_PRICE) return;
        expect(isBacked(bound + worse)).toBe(false);
        // 50 atoms of caution are at most 50 ticks of a position of one lot.
        expect(isBacked(bound - worse * 50)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
