/** Worked examples of the loss limits of insurance funds, and of their share of fees. */
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms, lots } from "../money/units.ts";
import { readFund } from "../reads/liquidation-reads.ts";
import { readFundTerms, readInstrumentDraw } from "../reads/loss-reads.ts";

const FEES = { takerRateE6: 600 };

function endow(core: CoreFixture, amount: number, currency = USD): void {
  const where = { realm: "live", wallet: "insurance_fund", currency } as const;
  core.run({ kind: "endow", ...where, amount: atoms(BigInt(amount)) });
}

function bound(core: CoreFixture, fundDrawMax: number, instrument = LINEAR): void {
  const draw = { fundDrawMax: atoms(BigInt(fundDrawMax)) };
  const depth = { openInterestFactorE6: 0, positionFactorE6: 0 };
  const floors = { openInterestFloor: lots(0), positionFloor: lots(0) };
  core.run({ kind: "set_loss_limits", instrument, ...draw, ...depth, ...floors });
}

const fund = (core: CoreFixture): bigint => readFund(core.state, "live", USD);

function drawn(core: CoreFixture, instrument = LINEAR): bigint {
  const known = core.state.instruments[instrument];
  if (known === undefined) throw new Error("the fixture lists three instruments");
  return readInstrumentDraw(core.state, known).borne;
}

/** Sets the index price and ticks until no work is left. */
function moved(core: CoreFixture, price: number, passMs = 0): CoreEvent[] {
  if (passMs > 0) core.passMs(passMs);
  core.index(price);
  const events: CoreEvent[] = [];
  for (let tick = 0; tick < 6; tick++) events.push(...core.passMs(0));
  return events;
}

function takers(events: readonly CoreEvent[]): unknown[] {
  return only(events, "position_liquidated").map(({ price, size, taker, user }) => {
    return { user, taker, price, size };
  });
}

/** One user per amount holds 100 from 1,000 on the side; bob holds the opposite side. */
function held(money: readonly number[], side: "buy" | "sell" = "buy") {
  const core = new CoreFixture(FEES);
  core.index(1_000);
  const bob = core.rich("bob");
  const users = money.map((amount, at) => {
    const user = core.user(`u${at}`, [["usdt_futures", USD, amount]]);
    const other = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument: LINEAR, side: other, price: 1_000, size: 100 });
    core.place({ user, instrument: LINEAR, side, price: 1_000, size: 100 });
    return user;
  });
  return { core, bob, users };
}

describe("a take-over at a price worse than mark", () => {
  // At 930 the long has 5,940 − 7,000 = −1,060; its bankruptcy price is 942: 1,200 above mark.
  it.for([
    [1_200, "fund", 1_200n],
    [1_199, "deleveraged", 0n],
    [0, "fund", 1_200n],
  ] as const)("within a bound of %d goes to the %s", ([limit, taker, lost]) => {
    const { core, users } = held([6_000]);
    endow(core, 100_000);
    bound(core, limit);
    const events = moved(core, 930);
    const [first] = takers(events);
    expect(first).toMatchObject({ user: users[0], taker });
    expect(drawn(core)).toBe(lost);
  });

  // The short loses as much at 1,070; it is bankrupt at 1,058.
  it.for([
    [1_200, "fund", 1_200n],
    [1_199, "deleveraged", 0n],
  ] as const)("of a short within a bound of %d goes to the %s", ([limit, taker, lost]) => {
    const { core, users } = held([6_000], "sell");
    endow(core, 100_000);
    bound(core, limit);
    const events = moved(core, 1_070);
    expect(takers(events)[0]).toMatchObject({ user: users[0], taker });
    expect(drawn(core)).toBe(lost);
  });

  it("is counted in the coin of an inverse contract", () => {
    const core = new CoreFixture(FEES);
    core.index(1_000);
    const bob = core.rich("bob");
    const user = core.user("u", [["coin_futures", COIN, 10]]);
    core.place({ user: bob, instrument: INVERSE, side: "sell", price: 1_000, size: 150_000 });
    core.place({ user, instrument: INVERSE, side: "buy", price: 1_000, size: 150_000 });
    endow(core, 10_000, COIN);
    bound(core, 1_000, INVERSE);
    const [taken] = takers(moved(core, 930)) as { taker: string; price: number; size: number }[];
    expect(taken).toMatchObject({ taker: "fund", size: 150_000 });
    const value = (price: number): number => Math.round(150_000 / price);
    const lost = value(930) - value(taken?.price ?? 1);
    expect(lost).toBe(2);
    // The position is marked at 161.29 less an entry of 159, rounded against the fund.
    expect(drawn(core, INVERSE)).toBe(3n);
  });
});

