import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LIQUIDATION_TAKE_AGE_MS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms, lots, ticks } from "../money/units.ts";
import { readFund } from "../reads/liquidation-reads.ts";

let core: CoreFixture;
let alice: number;
let bob: number;

beforeEach(() => {
  core = new CoreFixture({ makerRateE6: 10_000, takerRateE6: 10_000 });
  alice = core.rich("alice");
  bob = core.rich("bob");
});

function endow(amount: number): void {
  const fund = { realm: "live", wallet: "insurance_fund", currency: USD } as const;
  core.run({ kind: "endow", ...fund, amount: atoms(BigInt(amount)) });
}

function origin(actor: string) {
  return { requestId: "", act: { actor, reason: "fat finger" } };
}

/** Alice buys from Bob; answers the id of the trade. */
function trade(instrument: number, price: number, size: number): number {
  core.place({ user: bob, instrument, side: "sell", price, size });
  const events = core.place({ user: alice, instrument, side: "buy", price, size });
  return only(events, "trade_executed")[0]?.tradeId ?? 0;
}

type Facts = { instrument: number; tradeId: number; price: number; fair: number; size: number };
type Changes = Partial<Omit<DraftOf<"bust_trade">, "kind">>;

function bust({ fair, instrument, price, size, tradeId }: Facts, changes: Changes = {}) {
  const facts = { instrument, tradeId, buyer: alice, seller: bob, size: lots(size) };
  const prices = { price: ticks(price), fairPrice: ticks(fair) };
  const free = { buyerFee: atoms(0n), sellerFee: atoms(0n), fundMax: atoms(0n) };
  return core.run({
    ...{ kind: "bust_trade", ...facts, ...prices, ...free, reference: "ticket 1" },
    ...{ origin: origin("eva"), ...changes },
  });
}

const money = (user: number, wallet: "spot" | "usdt_futures" | "coin_futures", coin: number) =>
  core.money(user, wallet, coin)[0];

/** Kinds of events without those that report the act. */
function ownKinds(events: readonly CoreEvent[]): string[] {
  return kinds(events).filter((kind) => !kind.startsWith("operator_act"));
}

