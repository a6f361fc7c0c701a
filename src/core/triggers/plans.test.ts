import { beforeEach, describe, expect, it } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import {
  amendPlan,
  placeExits,
  placePlan,
  placeWithExits,
} from "../../../test/support/plan-drafts.ts";
import { CLIENT_ID_KEPT_MS } from "../base/limits.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms } from "../money/units.ts";

let exchange: CoreFixture;
let alice: number;
let maker: number;

/** A trade of one at a price, between two others. */
function tradeAt(price: number, instrument = LINEAR): CoreEvent[] {
  exchange.place({ user: maker, instrument, side: "sell", price, size: 1 });
  return exchange.place({ user: taker, instrument, side: "buy", price, size: 1 });
}

/** Offers and bids of others, far from each other. */
function depth(bid: number, ask: number, size = 100): void {
  exchange.place({ user: maker, instrument: LINEAR, side: "buy", price: bid, size });
  exchange.place({ user: maker, instrument: LINEAR, side: "sell", price: ask, size });
}

/** Alice goes long or short at 100. */
function open(side: "buy" | "sell", size: number): void {
  const other = side === "buy" ? "sell" : "buy";
  exchange.place({ user: maker, instrument: LINEAR, side: other, price: 100, size });
  exchange.place({ user: alice, instrument: LINEAR, side, price: 100, size });
}

let taker: number;
beforeEach(() => {
  exchange = new CoreFixture();
  [alice, maker, taker] = [exchange.rich("alice"), exchange.rich("maker"), exchange.rich("taker")];
});

