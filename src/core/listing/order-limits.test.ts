import { beforeEach, describe, expect, it } from "vitest";
import { listingDraft } from "../../../test/support/command-drafts.ts";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { amendPlan, placeExits, placePlan } from "../../../test/support/plan-drafts.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { ATOMS_MAX, atoms, lots, NO_PRICE, ticks } from "../money/units.ts";

type Limits = Omit<DraftOf<"set_order_limits">, "kind" | "origin" | "instrument">;
type Changes = { readonly [K in keyof Limits]?: number | bigint };

let core: CoreFixture;
let alice: number;
let maker: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.rich("alice");
  maker = core.rich("maker");
});

function listed(index: number): Instrument {
  const instrument = core.state.instruments[index];
  if (instrument === undefined) throw new Error("the fixture lists the instrument");
  return instrument;
}

function presentOf(index: number): Limits {
  const instrument = listed(index);
  return {
    sizeLotsMin: instrument.sizeLotsMin,
    sizeLotsMax: instrument.sizeLotsMax,
    sizeLotsMarketMax: instrument.sizeLotsMarketMax,
    valueMin: instrument.valueMin,
    buyLimitRatioE6: instrument.buyLimitRatio,
    sellLimitRatioE6: instrument.sellLimitRatio,
  };
}

function limit(changes: Changes, instrument = LINEAR) {
  const limits = { ...presentOf(instrument), ...changes } as Limits;
  return core.run({ kind: "set_order_limits", instrument, ...limits });
}

function refusalOf(changes: Changes, instrument = LINEAR): string | undefined {
  const before = presentOf(instrument);
  limit(changes, instrument);
  if (core.rejection !== undefined) expect(presentOf(instrument)).toEqual(before);
  return core.rejection;
}

type Order = Partial<Parameters<CoreFixture["place"]>[0]>;

/** Places an order of alice at 100 for 10 lots, or as changed; returns why it was refused. */
function refused(order: Order, instrument = LINEAR): string | undefined {
  const terms = { side: "buy", price: 100, size: 10 } as const;
  core.place({ user: alice, instrument, ...terms, ...order });
  return core.rejection;
}

/** Alice gets a long (or short) position at 100 against the maker. */
function open(size: number, side: "buy" | "sell" = "buy"): void {
  const other = side === "buy" ? "sell" : "buy";
  core.place({ user: maker, instrument: LINEAR, side: other, price: 100, size });
  core.place({ user: alice, instrument: LINEAR, side, price: 100, size });
}

function rest(side: "buy" | "sell", price: number, size: number): void {
  core.place({ user: maker, instrument: LINEAR, side, price, size });
  expect(core.rejection).toBe(undefined);
}

