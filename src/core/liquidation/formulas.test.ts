/** Worked examples of trading-rules.md section 5: trigger, steps, fee, surplus, and the score. */

import { describe, expect, it } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { FEE, traders } from "../../../test/support/traders.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import { atoms } from "../money/units.ts";
import { readDeleverageRanks } from "../reads/liquidation-reads.ts";
import { deleverageScore } from "./deleverage-score.ts";

type Side = "buy" | "sell";

/** Alice holds a position at leverage 20, isolated if margin is added. */
function holder(terms: {
  readonly instrument: number;
  readonly side: Side;
  readonly size: number;
  readonly price: number;
  readonly wallet: number;
  /** Isolated: what is added to the margin. */
  readonly added?: number;
}) {
  const { added, instrument, side, size } = terms;
  const held = traders({ ...terms, leverage: 20, isIsolated: added !== undefined });
  held.trade(side, size, "net");
  expect(held.core.rejection).toBeUndefined();
  if (added !== undefined && added > 0) {
    const place = { user: held.alice, instrument, positionSide: "net" } as const;
    held.core.run({ kind: "adjust_margin", ...place, amount: atoms(BigInt(added)) });
    expect(held.core.rejection).toBeUndefined();
  }
  return held;
}

describe("liquidation starts when equity is below maintenance, not when it is equal", () => {
  it.for([
    // [instrument, side, size, entry, index, equity that is maintenance and one less, by wallet]
    // 100 × 944 × 0.0046 = 434.24, so 435; 60 of fee and 5,600 of loss before it.
    [LINEAR, "buy", 100, 1_000, 944, 6_095],
    // 100 × 1,056 × 0.0046 = 485.76; 60 and 5,600.
    [LINEAR, "sell", 100, 1_000, 1_056, 6_146],
    // 100,000 are 1,000 coins at 100 and 1,250 at 80: 5.75, so 6; 1 and 250.
    [INVERSE, "buy", 100_000, 100, 80, 257],
    // 800 coins at 125: 3.68, so 4; 1 and 200.
    [INVERSE, "sell", 100_000, 100, 125, 205],
  ] as const)("crossed, instrument %d, %s %d", ([instrument, side, size, price, index, wallet]) => {
    for (const [money, isStarted] of [
      [wallet, false],
      [wallet - 1, true],
    ] as const) {
      const { core } = holder({ instrument, side, size, price, wallet: money });
      core.index(index);
      expect(kinds(core.passMs(0)).includes("liquidation_started")).toBe(isStarted);
    }
  });

  it.for([
    // [instrument, side, size, entry, index, what must be added to the margin]
    // 5,000 − 4,600 = 400 against 95,400 × 0.0046 = 438.84.
    [LINEAR, "buy", 100, 1_000, 954, 39],
    // 5,000 − 4,600 = 400 against 104,600 × 0.0046 = 481.16.
    [LINEAR, "sell", 100, 1_000, 1_046, 82],
    // 50 − 250 coins against 5.75.
    [INVERSE, "buy", 100_000, 100, 80, 206],
    // 50 − 200 coins against 3.68.
    [INVERSE, "sell", 100_000, 100, 125, 154],
  ] as const)("isolated, instrument %d, %s %d", ([instrument, side, size, price, index, added]) => {
    for (const [more, isStarted] of [
      [added, false],
      [added - 1, true],
    ] as const) {
      const { core } = holder({ instrument, side, size, price, wallet: 20_000, added: more });
      core.index(index);
      expect(kinds(core.passMs(0)).includes("liquidation_started")).toBe(isStarted);
    }
  });

  it.for([
    [6_498, false],
    [6_497, true],
  ] as const)("hedged, of two sides the larger: %d", ([wallet, isStarted]) => {
    const { core, trade } = traders({ price: 1_000, leverage: 100, wallet, isHedge: true });
    trade("buy", 100, "long");
    trade("sell", 40, "short");
    core.index(900);
    // Fees of 60 and 24, 10,000 lost and 4,000 won; 90,000 × 0.0046 = 414.
    expect(kinds(core.passMs(0)).includes("liquidation_started")).toBe(isStarted);
  });

  it.for([
    [2_095, false],
    [2_094, true],
  ] as const)("unified, all coins as they count: %d dollars", ([dollars, isStarted]) => {
    const core = new CoreFixture({ takerRateE6: FEE });
    core.index(1_000);
    const shared = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    core.run({ ...shared, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    core.run({ ...shared, currency: COIN, isDollar: false, ratesE6: [500_000] });
    const funds = [["unified", USD, dollars] as const, ["unified", COIN, 8] as const];
    const user = core.user("una", funds, { accountKind: "unified" });
    const order = { instrument: LINEAR, price: 1_000, size: 100 } as const;
    core.place({ ...order, user: core.rich("bob"), side: "sell" });
    core.place({ ...order, user, side: "buy" });
    // Eight coins at 1,000 count for 4,000; only the contract falls to 944.
    core.run({ kind: "set_index_prices", instruments: [LINEAR], prices: [944] });
    expect(kinds(core.passMs(0)).includes("liquidation_started")).toBe(isStarted);
  });
});

const TIERS = {
  kind: "set_position_tiers",
  valueMaxes: [10_000, 20_000, 40_000, 1_000_000],
  leverageMaxes: [20, 20, 20, 20],
  maintenanceRatesE6: [4_000, 10_000, 20_000, 40_000],
} as const;

describe("a crossed position is reduced by two tiers at a time", () => {
  it.for([
    // [instrument, size, entry, wallet, index, first step, closed by it]
    // 97,000 × 0.0406 against 5,940 − 3,000: tier 4 to 2, of which 20,000 are 20 at 970.
    [LINEAR, 100, 1_000, 6_000, 970, "reduce", 80],
    // 29,070 × 0.0206 = 598.84 against 1,520 − 18 − 930: tier 3 to 1, 10 at 969.
    [LINEAR, 30, 1_000, 1_520, 969, "reduce", 20],
    // 14,400 × 0.0106 = 152.64 against 761 − 9 − 600: tier 2 to 1, 10 at 960.
    [LINEAR, 15, 1_000, 761, 960, "reduce", 5],
    // 9,500 × 0.0046 = 43.7 against 549 − 6 − 500: tier 1, all of it.
    [LINEAR, 10, 1_000, 549, 950, "close", 10],
    // 309 coins × 0.0206 = 6.4 against 16 − 1 − 9: the size chooses tier 3, and 10,000 stay.
    [INVERSE, 30_000, 100, 16, 97, "reduce", 20_000],
    // 515 coins × 0.0406 = 20.9 against 26 − 1 − 15: tier 4 to 2.
    [INVERSE, 50_000, 100, 26, 97, "reduce", 30_000],
  ] as const)("instrument %d: %d from %d with %d", (example) => {
    const [instrument, size, price, wallet, index, step, closed] = example;
    const held = traders({ instrument, price, wallet, leverage: 20 });
    held.core.run({ ...TIERS, instrument });
    held.trade("buy", size, "net");
    expect(held.core.rejection).toBeUndefined();
    const bid = { instrument, side: "buy", price: index - 1 } as const;
    held.core.place({ ...bid, user: 3, size: instrument === INVERSE ? 100_000 : 200 });
    held.core.index(index);
    const events = [...held.core.passMs(0), ...held.core.passMs(0), ...held.core.passMs(0)];
    expect(only(events, "position_liquidated")[0]).toMatchObject({
      ...{ user: held.alice, step, size: closed, taker: "book" },
    });
  });
});

describe("the remaining margin of an isolated position at a fee of 0.06 %", () => {
  it.for([
    // [instrument, side, size, entry, index, price in the book, bankruptcy, fee, surplus]
    // 5,000 − 4,700 − 95,300 × 0.0006; (100,000 − 5,000) ÷ 99.94 = 950.57.
    [LINEAR, "buy", 100, 1_000, 954, 953, 951, 58n, 242n],
    // 5,000 − 4,700 − 104,700 × 0.0006; (100,000 + 5,000) ÷ 100.06 = 1,049.37.
    [LINEAR, "sell", 100, 1_000, 1_046, 1_047, 1_049, 63n, 237n],
    // At bankruptcy itself: 5,000 − 4,900 − 95,100 × 0.0006 = 42.94, the fee being rounded up.
    [LINEAR, "buy", 100, 1_000, 954, 951, 951, 58n, 42n],
    // 25 coins − (521 − 500) − 0.31; 525 ÷ 1.0006 = 524.69 coins: 95.29.
    [INVERSE, "buy", 50_000, 100, 95, 96, 96, 1n, 3n],
    // 25 − (500 − 481) − 0.29 at 104; 475 ÷ 0.9994 = 475.29 coins: 105.2.
    [INVERSE, "sell", 50_000, 100, 105, 104, 105, 1n, 5n],
  ] as const)("instrument %d, %s %d at %d", (example) => {
    const [instrument, side, size, price, index, offered, bankruptcy, fee, surplus] = example;
    const { alice, core } = holder({ instrument, side, size, price, wallet: 20_000, added: 0 });
    const isInverse = instrument === INVERSE;
    const money = () =>
      isInverse ? core.money(alice, "coin_futures", COIN) : core.money(alice, "usdt_futures", USD);
    const free = money();
    core.place({ user: 3, instrument, side, price: offered, size });
    core.index(index);
    const events = [...core.passMs(0), ...core.passMs(0), ...core.passMs(0)];
    expect(only(events, "position_liquidated")).toMatchObject([
      { taker: "book", price: bankruptcy, size },
    ]);
    const own = only(events, "order_filled").filter(({ user }) => user === alice);
    expect(own).toMatchObject([{ price: offered, size, fee }]);
    expect(only(events, "fund_moved")).toMatchObject([
      { reason: "surplus", isPaidIn: true, amount: surplus, fundBalance: surplus },
    ]);
    expect(money()).toEqual(free);
  });
});

describe("the deleveraging score", () => {
  it.for([
    // [instrument, isolated, side, size, entry, mark, profit, entry value, equity, maintenance]
    // 6,000 − 24 + 800; 39,200 × 0.0046 = 180.32.
    [LINEAR, false, "sell", 40, 1_000, 980, 800, 40_000, 6_776, 181],
    [LINEAR, false, "buy", 40, 1_000, 980, -800, 40_000, 5_176, 181],
    // 2,000 of margin and the profit; 40,800 × 0.0046 = 187.68.
    [LINEAR, true, "buy", 40, 1_000, 1_020, 800, 40_000, 2_800, 188],
    [LINEAR, true, "sell", 40, 1_000, 1_020, -800, 40_000, 1_200, 188],
    // 500 coins then, 400 now; 6,000 − 1 ± 100; 1.84.
    [INVERSE, false, "buy", 50_000, 100, 125, 100, 500, 6_099, 2],
    [INVERSE, false, "sell", 50_000, 100, 125, -100, 500, 5_899, 2],
    // 25 coins of margin and 20 won at 104.2: 500 − 480.
    [INVERSE, true, "buy", 50_000, 100, 104, 19, 500, 44, 3],
    [LINEAR, false, "buy", 40, 1_000, 1_000, 0, 40_000, 5_976, 184],
  ] as const)("of instrument %d, isolated %s: %s %d", (example) => {
    const [instrument, isIsolated, side, size, price, mark] = example;
    const [, , , , , , profit, entry, equity, maintenance] = example;
    const added = isIsolated ? { added: 0 } : {};
    const held = holder({ instrument, side, size, price, wallet: 6_000, ...added });
    held.core.index(mark);
    held.core.passMs(0);
    const score = deleverageScore(held.core.state, held.row(), side === "buy" ? LONG : SHORT);
    // ROI × ratio in profit, ROI ÷ ratio in loss: profit ÷ entry by maintenance ÷ equity.
    const [top, bottom] =
      profit >= 0 ? [profit * maintenance, entry * equity] : [profit * equity, entry * maintenance];
    expect(score.top * BigInt(bottom)).toBe(BigInt(top) * score.bottom);
  });

  it("ranks by profit and leverage: profitable positions with little equity first", () => {
    const core = new CoreFixture({ takerRateE6: FEE });
    core.index(1_000);
    const alice = core.rich("alice");
    const sold = (name: string, price: number, money: number): number => {
      const user = core.user(name, [["usdt_futures", USD, money]]);
      core.place({ user, instrument: LINEAR, side: "sell", price, size: 40 });
      core.place({ user: alice, instrument: LINEAR, side: "buy", price, size: 40 });
      return user;
    };
    // At 1,000 with 40,000 of value, 184 of maintenance: ROI ± 2 %, ratios of about 6.4, 0.6, 8.8 and
    // 0.6 %: scores of 0.0013 and 0.00013 in profit, −0.23 and −3.3 in loss.
    const users = [
      sold("deep winner", 1_020, 2_104),
      sold("calm winner", 1_020, 30_000),
      sold("deep loser", 980, 2_904),
      sold("calm loser", 980, 30_000),
    ];
    core.index(1_000);
    core.passMs(0);
    const ranks = users.map((user) => readDeleverageRanks(core.state, user)[0]?.rankE6);
    expect(ranks).toEqual([1_000_000, 666_666, 333_333, 0]);
  });

  it("is the lowest for a holder without equity", () => {
    const held = traders({ price: 1_000, leverage: 20, wallet: 6_000 });
    held.trade("buy", 100, "net");
    held.core.index(930);
    expect(deleverageScore(held.core.state, held.row(), LONG)).toEqual({ top: -1n, bottom: 0n });
  });
});
