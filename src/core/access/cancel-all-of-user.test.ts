import { beforeEach, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import { OPERATOR_CANCELS_PER_COMMAND } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";

let core: CoreFixture;
let alice: number;
let ids: number[];

type Scope = Partial<Omit<DraftOf<"cancel_all_of_user">, "kind">>;

function cancelAll(scope: Scope = {}): CoreEvent[] {
  const all = { user: alice, category: "all", instrument: 0 } as const;
  return core.run({ kind: "cancel_all_of_user", ...all, ...scope });
}

beforeEach(() => {
  core = new CoreFixture();
  alice = core.rich("alice");
  const bob = core.rich("bob");
  core.place({ user: bob, side: "buy", price: 90, size: 1 });
  core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 1 });
  core.place({ user: core.rich("carol"), instrument: LINEAR, side: "buy", price: 100, size: 1 });
  ids = [SPOT, LINEAR, INVERSE].map((instrument) => {
    core.place({ user: alice, instrument, side: "buy", price: 90, size: 1 });
    return core.orderId;
  });
  placePlan(core, { user: alice, side: "buy", triggerPrice: 105, size: 1 });
  ids.push(core.orderId);
});

test("everything of one user is cancelled, orders first, and of no other user", () => {
  const events = cancelAll();
  const closed = only(events, "order_closed");
  expect(closed.map(({ orderId }) => orderId)).toEqual(ids.slice(0, 3));
  expect(only(events, "plan_cancelled")).toMatchObject([
    { planId: ids[3], reason: "operator_cancelled" },
  ]);
  const { id, items } = core.state.outcome;
  expect([id, items?.map(({ orderId }) => orderId)]).toEqual([3, ids]);
  expect(core.state.orders.count).toBe(1);
  expect(core.money(alice, "spot", USD)[1]).toBe(0n);
});

test.each<[string, Scope, number[]]>([
  ["a category", { category: "usdt_futures" }, [1, 3]],
  ["an instrument", { instrument: INVERSE + 1 }, [2]],
  ["an instrument, whatever the category", { category: "spot", instrument: LINEAR + 1 }, [1, 3]],
])("the scope is %s", (_, scope, expected) => {
  cancelAll(scope);
  const cancelled = core.state.outcome.items?.map(({ orderId }) => orderId);
  expect(cancelled).toEqual(expected.map((index) => ids[index]));
});

test("nothing to cancel, and an unknown user, are refused", () => {
  cancelAll({ instrument: 3_000 });
  expect(core.rejection).toBe("no_orders");
  cancelAll({ user: 999 });
  expect(core.rejection).toBe("user_not_found");
});

test("a running countdown ends when the scope is everything", () => {
  const user = core.user("dora", [], { accountKind: "unified" });
  core.run({ kind: "set_cancel_countdown", user, seconds: 10 });
  cancelAll({ user, category: "spot" });
  expect(core.rejection).toBe("no_orders");
  expect(cancelAll({ user })).toMatchObject([
    { kind: "cancel_countdown_changed", endsAtMs: 0, isExpired: false },
  ]);
  expect(core.state.countdowns.size).toBe(0);
});

test("one command cancels a bounded number, and the next one goes on", () => {
  const count = OPERATOR_CANCELS_PER_COMMAND + 5;
  const user = core.user("dora", [["spot", USD, 200_000]], { openOrdersMax: count });
  for (let i = 0; i < count; i++) core.place({ user, side: "buy", price: 90, size: 1 });
  const first = kinds(cancelAll({ user })).filter((kind) => kind === "order_closed");
  expect(first).toHaveLength(OPERATOR_CANCELS_PER_COMMAND);
  expect(core.state.outcome.id).toBe(OPERATOR_CANCELS_PER_COMMAND);
  cancelAll({ user });
  expect(core.state.outcome.id).toBe(5);
});
