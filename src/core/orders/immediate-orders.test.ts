import { beforeEach, describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR } from "../../../test/support/core-listings.ts";
import type { CoreEvent } from "../events/events.ts";

let exchange: CoreFixture;
let alice: number;
let bob: number;
let carol: number;
beforeEach(() => {
  exchange = new CoreFixture();
  [alice, bob, carol] = [exchange.rich("alice"), exchange.rich("bob"), exchange.rich("carol")];
});

/** Sides of the taker and of the makers, and the price that many ticks beyond 100. */
const SIDES = [
  { side: "buy", other: "sell", beyond: (ticks: number) => 100 + ticks },
  { side: "sell", other: "buy", beyond: (ticks: number) => 100 - ticks },
] as const;
const VARIANTS = SIDES.flatMap((sides) =>
  [LINEAR, INVERSE].map((instrument) => ({ ...sides, instrument })),
);
type Variant = (typeof VARIANTS)[number];

/** Sizes of the trades among some events. */
function traded(events: readonly CoreEvent[]): number[] {
  return only(events, "trade_executed").map(({ size }) => size);
}

function reasons(events: readonly CoreEvent[]): string[] {
  return only(events, "order_closed").map(({ reason }) => reason);
}

describe("a fill-or-kill order", () => {
  /** Bob holds 2, offers to sell them at the first price, and again to reduce at the second. */
  function holdAndOffer({ beyond, instrument, other, side }: Variant, isReducing: boolean): void {
    exchange.place({ user: carol, instrument, side: other, price: 100, size: 2 });
    exchange.place({ user: bob, instrument, side, price: 100, size: 2 });
    exchange.place({ user: bob, instrument, side: other, price: beyond(1), size: 2 });
    const terms = { user: bob, instrument, side: other, price: beyond(2), size: 2 } as const;
    exchange.place({ ...terms, reduceOnly: isReducing });
  }

  it.for(VARIANTS)(
    "$side of $instrument does not count orders that its fills cancel",
    (variant) => {
      const { beyond, instrument, other, side } = variant;
      holdAndOffer(variant, true);
      const order = { instrument, side, price: beyond(2), timeInForce: "fok" } as const;
      const killed = exchange.place({ user: alice, ...order, size: 3 });
      expect([traded(killed), reasons(killed)]).toEqual([[], ["fok_unfillable"]]);
      exchange.place({ user: carol, instrument, side: other, price: beyond(2), size: 1 });
      const filled = exchange.place({ user: alice, ...order, size: 3 });
      expect(traded(filled)).toEqual([2, 1]);
      expect(reasons(filled)).toEqual(["filled", "reduce_only_excess", "filled", "filled"]);
    },
  );

  it.for(VARIANTS)("$side of $instrument counts orders that may open", (variant) => {
    const { beyond, instrument, side } = variant;
    holdAndOffer(variant, false);
    const terms = { instrument, side, price: beyond(2), timeInForce: "fok" } as const;
    expect(traded(exchange.place({ user: alice, ...terms, size: 4 }))).toEqual([2, 2]);
  });

  it.for(VARIANTS)("$side of $instrument counts the younger reduce-only orders", (variant) => {
    const { beyond, instrument, other, side } = variant;
    exchange.place({ user: carol, instrument, side: other, price: 100, size: 3 });
    exchange.place({ user: bob, instrument, side, price: 100, size: 3 });
    const reducing = { user: bob, instrument, side: other, reduceOnly: true } as const;
    exchange.place({ ...reducing, price: beyond(2), size: 1 });
    exchange.place({ ...reducing, price: beyond(3), size: 2 });
    exchange.place({ user: bob, instrument, side: other, price: beyond(1), size: 1 });
    const terms = { instrument, side, price: beyond(3), timeInForce: "fok" } as const;
    const killed = exchange.place({ user: alice, ...terms, size: 4 });
    expect([traded(killed), reasons(killed)]).toEqual([[], ["fok_unfillable"]]);
    expect(traded(exchange.place({ user: alice, ...terms, size: 3 }))).toEqual([1, 2]);
  });
});

describe("an immediate order in the way of its own resting order", () => {
  const ORDERS = [{}, { timeInForce: "ioc" }, { timeInForce: "fok" }] as const;
  const CASES = VARIANTS.flatMap((variant) => ORDERS.map((order) => ({ ...variant, order })));

  it.for(CASES)("$side of $instrument, $order, trades beyond it", (variant) => {
    const { beyond, instrument, order, other, side } = variant;
    exchange.place({ user: alice, instrument, side: other, price: beyond(1), size: 2 });
    exchange.place({ user: bob, instrument, side: other, price: beyond(1), size: 1 });
    exchange.place({ user: bob, instrument, side: other, price: beyond(2), size: 2 });
    const isMarket = Object.keys(order).length === 0;
    const priced = isMarket ? {} : { price: beyond(3) };
    const taking = { user: alice, instrument, side, size: 3, ...order, ...priced } as const;
    const events = exchange.place({ ...taking, stpMode: "cancel_maker" });
    expect(traded(events)).toEqual([1, 2]);
    expect(reasons(events)).toEqual(["self_trade", "filled", "filled", "filled"]);
  });

  it("trades nothing where the own order is alone", () => {
    exchange.place({ user: alice, instrument: LINEAR, side: "sell", price: 101, size: 2 });
    const taking = { user: alice, instrument: LINEAR, side: "buy", size: 2 } as const;
    const events = exchange.place({ ...taking, stpMode: "cancel_maker" });
    expect([traded(events), reasons(events)]).toEqual([[], ["self_trade", "no_depth"]]);
  });
});
