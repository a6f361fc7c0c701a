/**
 * Worked examples of trading-rules.md section 6, isolated and crossed. The initial price of a coin
 * is 100. The first tier lends 10,000 dollars or 100 coins at leverage 5 with 5 % maintenance, the
 * second 50,000 or 500 at leverage 3 with 10 %.
 */
import { describe, expect, it } from "vitest";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { COIN, SPOT, USD } from "../../../test/support/core-listings.ts";
import type { MarginWallet } from "../base/vocabulary.ts";
import type { Currency } from "../instruments/instrument.ts";
import { atoms } from "../money/units.ts";
import { readBorrowable, readMarginCoins, readMovable, readRisk } from "../reads/loan-reads.ts";

const HOUR_MS = 3_600_000;
/** The clock of the fixture starts 1,000 seconds after the hour. */
const TO_HOUR_MS = HOUR_MS - 1_000_000;
const WALLETS = ["isolated_margin", "crossed_margin"] as const;

type Amounts = { readonly usd?: number; readonly coin?: number };
type Terms = {
  readonly dailyRateE8?: number;
  readonly pool?: number;
  /** In millionths. */
  readonly rules?: { readonly warning?: number; readonly liquidation?: number };
};

function setTerms(core: CoreFixture, isolated: number, terms: Terms): void {
  for (const [currency, pricedBy, scale] of [
    [USD, 0, 1],
    [COIN, SPOT + 1, 100],
  ] as const) {
    core.run({
      kind: "set_loan_terms",
      ...{ realm: "live", instrument: isolated, currency, amountMin: atoms(0n) },
      pricedBy: isolated === 0 ? pricedBy : 0,
      dailyRateE8: terms.dailyRateE8 ?? 0,
      tierAmounts: [10_000 / scale, 50_000 / scale],
      ...{ tierLeverages: [5, 3], tierMaintenanceE6: [50_000, 100_000], interestFree: atoms(0n) },
    });
    const amount = atoms(BigInt(terms.pool ?? 1_000_000));
    core.run({ kind: "endow", realm: "live", wallet: "lending_pool", currency, amount });
  }
  const { liquidation = 1_000_000, warning = 800_000 } = terms.rules ?? {};
  core.run({
    kind: "set_margin_rules",
    ...{
      warningRiskE6: warning,
      liquidationRiskE6: liquidation,
      liquidationFeeE6: 20_000,
      haircutE6: 50_000,
      repaymentSpreadE6: 1_000,
      repaymentHourlyUsd: 1_000_000,
      poolShareE6: 1_000_000,
      poolLossShareE6: 1_000_000,
    },
  });
}

/** A margin account with own funds and loans. */
function account(wallet: MarginWallet, own: Amounts, borrowed: Amounts = {}, terms: Terms = {}) {
  const core = new CoreFixture();
  const isolated = wallet === "isolated_margin" ? SPOT + 1 : 0;
  setTerms(core, isolated, terms);
  const { coin = 0, usd = 0 } = own;
  const user = core.user("alice", [
    ["spot", USD, usd + 1],
    ["spot", COIN, coin + 1],
  ]);
  const move = (currency: number, amount: number, isOut = false): void => {
    core.run({
      kind: "transfer",
      ...{ fromUser: user, toUser: user, currency, clientTransferId: "" },
      fromWallet: isOut ? wallet : "spot",
      toWallet: isOut ? "spot" : wallet,
      amount: atoms(BigInt(amount)),
      fromInstrument: isOut ? isolated : 0,
      toInstrument: isOut ? 0 : isolated,
      mayBorrow: false,
    });
  };
  const borrow = (currency: number, amount: number): string | undefined => {
    const loan = { user, wallet, instrument: isolated, currency };
    core.run({ kind: "borrow", ...loan, amount: atoms(BigInt(amount)) });
    return core.rejection;
  };
  if (usd > 0) move(USD, usd);
  if (coin > 0) move(COIN, coin);
  if (borrowed.usd !== undefined) expect(borrow(USD, borrowed.usd)).toBeUndefined();
  if (borrowed.coin !== undefined) expect(borrow(COIN, borrowed.coin)).toBeUndefined();
  const instrument = isolated === 0 ? undefined : core.state.instruments[SPOT];
  const at = { user, wallet, instrument } as const;
  const currency = (index: number) => core.state.currencies[index] as Currency;
  return { core, at, borrow, currency, move };
}

