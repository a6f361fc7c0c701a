/** What the interface shows of risk units: their users, loans and ratio of debt to collateral. */
import type { Realm } from "../base/vocabulary.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import {
  type LoanProduct,
  pendingInterest,
  type RiskUnit,
  type UnitLoan,
} from "../institutional/risk-unit.ts";
import { figuresOf, ratioE6Of, type UnitCoin } from "../institutional/unit-figures.ts";
import { type UsdRate, usdRateOf } from "../instruments/usd-price.ts";
import { plus } from "../money/arithmetic.ts";
import { currencyAt, type State, userAt } from "../state.ts";

/** A loan with its interest up to now. */
export type UnitLoanRead = Pick<UnitLoan, "id" | "currency" | "principal" | "interest">;

export type UnitRead = {
  readonly unit: number;
  readonly product: number;
  readonly users: readonly number[];
  readonly isLiquidating: boolean;
  readonly loans: readonly UnitLoanRead[];
  readonly coins: readonly (UnitCoin & { readonly rate: UsdRate })[];
  /** In 10^-8 US dollars. */
  readonly debt: bigint;
  readonly collateral: bigint;
  readonly ratioE6: number;
  readonly isFresh: boolean;
};

function readOf(state: State, unit: RiskUnit): UnitRead {
  const figures = figuresOf(state, unit);
  const realm = indexIn(REALMS, userAt(state, unit.user).realm);
  return {
    unit: unit.user,
    product: unit.product,
    users: [...unit.users],
    isLiquidating: unit.isLiquidating,
    loans: unit.loans.map((loan) => ({
      ...loan,
      interest: plus(loan.interest, pendingInterest(loan, state.timeMs)),
    })),
    coins: figures.coins.map((coin) => ({
      ...coin,
      rate: usdRateOf(state, realm, currencyAt(state, coin.currency)),
    })),
    debt: figures.debt,
    collateral: figures.collateral,
    ratioE6: ratioE6Of(figures),
    isFresh: figures.isFresh,
  };
}

/** The unit of an account that is a unit, or `undefined`. */
export function readUnit(state: State, account: number): UnitRead | undefined {
  const unit = state.institutional.find(account);
  return unit === undefined ? undefined : readOf(state, unit);
}

/** Accounts of all units of a realm, or of a main account and its sub-accounts. */
export function readUnitAccounts(state: State, of: { realm?: Realm; parent?: number }): number[] {
  return state.institutional
    .units()
    .map(({ user }) => userAt(state, user))
    .filter(({ parent, realm }) => {
      return (of.parent ?? parent) === parent && (of.realm ?? realm) === realm;
    })
    .map(({ index }) => index);
}

export function readLoanProducts(state: State): readonly LoanProduct[] {
  return state.institutional.products;
}
