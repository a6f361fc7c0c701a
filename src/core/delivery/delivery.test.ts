import { describe, expect, it, test } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import { DELIVERY_CLOSINGS_PER_TICK } from "../base/limits.ts";
import { isDeliveryDue } from "./run-delivery.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The fixture begins at 1,000,000 ms; delivery is two hours later. */
const DELIVERY_MS = 1_000_000 + 2 * HOUR_MS;

function schedule(core: CoreFixture, instrument: number, deliveryAtMs = DELIVERY_MS) {
  return core.run({ kind: "schedule_delivery", instrument, deliveryAtMs });
}

/** Alice is long 10 at 100 and Bob short, in a contract with a delivery time. */
function opened(instrument = LINEAR, size = 10) {
  const core = new CoreFixture();
  const alice = core.rich("alice");
  const bob = core.rich("bob");
  schedule(core, instrument);
  core.place({ user: bob, instrument, side: "sell", price: 100, size });
  core.place({ user: alice, instrument, side: "buy", price: 100, size });
  return { core, alice, bob };
}

/** Advances time in steps of half a minute and sets the index before each. */
function passWithIndex(core: CoreFixture, ms: number, price: number): void {
  for (let left = ms; left > 0; left -= MINUTE_MS / 2) {
    core.index(price);
    core.passMs(MINUTE_MS / 2);
  }
}

describe("a delivery", () => {
  it("is at the average index of the last hour", () => {
    const { core, alice, bob } = opened();
    passWithIndex(core, HOUR_MS, 50);
    passWithIndex(core, HOUR_MS / 2, 110);
    passWithIndex(core, HOUR_MS / 2 - MINUTE_MS / 2, 130);
    core.index(130);
    const events = core.passMs(MINUTE_MS / 2);
    // Half an hour of 110 and half an hour of 130.
    expect(only(events, "delivery_fixed")).toMatchObject([{ instrument: LINEAR, price: 120 }]);
    expect(only(events, "instrument_status_changed")).toMatchObject([{ status: "halted" }]);
    const delivered = core.passMs(0);
    const fills = only(delivered, "order_filled").map((one) => [
      one.user,
      one.side,
      one.price,
      one.size,
      one.realisedPnl,
      one.role,
    ]);
    expect(fills).toEqual([
      [alice, "sell", 120, 10, 200n, "maker"],
      [bob, "buy", 120, 10, -200n, "maker"],
    ]);
    expect(only(delivered, "order_accepted")).toMatchObject([
      { source: "delivery", reduceOnly: true },
      { source: "delivery", reduceOnly: true },
    ]);
    expect(only(delivered, "trade_executed")).toEqual([]);
    expect(only(delivered, "instrument_status_changed")).toMatchObject([{ status: "offline" }]);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
    expect(core.money(alice, "usdt_futures", USD)[0]).toBe(1_000_200n);
    expect(core.money(bob, "usdt_futures", USD)[0]).toBe(999_800n);
  });

  it("of an inverse contract pays in the coin, and books what rounding leaves", () => {
    // 1,005 ÷ 100 = 10.05 → 10 at entry; 1,005 ÷ 80 = 12.5625 → 13.
    const { core, alice, bob } = opened(INVERSE, 1_005);
    passWithIndex(core, 2 * HOUR_MS, 80);
    core.passMs(0);
    expect(core.money(alice, "coin_futures", COIN)[0]).toBe(100_000n - 3n);
    expect(core.money(bob, "coin_futures", COIN)[0]).toBe(100_000n + 3n);
  });

  it("ends the orders of the contract first, and no others", () => {
    const { core, alice } = opened();
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 60, size: 1 });
    const open = core.orderId;
    core.place({ user: alice, instrument: INVERSE, side: "buy", price: 60, size: 1 });
    passWithIndex(core, 2 * HOUR_MS, 100);
    const closed = only(core.passMs(0), "order_closed");
    expect(closed.map(({ orderId, reason }) => [orderId === open, reason])).toEqual([
      [true, "delivery"],
      [false, "filled"],
      [false, "filled"],
    ]);
    expect(core.state.orders.count).toBe(1);
  });

  it("waits for a fresh index", () => {
    const { core } = opened();
    const halted = core.passMs(2 * HOUR_MS);
    expect(only(halted, "instrument_status_changed")).toMatchObject([{ status: "halted" }]);
    expect(only(halted, "delivery_fixed")).toEqual([]);
    expect(isDeliveryDue(core.state)).toBe(false);
    core.index(90);
    expect(only(core.passMs(1_000), "delivery_fixed")).toMatchObject([{ price: 90 }]);
  });

  it("proceeds in pieces over many users", () => {
    const core = new CoreFixture();
    const maker = core.rich("maker");
    schedule(core, LINEAR);
    const people = DELIVERY_CLOSINGS_PER_TICK + 2;
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: people });
    for (let at = 0; at < people; at++) {
      const user = core.user(`u${at}`, [["usdt_futures", USD, 1_000]]);
      core.place({ user, instrument: LINEAR, side: "buy", price: 100, size: 1 });
    }
    core.passMs(2 * HOUR_MS);
    core.index(100);
    core.passMs(1_000);
    const pieces: number[] = [];
    while (isDeliveryDue(core.state)) pieces.push(only(core.passMs(0), "order_filled").length);
    expect(pieces).toEqual([DELIVERY_CLOSINGS_PER_TICK, 3]);
  });
});