describe("a plan", () => {
  it("reserves nothing and waits until the price rises to its trigger", () => {
    tradeAt(100);
    depth(80, 130);
    const before = exchange.money(alice, "usdt_futures", USD);
    const [accepted] = placePlan(exchange, {
      user: alice,
      side: "buy",
      triggerPrice: 110,
      size: 3,
    });
    expect(accepted).toMatchObject({ kind: "plan_accepted", triggerPrice: 110, size: 3 });
    expect(exchange.money(alice, "usdt_futures", USD)).toEqual(before);
    expect(only(tradeAt(109), "plan_fired")).toEqual([]);
    const planId = exchange.state.plans.all().next().value?.id ?? 0;
    expect(only(tradeAt(111), "plan_fired")).toMatchObject([{ planId, price: 111 }]);
    expect(exchange.position(alice, LINEAR)).toEqual([0, 0]);
    const events = exchange.passMs(1);
    expect(only(events, "order_accepted")).toMatchObject([
      { user: alice, orderType: "market", size: 3, source: "normal_plan" },
    ]);
    const orderId = only(events, "order_accepted")[0]?.orderId;
    expect(only(events, "plan_executed")).toMatchObject([{ planId, orderId }]);
    expect(exchange.position(alice, LINEAR)).toEqual([3, 0]);
    expect(exchange.state.plans.count).toBe(0);
  });

  it("waits until the price falls to a trigger below it", () => {
    tradeAt(100);
    placePlan(exchange, { user: alice, side: "sell", triggerPrice: 90, size: 1 });
    expect(only(tradeAt(91), "plan_fired")).toEqual([]);
    expect(only(tradeAt(90), "plan_fired")).toHaveLength(1);
  });

  it("fires at once if the price has already reached its trigger", () => {
    tradeAt(100);
    const events = placePlan(exchange, { user: alice, side: "buy", triggerPrice: 100, size: 1 });
    expect(kinds(events)).toEqual(["plan_accepted", "plan_fired"]);
  });

  it("fires only by its own price source", () => {
    tradeAt(100);
    const terms = { user: alice, side: "buy", size: 1, triggerPrice: 105 } as const;
    placePlan(exchange, { ...terms, triggerBy: "index" });
    placePlan(exchange, { ...terms, triggerBy: "mark" });
    expect(only(tradeAt(120), "plan_fired")).toEqual([]);
    const instruments = [LINEAR];
    const events = exchange.run({ kind: "set_index_prices", instruments, prices: [106] });
    expect(only(events, "mark_price_changed")).toMatchObject([{ mark: 106, index: 106 }]);
    expect(only(events, "plan_fired")).toHaveLength(2);
  });

  it("fires in the order of triggers, then of ids, when one trade reaches several", () => {
    tradeAt(100);
    const ids = [108, 105, 108, 106].map((triggerPrice) => {
      placePlan(exchange, { user: alice, side: "buy", triggerPrice, size: 1 });
      return exchange.orderId;
    });
    const fired = only(tradeAt(110), "plan_fired").map(({ planId }) => planId);
    expect(fired).toEqual([ids[1], ids[3], ids[0], ids[2]]);
  });

  it("fails with the reason when its order is refused, and changes no balance", () => {
    const poor = exchange.user("poor", [["usdt_futures", USD, 1]]);
    tradeAt(100);
    depth(90, 120);
    placePlan(exchange, { user: poor, side: "buy", triggerPrice: 105, size: 50 });
    tradeAt(105);
    const events = exchange.passMs(1);
    expect(only(events, "plan_failed")).toMatchObject([{ reason: "insufficient_margin" }]);
    expect(exchange.state.plans.count).toBe(0);
    expect(exchange.money(poor, "usdt_futures", USD)).toEqual([1n, 0n]);
  });

  it("waits while its instrument is halted, also when it has fired, and can be cancelled", () => {
    tradeAt(100);
    placePlan(exchange, { user: alice, side: "buy", triggerPrice: 105, size: 1 });
    const planId = exchange.orderId;
    tradeAt(105);
    const status = { kind: "set_instrument_status", instrument: LINEAR } as const;
    exchange.run({ ...status, status: "halted" });
    expect(kinds(exchange.passMs(1))).not.toContain("plan_executed");
    exchange.run({
      kind: "cancel_plan",
      user: alice,
      planId,
      clientOrderId: "",
      withPaired: false,
    });
    expect(exchange.rejection).toBeUndefined();
    exchange.run({ ...status, status: "online" });
    expect(kinds(exchange.passMs(1))).not.toContain("plan_executed");
  });

  it("by mark or index pauses while the index is stale, by last price it does not", () => {
    tradeAt(100);
    const terms = { user: alice, side: "buy", triggerPrice: 105, size: 1 } as const;
    placePlan(exchange, { ...terms, triggerBy: "mark" });
    exchange.place({ user: maker, instrument: LINEAR, side: "buy", price: 95, size: 1 });
    exchange.place({ user: maker, instrument: LINEAR, side: "sell", price: 145, size: 1 });
    // A basis of 20 for 200 of 300 seconds; the mark stays with the last price until that moves.
    for (let sample = 0; sample < 20; sample++) {
      exchange.index(100);
      exchange.passMs(10_000);
    }
    exchange.passMs(30_001);
    expect(only(tradeAt(120), "plan_fired")).toEqual([]);
    expect(kinds(exchange.passMs(5_000))).toContain("mark_price_changed");
    expect(exchange.state.prices[LINEAR]?.mark).toBeGreaterThan(105);
    expect(exchange.state.plans.firedInstruments()).toEqual([]);
    placePlan(exchange, { ...terms, triggerPrice: 119 });
    expect(only(tradeAt(119), "plan_fired")).toMatchObject([{ price: 119 }]);
  });

  it("keeps its client id taken while it is pending and for a day", () => {
    tradeAt(100);
    const terms = { user: alice, side: "buy", triggerPrice: 105, size: 1 } as const;
    placePlan(exchange, { ...terms, clientOrderId: "one" });
    placePlan(exchange, { ...terms, clientOrderId: "one" });
    expect(exchange.rejection).toBe("duplicate_client_order_id");
    exchange.run({
      kind: "cancel_plan",
      user: alice,
      planId: 0,
      clientOrderId: "one",
      withPaired: false,
    });
    placePlan(exchange, { ...terms, clientOrderId: "one" });
    expect(exchange.rejection).toBe("duplicate_client_order_id");
    exchange.passMs(CLIENT_ID_KEPT_MS);
    placePlan(exchange, { ...terms, clientOrderId: "one" });
    expect(exchange.rejection).toBeUndefined();
  });

  it("waits again after an amendment, as seen from the price then", () => {
    tradeAt(100);
    placePlan(exchange, { user: alice, side: "buy", triggerPrice: 110, size: 1 });
    const planId = exchange.orderId;
    tradeAt(105);
    const [amended] = amendPlan(exchange, { user: alice, planId, triggerPrice: 103, size: 2 });
    expect(amended).toMatchObject({ kind: "plan_amended", triggerPrice: 103, size: 2 });
    expect(only(tradeAt(111), "plan_fired")).toEqual([]);
    expect(only(tradeAt(103), "plan_fired")).toMatchObject([{ planId }]);
    amendPlan(exchange, { user: alice, planId, triggerPrice: 99 });
    expect(exchange.rejection).toBe("plan_fired");
  });

  it("blocks a change of the position mode", () => {
    tradeAt(100);
    placePlan(exchange, { user: alice, side: "buy", triggerPrice: 110, size: 1 });
    exchange.hedge(alice, "usdt_futures");
    expect(exchange.rejection).toBe("position_mode_blocked");
  });

  it("is rejected above the user's limit of plans", () => {
    const user = exchange.user("few", [["usdt_futures", USD, 1_000]], { openOrdersMax: 2 });
    tradeAt(100);
    const terms = { user, side: "buy", triggerPrice: 110, size: 1 } as const;
    for (let count = 0; count < 3; count++) placePlan(exchange, terms);
    expect(exchange.rejection).toBe("plans_limit_reached");
  });

  it("on spot becomes a market buy for an amount, and a limit buy of a size again", () => {
    tradeAt(100, SPOT);
    const buy = { user: alice, instrument: SPOT, side: "buy", triggerPrice: 110 } as const;
    placePlan(exchange, { ...buy, orderType: "limit", price: 111, size: 3 });
    const planId = exchange.state.plans.all().next().value?.id ?? 0;
    const quoteAmount = atoms(330n);
    const byAmount = { user: alice, planId, orderType: "market", quoteAmount } as const;
    const [market] = amendPlan(exchange, byAmount);
    expect(market).toMatchObject({ kind: "plan_amended", price: 0, size: 0, quoteAmount });
    const bySize = { user: alice, planId, orderType: "limit", price: 112, size: 4 } as const;
    const [limit] = amendPlan(exchange, bySize);
    const sized = { kind: "plan_amended", price: 112, size: 4, quoteAmount: 0n };
    expect(limit).toMatchObject(sized);
    const [refused] = amendPlan(exchange, { user: alice, planId, orderType: "market" });
    expect(refused).toMatchObject({ kind: "command_rejected", reason: "amount_not_positive" });
  });

  it("buys on spot for an amount", () => {
    tradeAt(100, SPOT);
    exchange.place({ user: maker, side: "sell", price: 110, size: 100 });
    placePlan(exchange, {
      user: alice,
      instrument: SPOT,
      side: "buy",
      triggerPrice: 105,
      quoteAmount: 330n,
    });
    exchange.place({ user: maker, side: "sell", price: 106, size: 1 });
    exchange.place({ user: taker, side: "buy", price: 106, size: 1 });
    exchange.passMs(1);
    expect(exchange.money(alice, "spot", COIN)).toEqual([10_003n, 0n]);
  });
});