describe("a price correction", () => {
  test.for([
    [SPOT, "spot", USD, 60, 40n],
    [SPOT, "spot", USD, 130, -30n],
    [LINEAR, "usdt_futures", USD, 60, 40n],
    [LINEAR, "usdt_futures", USD, 130, -30n],
  ] as const)(
    "of instrument %i moves price difference times size in %s",
    ([instrument, wallet, coin, fair, gain]) => {
      const tradeId = trade(instrument, 100, 1);
      const before = [money(alice, wallet, coin), money(bob, wallet, coin)] as const;
      const events = bust({ instrument, tradeId, price: 100, fair, size: 1 });
      expect(ownKinds(events)).toEqual(["trade_corrected", "funds_moved"]);
      expect(money(alice, wallet, coin)).toBe(before[0] + gain);
      expect(money(bob, wallet, coin)).toBe(before[1] - gain);
    },
  );

  test("of an inverse contract moves the difference of size ÷ price in the coin", () => {
    core.run({ kind: "set_index_prices", instruments: [INVERSE], prices: [100] });
    const tradeId = trade(INVERSE, 100, 1_000);
    const before = [money(alice, "coin_futures", COIN), money(bob, "coin_futures", COIN)] as const;
    // 1,000 ÷ 80 − 1,000 ÷ 100 = 13 (12.5 rounded half up) − 10.
    const events = bust({ instrument: INVERSE, tradeId, price: 100, fair: 80, size: 1_000 });
    expect(only(events, "trade_corrected")).toMatchObject([{ isBuyerPaid: true, paid: 3n }]);
    expect(money(alice, "coin_futures", COIN)).toBe(before[0] + 3n);
    expect(money(bob, "coin_futures", COIN)).toBe(before[1] - 3n);
  });

  test("leaves positions and orders as they are", () => {
    const tradeId = trade(LINEAR, 100, 5);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 90, size: 2 });
    const before = [core.position(alice, LINEAR), core.state.orders.count];
    bust({ instrument: LINEAR, tradeId, price: 100, fair: 50, size: 5 });
    expect([core.position(alice, LINEAR), core.state.orders.count]).toEqual(before);
  });

  test("returns the fees of the part of the notional that it takes away, and charges none", () => {
    const fees = { buyerFee: atoms(10n), sellerFee: atoms(10n) };
    const down = trade(LINEAR, 100, 10);
    // Of a notional of 1,000 only 600 was fair: 400 ÷ 1,000 of each fee.
    const facts = { instrument: LINEAR, price: 100, size: 10 };
    const events = bust({ ...facts, tradeId: down, fair: 60 }, fees);
    expect(only(events, "funds_moved").map(({ amount, toUser }) => [toUser, amount])).toEqual([
      [alice, 400n],
      [alice, 4n],
      [bob, 4n],
    ]);
    const up = trade(LINEAR, 100, 10);
    const [moved, ...rest] = only(bust({ ...facts, tradeId: up, fair: 130 }, fees), "funds_moved");
    expect([moved?.toUser, moved?.amount, rest]).toEqual([bob, 300n, []]);
  });

  test("is made once, also after a restart", () => {
    const tradeId = trade(SPOT, 100, 1);
    const facts = { instrument: SPOT, tradeId, price: 100, fair: 90, size: 1 };
    bust(facts);
    expect(core.rejection).toBeUndefined();
    core.restart();
    bust(facts);
    expect(core.rejection).toBe("trade_not_correctable");
    bust({ ...facts, tradeId: tradeId + 10_000_000 });
    expect(core.rejection).toBe("trade_not_correctable");
  });

  test("takes no more than the side that gained may move out; the fund adds the rest if allowed", () => {
    const poor = core.user("poor", [["usdt_futures", USD, 90]]);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 1 });
    const sold = core.place({ user: poor, instrument: LINEAR, side: "sell", price: 100, size: 1 });
    const tradeId = only(sold, "trade_executed")[0]?.tradeId ?? 0;
    const facts = { instrument: LINEAR, tradeId, price: 100, fair: 10, size: 1 };
    bust(facts, { seller: poor });
    expect(core.rejection).toBe("insufficient_available");
    endow(200);
    bust(facts, { seller: poor, fundMax: atoms(5n) });
    expect(core.rejection).toBe("insufficient_available");
    const before = money(alice, "usdt_futures", USD);
    const events = bust(facts, { seller: poor, fundMax: atoms(100n) });
    const [made] = only(events, "trade_corrected");
    expect(made?.fundPaid).toBeGreaterThan(0n);
    expect((made?.paid ?? 0n) + (made?.fundPaid ?? 0n)).toBe(90n);
    expect(money(alice, "usdt_futures", USD)).toBe(before + 90n);
    expect(readFund(core.state, "live", USD)).toBe(200n - (made?.fundPaid ?? 0n));
    expect(money(poor, "usdt_futures", USD)).toBeGreaterThanOrEqual(0n);
  });

  test("takes nothing that the positions of the side that gained need as margin", () => {
    const weak = core.user("weak", [["usdt_futures", USD, 1_100]]);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 100 });
    const sold = core.place({
      user: weak,
      instrument: LINEAR,
      side: "sell",
      price: 100,
      size: 100,
    });
    const tradeId = only(sold, "trade_executed")[0]?.tradeId ?? 0;
    core.index(110);
    bust({ instrument: LINEAR, tradeId, price: 100, fair: 99, size: 100 }, { seller: weak });
    expect(core.rejection).toBe("insufficient_available");
  });

  test("pays to and from an insurance fund that traded, on futures only", () => {
    const tradeId = trade(LINEAR, 100, 1);
    endow(30);
    const facts = { instrument: LINEAR, tradeId, price: 100, fair: 60, size: 1 };
    bust(facts, { seller: 0, fundMax: atoms(1_000n) });
    expect(core.rejection).toBe("insufficient_available");
    endow(10);
    bust(facts, { seller: 0 });
    expect([core.rejection, readFund(core.state, "live", USD)]).toEqual([undefined, 0n]);
    const spot = trade(SPOT, 100, 1);
    bust({ ...facts, instrument: SPOT, tradeId: spot }, { seller: 0 });
    expect(core.rejection).toBe("user_not_found");
  });

  test("is between the wallets of unified users without giving them debts", () => {
    const terms = { accountKind: "unified" } as const;
    const carol = core.user("carol", [["unified", USD, 150]], terms);
    core.place({ user: carol, instrument: SPOT, side: "buy", price: 100, size: 1 });
    const sold = core.place({ user: bob, instrument: SPOT, side: "sell", price: 100, size: 1 });
    const tradeId = only(sold, "trade_executed")[0]?.tradeId ?? 0;
    const facts = { instrument: SPOT, tradeId, price: 100, size: 1 };
    bust({ ...facts, fair: 151 }, { buyer: carol });
    expect(core.rejection).toBe("insufficient_available");
    bust({ ...facts, fair: 149 }, { buyer: carol });
    expect([core.rejection, core.money(carol, "unified", USD)[0]]).toEqual([undefined, 1n]);
  });

  test.for<[string, Changes]>([
    ["instrument_not_found", { instrument: 99 }],
    ["user_not_found", { buyer: 999 }],
    ["user_not_found", { seller: 1 }],
    ["correction_out_of_bounds", { buyer: 3 }],
    ["correction_out_of_bounds", { fairPrice: ticks(100) }],
    ["correction_out_of_bounds", { fairPrice: ticks(0) }],
    ["correction_out_of_bounds", { size: lots(0) }],
    ["correction_out_of_bounds", { size: lots(1_000_001) }],
    ["correction_out_of_bounds", { buyerFee: atoms(1n) }],
    ["correction_out_of_bounds", { sellerFee: atoms(101n) }],
    ["correction_out_of_bounds", { sellerFee: atoms(-1n) }],
    ["correction_out_of_bounds", { fundMax: atoms(-1n) }],
    ["correction_out_of_bounds", { reference: "r".repeat(129) }],
    ["trade_not_correctable", { tradeId: 0 }],
  ])("is refused as %s with %o", ([rejection, changes]) => {
    const tradeId = trade(SPOT, 100, 1);
    expect(bob).toBe(3);
    bust({ instrument: SPOT, tradeId, price: 100, fair: 90, size: 1 }, changes);
    expect(core.rejection).toBe(rejection);
  });

  test("above the daily value of one person waits for another, over a restart", () => {
    const dollar = { currency: USD, isDollar: true, isShared: true };
    core.run({ kind: "set_collateral", ...dollar, tierStarts: [0], ratesE6: [1_000_000] });
    core.run({ kind: "set_adjustment_rules", fourEyesUsd: 5 });
    const facts = { instrument: SPOT, tradeId: trade(SPOT, 100, 1), price: 100, fair: 90, size: 1 };
    const before = money(alice, "spot", USD);
    expect(ownKinds(bust(facts))).toEqual(["adjustment_proposed"]);
    bust(facts);
    expect(money(alice, "spot", USD)).toBe(before);
    core.restart();
    const [first = 0, second = 0] = core.state.operating.adjusting.waiting.keys();
    const approve = (adjustment: number, actor: string) =>
      core.run({
        ...{ kind: "decide_adjustment", adjustment, isApproved: true, origin: origin(actor) },
      });
    approve(first, "eva");
    expect(core.rejection).toBe("adjustment_needs_another");
    const events = ownKinds(approve(first, "max"));
    expect(events).toEqual(["trade_corrected", "funds_moved", "adjustment_decided"]);
    expect(money(alice, "spot", USD)).toBe(before + 10n);
    approve(second, "max");
    expect(core.rejection).toBe("trade_not_correctable");
  });
});