describe("before the delivery", () => {
  test("positions can only be closed in the last ten minutes", () => {
    const { core, alice, bob } = opened();
    core.passMs(2 * HOUR_MS - 10 * MINUTE_MS - 1);
    const order = { instrument: LINEAR, side: "sell", price: 100, size: 1 } as const;
    core.place({ ...order, user: alice });
    expect(core.rejection).toBeUndefined();
    core.passMs(1);
    core.place({ ...order, user: bob, side: "buy" });
    expect(core.rejection).toBe("delivery_near");
    core.place({ ...order, user: bob, side: "buy", reduceOnly: true });
    expect(core.rejection).toBeUndefined();
    expect(core.position(bob, LINEAR)).toEqual([0, 9]);
  });

  test("a dated contract has no funding", () => {
    const { core } = opened();
    const fixed = only(core.passMs(8 * HOUR_MS), "funding_fixed").map((one) => one.instrument);
    expect(fixed).toEqual([INVERSE]);
  });

  test("it may be moved, and its average starts again", () => {
    const { core } = opened();
    passWithIndex(core, 2 * HOUR_MS - MINUTE_MS, 50);
    schedule(core, LINEAR, DELIVERY_MS + HOUR_MS);
    expect(core.rejection).toBeUndefined();
    passWithIndex(core, HOUR_MS + MINUTE_MS, 70);
    expect(core.state.deliveries).toMatchObject([{ price: 70 }]);
  });
});

describe("at the delivery time, before the tick that stops trading", () => {
  it("no order is accepted, and none amended, to open or to close", () => {
    const { core, alice, bob } = opened();
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 99, size: 1 });
    const resting = core.orderId;
    passWithIndex(core, 2 * HOUR_MS - MINUTE_MS / 2, 100);
    core.index(100);
    core.waitMs(MINUTE_MS / 2);
    const order = { user: alice, instrument: LINEAR, side: "sell", price: 99, size: 1 } as const;
    for (const reduceOnly of [false, true]) {
      core.place({ ...order, reduceOnly });
      expect(core.rejection).toBe("instrument_delivered");
    }
    core.amend({ user: bob, orderId: resting, price: 100, size: 1 });
    expect(core.rejection).toBe("instrument_delivered");
    expect(only(core.passMs(0), "delivery_fixed")).toHaveLength(1);
  });
});

describe("after the delivery", () => {
  it("nothing trades, and trading cannot be resumed", () => {
    const { core, alice } = opened();
    passWithIndex(core, 2 * HOUR_MS, 100);
    core.passMs(0);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 1 });
    expect(core.rejection).toBe("instrument_delivered");
    placePlan(core, { user: alice, side: "buy", triggerPrice: 110, size: 1 });
    expect(core.rejection).toBe("instrument_delivered");
    core.run({ kind: "set_instrument_status", instrument: LINEAR, status: "online" });
    expect(core.rejection).toBe("instrument_delivered");
    schedule(core, LINEAR, DELIVERY_MS + 9 * HOUR_MS);
    expect(core.rejection).toBe("delivery_time_out_of_range");
  });

  it.for([
    ["an unknown instrument", 77, DELIVERY_MS, "instrument_not_found"],
    ["spot", 0, DELIVERY_MS, "instrument_not_futures"],
    ["a time that has passed", LINEAR, 1_000_000, "delivery_time_out_of_range"],
  ] as const)("%s cannot be scheduled", ([, instrument, atMs, rejection]) => {
    const core = new CoreFixture();
    schedule(core, instrument, atMs);
    expect(core.rejection).toBe(rejection);
  });
});
