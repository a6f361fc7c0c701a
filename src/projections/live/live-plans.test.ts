import { beforeEach, describe, expect, it } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT } from "../../../test/support/core-listings.ts";
import { commandApplied, type EventDraft, eventWords } from "../../../test/support/event-drafts.ts";
import {
  amendPlan,
  placeMarginExits,
  placeMarginPlan,
  placePlan,
  placeWithExits,
} from "../../../test/support/plan-drafts.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import type { LivePlan } from "./live-plan.ts";
import { LiveViews } from "./live-views.ts";
import { seedLiveViews } from "./seed-live-views.ts";

let exchange: CoreFixture;
let views: LiveViews;
let alice: number;
let maker: number;

/** Hands the events of one command to the views. */
function feed(events: readonly CoreEvent[]): void {
  const { seq, timeMs } = exchange.state;
  const head = commandApplied(seq, timeMs);
  views.onBatch(eventWords([head, ...(events as readonly EventDraft[])]));
}

function tradeAt(price: number): void {
  const order = { user: maker, instrument: LINEAR, price, size: 1 };
  feed(exchange.place({ ...order, side: "sell" }));
  feed(exchange.place({ ...order, side: "buy" }));
}

beforeEach(() => {
  exchange = new CoreFixture();
  [alice, maker] = [exchange.rich("alice"), exchange.rich("maker")];
  views = new LiveViews(exchange.state.instruments);
  seedLiveViews(views, exchange.state);
  tradeAt(100);
});

describe("live plans of a unified account", () => {
  it("keep the backing of their orders when seeded from a state", () => {
    const core = new BorrowingFixture();
    const terms = {
      user: core.alice,
      side: "buy",
      triggerPrice: 105,
      price: 105,
      size: 2,
    } as const;
    core.place({ user: core.bob, instrument: SPOT, side: "sell", price: 100, size: 1 });
    core.margin({ side: "buy", price: 100, size: 1 });
    placeMarginPlan(core, terms);
    placeMarginExits(core, { user: core.alice, side: "sell", lossSize: 1, lossTrigger: 90 });
    const seeded = new LiveViews(core.state.instruments);
    seedLiveViews(seeded, core.state);
    expect(seeded.plans.of(core.alice).map(({ backing, planKind }) => [planKind, backing])).toEqual(
      [
        ["loss", "unified_margin"],
        ["normal", "unified_margin"],
      ],
    );
  });
});

describe("live plans", () => {
  it("are pending until they are placed, and report each step", () => {
    const steps: string[] = [];
    views.plans.onPlanChanged((plan: LivePlan) => steps.push(plan.status));
    const terms = { user: alice, side: "buy", triggerPrice: 110, size: 2 } as const;
    feed(placePlan(exchange, { ...terms, clientOrderId: "mine" }));
    const planId = exchange.orderId;
    feed(amendPlan(exchange, { user: alice, planId, size: 3 }));
    expect(views.plans.of(alice)).toMatchObject([{ planId, size: 3, status: "waiting" }]);
    expect(views.plans.ownByClientOrderId(alice, "mine")?.planId).toBe(planId);
    expect(views.plans.ownById(maker, planId)).toBeUndefined();
    tradeAt(110);
    feed(exchange.passMs(1));
    expect(steps).toEqual(["waiting", "waiting", "fired", "executed"]);
    expect(views.plans.of(alice)).toEqual([]);
    expect(views.plans.count).toBe(0);
  });

  it("and the exits of open orders are the same when seeded from a state as after a replay", () => {
    const plan = { user: alice, side: "sell", size: 1 } as const;
    feed(placePlan(exchange, { ...plan, triggerPrice: 120 }));
    const trailing = { planKind: "trailing", callbackE4: 300 } as const;
    feed(placePlan(exchange, { ...plan, ...trailing, triggerPrice: 105 }));
    feed(
      placeWithExits(exchange, { user: alice, side: "buy", price: 90, size: 1, lossTrigger: 80 }),
    );
    tradeAt(106);
    const restored = new LiveViews(exchange.state.instruments);
    seedLiveViews(restored, exchange.state);
    const timeless = (one: LiveViews) =>
      one.plans.of(alice).map((each) => ({ ...each, updatedAtMs: 0, firedAtMs: 0 }));
    expect(timeless(restored)).toEqual(timeless(views));
    expect(timeless(restored).map(({ status }) => status)).toEqual(["tracking", "waiting"]);
    const exitsOf = (one: LiveViews) => [...one.orders.openOf(alice)].map(({ exits }) => exits);
    expect(exitsOf(restored)).toEqual(exitsOf(views));
    expect(exitsOf(restored)).toMatchObject([{ lossTrigger: 80, profitTrigger: 0 }]);
  });
});
