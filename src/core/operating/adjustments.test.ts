import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { ADJUSTMENTS_WAITING_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms } from "../money/units.ts";

const DAY_MS = 86_400_000;
const DOLLAR = { currency: USD, isDollar: true, isShared: true };

let core: CoreFixture;
let alice: number;

beforeEach(() => {
  core = new CoreFixture();
  core.run({ kind: "set_collateral", ...DOLLAR, tierStarts: [0], ratesE6: [1_000_000] });
  alice = core.user("alice", [["spot", USD, 1_000]]);
});

type Changes = Partial<Omit<DraftOf<"adjust_balance">, "kind" | "amount">>;

function origin(actor: string) {
  return { requestId: "", act: { actor, reason: "" } };
}

function adjust(actor: string, amount: number, changes: Changes = {}) {
  const account = { user: alice, wallet: "spot", currency: USD } as const;
  return core.run({
    ...{ kind: "adjust_balance", ...account, reference: "ticket 1", ...changes },
    ...{ amount: atoms(BigInt(amount)), origin: origin(actor) },
  });
}

function decide(actor: string, isApproved: boolean, adjustment = [...waiting().keys()][0] ?? 0) {
  return core.run({
    ...{ kind: "decide_adjustment", adjustment, isApproved, origin: origin(actor) },
  });
}

function limit(fourEyesUsd: number): void {
  core.run({ kind: "set_adjustment_rules", fourEyesUsd });
}

function issue(name: string, by: string): void {
  const digest = Uint8Array.from({ length: 32 }, (_, at) => name.charCodeAt(at % name.length));
  const terms = { kind: "set_admin_token", role: "treasury", expiresAtMs: 0 } as const;
  core.run({ ...terms, name, digest, origin: origin(by) });
  expect(core.rejection).toBeUndefined();
}

/** Kinds of events without those that report the act. */
function ownKinds(events: readonly CoreEvent[]): string[] {
  return kinds(events).filter((kind) => !kind.startsWith("operator_act"));
}

const waiting = () => core.state.operating.adjusting.waiting;
const spot = () => core.money(alice, "spot", USD)[0];

describe("an adjustment", () => {
  test("credits and debits a user by postings with the outside world", () => {
    expect(only(adjust("eva", 50), "funds_moved")).toMatchObject([{ reason: "credit" }]);
    expect(only(adjust("eva", -300), "funds_moved")).toMatchObject([{ reason: "debit" }]);
    expect(spot()).toBe(750n);
  });

  test("takes no more than the user may move out", () => {
    core.place({ user: alice, side: "buy", price: 100, size: 6 });
    adjust("eva", -401);
    expect(core.rejection).toBe("insufficient_available");
    adjust("eva", -400);
    expect(core.rejection).toBeUndefined();
  });

  test("endows funds and withdraws from them no more than they have", () => {
    const fund = { user: 0, wallet: "insurance_fund" } as const;
    adjust("eva", 500, fund);
    adjust("eva", -501, fund);
    expect(core.rejection).toBe("insufficient_available");
    adjust("eva", -500, fund);
    expect(core.money(0, "insurance_fund", USD)[0]).toBe(0n);
    const pool = { user: 0, wallet: "lending_pool" } as const;
    adjust("eva", 80, pool);
    adjust("eva", -30, pool);
    expect(core.state.lending.poolFunds.of("live", USD)).toBe(50n);
  });

  test.for<[number, Changes, string]>([
    [0, {}, "adjustment_out_of_bounds"],
    [5, { reference: "r".repeat(129) }, "adjustment_out_of_bounds"],
    [5, { user: 999 }, "user_not_found"],
    [5, { currency: 99 }, "currency_not_found"],
    [5, { wallet: "fees" }, "wallet_not_allowed"],
    [5, { user: 0, wallet: "outside_world" }, "wallet_not_allowed"],
    [5, { wallet: "crossed_margin" }, "wallet_not_allowed"],
    [-5, { wallet: "funding" }, "insufficient_available"],
  ])("of %i with %o is refused as %s", ([amount, changes, rejection]) => {
    adjust("eva", amount, changes);
    expect(core.rejection).toBe(rejection);
  });
});

describe("an adjustment above the daily value of one person", () => {
  beforeEach(() => limit(100));

  test("waits, moves nothing, and is made when another person approves it", () => {
    expect(ownKinds(adjust("eva", 101))).toEqual(["adjustment_proposed"]);
    expect(spot()).toBe(1_000n);
    core.restart();
    expect(ownKinds(decide("max", true))).toEqual(["funds_moved", "adjustment_decided"]);
    expect([spot(), waiting().size]).toEqual([1_101n, 0]);
    decide("max", true, 1);
    expect(core.rejection).toBe("adjustment_not_found");
  });

  test("counts all adjustments of the person in the UTC day, debits as well", () => {
    adjust("eva", 60);
    adjust("eva", -40);
    expect(waiting().size).toBe(0);
    adjust("eva", 1);
    expect(waiting().size).toBe(1);
    adjust("max", 100);
    expect(waiting().size).toBe(1);
    core.passMs(DAY_MS);
    adjust("eva", 100);
    expect(waiting().size).toBe(1);
  });

  test("waits whatever it is worth when the coin has no price", () => {
    core.run({ kind: "list_currency", code: "NEW", decimals: 0, isPractice: false });
    adjust("eva", 1, { currency: core.state.outcome.id });
    expect(waiting().size).toBe(1);
    adjust("eva", 1, { currency: COIN });
    expect(waiting().size).toBe(1);
  });

  test("is declined by anybody, also by who proposed it", () => {
    adjust("eva", 500);
    expect(ownKinds(decide("eva", false))).toEqual(["adjustment_decided"]);
    expect([spot(), waiting().size]).toEqual([1_000n, 0]);
  });

  test("is not approved by who proposed it, by no person, or by a token of the same issuer line", () => {
    issue("eva", "root");
    issue("helper", "eva");
    issue("helpers-helper", "helper");
    issue("max", "root");
    adjust("eva", 500);
    for (const actor of ["eva", "", "helper", "helpers-helper", "root"]) {
      decide(actor, true);
      expect([actor, core.rejection]).toEqual([actor, "adjustment_needs_another"]);
    }
    decide("max", true);
    expect(core.rejection).toBeUndefined();
  });

  test("is refused again on approval, and goes on waiting, when the money is gone", () => {
    adjust("eva", -900);
    core.place({ user: alice, side: "buy", price: 100, size: 6 });
    decide("max", true);
    expect([core.rejection, waiting().size]).toEqual(["insufficient_available", 1]);
    core.cancel(alice, core.orderId);
  });

  test("is refused when as many wait as may", () => {
    for (let count = 0; count < ADJUSTMENTS_WAITING_MAX; count++) adjust("eva", 500);
    adjust("eva", 500);
    expect(core.rejection).toBe("adjustment_out_of_bounds");
  });
});

test("the daily value has a bound", () => {
  limit(10 ** 12 + 1);
  expect(core.rejection).toBe("adjustment_out_of_bounds");
});