describe("a trailing plan", () => {
  /** Callback 2 % of the best price; best prices and firing prices computed by hand. */
  it.for([
    // Activates at 110, best 120, fires at or below 120 × 0.98 = 117.6, rounded down 117.
    { side: "sell", trigger: 110, path: [109, 105, 110, 120, 118, 117], fires: 117 },
    // A spike through the trigger and back within the callback only moves the best price.
    { side: "sell", trigger: 110, path: [111, 110, 109, 108], fires: 108 },
    // Activates at 90, best 80, fires at or above 80 × 1.02 = 81.6, rounded up 82.
    { side: "buy", trigger: 90, path: [91, 95, 90, 80, 81, 82], fires: 82 },
  ] as const)("%o follows the price and fires at the retreat", ({ side, trigger, path, fires }) => {
    tradeAt(100);
    const callbackE4 = 200;
    const terms = { user: alice, side, triggerPrice: trigger, size: 1 } as const;
    placePlan(exchange, { ...terms, planKind: "trailing", callbackE4 });
    const fired = path.flatMap((price) => only(tradeAt(price), "plan_fired"));
    expect(fired).toMatchObject([{ price: fires }]);
    expect(path.at(-1)).toBe(fires);
  });

  it("drops its best price when it is amended", () => {
    tradeAt(100);
    const terms = { user: alice, side: "sell", triggerPrice: 110, size: 1 } as const;
    placePlan(exchange, { ...terms, planKind: "trailing", callbackE4: 1_000 });
    const planId = exchange.orderId;
    tradeAt(120);
    const events = amendPlan(exchange, { user: alice, planId, triggerPrice: 130 });
    expect(kinds(events)).toEqual(["plan_amended"]);
    expect(only(tradeAt(100), "plan_fired")).toEqual([]);
  });

  it("closes at most the held size", () => {
    open("buy", 5);
    depth(80, 130);
    const terms = { user: alice, side: "sell", reduceOnly: true, triggerPrice: 101 } as const;
    const moving = { planKind: "moving", callbackE4: 100 } as const;
    placePlan(exchange, { ...terms, ...moving, size: 6 });
    expect(exchange.rejection).toBe("insufficient_position");
    placePlan(exchange, { ...terms, ...moving, size: 5 });
    exchange.place({ user: alice, instrument: LINEAR, side: "sell", size: 2 });
    tradeAt(120);
    tradeAt(118);
    const events = exchange.passMs(1);
    expect(only(events, "order_accepted")).toMatchObject([{ size: 3, source: "moving_plan" }]);
    expect(exchange.position(alice, LINEAR)).toEqual([0, 0]);
  });
});

