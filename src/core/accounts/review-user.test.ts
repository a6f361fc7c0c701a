import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { ReviewReason } from "../base/vocabulary.ts";
import { atoms } from "../money/units.ts";
import { createState } from "../state.ts";
import { encodeState, restoreState } from "../state-encoding.ts";

const START_MS = 1_000_000;
const FUNDS = [
  ["spot", USD, 1_000],
  ["usdt_futures", USD, 1_000],
] as const;

let core: CoreFixture;
let alice: number;
let desk: number;
let vault: number;
let bob: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice", FUNDS);
  desk = core.user("desk", FUNDS, { parent: alice + 1 });
  vault = core.user("vault", FUNDS, { parent: alice + 1 });
  bob = core.rich("bob");
});

function review(user: number, isHeld: boolean, reason: ReviewReason = "operator_decision") {
  return core.run({ kind: "set_user_review", user, isHeld, reason });
}

/** The rejection of a transfer of one dollar; `undefined` when it moved. */
function refusalOf(fromUser: number, toUser: number): string | undefined {
  core.run({
    kind: "transfer",
    fromUser,
    fromWallet: "spot",
    toUser,
    toWallet: fromUser === toUser ? "usdt_futures" : "spot",
    currency: USD,
    amount: atoms(1n),
    clientTransferId: "",
    fromInstrument: 0,
    toInstrument: 0,
    mayBorrow: false,
  });
  return core.rejection;
}

describe("an account under review", () => {
  test.each([
    ["the main account", () => alice],
    ["a sub-account", () => desk],
  ])("keeps its funds when %s is named: nothing moves between its users", (_, named) => {
    expect(review(named(), true, "wash_trading")).toEqual([
      {
        kind: "user_review_changed",
        seq: core.state.seq,
        timeMs: START_MS,
        user: alice,
        isHeld: true,
        reason: "wash_trading",
        heldSinceMs: START_MS,
      },
    ]);
    const pairs = [alice, desk, vault].flatMap((from) =>
      [alice, desk, vault].map((to) => [from, to] as const),
    );
    const refused = pairs.filter(([from, to]) => from !== to);
    for (const [from, to] of refused) expect(refusalOf(from, to)).toBe("account_under_review");
  });

  test("moves funds between wallets of one user, and takes credits", () => {
    review(alice, true);
    for (const user of [alice, desk, vault]) expect(refusalOf(user, user)).toBeUndefined();
    const gift = { wallet: "spot", currency: USD, amount: atoms(5n) } as const;
    expect(kinds(core.run({ kind: "credit", user: desk, ...gift }))).toEqual(["funds_moved"]);
  });

  test.each(["buy", "sell"] as const)("trades and closes: %s first", (side) => {
    const opposite = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument: LINEAR, side: opposite, price: 100, size: 5 });
    review(desk, true);
    core.place({ user: desk, instrument: LINEAR, side, price: 100, size: 5 });
    expect(core.position(desk, LINEAR)).toEqual(side === "buy" ? [5, 0] : [0, 5]);
    core.place({ user: bob, instrument: LINEAR, side, price: 100, size: 5 });
    const closing = { side: opposite, price: 100, size: 5, reduceOnly: true } as const;
    core.place({ user: desk, instrument: LINEAR, ...closing });
    expect(core.position(desk, LINEAR)).toEqual([0, 0]);
  });

  test("moves funds when the review ends, and does not affect other main accounts", () => {
    const sub = core.user("bob's desk", [], { parent: bob + 1 });
    review(alice, true);
    expect(refusalOf(bob, sub)).toBeUndefined();
    const [ended] = review(vault, false);
    expect(ended).toMatchObject({ user: alice, isHeld: false, heldSinceMs: 0 });
    expect(refusalOf(alice, desk)).toBeUndefined();
  });

  test("includes sub-accounts created later", () => {
    review(alice, true);
    const later = core.user("later", FUNDS, { parent: alice + 1 });
    expect(refusalOf(later, alice)).toBe("account_under_review");
    expect(refusalOf(alice, later)).toBe("account_under_review");
  });

  test("keeps its start time when the reason changes, and in a snapshot", () => {
    review(alice, true, "fund_draw");
    core.passMs(60_000);
    const [changed] = review(desk, true, "fast_profit");
    expect(changed).toMatchObject({ reason: "fast_profit", heldSinceMs: START_MS });
    const restored = createState();
    restoreState(restored, encodeState(core.state));
    const { review: reason, heldSinceMs } = restored.users[alice] ?? {};
    expect([reason, heldSinceMs]).toEqual(["fast_profit", START_MS]);
  });

  test.each([9_999, 0, 1])("is rejected for the unknown user %i", (user) => {
    expect(kinds(review(user, true))).toEqual(["command_rejected"]);
    expect(core.rejection).toBe("user_not_found");
  });
});