/** The same rows for both kinds of account. */
function inBoth<T extends readonly unknown[]>(rows: readonly T[]) {
  return WALLETS.flatMap((wallet) => rows.map((row) => [wallet, ...row] as const));
}

describe("assets, liabilities, requirements and the risk rate", () => {
  it.for(
    inBoth([
      // [own, borrowed, price, assets, debts, maintenance, initial, risk rate in millionths]
      [{ usd: 4_000 }, {}, 100, [4_000n, 0n, 0n, 0n], 0],
      // 8,000 × 0.05; 8,000 ÷ (5 − 1); 8,400 ÷ 12,000.
      [{ usd: 4_000 }, { usd: 8_000 }, 100, [12_000n, 8_000n, 400n, 2_000n], 700_000],
      // In the second tier 12,000 × 0.1 and 12,000 ÷ (3 − 1); 13,200 ÷ 21,000 = 0.6285714.
      [
        ...([{ usd: 4_000, coin: 50 }, { usd: 12_000 }, 100] as const),
        ...([[21_000n, 12_000n, 1_200n, 6_000n], 628_572] as const),
      ],
      // 60 coins are 6,000: 300 and 1,500; 6,300 ÷ 11,000 = 0.57272727.
      [{ usd: 5_000 }, { coin: 60 }, 100, [11_000n, 6_000n, 300n, 1_500n], 572_728],
      // Their value rises to 7,800: 390 and 1,950; 8,190 ÷ 12,800 = 0.63984375.
      [{ usd: 5_000 }, { coin: 60 }, 130, [12_800n, 7_800n, 390n, 1_950n], 639_844],
      // 3,000 dollars and 30 coins: twice 150 and twice 750; 6,300 ÷ 10,000.
      [{ usd: 4_000 }, { usd: 3_000, coin: 30 }, 100, [10_000n, 6_000n, 300n, 1_500n], 630_000],
      // Each coin has its own tier. Second: 12,000, so 1,200 and 6,000. First: 4,000, so 200 and
      // 1,000. 17,400 ÷ 36,000 = 0.48333.
      [
        ...([{ usd: 20_000 }, { usd: 12_000, coin: 40 }, 100] as const),
        ...([[36_000n, 16_000n, 1_400n, 7_000n], 483_334] as const),
      ],
    ] as const),
  )("%s: own %j, borrowed %j, at %d", ([wallet, own, borrowed, price, sums, riskE6]) => {
    const { at, core } = account(wallet, own, borrowed);
    core.index(price);
    const [assets, debts, maintenance, initial] = sums;
    expect(readRisk(core.state, at)).toEqual({ assets, debts, maintenance, initial, riskE6 });
  });
});

describe("the largest loan", () => {
  it.for(
    inBoth([
      // [own, coin to borrow, terms, most]; net × (leverage − 1), bounded by tier and pool.
      [{ usd: 1_000 }, USD, {}, 4_000],
      // 3,000 × 4 are 12,000, in the second tier; 3,000 × 2 are less than the first tier allows.
      [{ usd: 3_000 }, USD, {}, 10_000],
      [{ usd: 10_000 }, USD, {}, 20_000],
      // 30,000 × 2 are more than the last tier.
      [{ usd: 30_000 }, USD, {}, 50_000],
      [{ usd: 30_000 }, USD, { pool: 15_000 }, 15_000],
      // 1,030 × 4 are 41.2 coins; ten own coins count like 1,000 dollars.
      [{ usd: 1_030 }, COIN, {}, 41],
      [{ coin: 10 }, COIN, {}, 40],
      [{ coin: 10 }, USD, {}, 4_000],
      // The first hour of 1 % is charged at once: 3,805 + 39 require 961; 1,000 − 39 remain.
      [{ usd: 1_000 }, USD, { dailyRateE8: 24_000_000 }, 3_805],
    ] as const),
  )("%s: with %j, of coin %d on %j", ([wallet, own, coin, terms, most]) => {
    const { at, borrow, core, currency } = account(wallet, own, {}, terms);
    expect(readBorrowable(core.state, at, currency(coin))).toBe(BigInt(most));
    expect(borrow(coin, most + 1)).toBeDefined();
    expect(borrow(coin, most)).toBeUndefined();
    expect(readBorrowable(core.state, at, currency(coin))).toBe(0n);
  });
});