describe("exits of a position", () => {
  it("lie on their side of the price", () => {
    open("buy", 5);
    placeExits(exchange, { user: alice, profitTrigger: 100 });
    expect(exchange.rejection).toBe("take_profit_not_beyond");
    placeExits(exchange, { user: alice, lossTrigger: 101 });
    expect(exchange.rejection).toBe("stop_loss_not_beyond");
    placeExits(exchange, { user: alice, positionSide: "short", lossTrigger: 101 });
    expect(exchange.rejection).toBe("no_position");
  });

  it("of a short position lie on the opposite sides", () => {
    open("sell", 5);
    const terms = { user: alice, positionSide: "short" } as const;
    placeExits(exchange, { ...terms, profitTrigger: 101 });
    expect(exchange.rejection).toBe("take_profit_not_beyond");
    placeExits(exchange, { ...terms, profitTrigger: 90, lossTrigger: 110 });
    expect(exchange.rejection).toBeUndefined();
    expect([...exchange.state.plans.all()].map(({ side }) => side)).toEqual(["buy", "buy"]);
  });

  it("for the whole position are one of each kind, and close the size held at execution", () => {
    open("buy", 5);
    depth(80, 130);
    placeExits(exchange, { user: alice, profitTrigger: 110 });
    placeExits(exchange, { user: alice, profitTrigger: 115 });
    expect(exchange.rejection).toBe("position_plan_exists");
    open("buy", 4);
    tradeAt(110);
    const events = exchange.passMs(1);
    expect(only(events, "order_accepted")).toMatchObject([
      { size: 9, reduceOnly: true, source: "position_profit_plan" },
    ]);
    expect(exchange.position(alice, LINEAR)).toEqual([0, 0]);
  });

  it("close the position of a user with the largest number of open orders", () => {
    const few = [["usdt_futures", USD, 100_000]] as const;
    alice = exchange.user("alice of one order", few, { openOrdersMax: 1 });
    open("buy", 5);
    depth(80, 130);
    placeExits(exchange, { user: alice, lossTrigger: 90 });
    exchange.place({ user: alice, instrument: LINEAR, side: "sell", price: 120, size: 1 });
    exchange.place({ user: alice, instrument: LINEAR, side: "sell", price: 121, size: 1 });
    expect(exchange.rejection).toBe("open_orders_limit_reached");
    tradeAt(90);
    exchange.passMs(1);
    expect(exchange.position(alice, LINEAR)).toEqual([0, 0]);
  });

  it("placed together end together", () => {
    open("buy", 5);
    depth(80, 130);
    placeExits(exchange, {
      user: alice,
      profitTrigger: 110,
      profitSize: 2,
      lossTrigger: 90,
      lossSize: 2,
    });
    tradeAt(90);
    const events = exchange.passMs(1);
    expect(only(events, "plan_executed")).toHaveLength(1);
    expect(only(events, "plan_cancelled")).toMatchObject([{ reason: "twin_executed" }]);
    expect(exchange.position(alice, LINEAR)).toEqual([3, 0]);
    expect(exchange.state.plans.count).toBe(0);
  });

  it("are cancelled with the closed position, other plans stay", () => {
    open("buy", 5);
    depth(80, 130);
    placeExits(exchange, { user: alice, profitTrigger: 110, lossTrigger: 90 });
    placePlan(exchange, { user: alice, side: "buy", triggerPrice: 120, size: 1 });
    const events = exchange.place({ user: alice, instrument: LINEAR, side: "sell", size: 5 });
    expect(only(events, "plan_cancelled")).toMatchObject([
      { reason: "position_closed" },
      { reason: "position_closed" },
    ]);
    expect([...exchange.state.plans.all()].map(({ kind }) => kind)).toEqual(["normal"]);
  });

  describe.each([
    { held: "long", opens: "buy", closes: "sell", resting: 130, lossTrigger: 90, sign: 1 },
    { held: "short", opens: "sell", closes: "buy", resting: 70, lossTrigger: 110, sign: -1 },
  ] as const)("in hedge mode, beside orders that close 2 and 3 of 5 $held", (side) => {
    const { closes, held, lossTrigger, opens } = side;
    const excess: object[] = [];
    const left = (): number => {
      const [long, short] = exchange.position(alice, LINEAR);
      return side.sign === 1 ? long : short;
    };
    const cancelled = (events: readonly CoreEvent[]) =>
      only(events, "order_closed").filter(({ reason }) => reason === "reduce_only_excess");

    beforeEach(() => {
      exchange.hedge(alice, "usdt_futures");
      const order = { user: alice, instrument: LINEAR, positionSide: held } as const;
      exchange.place({ user: maker, instrument: LINEAR, side: closes, price: 100, size: 5 });
      exchange.place({ ...order, side: opens, price: 100, size: 5 });
      depth(80, 140);
      excess.length = 0;
      for (const size of [2, 3]) {
        exchange.place({ ...order, side: closes, price: side.resting, size });
        excess.push({ orderId: exchange.orderId });
      }
    });

    it("of the whole position cancel all of them and close it", () => {
      placeExits(exchange, { user: alice, positionSide: held, lossTrigger });
      tradeAt(lossTrigger);
      const events = exchange.passMs(1);
      expect(cancelled(events)).toMatchObject(excess);
      expect(only(events, "order_accepted")).toMatchObject([{ size: 5, positionSide: held }]);
      expect(only(events, "plan_executed")).toHaveLength(1);
      expect(left()).toBe(0);
    });

    it("of a part cancel the oldest until the part is free", () => {
      placeExits(exchange, { user: alice, positionSide: held, lossTrigger, lossSize: 2 });
      tradeAt(lossTrigger);
      const events = exchange.passMs(1);
      expect(cancelled(events)).toMatchObject(excess.slice(0, 1));
      expect(only(events, "order_accepted")).toMatchObject([{ size: 2, positionSide: held }]);
      expect(left()).toBe(3);
    });

    it("are not trigger orders, which close what is free", () => {
      const terms = { user: alice, side: closes, positionSide: held, size: 1 } as const;
      placePlan(exchange, { ...terms, triggerPrice: lossTrigger });
      tradeAt(lossTrigger);
      const events = exchange.passMs(1);
      expect(only(events, "plan_failed")).toMatchObject([{ reason: "insufficient_position" }]);
      expect(left()).toBe(5);
    });
  });
});

