/** The bare core with one unified account that borrows: dollars at 1, coins at 100. */
import type { CoreEvent } from "../../src/core/events/events.ts";
import type { Currency } from "../../src/core/instruments/instrument.ts";
import { type UnifiedFigures, unifiedFiguresOf } from "../../src/core/margin/unified-margin.ts";
import { atoms } from "../../src/core/money/units.ts";
import { readMostTransferred } from "../../src/core/reads/debt-reads.ts";
import { UNIFIED_MARGIN } from "./command-drafts.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, SPOT, USD } from "./core-listings.ts";

export type BorrowingTerms = {
  readonly usd?: number;
  readonly coin?: number;
  readonly pool?: number;
  readonly poolShareE6?: number;
  readonly poolLossShareE6?: number;
  readonly dailyRateE8?: number;
  readonly interestFree?: number;
  /** Largest amounts of the two tiers, in atoms. */
  readonly tiers?: readonly [number, number];
};

export const HOUR_MS = 3_600_000;

type MarginOrder = {
  readonly side: "buy" | "sell";
  readonly price?: number;
  readonly size?: number;
  readonly quoteAmount?: number;
  readonly clientOrderId?: string;
};

/**
 * Dollars count in full, coins at four fifths. Both are lent at leverage 5 with 5 % maintenance,
 * from the second tier on at 2 with 10 %. Alice has the funds that are given; Bob is rich.
 */
export class BorrowingFixture extends CoreFixture {
  readonly alice: number;
  readonly bob: number;
  readonly #terms: BorrowingTerms;

  constructor(terms: BorrowingTerms = {}) {
    super();
    this.#terms = terms;
    this.hours(1);
    this.index(100);
    const base = { kind: "set_collateral", isShared: false, tierStarts: [0] } as const;
    this.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    this.run({ ...base, currency: COIN, isDollar: false, ratesE6: [800_000] });
    for (const currency of [USD, COIN]) {
      this.loanTerms(currency, {});
      const amount = atoms(BigInt(terms.pool ?? 1_000_000));
      this.run({ kind: "endow", realm: "live", wallet: "lending_pool", currency, amount });
    }
    if (terms.poolShareE6 !== undefined || terms.poolLossShareE6 !== undefined) {
      this.run({
        kind: "set_margin_rules",
        ...{ warningRiskE6: 800_000, liquidationRiskE6: 1_000_000, liquidationFeeE6: 20_000 },
        ...{ haircutE6: 50_000, repaymentSpreadE6: 1_000, repaymentHourlyUsd: 1_000_000 },
        poolShareE6: terms.poolShareE6 ?? 1_000_000,
        poolLossShareE6: terms.poolLossShareE6 ?? 1_000_000,
      });
    }
    const { coin = 0, usd = 1_000 } = terms;
    const funds = [["unified", USD, usd] as const, ["unified", COIN, coin] as const].filter(
      ([, , amount]) => amount > 0,
    );
    this.alice = this.user("alice", funds, { accountKind: "unified" });
    this.run({
      kind: "set_account_level",
      user: this.alice,
      level: "advanced",
      isByOperator: true,
    });
    this.bob = this.rich("bob");
  }

  loanTerms(currency: number, change: { readonly dailyRateE8?: number }): void {
    const { dailyRateE8 = 0, interestFree = 0, tiers = [100_000, 900_000] } = this.#terms;
    this.run({
      kind: "set_loan_terms",
      realm: "live",
      instrument: 0,
      currency,
      pricedBy: currency === USD ? 0 : SPOT + 1,
      dailyRateE8: change.dailyRateE8 ?? dailyRateE8,
      amountMin: atoms(0n),
      tierAmounts: [...tiers],
      tierLeverages: [5, 2],
      tierMaintenanceE6: [50_000, 100_000],
      interestFree: atoms(BigInt(interestFree)),
    });
  }

  /** So many hours later, when everybody has been charged. */
  hours(count: number): CoreEvent[] {
    return [...this.passMs(count * HOUR_MS), ...this.passMs(0)];
  }

  leverage(currency: number, leverage: number): CoreEvent[] {
    return this.run({ kind: "set_coin_leverage", user: this.alice, currency, leverage });
  }

  /** Moves money to the funding wallet of a unified account, which may borrow it. */
  moveOut(user: number, currency: number, amount: bigint): CoreEvent[] {
    const wallets = { from: "unified", to: "funding" } as const;
    return this.transfer({ user, ...wallets, currency, amount, mayBorrow: true });
  }

  /** The most that `moveOut` accepts. */
  mostMovedOut(user: number, currency: number): bigint {
    return readMostTransferred(this.state, user, this.state.currencies[currency] as Currency);
  }

  /** An order of category MARGIN of Alice; without a price a market order. */
  margin(order: MarginOrder): CoreEvent[] {
    const { clientOrderId = "", price = 0, quoteAmount = 0, side, size = 0 } = order;
    return this.place({
      ...{ user: this.alice, side, price, size, quoteAmount: BigInt(quoteAmount), clientOrderId },
      timeInForce: price === 0 ? "ioc" : "gtc",
      margin: UNIFIED_MARGIN,
    });
  }

  /** Bob offers, and Alice takes it on margin. */
  trade(side: "buy" | "sell", size: number, price = 100): CoreEvent[] {
    const other = side === "buy" ? "sell" : "buy";
    this.place({ user: this.bob, instrument: SPOT, side: other, price, size });
    return this.margin({ side, price, size });
  }

  repay(debts: readonly number[], payments: readonly number[]): CoreEvent[] {
    return this.run({ kind: "repay_debts", user: this.alice, debts, payments });
  }

  figures(): UnifiedFigures {
    const user = this.state.users[this.alice];
    if (user === undefined) throw new Error("alice exists");
    return unifiedFiguresOf(this.state, user);
  }

  /** Balance and hold of Alice. */
  has(currency: number): readonly [bigint, bigint] {
    return this.money(this.alice, "unified", currency);
  }
}
