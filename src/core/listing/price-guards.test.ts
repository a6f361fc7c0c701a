import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import { atoms } from "../money/units.ts";

const NONE = { markCapE6: 0, markStepE6: 0, impactUnits: 0, referenceStepE6: 0 };

function guard(core: CoreFixture, instrument: number, changes: Partial<typeof NONE>) {
  return core.run({ kind: "set_price_guards", instrument, ...NONE, ...changes });
}

/** Spot with a reference that follows the index of 100; bands reach from 50 to 150. */
function spot(referenceStepE6 = 1_000_000) {
  const core = new CoreFixture();
  guard(core, SPOT, { referenceStepE6 });
  core.index(100);
  const [alice, bob] = [core.rich("alice"), core.rich("bob")];
  const reference = (): number | undefined => core.state.prices[SPOT]?.reference;
  return { core, alice, bob, reference };
}

describe("price guards", () => {
  it("suit the kind of their instrument, within bounds", () => {
    const core = new CoreFixture();
    const refused = (instrument: number, changes: Partial<typeof NONE>) => {
      guard(core, instrument, changes);
      return core.rejection;
    };
    expect(refused(99, {})).toBe("instrument_not_found");
    for (const [instrument, changes] of [
      [LINEAR, { markCapE6: 500_001 }],
      [LINEAR, { markStepE6: 1_000_001 }],
      [INVERSE, { impactUnits: 1_000_000_000_001 }],
      [LINEAR, { referenceStepE6: 1 }],
      [SPOT, { referenceStepE6: 1_000_001 }],
      [SPOT, { markCapE6: 1 }],
      [SPOT, { markStepE6: 1 }],
      [SPOT, { impactUnits: 1 }],
    ] as const) {
      expect(refused(instrument, changes)).toBe("price_guards_out_of_bounds");
    }
    const largest = { markCapE6: 500_000, markStepE6: 1_000_000, impactUnits: 1_000_000_000_000 };
    expect(guard(core, LINEAR, largest)).toMatchObject([
      { kind: "price_guards_changed", instrument: LINEAR },
    ]);
    guard(core, SPOT, { referenceStepE6: 1_000_000 });
    expect(core.rejection).toBeUndefined();
  });

  it.for([LINEAR, INVERSE])(
    "cap the mark price of instrument %d against the index",
    (instrument) => {
      const core = new CoreFixture();
      core.index(10_000);
      guard(core, instrument, { markCapE6: 5_000 });
      const [alice, bob] = [core.rich("alice"), core.rich("bob")];
      const marks: (number | undefined)[] = [];
      for (const price of [14_000, 6_000]) {
        core.index(10_000);
        const [maker, taker] =
          price > 10_000 ? (["sell", "buy"] as const) : (["buy", "sell"] as const);
        core.place({ user: alice, instrument, side: maker, price, size: 1 });
        core.place({ user: bob, instrument, side: taker, price, size: 1 });
        core.place({ user: alice, instrument, side: "buy", price: price - 10, size: 1 });
        core.place({ user: alice, instrument, side: "sell", price: price + 10, size: 1 });
        for (let at = 0; at < 61; at++) {
          core.index(10_000);
          core.passMs(5_000);
        }
        marks.push(core.state.prices[instrument]?.mark);
        core.run({ kind: "cancel_orders", user: alice, ...scopeOf(core, instrument) });
      }
      expect(marks).toEqual([10_050, 9_950]);
    },
  );
});

function scopeOf(core: CoreFixture, instrument: number) {
  const category = core.state.instruments[instrument]?.category ?? "spot";
  return { category, instrument: 0 } as const;
}

