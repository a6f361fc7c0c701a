import { describe, expect, it } from "vitest";
import { WIDE_OPENING_LIMITS } from "../../../test/support/command-drafts.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { requiredMarginOf } from "../margin/margin.ts";

/** Alice on ten times leverage with what she has, bob with plenty. */
function exchange(wallet = 100_000) {
  const core = new CoreFixture({ takerRateE6: 600 });
  const alice = core.user("alice", [
    ["usdt_futures", USD, wallet],
    ["coin_futures", COIN, wallet],
  ]);
  const bob = core.rich("bob");
  const limit = (changes: Partial<typeof WIDE_OPENING_LIMITS>, instrument = LINEAR): void => {
    core.run({ kind: "set_opening_limits", instrument, ...WIDE_OPENING_LIMITS, ...changes });
  };
  const leverage = { user: alice, instrument: LINEAR, positionSide: "net", leverage: 10 } as const;
  core.run({ kind: "set_leverage", ...leverage });
  const order = (side: "buy" | "sell", size: number, rest: object = {}): string | undefined => {
    core.place({ user: alice, instrument: LINEAR, side, size, price: 100, ...rest });
    return core.rejection;
  };
  return { core, alice, bob, limit, order };
}

describe("opening limits", () => {
  it("are accepted for futures, within bounds", () => {
    const { core, limit } = exchange();
    const refused = (changes: Partial<typeof WIDE_OPENING_LIMITS>, instrument = LINEAR) => {
      limit(changes, instrument);
      return core.rejection;
    };
    expect(refused({}, 99)).toBe("instrument_not_found");
    expect(refused({}, SPOT)).toBe("instrument_not_futures");
    for (const changes of [
      { feeUpRatioE6: 1_000_001 },
      { costUpRatioE6: 1_000_001 },
      { positionShareE6: 0 },
      { symbolOrdersMax: 0 },
      { productOrdersMax: 100_001 },
      { positionsMax: 401 },
    ]) {
      expect(refused(changes)).toBe("opening_limits_out_of_bounds");
    }
    const command = {
      kind: "set_opening_limits",
      instrument: INVERSE,
      ...WIDE_OPENING_LIMITS,
    } as const;
    expect(core.run(command)).toMatchObject([
      { kind: "opening_limits_changed", instrument: INVERSE },
    ]);
  });

  it("add a part of the fee to the margin of open orders, which the fill releases", () => {
    const { core, alice, bob, limit, order } = exchange();
    limit({ feeUpRatioE6: 500_000 });
    order("buy", 1_000);
    const row = core.state.positions.find(alice, LINEAR);
    // 100,000 ÷ 10 of margin, 60 of fee and half of it.
    expect(requiredMarginOf(core.state, row)).toBe(10_090n);
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 1_000 });
    expect(requiredMarginOf(core.state, row)).toBe(10_000n);
    // A maker's fee is 0 here.
    expect(core.money(alice, "usdt_futures", USD)[0]).toBe(100_000n);
  });

  it.for([
    // 10,000 of margin and 60 of fee, and a tenth of both beside them.
    [11_065, "insufficient_margin"],
    [11_066, undefined],
  ] as const)("ask more of a market order, which may move: %d", ([wallet, expected]) => {
    const { core, bob, limit, order } = exchange(wallet);
    limit({ costUpRatioE6: 100_000 });
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 1_000 });
    expect(order("buy", 1_000, { price: 0 })).toBe(expected);
  });

  it("require no surcharge on a limit order", () => {
    const { limit, order } = exchange(10_060);
    limit({ costUpRatioE6: 100_000 });
    expect(order("buy", 1_000)).toBeUndefined();
  });

  it("limit the share of the open interest beyond the first tier", () => {
    const { core, bob, limit, order } = exchange(1_000_000);
    const carol = core.rich("carol");
    const tiers = { valueMaxes: [10_000, 1_000_000], leverageMaxes: [100, 50] };
    const rates = { maintenanceRatesE6: [4_000, 5_000] };
    core.run({ kind: "set_position_tiers", instrument: LINEAR, ...tiers, ...rates });
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 1_000 });
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 100, size: 1_000 });
    limit({ positionShareE6: 200_000 });
    // A fifth of 1,000 is 200; 10,000 of value, 100, are anyone's.
    expect(order("buy", 201)).toBe("position_above_share");
    expect(order("buy", 200)).toBeUndefined();
    expect(order("sell", 201)).toBe("position_above_share");
    limit({ positionShareE6: 1 });
    expect(order("sell", 101)).toBe("position_above_share");
    expect(order("sell", 100)).toBeUndefined();
  });

  it("limit open orders of a symbol and of its product line", () => {
    const { limit, order } = exchange();
    limit({ symbolOrdersMax: 2 });
    expect([order("buy", 1), order("buy", 1)]).toEqual([undefined, undefined]);
    expect(order("buy", 1)).toBe("open_orders_limit_reached");
    limit({ productOrdersMax: 2 });
    expect(order("buy", 1)).toBe("open_orders_limit_reached");
    limit({ symbolOrdersMax: 1, productOrdersMax: 1 }, INVERSE);
    // Those of another line do not count.
    expect(order("buy", 1, { instrument: INVERSE })).toBeUndefined();
    expect(order("buy", 1, { instrument: INVERSE })).toBe("open_orders_limit_reached");
  });

  it("do not count immediate orders that can only close", () => {
    const { bob, core, limit, order } = exchange();
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 5 });
    expect(order("buy", 5)).toBeUndefined();
    limit({ symbolOrdersMax: 1 });
    expect(order("buy", 1, { price: 99 })).toBeUndefined();
    const closing = { reduceOnly: true };
    expect(order("sell", 1, { ...closing, price: 101 })).toBe("open_orders_limit_reached");
    expect(order("sell", 1, { price: 0 })).toBe("open_orders_limit_reached");
    expect(order("sell", 1, { ...closing, price: 0 })).toBeUndefined();
    for (const timeInForce of ["ioc", "fok"] as const) {
      expect(order("sell", 1, { ...closing, timeInForce })).toBeUndefined();
    }
  });

  it("do not apply to a user with a raised limit of open orders", () => {
    const { core, limit } = exchange();
    const terms = { openOrdersMax: 1_000 };
    const user = core.user("maker", [["usdt_futures", USD, 100_000]], terms);
    limit({ symbolOrdersMax: 1, productOrdersMax: 1, positionShareE6: 1 });
    for (let placed = 0; placed < 3; placed++) {
      core.place({ user, instrument: LINEAR, side: "buy", price: 100, size: 500 });
      expect(core.rejection).toBeUndefined();
    }
  });

  it("limit positions, held or ordered, of a product line; in hedge mode each side counts", () => {
    const { core, alice, limit, order } = exchange();
    core.hedge(alice, "usdt_futures");
    limit({ positionsMax: 1 });
    expect(order("buy", 1, { positionSide: "long" })).toBeUndefined();
    expect(order("sell", 1, { positionSide: "short" })).toBe("positions_limit_reached");
    expect(order("buy", 1, { positionSide: "long" })).toBeUndefined();
    limit({ positionsMax: 2 });
    expect(order("sell", 1, { positionSide: "short" })).toBeUndefined();
  });

  it("end the opening of positions at a time, but not the closing", () => {
    const { core, bob, limit, order } = exchange();
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    expect(order("buy", 10)).toBeUndefined();
    limit({ opensUntilMs: 1_005_000 });
    core.passMs(4_999);
    expect(order("buy", 1)).toBeUndefined();
    core.passMs(1);
    expect(order("buy", 1)).toBe("opening_ended");
    expect(order("sell", 11)).toBe("opening_ended");
    expect(order("sell", 10, { reduceOnly: true })).toBeUndefined();
  });
});