describe("interest of the hours that have begun", () => {
  it.for(
    inBoth([
      // 24,000 × 0.24 % ÷ 24 = 2.4 an hour, rounded up to 3: the first at once.
      [24_000, 240_000, 0, 3n],
      [24_000, 240_000, TO_HOUR_MS - 1, 3n],
      [24_000, 240_000, TO_HOUR_MS, 6n],
      [24_000, 240_000, TO_HOUR_MS + HOUR_MS - 1, 6n],
      [24_000, 240_000, TO_HOUR_MS + HOUR_MS, 9n],
      // 12,000 × 4.8 % ÷ 24 = 24 an hour, 25 hours in a day; none on interest.
      [12_000, 4_800_000, 24 * HOUR_MS, 600n],
      // 1 × 0.01 % ÷ 24 is far below an atom, rounded up to one.
      [1, 10_000, TO_HOUR_MS, 2n],
    ] as const),
  )("%s: of %d at %d a day, %d ms later", ([wallet, amount, dailyRateE8, passedMs, interest]) => {
    const own = { usd: 30_000 };
    const { at, core } = account(wallet, own, { usd: amount }, { dailyRateE8 });
    core.passMs(passedMs);
    const coin = readMarginCoins(core.state, at).find((one) => one.currency.index === USD);
    expect(coin).toMatchObject({ principal: BigInt(amount), interest });
  });
});

describe("the largest transfer out of the account", () => {
  it.for(
    inBoth([
      // [own, borrowed, coin, warning figure, most]; (debts + maintenance) ÷ assets at most that.
      // 2,100 ÷ 0.8 = 2,625 of 3,000 stay.
      [{ usd: 1_000 }, { usd: 2_000 }, USD, 800_000, 375],
      // 2,100 ÷ 0.75 = 2,800.
      [{ usd: 1_000 }, { usd: 2_000 }, USD, 750_000, 200],
      // 1,575 ÷ 0.8 = 1,968.75 of 4,500: 25.3 coins, or all 1,500 dollars.
      [{ coin: 30 }, { usd: 1_500 }, COIN, 800_000, 25],
      [{ coin: 30 }, { usd: 1_500 }, USD, 800_000, 1_500],
      // 20 coins with 5 % are 2,100 again; of the coins 375 ÷ 100.
      [{ usd: 1_000 }, { coin: 20 }, USD, 800_000, 375],
      [{ usd: 1_000 }, { coin: 20 }, COIN, 800_000, 3],
      // Without debts nothing is required.
      [{ usd: 1_000 }, {}, USD, 800_000, 1_000],
    ] as const),
  )("%s: own %j, borrowed %j, of coin %d, warned at %d", (example) => {
    const [wallet, own, borrowed, coin, warning, most] = example;
    const { at, core, currency, move } = account(wallet, own, borrowed, { rules: { warning } });
    expect(readMovable(core.state, at, currency(coin))).toBe(BigInt(most));
    move(coin, most + 1, true);
    expect(core.rejection).toBeDefined();
    move(coin, most, true);
    expect(core.rejection).toBeUndefined();
  });
});

describe("liquidation", () => {
  it.for(
    inBoth([
      // [own, borrowed, risk rate of liquidation, last price that is safe, price that is not]
      // 2,100 against 2,000 and ten coins.
      [{ coin: 10 }, { usd: 2_000 }, 1_000_000, 11, 10],
      // 21 coins of debt against 20 coins and 1,000 dollars.
      [{ usd: 1_000 }, { coin: 20 }, 1_000_000, 999, 1_000],
      // 2,100 ÷ 0.9 are 2,333.3: ten coins at 33.3.
      [{ coin: 10 }, { usd: 2_000 }, 900_000, 34, 33],
      // In the second tier: 22,000 against 20,000 and 100 coins.
      [{ coin: 100 }, { usd: 20_000 }, 1_000_000, 21, 20],
    ] as const),
  )("%s: own %j, borrowed %j, at %d", ([wallet, own, borrowed, liquidation, safe, unsafe]) => {
    const { core } = account(wallet, own, borrowed, { rules: { liquidation } });
    core.index(safe);
    expect(kinds(core.passMs(1_000))).not.toContain("unwind_started");
    core.index(unsafe);
    expect(kinds(core.passMs(1_000))).toContain("unwind_started");
  });
});
