import type { Realm } from "../core/vocabulary.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";

/** Loans up to `amountMax` of the coin have this leverage and maintenance rate. */
export interface LoanTierTerms {
  readonly amountMax: string;
  readonly leverage: number;
  readonly maintenanceRate: string;
}

/** What a coin may be borrowed for in isolated margin of a pair, or in crossed margin. */
export interface LoanTermsOfCoin {
  readonly realm: Realm;
  /** The pair of isolated margin; empty for crossed margin. */
  readonly symbol: string;
  readonly coin: string;
  /** Crossed margin: the pair that values the coin; empty for the coin that values are told in. */
  readonly pricedBy: string;
  /** A decimal text: `0.0002` is 0.02 % a day. */
  readonly dailyRate: string;
  readonly amountMin: string;
  /** Of a unified account's debt that an unrealised loss makes, what costs no interest. */
  readonly interestFree: string;
  readonly tiers: readonly LoanTierTerms[];
}

/** Risk rates of all margin accounts, and the fee of forced repayment, as decimal texts. */
export interface MarginRiskRules {
  readonly warningRisk: string;
  readonly liquidationRisk: string;
  readonly liquidationFee: string;
  readonly haircut: string;
  readonly repaymentSpread: string;
  /** Whole US dollars. */
  readonly repaymentHourlyUsd: number;
  /** Of a pool, what a parent account with its sub-accounts may borrow; "1" for no limit. */
  readonly poolShare: string;
  /** Of a pool, what it may lose in a clock hour before it lends nothing; "1" for no limit. */
  readonly poolLossShare: string;
}

/** Positions up to `valueMax` whole quote coins have this leverage and maintenance rate. */
export interface PositionTierTerms {
  readonly valueMax: number;
  readonly leverageMax: number;
  readonly maintenanceRate: string;
}

export interface PositionTiersOfInstrument extends InstrumentName {
  readonly tiers: readonly PositionTierTerms[];
}

/** Of what lies above `from` whole coins the part `rate` counts. */
export interface CollateralTierTerms {
  readonly from: number;
  readonly rate: string;
}

/** What a coin counts for as margin of unified accounts. */
export interface CollateralOfCoin {
  readonly coin: string;
  readonly isDollar: boolean;
  /** Counts in basic accounts too. */
  readonly isShared: boolean;
  readonly tiers: readonly CollateralTierTerms[];
}

export const EXCHANGE_FUNDS = ["lending_pool", "insurance_fund"] as const;

/** Money from the outside world for a fund of the exchange. */
export interface Endowment {
  readonly realm: Realm;
  readonly fund: (typeof EXCHANGE_FUNDS)[number];
  readonly coin: string;
  readonly amount: string;
}

/** What the administrative routes can have done with the terms of risk. */
export interface RiskActions {
  listLoanTerms(): readonly LoanTermsOfCoin[];
  setLoanTerms(terms: LoanTermsOfCoin): Promise<AdminOutcome<LoanTermsOfCoin>>;
  marginRules(): MarginRiskRules;
  setMarginRules(rules: MarginRiskRules): Promise<AdminOutcome<MarginRiskRules>>;
  listPositionTiers(): readonly PositionTiersOfInstrument[];
  setPositionTiers(
    terms: PositionTiersOfInstrument,
  ): Promise<AdminOutcome<PositionTiersOfInstrument>>;
  listCollateral(): readonly CollateralOfCoin[];
  setCollateral(terms: CollateralOfCoin): Promise<AdminOutcome<CollateralOfCoin>>;
  endow(endowment: Endowment): Promise<AdminOutcome<Endowment>>;
}
