import { describe, expect, it } from "vitest";
import { colluders, MARK, VARIANTS, type Variant } from "../../../test/support/colluders.ts";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";

/** Price that many thousandths beyond mark, in the direction in which `side` loses. */
function beyond(side: "buy" | "sell", thousandths: number): number {
  return MARK + (side === "buy" ? thousandths : -thousandths);
}

const title = "$side, instrument $instrument, $mode";

describe("an order that rests far beyond the mark and is filled by its owner", () => {
  it.for(VARIANTS)(`is refused without money for its loss: ${title}`, (variant) => {
    // Margin of about 2,000 at fifty times, and a loss of about 4,000 at once.
    const { rest, take, wealth, fundLoss, settle, held } = colluders({
      ...variant,
      wallet: 5_700,
      leverage: 50,
    });
    const before = wealth();
    expect(rest({ price: beyond(variant.side, 40) })).toMatch(
      /^(insufficient_margin|opening_too_risky)$/,
    );
    take("opening", beyond(variant.side, 40));
    settle();
    expect([held(), wealth() - before, fundLoss()]).toEqual([0, 0n, 0n]);
  });

  it.for(VARIANTS)(`brings its owners nothing: ${title}`, (variant) => {
    const { rest, take, wealth, fundLoss, settle } = colluders({
      ...variant,
      wallet: 8_000,
      leverage: 50,
    });
    const before = wealth();
    rest({ price: beyond(variant.side, 40) });
    take("opening", beyond(variant.side, 40));
    settle();
    expect(fundLoss()).toBe(0n);
    expect(wealth()).toBeLessThanOrEqual(before);
  });

  it.for(VARIANTS)(`ends when the mark has left it behind: ${title}`, (variant) => {
    const { core, rest, take, held, wealth, fundLoss, settle } = colluders({
      ...variant,
      wallet: 2_400,
      leverage: 50,
    });
    const before = wealth();
    expect(rest({ price: MARK })).toBeUndefined();
    const id = core.orderId;
    // The index moves by 40 thousandths; no check of the account has run yet.
    core.index(variant.side === "buy" ? 960 : 1_040);
    const events = take("opening", MARK);
    expect(only(events, "order_closed")).toEqual([
      expect.objectContaining({ orderId: id, reason: "insolvent", outcome: "cancelled" }),
      expect.objectContaining({ reason: "ioc_remainder" }),
    ]);
    expect(kinds(events)).not.toContain("trade_executed");
    settle();
    expect([held(), wealth() - before, fundLoss()]).toEqual([0, 0n, 0n]);
  });

  it.for(VARIANTS)(`is filled while its user bears it: ${title}`, (variant) => {
    const { core, rest, take, held, size } = colluders({
      ...variant,
      wallet: 10_000,
      leverage: 10,
    });
    expect(rest({ price: MARK })).toBeUndefined();
    core.index(variant.side === "buy" ? 999 : 1_001);
    take("opening", MARK);
    expect(held()).toBe(size);
  });
});

describe("a closing order placed while its account had more equity", () => {
  const moveAll = (variant: Variant) => {
    const made = colluders({ ...variant, wallet: 50_000, leverage: 50 });
    const { core, open, rest, moveOut } = made;
    open();
    const isIsolated = variant.mode === "isolated";
    const margin = {
      kind: "adjust_margin",
      user: made.loser,
      instrument: variant.instrument,
      positionSide: "net",
    } as const;
    if (isIsolated) core.run({ ...margin, amount: 40_000n as never });
    // Without other funds, the bankruptcy price of the position is two percent from entry.
    const refusal = rest({ price: beyond(variant.side, -200), reduceOnly: true });
    expect(refusal).toBeUndefined();
    if (isIsolated) core.run({ ...margin, amount: -40_000n as never });
    moveOut(47_000n);
    return made;
  };

  it.for(VARIANTS)(`closes nothing beyond the bankruptcy price of today: ${title}`, (variant) => {
    const { core, take, held, size, wealth, fundLoss, settle } = moveAll(variant);
    const id = core.state.orders.find(core.orderId);
    expect(id).toBe(0);
    const before = wealth();
    const events = take("closing", beyond(variant.side, -200));
    expect(only(events, "order_closed")).toContainEqual(
      expect.objectContaining({ reason: "insolvent" }),
    );
    expect(held()).toBe(size);
    settle();
    expect([wealth() - before, fundLoss()]).toEqual([0n, 0n]);
  });

  it.for(VARIANTS)(`closes at prices up to it: ${title}`, (variant) => {
    const { take, rest, held } = moveAll(variant);
    // The first order reserves the whole position: an order at an allowed price replaces it.
    take("closing", beyond(variant.side, -200), 1);
    expect(rest({ price: beyond(variant.side, -10), reduceOnly: true })).toBeUndefined();
    take("closing", beyond(variant.side, -10));
    expect(held()).toBe(0);
  });
});

