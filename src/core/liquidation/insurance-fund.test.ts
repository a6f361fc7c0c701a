/** Worked examples of the insurance fund: take-overs, shortfalls, and when it deleverages. */
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms } from "../money/units.ts";
import { readFund } from "../reads/liquidation-reads.ts";

const FEES = { takerRateE6: 600 };

function endow(core: CoreFixture, amount: number): void {
  const where = { realm: "live", wallet: "insurance_fund", currency: USD } as const;
  core.run({ kind: "endow", ...where, amount: atoms(BigInt(amount)) });
}

const fund = (core: CoreFixture): bigint => readFund(core.state, "live", USD);

/** Sets the index price and ticks until no work is left. */
function fallen(core: CoreFixture, price: number): CoreEvent[] {
  core.index(price);
  const events: CoreEvent[] = [];
  for (let tick = 0; tick < 5; tick++) events.push(...core.passMs(0));
  return events;
}

/** One user per amount holds 100 long from 1,000 with that margin; Bob sold all of them. */
function longs(money: readonly number[]) {
  const core = new CoreFixture(FEES);
  core.index(1_000);
  const bob = core.rich("bob");
  const users = money.map((amount, at) => {
    const user = core.user(`u${at}`, [["usdt_futures", USD, amount]]);
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
    core.place({ user, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
    return user;
  });
  return { core, bob, users };
}

/** Takers of the sizes that were closed without a bid in the book. */
function takers(events: readonly CoreEvent[]): unknown[] {
  return only(events, "position_liquidated").map(({ price, size, taker, user }) => {
    return { user, taker, price, size };
  });
}

describe("a position without a bid in the book", () => {
  // At 944 the account has 340 of the required 435; it is bankrupt at 942. Taken over there the
  // position has a profit of 200, and itself requires maintenance of 94,400 × 0.0046 = 434.24.
  it.for([
    [235, "fund"],
    [234, "deleveraged"],
  ] as const)("falls to a fund of %d or to the other side", ([endowed, taker]) => {
    const { core, bob, users } = longs([6_000]);
    endow(core, endowed);
    const events = fallen(core, 944);
    expect(takers(events)).toEqual([{ user: users[0], taker, price: 942, size: 100 }]);
    const isFund = taker === "fund";
    expect(core.position(0, LINEAR)).toEqual([isFund ? 100 : 0, 0]);
    expect(core.position(bob, LINEAR)).toEqual([0, isFund ? 100 : 0]);
    // 5,940 − 5,800 − 94,200 × 0.0006 leave 83 either way.
    expect(fund(core)).toBe(BigInt(endowed) + 83n);
  });
});

describe("deleveraging", () => {
  it("starts when the fund is used up, and ends after an endowment", () => {
    const { core, bob, users } = longs([6_000, 6_500, 7_000]);
    endow(core, 400);
    const [first, second, third] = users;
    expect(takers(fallen(core, 944))).toEqual([
      { user: first, taker: "fund", price: 942, size: 100 },
    ]);
    expect(fund(core)).toBe(483n);
    // The fund sells the position 4 below the price of the take-over.
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 938, size: 100 });
    core.passMs(1_000);
    expect(core.position(0, LINEAR)).toEqual([0, 0]);
    expect(fund(core)).toBe(83n);
    // At 939 the second has 340 against 432 and is bankrupt at 936.16: 83 and 200 are too little.
    const later = fallen(core, 939);
    expect(takers(later)).toEqual([{ user: second, taker: "deleveraged", price: 937, size: 100 }]);
    expect(only(later, "position_deleveraged")).toMatchObject([
      { user: bob, positionSide: "short", price: 937, size: 100 },
    ]);
    // 6,440 − 6,300 − 56.22 leave 83 to the fund.
    expect(fund(core)).toBe(166n);
    endow(core, 300);
    // At 934 the third has 340 against 430, bankrupt at 931.16: 466 and 200 are enough.
    const last = fallen(core, 934);
    expect(takers(last)).toEqual([{ user: third, taker: "fund", price: 932, size: 100 }]);
    expect(only(last, "position_deleveraged")).toEqual([]);
    expect(core.position(bob, LINEAR)).toEqual([0, 100]);
  });
});

describe("a shortfall", () => {
  // Delivered at 800 before the account could be liquidated: 5,940 − 20,000 = −14,060.
  it.for([
    [20_000, 14_060n, 0n, 5_940n],
    [14_060, 14_060n, 0n, 0n],
    [50, 50n, -14_010n, 0n],
  ] as const)("is paid exactly, as far as a fund of %d reaches", (example) => {
    const [endowed, paid, left, rest] = example;
    const { core, users } = longs([6_000]);
    endow(core, endowed);
    const deliveryAtMs = core.state.timeMs + 7_200_000;
    core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
    core.passMs(7_199_000);
    core.index(800);
    const events = [...core.passMs(1_000), ...core.passMs(0), ...core.passMs(1_000)];
    expect(only(events, "fund_moved")).toMatchObject([
      { reason: "shortfall", isPaidIn: false, amount: paid, balance: left, fundBalance: rest },
    ]);
    expect(core.money(users[0] ?? 0, "usdt_futures", USD)[0]).toBe(left);
    expect(fund(core)).toBe(rest);
  });

  it.for([false, true])(
    "is paid on when the fund has money again (restarted: %s)",
    (isRestarted) => {
      const { core, users } = longs([6_000]);
      endow(core, 50);
      const deliveryAtMs = core.state.timeMs + 7_200_000;
      core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
      core.passMs(7_199_000);
      core.index(800);
      for (const ms of [1_000, 0, 1_000]) core.passMs(ms);
      if (isRestarted) core.restart();
      endow(core, 15_000);
      core.passMs(1_000);
      expect(core.money(users[0] ?? 0, "usdt_futures", USD)[0]).toBe(0n);
      expect(fund(core)).toBe(990n);
    },
  );
});