describe("spot with a slow reference", () => {
  it("lets no series of own trades move the band", () => {
    const { core, alice, bob, reference } = spot();
    for (let at = 0; at < 90; at++) {
      core.index(100);
      core.place({ user: alice, side: "sell", price: 150, size: 10 });
      core.place({ user: bob, side: "buy", price: 150, size: 10 });
      core.passMs(1_000);
    }
    expect([reference(), core.state.prices[SPOT]?.last]).toEqual([100, 150]);
    core.place({ user: bob, side: "buy", price: 151, size: 1 });
    expect(core.rejection).toBe("price_above_band");
    core.place({ user: bob, side: "sell", price: 49, size: 1 });
    expect(core.rejection).toBe("price_below_band");
  });

  it("ends a market sell at the band", () => {
    const { core, alice, bob } = spot();
    for (const price of [100, 60, 40]) core.place({ user: alice, side: "buy", price, size: 5 });
    const events = core.place({ user: bob, side: "sell", size: 15 });
    expect(only(events, "trade_executed").map(({ price }) => price)).toEqual([100, 60]);
    expect(only(events, "order_closed").at(-1)).toMatchObject({ reason: "no_depth", remaining: 5 });
    expect(core.money(bob, "spot", COIN)).toEqual([9_990n, 0n]);
  });

  it("ends a market buy at the band, and releases the unspent amount", () => {
    const { core, alice, bob } = spot();
    for (const price of [100, 140, 160]) core.place({ user: alice, side: "sell", price, size: 5 });
    const events = core.place({ user: bob, side: "buy", quoteAmount: atoms(2_000n) });
    expect(only(events, "trade_executed").map(({ price }) => price)).toEqual([100, 140]);
    expect(only(events, "order_closed").at(-1)).toMatchObject({ reason: "no_depth" });
    expect(core.money(bob, "spot", USD)).toEqual([998_800n, 0n]);
  });

  it.for([
    ["sell", 90, 49, { size: 5 }],
    ["buy", 110, 151, { quoteAmount: atoms(1_000n), size: 0 }],
  ] as const)("ends a stop that %ss at the band", ([side, trigger, beyond, terms]) => {
    const { core, alice, bob } = spot();
    const other = side === "buy" ? "sell" : "buy";
    // No order may rest beyond the band on the far side; on the near side it may.
    core.place({ user: alice, side: other, price: beyond, size: 9 });
    expect(core.rejection).toBeUndefined();
    placePlan(core, { user: bob, instrument: SPOT, side, triggerPrice: trigger, ...terms });
    expect(core.rejection).toBeUndefined();
    core.place({ user: alice, side: other, price: trigger, size: 1 });
    core.place({ user: alice, side, price: trigger, size: 1 });
    const events = core.passMs(1_000);
    expect(only(events, "plan_executed")).toHaveLength(1);
    expect(only(events, "trade_executed")).toEqual([]);
    expect(only(events, "order_closed").at(-1)).toMatchObject({ user: bob, reason: "no_depth" });
  });

  it.for([
    ["sell", 140, 80, 120],
    ["buy", 60, 140, 70],
  ] as const)("does not trade through a %s at %d that the band has left", (example) => {
    const [side, price, index, bound] = example;
    const { core, alice, bob, reference } = spot();
    core.place({ user: alice, side, price, size: 5 });
    core.index(index);
    core.passMs(1_000);
    core.index(index);
    expect(reference()).toBe(index);
    const taker = side === "sell" ? "buy" : "sell";
    const size = taker === "buy" ? { quoteAmount: atoms(500n) } : { size: 5 };
    const market = core.place({ user: bob, side: taker, ...size });
    expect(only(market, "trade_executed")).toEqual([]);
    const limit = { user: bob, side: taker, size: 5 } as const;
    core.place({ ...limit, price });
    expect(core.rejection).toBe(taker === "buy" ? "price_above_band" : "price_below_band");
    const edge = core.place({ ...limit, price: bound });
    expect([core.rejection, only(edge, "trade_executed")]).toEqual([undefined, []]);
    expect(core.money(alice, "spot", side === "sell" ? COIN : USD)[1]).not.toBe(0n);
  });

  it("follows own trades slowly while the index is stale, and the index when it is back", () => {
    const { core, alice, bob, reference } = spot(5_000);
    core.passMs(31_000);
    for (let at = 0; at < 60; at++) {
      core.place({ user: alice, side: "sell", price: 120, size: 10 });
      core.place({ user: bob, side: "buy", price: 120, size: 10 });
      core.passMs(1_000);
    }
    // Six of thirty periods at 120: (6 × 120 + 24 × 100) ÷ 30, and what followed from it.
    expect(reference()).toBe(104);
    for (let at = 0; at < 10; at++) {
      core.index(100);
      core.passMs(1_000);
    }
    expect(reference()).toBe(100);
  });
});
