/** The bare core with lending: isolated margin on the spot instrument, pools and insurance. */
import type { CommandOf } from "../../src/core/commands.ts";
import type { CoreEvent } from "../../src/core/events.ts";
import { readMarginCoins } from "../../src/core/loan-reads.ts";
import { atoms, lots, ticks } from "../../src/core/money/units.ts";
import type { LoanType } from "../../src/core/vocabulary.ts";
import { COIN, CoreFixture, SPOT, USD } from "./core-fixture.ts";

export type LendingTerms = {
  readonly dailyRateE8?: number;
  readonly leverage?: number;
  readonly maintenanceE6?: number;
  readonly amountMin?: number;
  readonly amountMax?: number;
  readonly pool?: number;
  readonly insurance?: number;
  readonly feeE6?: number;
};

const PLACE = { wallet: "isolated_margin", instrument: SPOT + 1 } as const;

/** Two coins of one isolated account, both lent on the same terms. */
export class LendingFixture extends CoreFixture {
  readonly #terms: LendingTerms;

  constructor(terms: LendingTerms = {}) {
    super();
    this.#terms = terms;
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
    });
  }

  terms(currency: number, change: { readonly dailyRateE8?: number }): void {
    const { amountMax = 900_000, amountMin = 0, dailyRateE8 = 0 } = this.#terms;
    const { leverage = 10, maintenanceE6 = 0 } = this.#terms;
    this.run({
      kind: "set_loan_terms",
      realm: "live",
      instrument: SPOT + 1,
      currency,
      pricedBy: 0,
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

  /** A classic user with money in the isolated account. */
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
    const { instrument, wallet } = PLACE;
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
    return this.run({ kind: "borrow", user, ...PLACE, currency, amount: atoms(BigInt(amount)) });
  }

  repay(user: number, currency: number, amount: number): CoreEvent[] {
    return this.run({ kind: "repay", user, ...PLACE, currency, amount: atoms(BigInt(amount)) });
  }

  flashRepay(user: number): CoreEvent[] {
    return this.run({ kind: "flash_repay", user, ...PLACE, currency: 0 });
  }

  /** A limit order on the isolated account. */
  marginOrder(
    user: number,
    terms: {
      readonly side: CommandOf<"place_margin_order">["side"];
      readonly price: number;
      readonly size: number;
      readonly loanType?: LoanType;
    },
  ): CoreEvent[] {
    const { loanType = "normal", price, side, size } = terms;
    return this.run({
      kind: "place_margin_order",
      ...{ user, instrument: SPOT, side, orderType: "limit", timeInForce: "gtc", stpMode: "none" },
      ...{ price: ticks(price), size: lots(size), quoteAmount: atoms(0n) },
      ...{ clientOrderId: "", source: "api", backing: "isolated_margin", loanType },
    });
  }

  /** Balance and hold of the isolated account in a coin. */
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
    const instrument = this.state.instruments[SPOT];
    const coins = readMarginCoins(this.state, { user, wallet: PLACE.wallet, instrument });
    const coin = coins.find((one) => one.currency.index === currency);
    if (coin === undefined) throw new Error(`coin ${currency} is lent`);
    return coin;
  }
}