describe("a change of order limits", () => {
  it("reports all limits and applies from the next command on", () => {
    const bands = { buyLimitRatioE6: 30_000, sellLimitRatioE6: 20_000 };
    const sizes = { sizeLotsMin: 3, sizeLotsMax: 50, sizeLotsMarketMax: 20 };
    const events = limit({ ...sizes, ...bands, valueMin: 310n });
    const limits = { ...sizes, ...bands, valueMin: 310n };
    expect(events).toMatchObject([{ kind: "order_limits_changed", instrument: LINEAR, ...limits }]);
    expect(presentOf(LINEAR)).toEqual(limits);
    expect(refused({ size: 2 })).toBe("size_below_minimum");
    expect(refused({ size: 3 })).toBe("value_below_minimum");
    expect(refused({ size: 4, price: 77 })).toBe("value_below_minimum");
    expect(refused({ size: 4, price: 78 })).toBe(undefined);
    expect(refused({ size: 51 })).toBe("size_above_maximum");
    expect(refused({ size: 50 })).toBe(undefined);
    expect(refused({ price: 104 })).toBe("price_above_band");
    expect(refused({ price: 103 })).toBe(undefined);
    expect(refused({ price: 97, side: "sell" })).toBe("price_below_band");
    expect(refused({ price: 98, side: "sell" })).toBe(undefined);
  });

  it("leaves other instruments as they are", () => {
    const before = presentOf(INVERSE);
    limit({ sizeLotsMin: 3, buyLimitRatioE6: 1 });
    expect(presentOf(INVERSE)).toEqual(before);
    expect(presentOf(SPOT).sizeLotsMin).toBe(1);
  });

  it.for([
    [{ sizeLotsMin: 0 }, { sizeLotsMin: 1 }],
    [
      { sizeLotsMin: 21, sizeLotsMarketMax: 20 },
      { sizeLotsMin: 20, sizeLotsMarketMax: 20 },
    ],
    [
      { sizeLotsMarketMax: 51, sizeLotsMax: 50 },
      { sizeLotsMarketMax: 50, sizeLotsMax: 50 },
    ],
    // 2^63 − 1 atoms at the largest price of 2^31 − 1 ticks.
    [{ sizeLotsMax: 4_294_967_299 }, { sizeLotsMax: 4_294_967_298 }],
    [{ valueMin: -1n }, { valueMin: 0n }],
    [{ valueMin: 2n ** 53n }, { valueMin: 2n ** 53n - 1n }],
    [{ buyLimitRatioE6: 3_000_001 }, { buyLimitRatioE6: 3_000_000 }],
    [{ sellLimitRatioE6: 1_000_000 }, { sellLimitRatioE6: 999_999 }],
  ] as const)("has bounds: %o is refused, %o is not", ([beyond, within]) => {
    expect(refusalOf(beyond)).toBe("order_limits_out_of_bounds");
    expect(refusalOf(within)).toBe(undefined);
  });

  it("has bounds of its own on spot and inverse contracts", () => {
    expect(refusalOf({ sizeLotsMax: 4_294_967_299 }, SPOT)).toBe("order_limits_out_of_bounds");
    // 1,024 orders on a level stay within 53 bits.
    const largest = 8_796_093_022_207;
    expect(refusalOf({ sizeLotsMax: largest + 1 }, INVERSE)).toBe("order_limits_out_of_bounds");
    expect(refusalOf({ sizeLotsMax: largest }, INVERSE)).toBe(undefined);
    core.run({ kind: "set_order_limits", ...presentOf(SPOT), instrument: 99 });
    expect(core.rejection).toBe("instrument_not_found");
  });

  it("keeps the range of prices, also when the largest order is smaller or larger", () => {
    const coins = { base: COIN, quote: USD, settle: USD, valueMin: atoms(0n) };
    const steps = { priceDecimals: 0, sizeDecimals: 0, sizeLotsMax: lots(10 ** 12) };
    core.run(listingDraft({ ...coins, ...steps, symbol: "WIDE", category: "spot" }));
    const index = core.state.outcome.id;
    const { priceTicksMax } = listed(index);
    expect(priceTicksMax).toBeLessThan(2 ** 31 - 1);
    const largest = ATOMS_MAX / (BigInt(priceTicksMax) * listed(index).atomsPerTickLot);
    expect(refusalOf({ sizeLotsMax: Number(largest + 1n) }, index)).toMatch("out_of_bounds");
    for (const sizeLotsMax of [Number(largest), 10]) {
      expect(refusalOf({ sizeLotsMax, sizeLotsMarketMax: 10 }, index)).toBe(undefined);
      core.restart();
      expect(listed(index).priceTicksMax).toBe(priceTicksMax);
    }
  });

  it("is in the snapshot, with the limits of the listing and the largest order ever", () => {
    const before = presentOf(LINEAR);
    limit({ sizeLotsMin: 3, sizeLotsMax: 2_000_000, valueMin: 7n, buyLimitRatioE6: 9 });
    limit({ sizeLotsMax: 50, sizeLotsMarketMax: 20, sellLimitRatioE6: 8 });
    const instrument = { ...listed(LINEAR) };
    core.restart();
    expect(listed(LINEAR)).toEqual(instrument);
    expect(listed(LINEAR)).toMatchObject({
      ...{ closingLotsMin: 1, closingTickLotsMin: 0, sizeLotsMaxEver: 2_000_000 },
      listedLimits: { sizeLotsMin: before.sizeLotsMin, sizeLotsMax: before.sizeLotsMax },
    });
  });
});

describe("the minima of orders that can only close", () => {
  it("are the lower ones of the listing and of now", () => {
    const coins = { base: COIN, quote: USD, settle: USD, valueMin: atoms(400n) };
    const steps = { priceDecimals: 0, sizeDecimals: 0, sizeLotsMin: lots(5) };
    core.run(listingDraft({ ...coins, ...steps, symbol: "LARGE", category: "usdt_futures" }));
    const index = core.state.outcome.id;
    for (const [sizeLotsMin, valueMin, closing] of [
      [2, 300n, [2, 300]],
      [9, 500n, [5, 400]],
    ] as const) {
      limit({ sizeLotsMin, valueMin }, index);
      expect(core.rejection).toBe(undefined);
      core.restart();
      const { closingLotsMin, closingTickLotsMin } = listed(index);
      expect([closingLotsMin, closingTickLotsMin]).toEqual(closing);
    }
  });
});

