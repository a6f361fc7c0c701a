/** Worked examples of trading-rules.md section 8: what a unified account is worth and must keep. */
import { describe, expect, it } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { atoms, lots } from "../money/units.ts";
import { readUnified } from "../reads/account-reads.ts";
import { readDebtCoins } from "../reads/debt-reads.ts";

const E8 = 100_000_000n;
const ALT = 2;
/** The spot instrument that prices ALT. */
const ALT_SPOT = 3;

/**
 * Dollars count in full; of coins the first 500 at 0.95, up to 2,000 at 0.8, beyond at 0.5; of ALT,
 * which costs 10, the first 100 at 0.9 and nothing beyond.
 */
function market(takerRateE6 = 0): CoreFixture {
  const core = new CoreFixture({ takerRateE6 });
  core.run({ kind: "list_currency", code: "ALT", decimals: 0, isPractice: false });
  core.run({
    kind: "list_instrument",
    ...{ symbol: "ALTUSD", category: "spot", realm: "live", base: ALT, quote: USD, settle: USD },
    ...{ isInverse: false, priceDecimals: 0, tickStep: 1, sizeDecimals: 0, lotStep: 1 },
    ...{ sizeLotsMin: lots(1), sizeLotsMax: lots(1_000), sizeLotsMarketMax: lots(1_000) },
    ...{ valueMin: atoms(0n), makerRateE6: 0, takerRateE6: 0, leverageMin: 1, leverageMax: 1 },
    ...{ buyLimitRatioE6: 500_000, sellLimitRatioE6: 500_000, fundingIntervalHours: 8 },
  });
  core.run({ kind: "set_index_prices", instruments: [ALT_SPOT], prices: [10] });
  const shared = { kind: "set_collateral", isShared: true } as const;
  const coin = { ...shared, isDollar: false } as const;
  core.run({ ...shared, currency: USD, isDollar: true, tierStarts: [0], ratesE6: [1_000_000] });
  core.run({
    ...{ ...coin, currency: COIN, tierStarts: [0, 500, 2_000] },
    ratesE6: [950_000, 800_000, 500_000],
  });
  core.run({ ...coin, currency: ALT, tierStarts: [0, 100], ratesE6: [900_000, 0] });
  return core;
}

type Held = { readonly usd?: number; readonly coin?: number; readonly alt?: number };

function holder(core: CoreFixture, { alt = 0, coin = 0, usd = 0 }: Held): number {
  const funds = [
    ["unified", USD, usd] as const,
    ["unified", COIN, coin] as const,
    ["unified", ALT, alt] as const,
  ];
  const held = funds.filter(([, , amount]) => amount > 0);
  const user = core.user("alice", held, { accountKind: "unified" });
  core.run({ kind: "set_account_level", user, level: "advanced", isByOperator: true });
  return user;
}

describe("account equity and effective equity", () => {
  it.for([
    // [held, price of the coin, equity, effective]
    [{ usd: 700 }, 100, 700n, 700n],
    // 400 × 0.95 × 100.
    [{ coin: 400 }, 100, 40_000n, 38_000n],
    // 500 × 0.95 + 700 × 0.8 = 1,035 of 1,200.
    [{ coin: 1_200 }, 100, 120_000n, 103_500n],
    // 475 + 1,500 × 0.8 + 1,000 × 0.5 = 2,175 of 3,000.
    [{ coin: 3_000 }, 100, 300_000n, 217_500n],
    // Tiers are of amounts, not of values.
    [{ coin: 3_000 }, 80, 240_000n, 174_000n],
    // 60 × 0.9 × 10; and of 250 the first 100 alone.
    [{ alt: 60 }, 100, 600n, 540n],
    [{ alt: 250 }, 100, 2_500n, 900n],
    [{ usd: 700, coin: 1_200, alt: 250 }, 100, 123_200n, 105_100n],
  ] as const)("of %j at %d", ([held, price, equity, effective]) => {
    const core = market();
    const user = holder(core, held);
    core.index(price);
    expect(readUnified(core.state, user)).toMatchObject({
      equityUsd: equity * E8,
      effectiveUsd: effective * E8,
      unrealisedUsd: 0n,
      freeUsd: effective * E8,
    });
  });

  it.for([
    // A long of 100 coins, linear, from 100; an inverse short of 10,000 dollars from 100.
    // [held, price, profit in dollars of all, equity, effective]
    // 100 × 10 dollars; 100 − 90.9, so 91 coins: 9 coins at 110 are lost.
    [{ usd: 2_000, coin: 100 }, 110, 1_000n - 990n, 3_000n + 10_010n, 3_000n + 9_460n],
    // 1,000 lost; 111.1 − 100 coins won, at 90: of 111 coins 105.45, an atom not in parts.
    [{ usd: 2_000, coin: 100 }, 90, -1_000n + 990n, 1_000n + 9_990n, 1_000n + 9_450n],
    // Without dollars the loss is a debt of 1,000, in full.
    [{ coin: 100 }, 90, -1_000n + 990n, -1_000n + 9_990n, -1_000n + 9_450n],
  ] as const)("with positions, %j at %d", ([held, price, profit, equity, effective]) => {
    const core = market();
    const user = holder(core, held);
    const bob = core.rich("bob");
    const terms = [
      { instrument: LINEAR, side: "buy", price: 100, size: 100 },
      { instrument: INVERSE, side: "sell", price: 100, size: 10_000 },
    ] as const;
    for (const order of terms) {
      core.place({ ...order, user: bob, side: order.side === "buy" ? "sell" : "buy" });
      core.place({ ...order, user });
      expect(core.rejection).toBeUndefined();
    }
    core.index(price);
    expect(readUnified(core.state, user)).toMatchObject({
      unrealisedUsd: profit * E8,
      equityUsd: equity * E8,
      effectiveUsd: effective * E8,
    });
  });
});

