/** What the interface shows of risk units: their users, loans and ratio of debt to collateral. */
import type { Realm } from "../base/vocabulary.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { convertedWallet } from "../converting/convert.ts";
import {
  type LoanProduct,
  pendingInterest,
  type RiskUnit,
  type UnitLoan,
} from "../institutional/risk-unit.ts";
import { figuresOf, ratioE6Of, type UnitCoin } from "../institutional/unit-figures.ts";
import { largestOutflow } from "../institutional/unit-refusals.ts";
import { type UsdRate, usdRateOf } from "../instruments/usd-price.ts";
import { spendable } from "../margin/coverage.ts";
import { plus } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
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

/** Accounts of the units that a user manages: those of the family, or the user's own. */
export function readManagedUnits(state: State, user: number): number[] {
  const { index, parent } = userAt(state, user);
  if (parent === index) return readUnitAccounts(state, { parent });
  return state.institutional.find(user) === undefined ? [] : [user];
}

/** Account of the unit to which a user is bound, or `undefined`. */
export function readUnitOf(state: State, user: number): number | undefined {
  return state.institutional.ofUser(user)?.user;
}

/** Amount of a coin in the spot or unified wallet that a user could give away now. */
export function readTransferable(state: State, user: number, currency: number): Atoms {
  const owner = userAt(state, user);
  const account = state.ledger.find(user, convertedWallet(owner), currency);
  return readOutflow(state, user, currency, spendable(state, owner, account));
}

/** Part of an amount that the unit of a user lets go now; all of it without debt. */
export function readOutflow(state: State, user: number, currency: number, most: Atoms): Atoms {
  return largestOutflow(state, userAt(state, user), currency, most);
}

/** Terms of a product, as it was set. */
export type LoanProductRead = LoanProduct;

export function readLoanProducts(state: State): readonly LoanProductRead[] {
  return state.institutional.products;
}
