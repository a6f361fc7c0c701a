/** The bare core that lends dollars against coins at 100 dollars, at 1 % an hour. */
import type { LoanPeriod } from "../../src/core/base/vocabulary.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { atoms } from "../../src/core/money/units.ts";
import type { PledgedLoan } from "../../src/core/pledging/pledged-loans.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, SPOT, USD } from "./core-listings.ts";

const MANY = 1_000_000;
/** 24 % a day. */
const RATE_E8 = 24_000_000;

type Amounts = { readonly amount?: number; readonly pledge?: number; readonly period?: LoanPeriod };

function money(amount: number) {
  return atoms(BigInt(amount));
}

export class PledgingFixture extends CoreFixture {
  constructor() {
    super();
    const base = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    this.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    this.run({ ...base, currency: COIN, isDollar: false, ratesE6: [1_000_000] });
    for (const coin of [USD, COIN]) {
      this.lend(coin, {});
      this.accept(coin, {});
      this.endow("lending_pool", coin, MANY);
    }
  }

  endow(wallet: "lending_pool" | "insurance_fund", currency: number, amount: number): void {
    this.run({ kind: "endow", realm: "live", wallet, currency, amount: money(amount) });
  }

  lend(currency: number, terms: Partial<DraftOf<"set_pledged_loan_terms">>): void {
    this.run({
      kind: "set_pledged_loan_terms",
      ...{ realm: "live", currency, amountMin: money(10), amountMax: money(MANY) },
      ...{ flexibleRateE8: RATE_E8, shortRateE8: RATE_E8, longRateE8: 2 * RATE_E8 },
      ...{ shortHours: 168, longHours: 720, accountLoansMax: 5 },
      ...terms,
    });
  }

  /** Lines of 65, 75 and 83 %. */
  accept(currency: number, terms: Partial<DraftOf<"set_pledge_terms">>): void {
    this.run({
      kind: "set_pledge_terms",
      ...{ realm: "live", currency, amountMin: money(1), amountMax: money(MANY) },
      ...{ initialE6: 650_000, supplementE6: 750_000, forcedE6: 830_000, heldMax: money(MANY) },
      ...terms,
    });
  }

  /** Dollars for coins, or the other way round. */
  take(
    user: number,
    { amount = 0, period = "flexible", pledge = 0 }: Amounts,
    [currency, pledgeCurrency]: readonly [number, number] = [USD, COIN],
  ): CoreEvent[] {
    return this.run({
      kind: "take_pledged_loan",
      ...{ user, currency, pledgeCurrency, period, amount: money(amount), pledge: money(pledge) },
    });
  }

  repay(
    user: number,
    loanId: number,
    terms: Partial<DraftOf<"repay_pledged_loan">> = { isWhole: true },
  ): CoreEvent[] {
    const base = { method: "wallet", isWhole: false, amount: money(0), releases: false } as const;
    return this.run({ kind: "repay_pledged_loan", user, loanId, ...base, ...terms });
  }

  /** An amount below zero is taken back. */
  revise(user: number, loanId: number, amount: number, pledgeCurrency = COIN): CoreEvent[] {
    const size = money(Math.abs(amount));
    const change = { pledgeCurrency, isAdded: amount > 0, amount: size };
    return this.run({ kind: "revise_pledge", user, loanId, ...change });
  }

  /** Sets the rules of margin: those until the operator sets others, except the given ones. */
  marginRules(rules: Partial<DraftOf<"set_margin_rules">>): void {
    this.run({
      kind: "set_margin_rules",
      ...{ warningRiskE6: 800_000, liquidationRiskE6: 1_000_000, liquidationFeeE6: 20_000 },
      ...{ haircutE6: 50_000, repaymentSpreadE6: 1_000, repaymentHourlyUsd: 1_000_000 },
      ...{ poolShareE6: 1_000_000, poolLossShareE6: 1_000_000 },
      ...rules,
    });
  }

  /** Limits the change of the spot reference price to half a percent a second. */
  guardReference(): void {
    const none = { markCapE6: 0, markStepE6: 0, impactUnits: 0 };
    this.run({ kind: "set_price_guards", instrument: SPOT, ...none, referenceStepE6: 5_000 });
  }

  get loans(): readonly PledgedLoan[] {
    return this.state.pledging.loans.all;
  }
}