describe("a resting order outside the new limits", () => {
  it("stays, fills and can be cancelled", () => {
    rest("buy", 104, 10);
    rest("buy", 103, 10);
    const last = core.orderId;
    limit({ sizeLotsMin: 20, buyLimitRatioE6: 10_000 });
    const sale = { side: "sell", price: 0, size: 20 } as const;
    const filled = only(
      core.place({ user: alice, instrument: LINEAR, ...sale, size: 20 }),
      "order_filled",
    );
    expect(filled.map(({ price, size }) => [price, size]).slice(0, 2)).toEqual([
      [104, 10],
      [104, 10],
    ]);
    core.cancel(maker, last);
    expect(core.rejection).toBe("order_not_found");
  });

  it("is amended only to what the new limits allow", () => {
    rest("buy", 99, 100);
    const orderId = core.orderId;
    limit({ sizeLotsMin: 5, sizeLotsMax: 50, sizeLotsMarketMax: 50, buyLimitRatioE6: 10_000 });
    const amended = (terms: { price?: number; size?: number }): string | undefined => {
      core.amend({ user: maker, orderId, ...terms });
      return core.rejection;
    };
    expect(amended({ price: 98 })).toBe("size_above_maximum");
    expect(amended({ size: 51 })).toBe("size_above_maximum");
    expect(amended({ size: 50 })).toBe(undefined);
    expect(amended({ size: 4 })).toBe("size_below_minimum");
    expect(amended({ price: 102 })).toBe("price_above_band");
    expect(amended({ price: 101 })).toBe(undefined);
  });

  it("is replaced only by what the new limits allow", () => {
    rest("buy", 99, 100);
    const orderId = core.orderId;
    limit({ sizeLotsMax: 50, sizeLotsMarketMax: 50 });
    const named = { user: maker, instrument: LINEAR, orderId, clientOrderId: "" };
    const terms = { newClientOrderId: "", exits: undefined, sizing: undefined };
    const replace = (size: number) =>
      core.run({ kind: "replace_order", ...named, ...terms, price: ticks(98), size: lots(size) });
    const refusals = only(replace(51), "order_rejected").map(({ reason }) => reason);
    expect(refusals).toEqual(["size_above_maximum"]);
  });
});

describe("market orders after a change", () => {
  it("are as large as the largest now, and trade as far as the band now", () => {
    rest("sell", 102, 10);
    rest("sell", 104, 10);
    limit({ sizeLotsMarketMax: 19, buyLimitRatioE6: 20_000 });
    expect(refused({ price: 0, size: 20 })).toBe("size_above_maximum");
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 0, size: 19 });
    expect(core.position(alice, LINEAR)).toEqual([10, 0]);
    limit({ buyLimitRatioE6: 40_000 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 0, size: 9 });
    expect(core.position(alice, LINEAR)).toEqual([19, 0]);
  });

  it("spend at least the smallest notional on spot", () => {
    limit({ valueMin: 501n }, SPOT);
    const buy = { price: 0, size: 0 } as const;
    expect(refused({ ...buy, quoteAmount: 500n } as Order, SPOT)).toBe("value_below_minimum");
    expect(refused({ ...buy, quoteAmount: 501n } as Order, SPOT)).toBe(undefined);
  });
});

describe.each(["one-way", "hedge"] as const)("closing in %s mode", (mode) => {
  beforeEach(() => {
    if (mode === "hedge") for (const user of [alice, maker]) core.hedge(user, "usdt_futures");
  });

  /** Terms of an order that can only close a long of alice, or open one. */
  const closing = () =>
    mode === "hedge"
      ? ({ side: "sell", positionSide: "long" } as const)
      : ({ side: "sell", reduceOnly: true } as const);
  const opening = () =>
    mode === "hedge"
      ? ({ side: "buy", positionSide: "long" } as const)
      : ({ side: "buy" } as const);

  function openLong(size: number): void {
    const short = mode === "hedge" ? ({ positionSide: "short" } as const) : {};
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size, ...short });
    core.place({ user: alice, instrument: LINEAR, ...opening(), price: 100, size });
    expect(core.position(alice, LINEAR)[0]).toBe(size);
  }

  it("keeps the smallest size and notional of the listing when they are raised", () => {
    openLong(4);
    limit({ sizeLotsMin: 10, valueMin: 5_000n });
    expect(refused({ ...opening(), size: 9 })).toBe("size_below_minimum");
    expect(refused({ ...opening(), size: 10 })).toBe("value_below_minimum");
    expect(refused({ ...closing(), size: 1 })).toBe(undefined);
    core.amend({ user: alice, orderId: core.orderId, size: 2 });
    expect(core.rejection).toBe(undefined);
  });

  it("lets a position below the smallest size be closed at once", () => {
    openLong(4);
    const bid = { side: "buy", price: 99, size: 1 } as const;
    const positionSide = mode === "hedge" ? "long" : "net";
    core.place({ user: maker, instrument: LINEAR, ...bid, positionSide });
    limit({ sizeLotsMin: 10 });
    const scope = { user: alice, category: "usdt_futures", instrument: LINEAR + 1 } as const;
    core.run({ kind: "close_positions", ...scope, positionSide: "net", source: "api" });
    expect(core.position(alice, LINEAR)[0]).toBe(3);
  });
});

