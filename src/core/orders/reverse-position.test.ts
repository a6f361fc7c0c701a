import { describe, expect, test } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";

import { lots } from "../money/units.ts";

type Terms = { positionSide?: "long" | "short"; size?: number; clientOrderId?: string };

/** Alice is long, Bob short; Carol buys up to `depth` lots at `bid`. */
function opened({ bid = 100, depth = 100, instrument = LINEAR, isHedge = false, size = 10 } = {}) {
  const core = new CoreFixture();
  const [alice, bob, carol] = [core.rich("alice"), core.rich("bob"), core.rich("carol")];
  if (isHedge) {
    const category = instrument === LINEAR ? "usdt_futures" : "coin_futures";
    core.hedge(alice, category);
  }
  core.place({ user: bob, instrument, side: "sell", price: 100, size });
  const held = isHedge ? "long" : "net";
  core.place({ user: alice, instrument, side: "buy", price: 100, size, positionSide: held });
  core.place({ user: carol, instrument, side: "buy", price: bid, size: depth });
  const reverse = ({ clientOrderId = "", positionSide = "long", size = 0 }: Terms = {}) =>
    core.run({
      kind: "reverse_position",
      user: alice,
      instrument,
      positionSide,
      size: lots(size),
      clientOrderId,
    });
  return { alice, bob, carol, core, reverse };
}

describe.each([
  ["one-way mode", false],
  ["hedge mode", true],
])("in %s", (_, isHedge) => {
  test.each([
    ["linear", LINEAR],
    ["inverse", INVERSE],
  ])("a long becomes a short of the same size, %s", (_name, instrument) => {
    const { alice, core, reverse } = opened({ instrument, isHedge });
    const events = reverse();
    expect(core.rejection).toBeUndefined();
    expect(core.position(alice, instrument)).toEqual([0, 10]);
    const orders = only(events, "order_accepted").map(({ source, user }) => ({ source, user }));
    const order = { source: "reversal", user: alice };
    expect(orders).toEqual(isHedge ? [order, order] : [order]);
  });

  test("a short becomes a long", () => {
    const { alice, bob, core, reverse } = opened({ isHedge });
    reverse();
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 101, size: 50 });
    reverse({ positionSide: "short" });
    expect(core.position(alice, LINEAR)).toEqual([10, 0]);
  });

  test("a part is closed and opened on the other side", () => {
    const { alice, core, reverse } = opened({ isHedge });
    reverse({ size: 4 });
    expect(core.position(alice, LINEAR)).toEqual(isHedge ? [6, 4] : [2, 0]);
  });

  test("what is not held, or more than is held, is refused and changes nothing", () => {
    const { alice, core, reverse } = opened({ isHedge });
    reverse({ positionSide: "short" });
    expect(core.rejection).toBe("no_position");
    reverse({ size: 11 });
    expect(core.rejection).toBe("insufficient_position");
    expect(core.position(alice, LINEAR)).toEqual([10, 0]);
  });

  test("the same client id reverses once", () => {
    const { alice, core, reverse } = opened({ isHedge });
    reverse({ clientOrderId: "once", size: 4 });
    const held = core.position(alice, LINEAR);
    reverse({ clientOrderId: "once", size: 4 });
    expect(core.rejection).toBe("duplicate_client_order_id");
    expect(core.position(alice, LINEAR)).toEqual(held);
  });

  test("resting orders that close the position do not stand in the way", () => {
    const { alice, core, reverse } = opened({ isHedge });
    const sides = isHedge ? ({ positionSide: "long" } as const) : { reduceOnly: true };
    core.place({ user: alice, instrument: LINEAR, side: "sell", price: 110, size: 10, ...sides });
    const closing = core.orderId;
    reverse();
    expect(core.position(alice, LINEAR)).toEqual([0, 10]);
    core.cancel(alice, closing);
    expect(core.rejection).toBe("order_not_found");
  });
});

test("in hedge mode a thin book opens only what it closed", () => {
  const { alice, core, reverse } = opened({ depth: 7, isHedge: true });
  reverse();
  expect(core.position(alice, LINEAR)).toEqual([3, 0]);
  expect(core.state.outcome.items).toHaveLength(2);
});

test.each([
  ["refuses the whole reversal in one-way mode", false, [10, 0]],
  ["leaves the position closed in hedge mode", true, [0, 0]],
])("a missing margin %s", (_, isHedge, expected) => {
  const { alice, core, reverse } = opened({ bid: 97, isHedge });
  const [balance] = core.money(alice, "usdt_futures", USD);
  const wallets = { from: "usdt_futures", to: "spot" } as const;
  core.transfer({ user: alice, ...wallets, currency: USD, amount: balance - 70n });
  expect(core.rejection).toBeUndefined();
  reverse();
  expect(core.position(alice, LINEAR)).toEqual(expected);
  const reasons = core.state.outcome.items?.map(({ rejection }) => rejection);
  expect(reasons).toEqual(isHedge ? [undefined, "insufficient_margin"] : ["insufficient_margin"]);
});
