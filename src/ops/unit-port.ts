import type { Category, Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** A coin that counts as collateral: its ratio is a share, its largest value in US dollars. */
export interface ProductCoinTerms {
  readonly coin: string;
  readonly ratio: string;
  readonly valueMaxUsd: number;
}

/** Terms of a product of institutional loans; rates and lines are shares, "0.7". */
export interface LoanProductTerms {
  readonly realm: Realm;
  readonly product: number;
  readonly leverage: number;
  readonly dailyRate: string;
  readonly transferLine: string;
  readonly buyLine: string;
  readonly openLine: string;
  readonly liquidationLine: string;
  readonly stopLine: string;
  /** No coins withdraw the product. */
  readonly coins: readonly ProductCoinTerms[];
  /** Instruments that a unit in debt may trade. */
  readonly instruments: readonly { readonly symbol: string; readonly category: Category }[];
}

export interface UnitLoanState {
  readonly id: string;
  readonly coin: string;
  readonly principal: string;
  readonly interest: string;
}

export interface RiskUnitState {
  readonly uid: string;
  readonly product: number;
  readonly users: readonly string[];
  readonly isLiquidating: boolean;
  /** Debt ÷ collateral, both in US dollars. */
  readonly ratio: string;
  readonly debtUsd: string;
  readonly collateralUsd: string;
  /** False while a price is stale: then no funds leave and no liquidation advances. */
  readonly isFresh: boolean;
  readonly loans: readonly UnitLoanState[];
}

export interface RiskUnitChange {
  readonly uid: string;
  /** 0 ends the unit. */
  readonly product: number;
}

/** Binds a user to the unit of an account, or ends it. */
export interface UnitBinding {
  readonly uid: string;
  readonly user: string;
  readonly isBound: boolean;
}

export interface UnitLoanIssue {
  readonly uid: string;
  readonly coin: string;
  readonly amount: string;
}

export interface UnitRepayment {
  /** User of the unit whose wallet pays. */
  readonly uid: string;
  readonly loan: string;
  readonly amount: string;
}

/** Actions on institutional loans that the administrative routes call. */
export interface UnitActions {
  listLoanProducts(): readonly LoanProductTerms[];
  setLoanProduct(terms: LoanProductTerms): Promise<AdminOutcome<LoanProductTerms>>;
  listRiskUnits(): readonly RiskUnitState[];
  setRiskUnit(change: RiskUnitChange): Promise<AdminOutcome<RiskUnitChange>>;
  bindUnitUser(binding: UnitBinding): Promise<AdminOutcome<UnitBinding>>;
  issueUnitLoan(issue: UnitLoanIssue): Promise<AdminOutcome<{ readonly id: string }>>;
  repayUnitLoan(repayment: UnitRepayment): Promise<AdminOutcome<{ readonly id: string }>>;
}