describe("plans after a change", () => {
  /** Moves the mark price, so that plans by it fire; answers what the next tick does. */
  function fireAt(price: number) {
    core.index(price);
    return core.passMs(1);
  }

  it.for([
    [{ sizeLotsMin: 6 }, "size_below_minimum"],
    [{ sizeLotsMax: 4, sizeLotsMarketMax: 4 }, "size_above_maximum"],
    [{ buyLimitRatioE6: 5_000 }, "price_above_band"],
    [{ valueMin: 516n }, "value_below_minimum"],
  ] as const)("fail when their order is outside %o", ([changes, reason]) => {
    const plan = { user: alice, side: "buy", triggerBy: "mark", triggerPrice: 102 } as const;
    placePlan(core, { ...plan, orderType: "limit", price: ticks(103), size: lots(5) });
    expect(core.rejection).toBe(undefined);
    limit(changes);
    expect(core.state.plans.count).toBe(1);
    expect(only(fireAt(102), "plan_failed")).toMatchObject([{ reason }]);
  });

  it("close as much as the largest order allows", () => {
    open(30);
    const exits = { lossTrigger: ticks(98), lossBy: "mark" } as const;
    placeExits(core, { user: alice, positionSide: "long", ...exits });
    expect(core.rejection).toBe(undefined);
    rest("buy", 97, 30);
    limit({ sizeLotsMarketMax: 12 });
    fireAt(98);
    expect(core.position(alice, LINEAR)[0]).toBe(18);
  });

  it("close a position below the smallest size", () => {
    open(4);
    placeExits(core, { user: alice, positionSide: "long", lossTrigger: ticks(98), lossBy: "mark" });
    rest("buy", 97, 30);
    limit({ sizeLotsMin: 10, valueMin: 5_000n });
    fireAt(98);
    expect(core.position(alice, LINEAR)[0]).toBe(0);
  });

  it("are placed and amended within the new limits", () => {
    const plan = { user: alice, side: "buy", triggerPrice: 102 } as const;
    const terms = { orderType: "market", price: NO_PRICE } as const;
    limit({ sizeLotsMin: 3, sizeLotsMarketMax: 20 });
    placePlan(core, { ...plan, ...terms, size: lots(2) });
    expect(core.rejection).toBe("size_below_minimum");
    placePlan(core, { ...plan, ...terms, size: lots(21) });
    expect(core.rejection).toBe("size_above_maximum");
    placePlan(core, { ...plan, ...terms, size: lots(20) });
    const planId = core.orderId;
    limit({ sizeLotsMarketMax: 10 });
    amendPlan(core, { user: alice, planId, triggerPrice: 103 });
    expect(core.rejection).toBe("size_above_maximum");
    amendPlan(core, { user: alice, planId, size: 10 });
    expect(core.rejection).toBe(undefined);
  });
});

describe("corrections after a change", () => {
  it("take trades that are larger than the largest order now", () => {
    open(100);
    const tradeId = core.state.lastId;
    limit({ sizeLotsMax: 50, sizeLotsMarketMax: 50 });
    const facts = { instrument: LINEAR, buyer: alice, seller: maker, price: ticks(100) };
    const none = { buyerFee: atoms(0n), sellerFee: atoms(0n), fundMax: atoms(0n) };
    const bust = (size: number) =>
      core.run({
        ...{ kind: "bust_trade", ...facts, ...none, tradeId, reference: "ticket 1" },
        ...{ fairPrice: ticks(99), size: lots(size) },
      });
    bust(1_000_001);
    expect(core.rejection).toBe("correction_out_of_bounds");
    bust(100);
    expect(core.rejection).toBe(undefined);
  });
});
