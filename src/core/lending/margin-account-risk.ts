/**
 * Value and risk of a margin account, from its balances, loans and prices (trading-rules.md
 * section 6):
 *
 *   assets      = Σ value of balance               each rounded down
 *   debts       = Σ value of principal + interest  each rounded up
 *   maintenance = Σ debt value × rate of its tier  each rounded up
 *   initial     = Σ debt value ÷ (leverage of its tier − 1), each rounded up
 *   risk rate   = (debts + maintenance) ÷ assets, zero without debts
 *
 * All values are in atoms of the account's money: the coin of its terms that no instrument prices.
 * A loan may be taken while initial ≤ assets − debts − open loss of orders (`spot-open-loss.ts`).
 */
import { assert } from "../base/assert.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { dividedRoundedUp, feeRoundedUp, minus, plus } from "../money/arithmetic.ts";
import {
  type Atoms,
  atoms,
  NO_PRICE,
  type RateE6,
  type Ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import type { State } from "../state.ts";
import { owedOf } from "./charge-loan-interest.ts";
import { type LoanTerms, tierOf } from "./loan-terms.ts";
import { coinsOf, ledgerAccountOf, type MarginAccount } from "./margin-account.ts";

/** Risk rate of an account that has debts and no assets, and the largest rate reported. */
const RISK_E6_MAX = 1_000_000_000;
const E6 = 1_000_000n;

/** Price of collateral: the index, or the last price where no index is known; 0 for neither. */
export function collateralPriceOf(state: State, instrument: Instrument): Ticks {
  const prices = state.prices[instrument.index];
  if (prices === undefined) return NO_PRICE;
  return prices.index === 0 ? prices.last : prices.index;
}

/** Value of an amount of a coin, rounded up or down; `undefined` without a price. */
export function worthOf(
  state: State,
  terms: LoanTerms,
  amount: Atoms,
  rounding: "up" | "down",
): Atoms | undefined {
  const { pricedBy } = terms;
  if (pricedBy === undefined || amount === 0n) return amount;
  const price = collateralPriceOf(state, pricedBy);
  if (price === 0) return undefined;
  const top = amount * BigInt(price) * pricedBy.atomsPerTickLot;
  const bottom = pricedBy.baseAtomsPerLot;
  return atoms((rounding === "up" ? top + bottom - 1n : top) / bottom);
}

/**
 * Whether every coin with a balance or loan has a fresh index price. The account is not
 * liquidated while one is stale (decision 0019).
 */
export function arePricesFresh(state: State, account: MarginAccount): boolean {
  return coinsOf(state, account).every(({ currency, pricedBy }) => {
    if (pricedBy === undefined) return true;
    const money = ledgerAccountOf(state, account, currency);
    const isUnused = state.ledger.balance(money) === 0n && state.lending.loans.find(money) === 0;
    return isUnused || isIndexFresh(state, pricedBy.index);
  });
}

/** Change of one coin of an account that is checked before it is made. */
export type TentativeChange = {
  readonly currency: number;
  readonly balance: Atoms;
  readonly principal: Atoms;
  readonly interest: Atoms;
};

export type RiskFigures = {
  assets: Atoms;
  debts: Atoms;
  maintenance: Atoms;
  initial: Atoms;
};

/** Figures of an account as it is, or after a change; `undefined` while a price is missing. */
export function figuresOf(
  state: State,
  account: MarginAccount,
  change?: TentativeChange,
): RiskFigures | undefined {
  const sums = { assets: ZERO_ATOMS, debts: ZERO_ATOMS, maintenance: ZERO_ATOMS };
  const figures: RiskFigures = { ...sums, initial: ZERO_ATOMS };
  for (const terms of coinsOf(state, account)) {
    const coinChange = change?.currency === terms.currency ? change : undefined;
    if (!addCoin(state, account, { terms, change: coinChange, figures })) return undefined;
  }
  return figures;
}

/** Adds one coin to the figures; returns false while its price is missing. */
function addCoin(
  state: State,
  account: MarginAccount,
  coin: {
    readonly terms: LoanTerms;
    readonly change: TentativeChange | undefined;
    readonly figures: RiskFigures;
  },
): boolean {
  const { change, figures, terms } = coin;
  const { ledger, lending } = state;
  const money = ledgerAccountOf(state, account, terms.currency);
  const row = lending.loans.find(money);
  let balance = ledger.balance(money);
  let principal = row === 0 ? ZERO_ATOMS : lending.loans.principal.get(row);
  let owed = row === 0 ? ZERO_ATOMS : owedOf(state, row);
  if (change !== undefined) {
    balance = plus(balance, change.balance);
    principal = plus(principal, change.principal);
    owed = plus(owed, plus(change.principal, change.interest));
  }
  const assets = worthOf(state, terms, balance, "down");
  const debts = worthOf(state, terms, owed, "up");
  if (assets === undefined || debts === undefined) return false;
  const tier = tierOf(terms, principal);
  assert(principal >= 0n && owed >= principal, "a loan is its principal and interest");
  assert(tier.leverage >= 2, "loans have a leverage of at least 2");
  figures.assets = plus(figures.assets, assets);
  figures.debts = plus(figures.debts, debts);
  figures.maintenance = plus(figures.maintenance, feeRoundedUp(debts, tier.maintenanceRate));
  figures.initial = plus(figures.initial, dividedRoundedUp(debts, tier.leverage - 1));
  return true;
}

/** Risk rate in millionths, rounded up and at most `RISK_E6_MAX`; 0 without debts. */
export function riskE6Of(figures: RiskFigures): number {
  if (figures.debts === 0n) return 0;
  if (figures.assets <= 0n) return RISK_E6_MAX;
  const top = plus(figures.debts, figures.maintenance) * E6;
  const rate = (top + figures.assets - 1n) / figures.assets;
  return rate > BigInt(RISK_E6_MAX) ? RISK_E6_MAX : Number(rate);
}

/** Whether the risk rate is at most a bound. */
export function isWithinRisk(figures: RiskFigures, bound: RateE6): boolean {
  if (figures.debts === 0n) return true;
  return plus(figures.debts, figures.maintenance) * E6 <= figures.assets * BigInt(bound);
}

/** Whether the account keeps the leverage of the tier of each of its loans. */
export function isLeverageKept(figures: RiskFigures): boolean {
  return figures.initial <= minus(figures.assets, figures.debts);
}
