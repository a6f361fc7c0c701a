import { beforeEach, describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { atoms, ticks } from "../../core/money/units.ts";
import { encodeState } from "../../core/state-encoding.ts";
import { computeEffect, type Effect } from "./what-if.ts";

let core: CoreFixture;
let alice: number;
let bob: number;

/** Alice holds 100 long from 1,000 with 20,000 dollars, Bob has sold them. */
beforeEach(() => {
  core = new CoreFixture();
  const dollar = { currency: USD, isDollar: true, isShared: true };
  core.run({ kind: "set_collateral", ...dollar, tierStarts: [0], ratesE6: [1_000_000] });
  core.index(1_000);
  alice = core.user("alice", [["usdt_futures", USD, 20_000]]);
  bob = core.rich("bob");
  core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
  core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
});

function effectOf(...drafts: CommandDraft[]): Effect {
  return computeEffect(encodeState(core.state).slice(), drafts);
}

const hold = (price: number): CommandDraft => ({
  kind: "hold_index_price",
  instrument: LINEAR,
  price: ticks(price),
});

describe("the effect of a price", () => {
  it("names who would be liquidated, for how much, and who would pay the rest", () => {
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 820, size: 100 });
    const effect = effectOf(hold(790));
    expect(effect).toMatchObject({ rejection: undefined, liquidatedUsers: 1, poolLossUsd: 0 });
    expect(effect.users).toMatchObject([{ user: alice, isAgent: false }]);
    const [{ liquidatedUsd, lossUsd } = { liquidatedUsd: 0, lossUsd: 0 }] = effect.users;
    // She loses what she has: 20,000 dollars, whatever part of the position that closes.
    expect(lossUsd).toBeGreaterThan(15_000);
    expect(lossUsd).toBeLessThanOrEqual(20_000);
    expect(liquidatedUsd).toBe(79_000);
  });

  it("is nothing when no account falls below its maintenance", () => {
    const nothing = { users: [], liquidatedUsers: 0, liquidatedUsd: 0, deleveragedUsd: 0 };
    const rest = { insuranceUsd: 0, poolLossUsd: 0, cancelledOrders: 0 };
    expect(effectOf(hold(950))).toEqual({ rejection: undefined, ...nothing, ...rest });
  });

  describe("for the insurance fund", () => {
    const fund = { realm: "live", currency: USD } as const;

    it("is above zero where it receives what a liquidation leaves", () => {
      core.place({ user: bob, instrument: LINEAR, side: "buy", price: 820, size: 100 });
      expect(effectOf(hold(790)).insuranceUsd).toBe(2_000);
    });

    it("is below zero where it pays", () => {
      core.run({ kind: "endow", ...fund, wallet: "insurance_fund", amount: atoms(50_000n) });
      core.place({ user: bob, instrument: LINEAR, side: "buy", price: 700, size: 100 });
      expect(effectOf(hold(750)).insuranceUsd).toBe(-10_000);
    });

    it("has no share of the trading fees, which it receives anyway", () => {
      core = new CoreFixture({ takerRateE6: 10_000 });
      core.run({ kind: "set_fund_terms", ...fund, feeShareE6: 100_000, drawMax: atoms(0n) });
      core.passMs(60_000);
      const trade = { instrument: LINEAR, price: 100, size: 10 } as const;
      core.place({ user: core.rich("alice"), side: "sell", ...trade });
      core.place({ user: core.rich("bob"), side: "buy", ...trade });
      core.passMs(59_000);
      expect(effectOf(hold(100)).insuranceUsd).toBe(0);
      const moved = core.passMs(1_000).filter(({ kind }) => kind === "fund_moved");
      expect(moved).toMatchObject([{ reason: "fees", amount: 1n }]);
    });
  });

  it("changes nothing of the exchange", () => {
    const before = encodeState(core.state).slice();
    effectOf(hold(500));
    expect(Buffer.compare(before, encodeState(core.state))).toBe(0);
  });

  it("is the same each time", () => {
    expect(effectOf(hold(600))).toEqual(effectOf(hold(600)));
  });
});

it("the effect of a command that the core refuses is its rejection", () => {
  expect(effectOf(hold(2 ** 40))).toMatchObject({
    ...{ rejection: "index_price_out_of_range", users: [] },
  });
});