describe("the maker guard", () => {
  it("continues matching after an order that it closes", () => {
    const core = new CoreFixture();
    const poor = core.user("poor", [["usdt_futures", USD, 120]]);
    const [maker, taker] = [core.rich("maker"), core.rich("taker")];
    const order = { instrument: LINEAR, side: "buy", size: 20 } as const;
    core.place({ ...order, user: poor, price: 100 });
    core.place({ ...order, user: maker, price: 100 });
    core.index(90);
    const events = core.place({ ...order, user: taker, side: "sell", price: 100 });
    expect(only(events, "order_closed").map(({ user, reason }) => [user, reason])).toEqual([
      [poor, "insolvent"],
      [maker, "filled"],
      [taker, "filled"],
    ]);
    expect(core.position(taker, LINEAR)).toEqual([0, 20]);
  });

  it.for([LINEAR, INVERSE])("is all or nothing for fill-or-kill orders: %d", (instrument) => {
    const { core, rest, take, loser, winner, size } = colluders({
      ...{ instrument, side: "buy", mode: "crossed" },
      ...{ wallet: 3_900, leverage: 50 },
    });
    // Each half alone is borne, both together are not.
    const half = size / 2;
    expect(rest({ price: MARK, size: half })).toBeUndefined();
    expect(rest({ price: MARK, size: half })).toBeUndefined();
    core.index(960);
    const kill = { user: winner, instrument, side: "sell", timeInForce: "fok" } as const;
    const whole = core.place({ ...kill, price: MARK, size });
    expect(only(whole, "order_closed")).toMatchObject([{ user: winner, reason: "fok_unfillable" }]);
    core.place({ ...kill, price: MARK, size: half });
    expect(core.position(loser, instrument)[0]).toBe(half);
    take("opening", MARK, half);
    expect(core.position(loser, instrument)[0]).toBe(half);
  });

  it("limits a market order to the prices that its margin was computed at", () => {
    const core = new CoreFixture();
    const poor = core.user("poor", [["usdt_futures", USD, 120]]);
    const [maker, taker] = [core.rich("maker"), core.rich("taker")];
    const order = { instrument: LINEAR, side: "sell", size: 20 } as const;
    core.place({ ...order, user: poor, price: 100 });
    core.place({ ...order, user: maker, price: 104 });
    core.index(110);
    const events = core.place({ ...order, user: taker, side: "buy", orderType: "market" });
    expect(kinds(events)).not.toContain("trade_executed");
    expect(only(events, "order_closed").map(({ reason }) => reason)).toEqual([
      "insolvent",
      "no_depth",
    ]);
  });

  it("leaves the margin of crossed positions alone when an isolated order is filled", () => {
    const core = new CoreFixture({ takerRateE6: 600 });
    const alice = core.user("alice", [["usdt_futures", USD, 16_000]]);
    const bob = core.user("bob", [["usdt_futures", USD, 10_000_000]]);
    core.run({
      ...{ kind: "list_instrument", symbol: "OTHER", category: "usdt_futures", realm: "live" },
      ...{ base: 1, quote: USD, settle: USD, isInverse: false, priceDecimals: 0, tickStep: 1 },
      ...{ sizeDecimals: 0, lotStep: 1, sizeLotsMin: 1, sizeLotsMax: 1_000_000 },
      ...{ sizeLotsMarketMax: 1_000_000, valueMin: 0n, makerRateE6: 0, takerRateE6: 600 },
      ...{ buyLimitRatioE6: 500_000, sellLimitRatioE6: 500_000, leverageMin: 1 },
      ...{ leverageMax: 100, fundingIntervalHours: 8 },
    } as never);
    const other = 3;
    const prices = (linear: number): void => {
      core.run({
        kind: "set_index_prices",
        instruments: [LINEAR, other],
        prices: [linear, 1_000],
      });
    };
    prices(1_000);
    const isolated = { user: alice, instrument: other, marginMode: "isolated" } as const;
    core.run({ kind: "set_margin_mode", ...isolated });
    const buy = { user: alice, side: "buy", price: 1_000, size: 100 } as const;
    core.place({ ...buy, user: bob, instrument: LINEAR, side: "sell" });
    core.place({ ...buy, instrument: LINEAR });
    core.place({ ...buy, instrument: other });
    expect(core.rejection).toBeUndefined();
    // 16,000 − 60 − 12,000 = 3,940 are left: less than the isolated margin of 5,000.
    prices(880);
    const sell = { user: bob, instrument: other, side: "sell", price: 1_000, size: 100 } as const;
    const events = core.place({ ...sell, timeInForce: "ioc" });
    expect(only(events, "order_closed")[0]).toMatchObject({ user: alice, reason: "insolvent" });
    expect(core.position(alice, other)).toEqual([0, 0]);
  });
});
