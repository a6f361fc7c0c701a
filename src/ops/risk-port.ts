import type { Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** Leverage and maintenance rate of loans up to `amountMax` of the coin. */
export interface LoanTierTerms {
  readonly amountMax: string;
  readonly leverage: number;
  readonly maintenanceRate: string;
}

/** Terms for borrowing a coin in isolated margin of a pair, or in crossed margin. */
export interface LoanTermsOfCoin {
  readonly realm: Realm;
  /** Pair of isolated margin; empty for crossed margin. */
  readonly symbol: string;
  readonly coin: string;
  /** Crossed margin: pair whose price values the coin; empty for the valuation coin itself. */
  readonly pricedBy: string;
  /** Daily interest rate, a decimal text: `0.0002` is 0.02 % a day. */
  readonly dailyRate: string;
  readonly amountMin: string;
  /** Part of a unified account's debt from unrealised losses that costs no interest. */
  readonly interestFree: string;
  readonly tiers: readonly LoanTierTerms[];
}

/** Risk rates of all margin accounts and the fee of forced repayment, as decimal texts. */
export interface MarginRiskRules {
  readonly warningRisk: string;
  readonly liquidationRisk: string;
  readonly liquidationFee: string;
  readonly haircut: string;
  readonly repaymentSpread: string;
  /** Limit in whole US dollars. */
  readonly repaymentHourlyUsd: number;
  /** Share of a pool that a main account with its sub-accounts may borrow; "1" for no limit. */
  readonly poolShare: string;
  /** Share of a pool that it may lose in a clock hour before it stops lending; "1" for no limit. */
  readonly poolLossShare: string;
}

/** Leverage and maintenance rate of positions up to `valueMax` whole quote coins. */
export interface PositionTierTerms {
  readonly valueMax: number;
  readonly leverageMax: number;
  readonly maintenanceRate: string;
}

export interface PositionTiersOfInstrument extends InstrumentName {
  readonly tiers: readonly PositionTierTerms[];
}

/** Part of the balance above `from` whole coins that counts as collateral. */
export interface CollateralTierTerms {
  readonly from: number;
  readonly rate: string;
}

/** Collateral value of a coin in unified accounts. */
export interface CollateralOfCoin {
  readonly coin: string;
  readonly isDollar: boolean;
  /** Whether it counts in basic accounts too. */
  readonly isShared: boolean;
  readonly tiers: readonly CollateralTierTerms[];
}

export const EXCHANGE_FUNDS = ["lending_pool", "insurance_fund", "conversion"] as const;

/** Payment from outside the exchange into one of its funds. */
export interface Endowment {
  readonly realm: Realm;
  readonly fund: (typeof EXCHANGE_FUNDS)[number];
  readonly coin: string;
  readonly amount: string;
}

/** Actions on risk terms that the administrative routes call. */
export interface RiskActions {
  listLoanTerms(): readonly LoanTermsOfCoin[];
  /**
   * Whether terms raise the leverage of unified accounts so far that a MARGIN order at the edge of
   * a pair's band can lose more than the margin of its loan, so that the lender bears the rest.
   */
  lendsBeyondBands(change: LoanTermsOfCoin): boolean;
  setLoanTerms(change: LoanTermsOfCoin): Promise<AdminOutcome<LoanTermsOfCoin>>;
  marginRules(): MarginRiskRules;
  setMarginRules(rules: MarginRiskRules): Promise<AdminOutcome<MarginRiskRules>>;
  listPositionTiers(): readonly PositionTiersOfInstrument[];
  setPositionTiers(
    change: PositionTiersOfInstrument,
  ): Promise<AdminOutcome<PositionTiersOfInstrument>>;
  listCollateral(): readonly CollateralOfCoin[];
  setCollateral(change: CollateralOfCoin): Promise<AdminOutcome<CollateralOfCoin>>;
}
