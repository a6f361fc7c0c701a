import { beforeEach, describe, expect, test } from "vitest";
import { chainTermsDraft } from "../../../test/support/chain-drafts.ts";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { DEPOSIT_MEMORY_BLOCKS, DEPOSITS_PENDING_MAX } from "../base/limits.ts";
import { atoms } from "../money/units.ts";

const MAIN = 0;
const OTHER_COIN = 1;

let core: CoreFixture;
let alice: number;
let bob: number;

beforeEach(() => {
  core = new CoreFixture();
  core.run(chainTermsDraft({ currency: USD, depositMin: atoms(10n) }));
  core.run(chainTermsDraft({ currency: COIN }));
  alice = core.user("alice");
  bob = core.user("bob");
});

type Seen = { user?: number; chain?: number; amount?: bigint; id?: string; height?: number };

function observe({ user = alice, chain = MAIN, amount = 100n, id = "t1", height = 5 }: Seen = {}) {
  const payment = { transactionId: id, output: 0, height, source: "" };
  return core.run({ kind: "observe_deposit", user, chain, amount: atoms(amount), ...payment });
}

const lastId = (): number => core.state.outcome.id;

function confirm(deposit: number, confirmations: number, height = 5) {
  return core.run({ kind: "confirm_deposit", deposit, height, confirmations });
}

describe("a deposit", () => {
  test("is no money until its last confirmation, and is credited once", () => {
    expect(observe()).toMatchObject([{ kind: "deposit_changed", status: "pending", chain: 1 }]);
    const deposit = lastId();
    confirm(deposit, 1);
    expect(core.money(alice, "spot", USD)).toEqual([0n, 0n]);
    core.transfer({ user: alice, from: "spot", to: "usdt_futures", currency: USD, amount: 1 });
    expect(core.rejection).toBe("insufficient_available");
    const credited = confirm(deposit, 2);
    expect(kinds(credited)).toEqual(["funds_moved", "deposit_changed"]);
    expect(credited[1]).toMatchObject({ status: "credited", confirmations: 2 });
    expect(core.money(alice, "spot", USD)).toEqual([100n, 0n]);
    confirm(deposit, 3);
    expect(core.rejection).toBe("deposit_not_found");
  });

  test("that is noticed again has no further effect, before and after it is credited", () => {
    observe();
    const deposit = lastId();
    expect(observe({ amount: 999n, user: bob })).toEqual([]);
    expect(lastId()).toBe(deposit);
    confirm(deposit, 2);
    core.restart();
    expect(observe()).toEqual([]);
    expect(lastId()).toBe(deposit);
    expect(core.money(alice, "spot", USD)).toEqual([100n, 0n]);
  });

  test("of one transaction of a network is one deposit, also in another coin", () => {
    observe();
    expect(observe({ chain: OTHER_COIN })).toEqual([]);
  });

  test("below the minimum is recorded and never credited", () => {
    expect(observe({ amount: 9n })).toMatchObject([{ status: "below_minimum" }]);
    confirm(lastId(), 9);
    expect(core.rejection).toBe("deposit_not_found");
    expect(observe({ amount: 9n })).toEqual([]);
  });

  test("that a reorganisation removes is reverted and may be seen again", () => {
    observe();
    const deposit = lastId();
    confirm(deposit, 1);
    const reverted = core.run({ kind: "revert_deposit", deposit });
    expect(reverted).toMatchObject([{ status: "reverted", confirmations: 0 }]);
    expect(observe({ height: 8 })).toMatchObject([{ status: "pending" }]);
    expect(lastId()).not.toBe(deposit);
  });

  test("that is credited is final: nothing takes it back", () => {
    observe();
    const deposit = lastId();
    confirm(deposit, 2);
    core.run({ kind: "revert_deposit", deposit });
    expect(core.rejection).toBe("deposit_not_found");
  });

  test("waits while its chain is closed for deposits", () => {
    observe();
    const deposit = lastId();
    core.run(chainTermsDraft({ currency: USD, isRechargeable: false }));
    expect(confirm(deposit, 7)).toMatchObject([{ status: "pending", confirmations: 7 }]);
    core.run(chainTermsDraft({ currency: USD }));
    expect(kinds(confirm(deposit, 8))).toEqual(["funds_moved", "deposit_changed"]);
  });

  test("goes to the wallet that the user has set", () => {
    core.run({ kind: "set_deposit_wallet", user: alice, currency: USD, wallet: "funding" });
    observe();
    confirm(lastId(), 2);
    expect(core.money(alice, "funding", USD)).toEqual([100n, 0n]);
    core.run({ kind: "set_deposit_wallet", user: alice, currency: USD, wallet: "unified" });
    expect(core.rejection).toBe("wallet_not_allowed");
  });

  test("older than what is remembered is refused, so that a late notice credits nothing", () => {
    observe();
    confirm(lastId(), 2);
    observe({ id: "t2", height: 6 + DEPOSIT_MEMORY_BLOCKS });
    observe();
    expect(core.rejection).toBe("deposit_too_old");
    observe({ id: "t3", height: 6 });
    expect(core.rejection).toBeUndefined();
  });

  test("is one of at most so many of a user that are not final", () => {
    for (let count = 0; count < DEPOSITS_PENDING_MAX; count++) observe({ id: `t${count}` });
    observe({ id: "more" });
    expect(core.rejection).toBe("deposits_limit_reached");
    observe({ id: "more", user: bob });
    expect(core.rejection).toBeUndefined();
  });

  test.each([
    ["user_not_found", { user: 0 }],
    ["chain_not_found", { chain: 7 }],
    ["amount_not_positive", { amount: 0n }],
    ["amount_too_large", { amount: 2n ** 63n - 1n }],
    ["deposit_out_of_bounds", { id: "" }],
    ["deposit_out_of_bounds", { id: "two words" }],
  ] as const)("is refused: %s", (reason, change) => {
    observe(change);
    expect(core.rejection).toBe(reason);
  });
});
