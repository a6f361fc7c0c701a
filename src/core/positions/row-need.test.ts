import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { availableMarginOf } from "../margin/margin.ts";
import { fundsKeptAtLeast } from "../margin/margin-bounds.ts";
import { userAt } from "../state.ts";
import { nearOpenLossAt } from "./open-loss.ts";
import { increaseAtMost, keptNeed, needAtMost } from "./row-need.ts";

const PLENTY = 10_000_000;

type Order = { readonly isBuy: boolean; readonly price: number; readonly size: number };

/** A user with a position and orders on both sides, and its row. */
function trader(position: number, orders: readonly Order[], isHedge: boolean) {
  const core = new CoreFixture();
  const [alice, bob] = ["alice", "bob"].map((name) =>
    core.user(name, [["usdt_futures", USD, PLENTY]]),
  ) as [number, number];
  core.run({ kind: "set_position_mode", user: alice, category: "usdt_futures", isHedge });
  const sideOf = (isBuy: boolean) => (isHedge ? (isBuy ? "long" : "short") : "net");
  const isLong = position >= 0;
  const size = Math.max(1, Math.abs(position));
  const held = { instrument: LINEAR, price: 100, size };
  core.place({ ...held, user: bob, side: isLong ? "sell" : "buy" });
  core.place({
    ...held,
    user: alice,
    side: isLong ? "buy" : "sell",
    positionSide: sideOf(isLong),
  });
  for (const { isBuy, price, size: lots } of orders) {
    core.place({
      user: alice,
      instrument: LINEAR,
      side: isBuy ? "buy" : "sell",
      positionSide: sideOf(isBuy),
      price: isBuy ? Math.min(price, 99) : Math.max(price, 101),
      size: lots,
    });
  }
  const { state } = core;
  return {
    core,
    alice,
    state,
    user: userAt(state, alice),
    row: state.positions.find(alice, LINEAR),
  };
}

const order = fc.record({
  isBuy: fc.boolean(),
  price: fc.integer({ min: 80, max: 120 }),
  size: fc.integer({ min: 1, max: 400 }),
});

describe("the increase of what a row needs", () => {
  it("is no less than the difference of the needs with and without more orders", () => {
    let joined = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: -300, max: 300 }),
        fc.array(order, { maxLength: 3 }),
        fc.boolean(),
        order,
        (position, orders, isHedge, more) => {
          const { row, state, user } = trader(position, orders, isHedge);
          const { isBuy, price, size } = more;
          const openLoss = nearOpenLossAt(
            state,
            state.instruments[LINEAR] as never,
            { isBuy, price, size } as never,
          );
          const side = isBuy ? LONG : SHORT;
          const change = { row, side, lots: size, value: price * size, openLoss } as const;
          const before = needAtMost(state, user, row, undefined, true);
          const after = needAtMost(state, user, row, change, true);
          const increase = increaseAtMost(state, change);
          expect(increase).toBeGreaterThanOrEqual(after - before);
          const { leverage } = state.positions;
          if (after - before > (price * size * 1.1) / leverage.get((row * 2) as never)) joined += 1;
        },
      ),
      { numRuns: 300 },
    );
    // Some orders open only together with others that closed the position before.
    expect(joined).toBeGreaterThan(0);
  });
});

describe("the kept need of a row", () => {
  it("rises with orders, stays with cancels, and is computed again after a fill", () => {
    const { alice, core, row, state, user } = trader(100, [], false);
    const first = keptNeed(state, user, row);
    const buy = { user: alice, instrument: LINEAR, side: "buy", price: 90, size: 50 } as const;
    core.place(buy);
    const raised = keptNeed(state, user, row);
    expect(raised).toBeGreaterThan(first);
    expect(raised).toBeGreaterThanOrEqual(needAtMost(state, user, row, undefined, true));
    core.run({
      kind: "cancel_order",
      user: alice,
      orderId: user.ordersLast === 0 ? 0 : state.orders.id(user.ordersLast),
      clientOrderId: "",
    });
    expect(keptNeed(state, user, row)).toBe(raised);
    const bob = core.user("carol", [["usdt_futures", USD, PLENTY]]);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 100, size: 40 });
    core.place({ user: alice, instrument: LINEAR, side: "sell", price: 100, size: 40 });
    expect(keptNeed(state, user, row)).toBe(needAtMost(state, user, row, undefined, true));
  });

  it("is computed again after a new price", () => {
    const { core, row, state, user } = trader(100, [], false);
    const before = keptNeed(state, user, row);
    core.index(97);
    const after = keptNeed(state, user, row);
    expect(after).toBe(needAtMost(state, user, row, undefined, true));
    expect(after).not.toBe(before);
  });

  it("never makes more margin of an account than it has, however its orders move", () => {
    const { alice, core, row, state, user } = trader(-120, [], false);
    const account = state.ledger.find(alice, WALLET_INDEX.usdt_futures, USD);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 90, size: 100 });
    const id = state.orders.id(user.ordersLast);
    for (const [price, size] of [
      [95, 100],
      [80, 100],
      [80, 260],
      [99, 300],
      [70, 10],
    ] as const) {
      core.run({
        kind: "amend_order",
        user: alice,
        orderId: id,
        clientOrderId: "",
        price: price as never,
        size: size as never,
        autoCancel: false,
        exits: undefined,
      });
      expect(state.outcome.rejection).toBeUndefined();
      expect(fundsKeptAtLeast(state, user, account)).toBeLessThanOrEqual(
        Number(availableMarginOf(state, account)),
      );
      expect(keptNeed(state, user, row)).toBeGreaterThanOrEqual(
        needAtMost(state, user, row, undefined, true),
      );
    }
  });

  it("is not kept for inverse contracts of another account", () => {
    const { row, state, user } = trader(10, [], false);
    expect(state.positions.find(user.index, INVERSE)).toBe(0);
    expect(keptNeed(state, user, row)).toBeGreaterThan(0);
  });
});