describe("a loss limit that is used up", () => {
  it("deleverages the next positions until the hour ends", () => {
    const { core, users } = held([6_000, 6_000, 12_000, 18_000]);
    endow(core, 100_000);
    bound(core, 1_200);
    const events = moved(core, 930);
    // The first is taken over and its loss uses up the limit, so the second is deleveraged.
    expect(takers(events)).toMatchObject([
      { user: users[0], taker: "fund" },
      { user: users[1], taker: "deleveraged" },
    ]);
    expect(drawn(core)).toBe(1_200n);
    // A position that would be a gain at mark is not taken over either.
    expect(takers(moved(core, 884))).toMatchObject([{ user: users[2], taker: "deleveraged" }]);
    const hourMs = 3_600_000 - (core.state.timeMs % 3_600_000);
    core.passMs(hourMs);
    expect(drawn(core)).toBe(0n);
    expect(takers(moved(core, 823))).toMatchObject([{ user: users[3], taker: "fund" }]);
  });

  it("deleverages positions of the fund at mark", () => {
    const { core, bob } = held([6_000]);
    endow(core, 100_000);
    bound(core, 2_000);
    moved(core, 944);
    // Taken over at 942, a gain of 200; at 925 the position lost 1,900, at 924 the whole limit.
    expect(core.position(0, LINEAR)).toEqual([100, 0]);
    moved(core, 925, 1_000);
    core.passMs(1_000);
    expect([drawn(core), core.position(0, LINEAR)]).toEqual([1_900n, [100, 0]]);
    moved(core, 924, 1_000);
    const events = core.passMs(1_000);
    expect(only(events, "position_deleveraged")).toMatchObject([
      { user: bob, positionSide: "short", price: 924, size: 100 },
    ]);
    expect([drawn(core), core.position(0, LINEAR)]).toEqual([2_000n, [0, 0]]);
    // 100,000 + 83 of surplus − 18 × 100.
    expect(fund(core)).toBe(98_283n);
  });

  it("limits the price at which the fund sells", () => {
    const { core, bob } = held([6_000]);
    endow(core, 100_000);
    bound(core, 300);
    moved(core, 944);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 940, size: 100 });
    core.passMs(1_000);
    // A sale at 940 instead of 944 loses 400; at 941 it loses 300.
    expect(core.position(0, LINEAR)).toEqual([100, 0]);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 941, size: 40 });
    core.passMs(1_000);
    expect(core.position(0, LINEAR)).toEqual([60, 0]);
    expect(drawn(core)).toBe(120n);
  });

  it("offsets losses with gains of the position", () => {
    const { core } = held([6_000]);
    endow(core, 100_000);
    bound(core, 5_000);
    moved(core, 944);
    moved(core, 930, 1_000);
    core.passMs(1_000);
    expect(drawn(core)).toBe(1_400n);
    moved(core, 936, 1_000);
    core.passMs(1_000);
    expect(drawn(core)).toBe(800n);
    moved(core, 990, 1_000);
    core.passMs(1_000);
    expect(drawn(core)).toBe(0n);
  });
});

describe("a shortfall of an account without positions", () => {
  it("is paid hour by hour within the limit of the fund", () => {
    const { core, users } = held([6_000]);
    endow(core, 50_000);
    const place = { realm: "live", currency: USD } as const;
    core.run({ kind: "set_fund_terms", ...place, feeShareE6: 0, drawMax: atoms(10_000n) });
    const deliveryAtMs = core.state.timeMs + 7_200_000;
    core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
    core.passMs(7_199_000);
    core.index(800);
    // Delivered at 800: 5,940 − 20,000 = −14,060.
    for (const ms of [1_000, 0, 1_000]) core.passMs(ms);
    const [user = 0] = users;
    expect(core.money(user, "usdt_futures", USD)[0]).toBe(-4_060n);
    expect(readFundTerms(core.state, "live", USD).borne).toBe(10_000n);
    core.passMs(3_600_000);
    core.passMs(0);
    expect(core.money(user, "usdt_futures", USD)[0]).toBe(0n);
    expect(readFundTerms(core.state, "live", USD).borne).toBe(4_060n);
    expect(fund(core)).toBe(35_940n);
  });
});

describe("the fund's share of fees", () => {
  function traded(core: CoreFixture, size: number): void {
    const [bob, carol] = [core.rich("bob"), core.rich("carol")];
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size });
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 100, size });
  }

  it("is moved once a minute, for fees received since the terms were set", () => {
    const core = new CoreFixture({ takerRateE6: 10_000, makerRateE6: 1_000 });
    traded(core, 1_000);
    const place = { realm: "live", currency: USD } as const;
    core.run({ kind: "set_fund_terms", ...place, feeShareE6: 100_000, drawMax: atoms(0n) });
    core.passMs(60_000);
    expect(fund(core)).toBe(0n);
    // 50,000 at 1 % and 0.1 % bring 550, of which 55 are the fund's.
    traded(core, 500);
    expect(only(core.passMs(59_999), "fund_moved")).toEqual([]);
    expect(only(core.passMs(1), "fund_moved")).toMatchObject([
      { reason: "fees", isPaidIn: true, user: 0, wallet: "fees", amount: 55n, fundBalance: 55n },
    ]);
    // 198 × 10 % is 19.8, rounded down.
    core.run({ kind: "set_fund_terms", ...place, feeShareE6: 100_000, drawMax: atoms(7n) });
    traded(core, 180);
    core.passMs(60_000);
    expect(fund(core)).toBe(55n + 19n);
  });

  it("is refused above 1, for an unknown coin and with a negative limit", () => {
    const core = new CoreFixture();
    const terms = { kind: "set_fund_terms", realm: "live", currency: USD } as const;
    const none = { feeShareE6: 0, drawMax: atoms(0n) };
    core.run({ ...terms, ...none, feeShareE6: 1_000_001 });
    expect(core.rejection).toBe("fund_terms_out_of_bounds");
    core.run({ ...terms, ...none, drawMax: atoms(-1n) });
    expect(core.rejection).toBe("fund_terms_out_of_bounds");
    core.run({ ...terms, ...none, currency: 9 });
    expect(core.rejection).toBe("currency_not_found");
    bound(core, -1);
    expect(core.rejection).toBe("loss_limits_out_of_bounds");
    bound(core, 1, 0);
    expect(core.rejection).toBe("instrument_not_futures");
    bound(core, 1, 9);
    expect(core.rejection).toBe("instrument_not_found");
  });
});
