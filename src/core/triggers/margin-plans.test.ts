/** Trigger orders and exits of category MARGIN; a coin costs 100, nothing has decimals. */
import { beforeEach, describe, expect, it } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import { only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import {
  amendExits,
  amendPlan,
  placeMarginExits,
  placeMarginPlan,
  placeMarginWithExits,
} from "../../../test/support/plan-drafts.ts";
import type { CoreEvent } from "../events/events.ts";
import { createState } from "../state.ts";
import { encodeState, restoreState } from "../state-encoding.ts";

let core: BorrowingFixture;
let alice: number;
let taker: number;

beforeEach(() => {
  core = new BorrowingFixture();
  taker = core.rich("taker");
  ({ alice } = core);
});

/** A trade of one at a price, between two others. */
function tradeAt(price: number): CoreEvent[] {
  core.place({ user: core.bob, instrument: SPOT, side: "sell", price, size: 1 });
  return core.place({ user: taker, instrument: SPOT, side: "buy", price, size: 1 });
}

/** Orders of Bob that wait for Alice's. */
function offer(side: "buy" | "sell", price: number, size: number): void {
  core.place({ user: core.bob, instrument: SPOT, side, price, size });
}

describe("a trigger order on margin", () => {
  it("borrows the missing amount when its order is placed, and nothing before", () => {
    tradeAt(100);
    offer("sell", 106, 20);
    const [accepted] = placeMarginPlan(core, {
      ...{ user: alice, side: "buy", triggerPrice: 105, price: 106, size: 20 },
    });
    expect(accepted).toMatchObject({ kind: "plan_accepted", backing: "unified_margin" });
    expect(core.has(USD)).toEqual([1_000n, 0n]);
    expect(only(tradeAt(105), "plan_fired")).toHaveLength(1);
    const events = core.passMs(1);
    expect(only(events, "order_accepted")).toMatchObject([
      { backing: "unified_margin", loanType: "normal", source: "normal_plan", size: 20 },
    ]);
    expect(only(events, "debt_changed")).toMatchObject([{ currency: USD, debt: 1_120n }]);
    expect(only(events, "plan_executed")).toHaveLength(1);
  });

  it("buys at market for an amount, and sells a borrowed quantity", () => {
    tradeAt(100);
    offer("sell", 105, 20);
    offer("buy", 95, 20);
    const plan = { user: alice, triggerPrice: 105 } as const;
    placeMarginPlan(core, { ...plan, side: "buy", quoteAmount: 1_365n });
    placeMarginPlan(core, { ...plan, side: "sell", size: 18 });
    tradeAt(105);
    core.passMs(1);
    // 13 coins bought for 1,365; of 18 sold, 5 are owed.
    expect(core.has(COIN)).toEqual([-5n, 0n]);
    expect(core.has(USD)).toEqual([1_000n - 1_365n + 18n * 95n, 0n]);
  });

  it("fails with the reason when its order is refused, and changes no balance", () => {
    tradeAt(100);
    placeMarginPlan(core, { user: alice, side: "buy", triggerPrice: 105, price: 105, size: 60 });
    tradeAt(105);
    expect(only(core.passMs(1), "plan_failed")).toMatchObject([{ reason: "insufficient_margin" }]);
    expect(core.has(USD)).toEqual([1_000n, 0n]);
    expect(core.state.plans.count).toBe(0);
  });

  it("has exits, which sell on margin, too", () => {
    tradeAt(100);
    offer("sell", 105, 20);
    offer("buy", 90, 20);
    const exits = { profitTrigger: 120, lossTrigger: 92 };
    placeMarginPlan(core, {
      ...{ user: alice, side: "buy", triggerPrice: 105, price: 105, size: 15, ...exits },
    });
    offer("buy", 104, 1);
    tradeAt(105);
    const made = only(core.passMs(1), "plan_accepted");
    expect(made.map(({ backing, planKind, side }) => [backing, planKind, side])).toEqual([
      ["unified_margin", "profit", "sell"],
      ["unified_margin", "loss", "sell"],
    ]);
  });

  it("is amended, found and cancelled like other plans", () => {
    tradeAt(100);
    placeMarginPlan(core, { user: alice, side: "buy", triggerPrice: 105, price: 105, size: 3 });
    const planId = core.orderId;
    amendPlan(core, { user: alice, planId, triggerPrice: 107, size: 4 });
    expect(core.state.plans.find(planId)?.terms).toMatchObject({ triggerPrice: 107, size: 4 });
    core.run({
      ...{ kind: "cancel_plan", user: alice, planId, clientOrderId: "", withPaired: false },
    });
    expect(core.state.plans.count).toBe(0);
  });

  it("keeps its backing in a snapshot", () => {
    tradeAt(100);
    placeMarginPlan(core, { user: alice, side: "buy", triggerPrice: 105, price: 105, size: 3 });
    const planId = core.orderId;
    const restored = createState();
    restoreState(restored, encodeState(core.state));
    expect(restored.plans.find(planId)).toMatchObject({ backing: "unified_margin" });
    expect(encodeState(restored)).toEqual(encodeState(core.state));
  });

  it("is accepted for advanced unified accounts, on spot, in coins that can be borrowed", () => {
    tradeAt(100);
    const plan = { user: alice, side: "buy", triggerPrice: 105, price: 105, size: 1 } as const;
    const refusal = (change: object) => {
      placeMarginPlan(core, { ...plan, ...change });
      return core.rejection;
    };
    const basic = core.user("carl", [["unified", USD, 100]], { accountKind: "unified" });
    expect(refusal({ user: basic })).toBe("account_level_too_low");
    expect(refusal({ user: core.bob })).toBe("account_not_unified");
    expect(refusal({ instrument: LINEAR })).toBe("margin_not_supported");
    expect(refusal({ backing: "default" })).toBe("margin_not_supported");
    expect(refusal({ backing: "crossed_margin" })).toBe("margin_not_supported");
    expect(refusal({ loanType: "auto_borrow" })).toBe("margin_not_supported");
    expect(refusal({ side: "sell", profitTrigger: 90 })).toBe("exits_not_allowed");
    expect(refusal({ quoteAmount: 5n })).toBe("amount_not_positive");
    expect(core.state.plans.count).toBe(0);
  });

  it("fails for an account that has left the advanced level", () => {
    tradeAt(100);
    placeMarginPlan(core, { user: alice, side: "buy", triggerPrice: 105, price: 105, size: 1 });
    core.run({ kind: "set_account_level", user: alice, level: "basic", isByOperator: true });
    expect(core.rejection).toBeUndefined();
    tradeAt(105);
    expect(only(core.passMs(1), "plan_failed")).toMatchObject([
      { reason: "account_level_too_low" },
    ]);
  });
});

describe("take-profit and stop-loss on margin", () => {
  it("sell the bought quantity, and the execution of one ends the other", () => {
    core.trade("buy", 20);
    offer("buy", 110, 20);
    const events = placeMarginExits(core, {
      ...{
        user: alice,
        side: "sell",
        profitSize: 20,
        lossSize: 20,
        profitTrigger: 111,
        lossTrigger: 90,
      },
      profitClientOrderId: "both",
    });
    const [profit, loss] = only(events, "plan_accepted");
    expect(profit).toMatchObject({ planKind: "profit", clientOrderId: "both" });
    expect(loss).toMatchObject({ planKind: "loss", clientOrderId: "", pairedId: profit?.planId });
    tradeAt(111);
    const done = core.passMs(1);
    expect(only(done, "plan_executed")).toMatchObject([{ planId: profit?.planId }]);
    expect(only(done, "plan_cancelled")).toMatchObject([
      { planId: loss?.planId, reason: "twin_executed" },
    ]);
    // 1,000 borrowed at 100, 20 coins sold at 110.
    expect(core.has(USD)).toEqual([1_200n, 0n]);
    expect(core.has(COIN)).toEqual([0n, 0n]);
  });

  it("buy back the sold size at market within the band", () => {
    core.trade("sell", 10);
    offer("sell", 108, 4);
    offer("sell", 170, 6);
    const events = placeMarginExits(core, {
      user: alice,
      side: "buy",
      profitSize: 10,
      lossSize: 10,
      lossTrigger: 105,
    });
    expect(only(events, "plan_accepted")).toMatchObject([{ orderType: "market", size: 10 }]);
    tradeAt(105);
    const done = core.passMs(1);
    // The index is 100 and the band half of it: nothing is bought above 150.
    expect(only(done, "order_accepted")).toMatchObject([
      { orderType: "limit", timeInForce: "ioc", price: 150, size: 10, source: "loss_plan" },
    ]);
    expect(only(done, "order_closed")).toMatchObject([
      { reason: "filled" },
      { reason: "ioc_remainder", remaining: 6 },
    ]);
    expect(core.has(COIN)).toEqual([-6n, 0n]);
  });

  it("buy back a debt when the account has no available margin", () => {
    core.trade("sell", 25);
    const stop = { side: "buy", lossTrigger: 108, lossPrice: 120 } as const;
    placeMarginExits(core, { user: alice, profitSize: 25, lossSize: 25, ...stop });
    offer("sell", 110, 40);
    core.index(108);
    expect(core.figures().freeUsd).toBeLessThan(0n);
    tradeAt(108);
    expect(only(core.passMs(1), "plan_executed")).toHaveLength(1);
    expect(core.has(COIN)).toEqual([0n, 0n]);
    expect(core.has(USD)).toEqual([3_500n - 25n * 110n, 0n]);
  });

  it("are amended in size and price, on their side of the price", () => {
    core.trade("sell", 10);
    placeMarginExits(core, {
      user: alice,
      side: "buy",
      profitSize: 10,
      lossSize: 10,
      lossTrigger: 105,
    });
    const planId = core.orderId;
    amendPlan(core, { user: alice, planId, size: 8, triggerPrice: 110 });
    expect(core.state.plans.find(planId)?.terms).toMatchObject({ size: 8, triggerPrice: 110 });
    amendPlan(core, { user: alice, planId, triggerPrice: 90 });
    expect(core.rejection).toBe("stop_loss_not_beyond");
    amendPlan(core, { user: alice, planId, quoteAmount: 90n });
    expect(core.rejection).toBe("amount_not_positive");
  });

  it("borrow the missing quantity that they sell", () => {
    tradeAt(100);
    offer("buy", 90, 20);
    placeMarginExits(core, {
      user: alice,
      side: "sell",
      profitSize: 5,
      lossSize: 5,
      lossTrigger: 95,
    });
    tradeAt(95);
    core.passMs(1);
    expect(core.has(COIN)).toEqual([-5n, 0n]);
  });

  it.each([
    ["without a price", { profitTrigger: 0 }, "exits_missing"],
    ["on the wrong side", { profitTrigger: 90 }, "take_profit_not_beyond"],
    ["without a size", { size: 0 }, "size_below_minimum"],
    ["of futures", { instrument: LINEAR }, "margin_not_supported"],
    [
      "of futures, not on margin",
      { instrument: LINEAR, backing: "default" },
      "margin_not_supported",
    ],
    ["on a margin account", { backing: "crossed_margin" }, "margin_not_supported"],
    ["of a position", { backing: "default", positionSide: "long" }, "position_side_not_allowed"],
  ] as const)("%s are refused", (_what, change, reason) => {
    tradeAt(100);
    const terms = { user: alice, side: "sell", size: 5, profitTrigger: 120 } as const;
    placeMarginExits(core, { ...terms, ...change });
    expect(core.rejection).toBe(reason);
  });
});

describe("a margin order with exits", () => {
  it("creates exits as it fills, which take no loan", () => {
    core.place({ user: core.bob, instrument: SPOT, side: "sell", price: 100, size: 20 });
    const terms = { user: alice, price: 100, size: 20, profitTrigger: 120, lossTrigger: 90 };
    const events = placeMarginWithExits(core, terms);
    expect(only(events, "debt_changed")).toMatchObject([{ debt: 1_000n }]);
    expect(only(events, "plan_accepted")).toMatchObject([
      { planKind: "profit", backing: "unified_margin", size: 20 },
      { planKind: "loss", backing: "unified_margin", size: 20 },
    ]);
    // She sells 5 by hand: the stop-loss finds 15, and borrows nothing.
    offer("buy", 100, 5);
    core.margin({ side: "sell", price: 100, size: 5 });
    offer("buy", 88, 30);
    tradeAt(90);
    const done = core.passMs(1);
    expect(only(done, "order_accepted")).toMatchObject([
      { source: "loss_plan", backing: "unified_margin", size: 15 },
    ]);
    expect(core.has(COIN)).toEqual([0n, 0n]);
    expect(core.has(USD)).toEqual([-1_000n + 500n + 15n * 88n, 0n]);
  });

  it("is closed by its stop-loss when the account has no available margin", () => {
    core.place({ user: core.bob, instrument: SPOT, side: "sell", price: 100, size: 25 });
    placeMarginWithExits(core, { user: alice, price: 100, size: 25, lossTrigger: 90 });
    offer("buy", 89, 40);
    core.index(90);
    expect(core.figures().freeUsd).toBeLessThan(0n);
    tradeAt(90);
    expect(only(core.passMs(1), "plan_executed")).toHaveLength(1);
    expect(core.has(COIN)).toEqual([0n, 0n]);
    expect(core.has(USD)).toEqual([-1_500n + 25n * 89n, 0n]);
  });

  it("is repeated, and its exits changed, until it fills", () => {
    tradeAt(100);
    const terms = { user: alice, price: 95, size: 12, lossTrigger: 90, clientOrderId: "one" };
    placeMarginWithExits(core, terms);
    const { orderId } = core;
    expect(only(placeMarginWithExits(core, terms), "order_repeated")).toHaveLength(1);
    placeMarginWithExits(core, { ...terms, lossTrigger: 89 });
    expect(core.rejection).toBe("duplicate_client_order_id");
    const changed = amendExits(core, { user: alice, orderId, profitTrigger: 130 });
    expect(only(changed, "order_exits_set")).toMatchObject([
      { profitTrigger: 130, lossTrigger: 90 },
    ]);
    core.place({ user: core.bob, instrument: SPOT, side: "sell", price: 95, size: 12 });
    expect(core.state.plans.count).toBe(2);
  });

  it.each([
    ["that sells", { side: "sell", lossTrigger: 0, profitTrigger: 90 }, "exits_not_allowed"],
    ["on a classic margin account", { backing: "crossed_margin" }, "exits_not_allowed"],
    ["of futures", { instrument: LINEAR }, "margin_not_supported"],
    ["without any", { lossTrigger: 0 }, "exits_missing"],
    ["on the wrong side", { lossTrigger: 101 }, "stop_loss_not_beyond"],
    ["beyond what may be borrowed", { size: 60 }, "insufficient_margin"],
  ] as const)("%s is refused", (_what, change, reason) => {
    tradeAt(100);
    placeMarginWithExits(core, { user: alice, price: 100, size: 2, lossTrigger: 90, ...change });
    expect(core.rejection).toBe(reason);
  });
});

describe("take-profit and stop-loss of coins that are not on margin", () => {
  const STOP = { backing: "default", side: "sell", lossTrigger: 95 } as const;

  it("sell the stated quantity, and the execution of one ends the other", () => {
    tradeAt(100);
    offer("buy", 94, 5);
    const seller = core.user("seller", [["unified", COIN, 5]], { accountKind: "unified" });
    const [profit, loss] = only(
      placeMarginExits(core, {
        ...{ ...STOP, user: seller, profitSize: 5, lossSize: 5, profitTrigger: 110 },
      }),
      "plan_accepted",
    );
    expect(profit).toMatchObject({ planKind: "profit", backing: "default", side: "sell", size: 5 });
    expect(loss).toMatchObject({ planKind: "loss", backing: "default", pairedId: profit?.planId });
    tradeAt(95);
    const done = core.passMs(1);
    expect(only(done, "order_accepted")).toMatchObject([
      { user: seller, backing: "default", orderType: "market", size: 5, source: "loss_plan" },
    ]);
    expect(only(done, "plan_cancelled")).toMatchObject([
      { planId: profit?.planId, reason: "twin_executed" },
    ]);
    expect(core.money(seller, "unified", USD)).toEqual([470n, 0n]);
    expect(core.money(seller, "unified", COIN)).toEqual([0n, 0n]);
  });

  it("borrow nothing: those of more than the user has fail, also on an account with credit", () => {
    tradeAt(100);
    offer("buy", 94, 5);
    placeMarginExits(core, { ...STOP, user: alice, profitSize: 5, lossSize: 5 });
    expect(core.rejection).toBeUndefined();
    tradeAt(95);
    expect(only(core.passMs(1), "plan_failed")).toMatchObject([
      { reason: "insufficient_available" },
    ]);
    expect(core.has(COIN)).toEqual([0n, 0n]);
  });
});