describe("a refund of a liquidation", () => {
  /** Carol is liquidated and leaves a surplus to the fund; answers the liquidation's id. */
  function liquidated(): { readonly carol: number; readonly liquidationId: number } {
    const carol = core.user("carol", [["usdt_futures", USD, 7_500]]);
    core.index(1_000);
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 940, size: 100 });
    core.index(945);
    const events: CoreEvent[] = [];
    for (let tick = 0; tick < 5; tick++) events.push(...core.passMs(1_000));
    const [move] = only(events, "fund_moved");
    expect(move).toMatchObject({ reason: "surplus", user: carol });
    return { carol, liquidationId: move?.liquidationId ?? 0 };
  }

  type Terms = Partial<Omit<DraftOf<"refund_liquidation">, "kind" | "amount">>;

  function refund(carol: number, amount: bigint, terms: Terms = {}): CoreEvent[] {
    const target = { user: carol, wallet: "usdt_futures", currency: USD } as const;
    const rest = { liquidationId: 0, reference: "ticket 2", origin: origin("eva") };
    return core.run({
      ...{ kind: "refund_liquidation", ...target, ...rest, ...terms, amount: atoms(amount) },
    });
  }

  const fund = () => readFund(core.state, "live", USD);

  test("pays from the fund at most what the fund received, in several parts", () => {
    const { carol, liquidationId } = liquidated();
    const taken = fund();
    expect(taken).toBeGreaterThan(2n);
    endow(1_000_000);
    refund(carol, taken + 1n, { liquidationId });
    expect(core.rejection).toBe("refund_too_large");
    const before = money(carol, "usdt_futures", USD);
    const events = refund(carol, taken - 1n, { liquidationId });
    expect(ownKinds(events)).toEqual(["liquidation_refunded", "funds_moved"]);
    expect(only(events, "liquidation_refunded")).toMatchObject([{ refundable: 1n }]);
    core.restart();
    refund(carol, 2n, { liquidationId });
    expect(core.rejection).toBe("refund_too_large");
    refund(carol, 1n, { liquidationId });
    expect(money(carol, "usdt_futures", USD)).toBe(before + taken);
    expect(fund()).toBe(1_000_000n);
    refund(carol, 1n, { liquidationId });
    expect(core.rejection).toBe("refund_too_large");
  });

  test("is refused of another user, coin, wallet or event, and when it is too late", () => {
    const { carol, liquidationId } = liquidated();
    const refusals: [string, bigint, Terms][] = [
      ["liquidation_not_refundable", 1n, { user: alice }],
      ["liquidation_not_refundable", 1n, { currency: COIN }],
      ["liquidation_not_refundable", 1n, { liquidationId: liquidationId + 1 }],
      ["wallet_not_allowed", 1n, { wallet: "unified" }],
      ["currency_not_found", 1n, { currency: 99 }],
      ["user_not_found", 1n, { user: 0 }],
      ["amount_not_positive", 0n, {}],
      ["correction_out_of_bounds", 1n, { reference: "r".repeat(129) }],
    ];
    for (const [rejection, amount, terms] of refusals) {
      refund(carol, amount, { liquidationId, ...terms });
      expect([terms, core.rejection]).toEqual([terms, rejection]);
    }
    core.passMs(LIQUIDATION_TAKE_AGE_MS_MAX);
    refund(carol, 1n, { liquidationId });
    expect(core.rejection).toBe("liquidation_not_refundable");
  });

  test("is refused when the fund has spent the money", () => {
    const { carol, liquidationId } = liquidated();
    const taken = fund();
    const account = { user: 0, wallet: "insurance_fund", currency: USD } as const;
    const amount = atoms(-taken);
    core.run({ kind: "adjust_balance", ...account, amount, reference: "" });
    refund(carol, taken, { liquidationId });
    expect(core.rejection).toBe("insufficient_available");
  });
});
