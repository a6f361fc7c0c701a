import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import type { InstrumentStatus } from "../base/vocabulary.ts";
import { lots, NO_PRICE, ticks } from "../money/units.ts";

let core: CoreFixture;
let alice: number;
let maker: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.rich("alice");
  maker = core.rich("maker");
});

function set(status: InstrumentStatus, instrument = LINEAR): void {
  core.run({ kind: "set_instrument_status", instrument, status });
}

/** Alice gets a long position of 10 at 100. */
function open(): void {
  core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 10 });
  core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 10 });
}

const CLOSE = { instrument: LINEAR, side: "sell", price: 90, reduceOnly: true } as const;

describe("a reduce-only market", () => {
  test("lets positions be closed against what rests, and nothing be opened", () => {
    open();
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 95, size: 4 });
    const resting = core.orderId;
    set("reduce_only");
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 96, size: 4 });
    expect(core.rejection).toBe("instrument_reduce_only");
    const events = core.place({ user: alice, ...CLOSE, size: 4 });
    expect(only(events, "order_filled").map(({ orderId }) => orderId)).toContain(resting);
  });

  test("lets closing orders be amended, and no others", () => {
    open();
    core.place({ user: alice, ...CLOSE, price: 120, size: 4 });
    const closing = core.orderId;
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 95, size: 4 });
    const opening = core.orderId;
    set("reduce_only");
    core.amend({ user: alice, orderId: closing, price: 119 });
    expect(core.rejection).toBe(undefined);
    core.amend({ user: maker, orderId: opening, price: 94 });
    expect(core.rejection).toBe("instrument_reduce_only");
  });

  test("fires plans: the one that opens fails", () => {
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 1 });
    const plan = { user: alice, instrument: LINEAR, side: "buy", triggerPrice: 105 } as const;
    placePlan(core, { ...plan, orderType: "market", price: NO_PRICE, size: lots(1) });
    expect(core.rejection).toBe(undefined);
    set("reduce_only");
    core.run({ kind: "set_index_prices", instruments: [LINEAR], prices: [ticks(110)] });
    const events = core.passMs(2_000);
    expect(only(events, "plan_failed")).toMatchObject([{ reason: "instrument_reduce_only" }]);
  });

  test("exists for futures only", () => {
    set("reduce_only", SPOT);
    expect(core.rejection).toBe("instrument_not_futures");
  });
});

describe("a post-only market", () => {
  const quote = { instrument: LINEAR, side: "buy", price: 95, timeInForce: "post_only" } as const;

  test("takes quotes, and orders that rest or take are refused", () => {
    set("post_only");
    core.place({ user: maker, ...quote, size: 4 });
    expect(core.rejection).toBe(undefined);
    core.amend({ user: maker, orderId: core.orderId, price: 96 });
    expect(core.rejection).toBe(undefined);
    core.place({ user: alice, instrument: LINEAR, side: "sell", price: 90, size: 1 });
    expect(core.rejection).toBe("instrument_post_only");
    core.place({ user: alice, instrument: LINEAR, side: "sell", price: 120, size: 1 });
    expect(core.rejection).toBe("instrument_post_only");
  });

  test("trades nothing", () => {
    set("post_only");
    core.place({ user: maker, ...quote, size: 4 });
    const events = core.place({ user: alice, ...quote, side: "sell", size: 4 });
    expect(kinds(events)).not.toContain("trade_executed");
    expect(core.state.orders.count).toBe(1);
  });

  test("is an opening auction's first half: online, the quotes trade", () => {
    set("post_only");
    core.place({ user: maker, ...quote, size: 4 });
    set("online");
    const events = core.place({
      user: alice,
      instrument: LINEAR,
      side: "sell",
      price: 95,
      size: 4,
    });
    expect(kinds(events)).toContain("trade_executed");
  });
});

describe("every status", () => {
  test.for(["online", "halted", "offline", "reduce_only", "post_only"] as const)(
    "%s lets orders be cancelled",
    (status) => {
      core.place({ user: maker, instrument: LINEAR, side: "buy", price: 95, size: 4 });
      const { orderId } = core;
      set(status);
      const events = core.cancel(maker, orderId);
      expect(kinds(events)).toContain("order_closed");
    },
  );

  test.for([
    ["online", true],
    ["reduce_only", true],
    ["post_only", false],
    ["halted", false],
    ["offline", false],
  ] as const)("%s closes the position of an insolvent account: %s", ([status, isClosed]) => {
    const poor = core.user("poor", [["usdt_futures", USD, 300]]);
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    core.place({ user: poor, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 60, size: 100 });
    set(status);
    for (let second = 0; second < 10; second++) {
      core.index(60);
      core.passMs(1_000);
    }
    expect(core.position(poor, LINEAR)[0] === 0).toBe(isClosed);
  });
});