describe("exits of an opening order", () => {
  it("become plans at its first fill and grow with later fills", () => {
    tradeAt(100);
    const terms = { user: alice, side: "buy", price: 100, size: 5 } as const;
    const placed = placeWithExits(exchange, { ...terms, profitTrigger: 110, lossTrigger: 90 });
    expect(kinds(placed)).toEqual(["order_accepted", "order_exits_set", "level_changed"]);
    const sell = { user: maker, instrument: LINEAR, side: "sell", price: 100 } as const;
    const first = exchange.place({ ...sell, size: 2 });
    expect(only(first, "plan_accepted")).toMatchObject([
      { planKind: "profit", size: 2, side: "sell", reduceOnly: true, triggerPrice: 110 },
      { planKind: "loss", size: 2, side: "sell", reduceOnly: true, triggerPrice: 90 },
    ]);
    const second = exchange.place({ ...sell, size: 3 });
    expect(only(second, "plan_amended")).toMatchObject([{ size: 5 }, { size: 5 }]);
    expect(exchange.state.plans.orderExits.size).toBe(0);
  });

  it("protect a later fill by a pair of its own once one has fired", () => {
    tradeAt(100);
    depth(80, 130);
    const terms = { user: alice, side: "buy", price: 100, size: 5 } as const;
    placeWithExits(exchange, { ...terms, profitTrigger: 110, lossTrigger: 90 });
    const sell = { user: maker, instrument: LINEAR, side: "sell", price: 100 } as const;
    exchange.place({ ...sell, size: 2 });
    tradeAt(110);
    const events = exchange.place({ ...sell, size: 3 });
    expect(only(events, "plan_amended")).toEqual([]);
    const [profit, loss] = only(events, "plan_accepted");
    expect(profit).toMatchObject({ planKind: "profit", size: 3 });
    expect(loss).toMatchObject({ planKind: "loss", size: 3, pairedId: profit?.planId });
    exchange.passMs(1);
    expect([...exchange.state.plans.all()].map(({ id }) => id)).toContain(loss?.planId);
  });

  it("end with an order that is cancelled without fills", () => {
    tradeAt(100);
    placeWithExits(exchange, { user: alice, side: "buy", price: 99, size: 5, lossTrigger: 90 });
    exchange.cancel(alice, exchange.orderId);
    expect(exchange.state.plans.orderExits.size).toBe(0);
    expect(exchange.state.plans.count).toBe(0);
  });

  it("cover only the opening part of an order that flips a position", () => {
    open("sell", 2);
    exchange.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 5 });
    const terms = { user: alice, side: "buy", price: 100, size: 5 } as const;
    const events = placeWithExits(exchange, { ...terms, lossTrigger: 90 });
    expect(only(events, "plan_accepted")).toMatchObject([{ size: 3, planKind: "loss" }]);
  });

  it("are accepted only with opening orders", () => {
    open("buy", 5);
    const terms = { user: alice, side: "sell", price: 101, size: 1, lossTrigger: 110 } as const;
    placeWithExits(exchange, { ...terms, reduceOnly: true });
    expect(exchange.rejection).toBe("exits_not_allowed");
    placeWithExits(exchange, { ...terms, instrument: SPOT });
    expect(exchange.rejection).toBe("exits_not_allowed");
  });

  it("on spot sell the bought quantity less its fee", () => {
    exchange = new CoreFixture({ takerRateE6: 100_000 });
    const buyer = exchange.user("buyer", [["spot", USD, 100_000]]);
    maker = exchange.rich("maker");
    taker = exchange.rich("taker");
    tradeAt(100, SPOT);
    exchange.place({ user: maker, side: "sell", price: 100, size: 10 });
    const terms = { user: buyer, instrument: SPOT, side: "buy", price: 100, size: 10 } as const;
    placeWithExits(exchange, { ...terms, profitTrigger: 110 });
    expect(exchange.money(buyer, "spot", COIN)).toEqual([9n, 0n]);
    exchange.place({ user: taker, side: "buy", price: 109, size: 9 });
    tradeAt(110, SPOT);
    const events = exchange.passMs(1);
    expect(only(events, "order_accepted")).toMatchObject([{ size: 9, source: "profit_plan" }]);
    expect(exchange.money(buyer, "spot", COIN)).toEqual([0n, 0n]);
  });
});
