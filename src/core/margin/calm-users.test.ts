import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { MarginMode } from "../base/vocabulary.ts";
import { isKnownCalm } from "../liquidation/calm-range.ts";
import { ticks } from "../money/units.ts";

/** Alice holds 1,000 bought at 100 and has been seen by a sweep; bob is on the other side. */
function holder(marginMode: MarginMode = "crossed") {
  const core = new CoreFixture();
  const alice = core.user("alice", [["usdt_futures", USD, 100_000]]);
  const bob = core.rich("bob");
  core.run({ kind: "set_margin_mode", user: alice, instrument: LINEAR, marginMode });
  const order = { instrument: LINEAR, price: 100, size: 1_000 };
  core.place({ ...order, user: bob, side: "sell" });
  core.place({ ...order, user: alice, side: "buy" });
  core.passMs(1_000);
  const isCalm = (): boolean => isKnownCalm(core.state, alice);
  return { core, alice, bob, isCalm };
}

describe("a user with a safe position", () => {
  it.for(["crossed", "isolated"] as const)("is calm while prices are near: %s", (mode) => {
    const { core, isCalm } = holder(mode);
    expect(isCalm()).toBe(true);
    core.index(101);
    expect(isCalm()).toBe(true);
    core.index(50);
    expect(isCalm()).toBe(false);
  });

  it("is liquidated by the first sweep at which the price has left the range", () => {
    const { core, alice, isCalm } = holder("isolated");
    core.index(50);
    const kinds = core.passMs(1_000).map(({ kind }) => kind);
    expect(kinds).toContain("liquidation_started");
    expect(isCalm()).toBe(false);
    expect(core.state.liquidations.ofUser(alice)).toHaveLength(1);
  });

  it("is calm no longer after a fill, a transfer or a change of terms, until the next sweep", () => {
    const { core, alice, bob, isCalm } = holder();
    const out = { from: "usdt_futures", to: "spot", currency: USD } as const;
    const auto = { kind: "set_auto_margin", instrument: LINEAR, positionSide: "net" } as const;
    const changes: (() => unknown)[] = [
      () => core.place({ user: bob, instrument: LINEAR, side: "buy", price: 100, size: 1 }),
      () => core.place({ user: alice, instrument: LINEAR, side: "sell", price: 100, size: 1 }),
      () => core.transfer({ ...out, user: alice, amount: 5 }),
      () => core.run({ ...auto, user: bob, isAuto: true }),
      () => core.place({ user: alice, instrument: INVERSE, side: "buy", price: 1, size: 1 }),
    ];
    const calm = changes.map((change) => {
      core.passMs(1_000);
      const before = isCalm();
      change();
      return [before, isCalm()];
    });
    expect(calm).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it("is calm no longer at prices at which a new order loses", () => {
    const { core, alice, isCalm } = holder();
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 99, size: 1 });
    expect(isCalm()).toBe(true);
    core.index(99);
    expect(isCalm()).toBe(true);
    core.index(98);
    expect(isCalm()).toBe(false);
    const { calm } = core.state.liquidations;
    expect(calm.isWithin(alice, ticks(99))).toBe(true);
  });
});
