/** The bare core with lending: isolated margin on the spot instrument, pools and insurance. */

import type { LoanType, Side, StpMode } from "../../src/core/base/vocabulary.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { atoms } from "../../src/core/money/units.ts";
import { readMarginCoins } from "../../src/core/reads/loan-reads.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, SPOT, USD } from "./core-listings.ts";

export type LendingTerms = {
  readonly dailyRateE8?: number;
  readonly leverage?: number;
  readonly maintenanceE6?: number;
  readonly amountMin?: number;
  readonly amountMax?: number;
  readonly pool?: number;
  readonly insurance?: number;
  readonly feeE6?: number;
  readonly haircutE6?: number;
  readonly poolShareE6?: number;
  readonly poolLossShareE6?: number;
  /** Crossed margin instead of the isolated one of the spot instrument. */
  readonly isCrossed?: boolean;
};

const ISOLATED = { wallet: "isolated_margin", instrument: SPOT + 1 } as const;
const CROSSED = { wallet: "crossed_margin", instrument: 0 } as const;

/** Two coins of one margin account, both lent on the same terms. */
export class LendingFixture extends CoreFixture {
  readonly #terms: LendingTerms;
  readonly account: typeof ISOLATED | typeof CROSSED;

  constructor(terms: LendingTerms = {}) {
    super();
    this.#terms = terms;
    this.account = terms.isCrossed === true ? CROSSED : ISOLATED;
    for (const currency of [USD, COIN]) {
      this.terms(currency, {});
      this.endow("lending_pool", currency, terms.pool ?? 1_000_000);
    }
    if (terms.insurance !== undefined) this.endow("insurance_fund", USD, terms.insurance);
    this.run({
      kind: "set_margin_rules",
      warningRiskE6: 800_000,
      liquidationRiskE6: 1_000_000,
      liquidationFeeE6: terms.feeE6 ?? 20_000,
      haircutE6: terms.haircutE6 ?? 50_000,
      repaymentSpreadE6: 1_000,
      repaymentHourlyUsd: 1_000_000,
      poolShareE6: terms.poolShareE6 ?? 1_000_000,
      poolLossShareE6: terms.poolLossShareE6 ?? 1_000_000,
    });
  }

  terms(currency: number, change: { readonly dailyRateE8?: number }): void {
    const { amountMax = 900_000, amountMin = 0, dailyRateE8 = 0 } = this.#terms;
    const { leverage = 10, maintenanceE6 = 0 } = this.#terms;
    this.run({
      kind: "set_loan_terms",
      realm: "live",
      instrument: this.account.instrument,
      currency,
      pricedBy: this.account.instrument === 0 && currency === COIN ? SPOT + 1 : 0,
      dailyRateE8: change.dailyRateE8 ?? dailyRateE8,
      amountMin: atoms(BigInt(amountMin)),
      tierAmounts: [amountMax],
      tierLeverages: [leverage],
      tierMaintenanceE6: [maintenanceE6],
      interestFree: atoms(0n),
    });
  }

  endow(wallet: "lending_pool" | "insurance_fund", currency: number, amount: number): void {
    const money = atoms(BigInt(amount));
    this.run({ kind: "endow", realm: "live", wallet, currency, amount: money });
  }

  /** A classic user with money in the margin account. */
  borrower(name: string, funds: { readonly usd: number }): number {
    const user = this.user(name, [["spot", USD, funds.usd]]);
    this.moveIn(user, USD, funds.usd);
    return user;
  }

  moveIn(user: number, currency: number, amount: number): CoreEvent[] {
    return this.#transfer(user, currency, { amount, isOut: false });
  }

  moveOut(user: number, currency: number, amount: number): CoreEvent[] {
    return this.#transfer(user, currency, { amount, isOut: true });
  }

  #transfer(
    user: number,
    currency: number,
    terms: { readonly amount: number; readonly isOut: boolean },
  ): CoreEvent[] {
    const { amount, isOut } = terms;
    const { instrument, wallet } = this.account;
    const ends = isOut
      ? ({ fromWallet: wallet, toWallet: "spot" } as const)
      : ({ fromWallet: "spot", toWallet: wallet } as const);
    return this.run({
      kind: "transfer",
      ...{ fromUser: user, toUser: user, currency, clientTransferId: "" },
      ...ends,
      amount: atoms(BigInt(amount)),
      fromInstrument: isOut ? instrument : 0,
      toInstrument: isOut ? 0 : instrument,
      mayBorrow: false,
    });
  }

  borrow(user: number, currency: number, amount: number): CoreEvent[] {
    return this.run({
      kind: "borrow",
      user,
      ...this.account,
      currency,
      amount: atoms(BigInt(amount)),
    });
  }

  repay(user: number, currency: number, amount: number): CoreEvent[] {
    return this.run({
      kind: "repay",
      user,
      ...this.account,
      currency,
      amount: atoms(BigInt(amount)),
    });
  }

  flashRepay(user: number): CoreEvent[] {
    return this.run({ kind: "flash_repay", user, ...this.account, currency: 0 });
  }

  /** An order on the account; a market order without a price, a buy then by its `amount`. */
  marginOrder(
    user: number,
    terms: {
      readonly side: Side;
      readonly price?: number;
      readonly size?: number;
      readonly amount?: number;
      readonly loanType?: LoanType;
      readonly stpMode?: StpMode;
    },
  ): CoreEvent[] {
    const { amount = 0, loanType = "normal", price = 0, side, size = 0, stpMode = "none" } = terms;
    const margin = { backing: this.account.wallet, loanType };
    const order = { user, side, price, size, stpMode, margin };
    return this.place({ ...order, quoteAmount: BigInt(amount) });
  }

  /** Balance and hold of the account in a coin. */
  margin(user: number, currency: number): readonly [bigint, bigint] {
    const { balance, hold } = this.#coin(user, currency);
    return [balance, hold];
  }

  /** Principal and interest owed in a coin. */
  owed(user: number, currency: number): readonly [bigint, bigint] {
    const { interest, principal } = this.#coin(user, currency);
    return [principal, interest];
  }

  #coin(user: number, currency: number) {
    const isolated = this.state.instruments[SPOT];
    const instrument = this.account.instrument === 0 ? undefined : isolated;
    const coins = readMarginCoins(this.state, { user, wallet: this.account.wallet, instrument });
    const coin = coins.find((one) => one.currency.index === currency);
    if (coin === undefined) throw new Error(`coin ${currency} is lent`);
    return coin;
  }
}
