/** Cancel countdowns of unified accounts (decision 0070). */
import { describe, expect, it } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import { audit } from "../audit.ts";
import { COUNTDOWN_ORDERS_PER_TICK, COUNTDOWNS_PER_TICK } from "../base/limits.ts";
import { isWorkDue } from "../clock/tick.ts";

class CountdownFixture extends CoreFixture {
  constructor() {
    super();
    const terms = { kind: "set_collateral", isShared: false, tierStarts: [0] } as const;
    this.run({ ...terms, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    this.run({ ...terms, currency: COIN, isDollar: false, ratesE6: [800_000] });
  }

  unified(name: string): number {
    const user = this.user(name, [["unified", USD, 1_000_000]], { accountKind: "unified" });
    this.run({ kind: "set_account_level", user, level: "advanced", isByOperator: true });
    return user;
  }

  count(user: number, seconds: number): void {
    this.run({ kind: "set_cancel_countdown", user, seconds });
  }

  bid(user: number, instrument = SPOT): number {
    this.place({ user, instrument, side: "buy", price: 90, size: 1 });
    expect(this.rejection).toBeUndefined();
    return this.orderId;
  }
}

describe("a cancel countdown", () => {
  it("cancels the orders of its account in every category at its end, and no other's", () => {
    const core = new CountdownFixture();
    const [alice, bob] = [core.unified("alice"), core.unified("bob")];
    const orders = [core.bid(alice), core.bid(alice, LINEAR)];
    core.bid(bob);
    core.count(alice, 5);
    expect(only(core.passMs(4_999), "order_closed")).toEqual([]);
    const ended = core.passMs(1);
    const closed = only(ended, "order_closed");
    expect(closed.map(({ orderId, user }) => [user, orderId])).toEqual(
      orders.map((order) => [alice, order]),
    );
    expect(closed.every(({ reason }) => reason === "user_cancelled")).toBe(true);
    expect(only(ended, "cancel_countdown_changed")).toMatchObject([
      { user: alice, endsAtMs: 0, isExpired: true },
    ]);
    expect(core.money(alice, "unified", USD)).toEqual([1_000_000n, 0n]);
    expect(core.state.orders.count).toBe(1);
  });

  it("begins again with each command, and ends at 0", () => {
    const core = new CountdownFixture();
    const alice = core.unified("alice");
    core.bid(alice);
    core.count(alice, 60);
    core.count(alice, 5);
    core.passMs(4_000);
    core.count(alice, 5);
    expect(only(core.passMs(4_999), "order_closed")).toEqual([]);
    core.count(alice, 0);
    expect(kinds(core.passMs(120_000))).not.toContain("order_closed");
    expect(core.state.orders.count).toBe(1);
  });

  it("fires once: orders that are placed later stand", () => {
    const core = new CountdownFixture();
    const alice = core.unified("alice");
    core.bid(alice);
    core.count(alice, 5);
    expect(only(core.passMs(60_000), "order_closed")).toHaveLength(1);
    core.bid(alice);
    expect(only(core.passMs(60_000), "order_closed")).toEqual([]);
  });

  it("ends also without orders, and leaves plans, which protect positions", () => {
    const core = new CountdownFixture();
    const alice = core.unified("alice");
    placePlan(core, { user: alice, side: "sell", triggerBy: "mark", triggerPrice: 80, size: 1 });
    expect(core.rejection).toBeUndefined();
    const plan = core.orderId;
    core.count(alice, 5);
    const ended = core.passMs(5_000);
    expect(only(ended, "cancel_countdown_changed")).toHaveLength(1);
    expect(core.state.countdowns.size).toBe(0);
    expect(core.state.plans.find(plan)).toMatchObject({ user: alice });
  });

  it("keeps its end through a restart", () => {
    const core = new CountdownFixture();
    const [alice, bob] = [core.unified("alice"), core.unified("bob")];
    core.bid(alice);
    core.bid(bob);
    core.count(bob, 6);
    core.passMs(1_000);
    core.count(alice, 5);
    core.passMs(3_000);
    core.restart();
    expect(only(core.passMs(1_999), "order_closed")).toEqual([]);
    // Both end in the same millisecond; bob's was set first.
    expect(only(core.passMs(1), "order_closed").map(({ user }) => user)).toEqual([bob, alice]);
  });

  it("takes 5 to 60 seconds, of a unified account", () => {
    const core = new CountdownFixture();
    const alice = core.unified("alice");
    for (const seconds of [1, 4, 61, 1_000]) {
      core.count(alice, seconds);
      expect(core.rejection).toBe("countdown_out_of_range");
    }
    core.count(core.rich("carol"), 5);
    expect(core.rejection).toBe("account_not_unified");
    core.count(0, 5);
    expect(core.rejection).toBe("user_not_found");
  });

  it("does bounded work in a tick when many end in one millisecond, and comes back at once", () => {
    const core = new CountdownFixture();
    const users = Array.from({ length: COUNTDOWNS_PER_TICK + 1 }, (_, i) => core.unified(`${i}`));
    const [first = 0, , , , , last = 0] = users;
    for (let i = 0; i < COUNTDOWN_ORDERS_PER_TICK; i++) core.bid(first);
    core.bid(last);
    for (const user of users) core.count(user, 5);
    expect(isWorkDue(core.state)).toBe(false);
    const one = core.passMs(5_000);
    expect(only(one, "order_closed")).toHaveLength(COUNTDOWN_ORDERS_PER_TICK);
    expect(only(one, "cancel_countdown_changed").map(({ user }) => user)).toEqual([first]);
    expect(isWorkDue(core.state)).toBe(true);
    const two = core.passMs(0);
    expect(only(two, "cancel_countdown_changed")).toHaveLength(COUNTDOWNS_PER_TICK);
    expect(only(two, "order_closed").map(({ user }) => user)).toEqual([last]);
    expect(isWorkDue(core.state)).toBe(false);
  });

  it("is watched by the audit: order of the ends, length, kind of account", () => {
    const core = new CountdownFixture();
    const [alice, bob, carol] = [core.unified("alice"), core.unified("bob"), core.rich("carol")];
    const findings = (): readonly string[] =>
      audit(core.state).verdicts.flatMap((verdict) =>
        verdict.invariant === 37 ? verdict.findings : [],
      );
    const { countdowns, timeMs } = core.state;
    countdowns.start(alice, 5, timeMs);
    expect(findings()).toEqual([]);
    countdowns.start(bob, 5, timeMs - 1);
    expect(findings()).toEqual([`user ${bob}: the countdown ends before an older one of 5 s`]);
    countdowns.start(bob, 60, timeMs + 1);
    expect(findings()).toEqual([`user ${bob}: the countdown runs longer than 60 s`]);
    countdowns.end(bob);
    countdowns.start(carol, 5, timeMs);
    expect(findings()).toEqual([`user ${carol}: not a unified account`]);
  });
});