describe("debts and their maintenance", () => {
  it.for([
    // Bought at 100 with 1,000 dollars of one's own; coins count 0.8. [bought, price, figures]
    // 1,000 owed: 5 % of it; 2,000 − 1,000; 1,600 − 1,000; a third is needed, in whole dollars.
    [20, 100, { debtUsd: 1_000n, debtMaintenanceUsd: 50n, equityUsd: 1_000n, effectiveUsd: 600n }],
    [20, 70, { debtUsd: 1_000n, debtMaintenanceUsd: 50n, equityUsd: 400n, effectiveUsd: 120n }],
    // Sold: 20 coins owed of 3,000 dollars; 5 % of 20 coins are one.
    [-20, 100, { debtUsd: 2_000n, debtMaintenanceUsd: 100n, equityUsd: 1_000n }],
    [-20, 130, { debtUsd: 2_600n, debtMaintenanceUsd: 130n, equityUsd: 400n, effectiveUsd: 400n }],
  ] as const)("of %d coins at %d", ([size, price, expected]) => {
    const core = new BorrowingFixture();
    core.trade(size > 0 ? "buy" : "sell", Math.abs(size));
    core.index(price);
    const dollars = Object.entries(expected).map(([name, value]) => [name, value * E8]);
    expect(core.figures()).toMatchObject(Object.fromEntries(dollars));
    const coin = size > 0 ? USD : COIN;
    const owed = size > 0 ? 1_000n : 20n;
    expect(readDebtCoins(core.state, core.alice)).toContainEqual(
      expect.objectContaining({ currency: expect.objectContaining({ index: coin }), debt: owed }),
    );
  });

  it("of the second tier are at its rate as a whole", () => {
    const core = new BorrowingFixture({ usd: 6_000, tiers: [2_000, 9_000] });
    core.trade("buy", 90);
    // 3,000 owed are beyond 2,000: 10 % of all. 90 coins count 7,200.
    expect(core.figures()).toMatchObject({
      ...{ debtUsd: 3_000n * E8, debtMaintenanceUsd: 300n * E8, effectiveUsd: 4_200n * E8 },
      // At leverage 2.
      requiredUsd: 1_500n * E8,
    });
  });
});

describe("the maintenance of the account", () => {
  it.for([
    // Positions at 100 with 0.4 % and the taker fee of 0.06 %, in atoms rounded up.
    // [linear long, linear short, inverse long, maintenance in dollars]
    [100, 0, 0, 46n],
    // Hedged, the larger side counts: 30,000 × 0.0046.
    [300, 100, 0, 138n],
    [100, 300, 0, 138n],
    // 50,000 ÷ 100 = 500 coins: 2.3, so 3 coins at 100.
    [0, 0, 50_000, 300n],
    [300, 100, 50_000, 438n],
    // 1,600 × 100 are of the second tier: 160,000 × 0.0056; long and short choose it together.
    [1_600, 0, 0, 896n],
    [1_000, 600, 0, 560n],
  ] as const)("of %d long, %d short, %d inverse", ([long, short, inverse, expected]) => {
    const core = market(600);
    const user = holder(core, { usd: 100_000, coin: 400 });
    const bob = core.rich("bob");
    core.hedge(user, "usdt_futures");
    const open = (instrument: number, side: "buy" | "sell", size: number): void => {
      if (size === 0) return;
      const other = side === "buy" ? "sell" : "buy";
      const positionSide = side === "buy" ? "long" : "short";
      core.place({ user: bob, instrument, side: other, price: 100, size });
      core.place({ user, instrument, side, price: 100, size, positionSide });
      expect(core.rejection).toBeUndefined();
    };
    open(LINEAR, "buy", long);
    open(LINEAR, "sell", short);
    open(INVERSE, "buy", inverse);
    expect(readUnified(core.state, user).risk.maintenance).toBe(expected * E8);
  });

  it("counts positions and debts together", () => {
    const core = new BorrowingFixture({ usd: 3_000 });
    core.trade("buy", 40);
    const order = { instrument: LINEAR, price: 100, size: 100 } as const;
    core.place({ ...order, user: core.bob, side: "sell" });
    core.place({ ...order, user: core.alice, side: "buy" });
    // 10,000 × 0.4 % without a fee, and 5 % of 1,000 owed; 40 coins count 3,200.
    expect(readUnified(core.state, core.alice).risk).toEqual({
      equity: 2_200n * E8,
      maintenance: 90n * E8,
    });
  });
});
