/**
 * Margin of a unified account: all its coins together, in US dollars (trading-rules.md section 8).
 *
 *   equity     = Σ coins ( balance + funding due + unrealised profit and loss ) × price
 *   effective  = the same, where what is owned counts at the rates of its collateral tiers and what
 *                is owed counts in full
 *   free       = effective without what open spot orders hold − Σ coins ( required margin of
 *                futures + margin of what is borrowed ) × price
 *
 * Holds of plain spot orders belong to the account but cover no new exposure. Holds of MARGIN
 * orders count as the coins that they buy; the part of a hold beyond the equity of a coin will be
 * borrowed (`lending/debt-margin.ts`). Owned values are rounded down and required values up, coin
 * by coin.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { PositionRow } from "../base/position-handle.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { isAdvanced } from "../base/word-traits.ts";
import {
  amountCounting,
  type Collateral,
  countedOf,
  NO_COLLATERAL,
  rateAt,
} from "../instruments/collateral.ts";
import type { Currency } from "../instruments/instrument.ts";
import {
  atomsFor,
  type UsdE8,
  type UsdRate,
  usdDown,
  usdRateOf,
  usdUp,
  ZERO_USD,
} from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import {
  debtMarginOf,
  debtPartsOf,
  debtTermsOf,
  type MarginHold,
  marginHolds,
  type Purchase,
} from "../lending/debt-margin.ts";
import { tierOf } from "../lending/loan-terms.ts";
import { feeRoundedUp, maxAtoms, minAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import {
  type Atoms,
  atoms,
  NO_PRICE,
  type RateE6,
  rateE6,
  type Ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import { dueFundingOf } from "../positions/due-funding.ts";
import { currencyAt, instrumentOfRow, markOfRow, type State } from "../state.ts";
import { type KnownRequirement, requiredMarginOf, unrealisedOfRowAt } from "./margin.ts";

export type UnifiedFigures = {
  readonly equityUsd: UsdE8;
  readonly effectiveUsd: UsdE8;
  readonly unrealisedUsd: UsdE8;
  /** Initial margin of positions and open futures orders, and margin of debts. */
  readonly requiredUsd: UsdE8;
  /** Amount for new exposure; below zero if the account lacks margin. */
  readonly freeUsd: UsdE8;
  /** Amount that may leave the account: as `freeUsd`, but without unrealised profit. */
  readonly transferableUsd: UsdE8;
  /** Debt, and its maintenance margin. */
  readonly debtUsd: UsdE8;
  readonly debtMaintenanceUsd: UsdE8;
};

const WHOLE_SHARE = rateE6(1_000_000);

/** Sums over the user's rows of positions and futures orders, per settlement coin. */
type RowSums = { readonly due: Atoms[]; readonly unrealised: Atoms[]; readonly required: Atoms[] };

/**
 * Assumed mark price of a row's instrument, for what-if checks. The dollar price of the base coin
 * is assumed to move in the same proportion; all other prices stay.
 */
export type AssumedMark = { readonly row: PositionRow; readonly price: Ticks };

/** Margin that is required in a coin in addition to the current requirement of all rows. */
export type MarginMore = { readonly currency: number; readonly amount: Atoms };

/** Mark price of a row's instrument, or the assumed one. */
export function markIn(state: State, row: PositionRow, assumed: AssumedMark | undefined): Ticks {
  if (assumed?.row === row) return assumed.price;
  return markOfRow(state, row);
}

/** Dollar price of a coin, with an assumed mark price of a contract on it. */
export function usdRateIn(
  state: State,
  realm: number,
  currency: Currency,
  assumed: AssumedMark | undefined,
): UsdRate {
  const rate = usdRateOf(state, realm, currency);
  if (assumed === undefined) return rate;
  const { base } = instrumentOfRow(state, assumed.row);
  const mark = markOfRow(state, assumed.row);
  if (base !== currency.index || mark === NO_PRICE) return rate;
  return { top: rate.top * BigInt(assumed.price), bottom: rate.bottom * BigInt(mark) };
}

function rowSums(
  state: State,
  user: User,
  assumed?: AssumedMark,
  known?: KnownRequirement,
): RowSums {
  const { positions } = state;
  const due: Atoms[] = [];
  const unrealised: Atoms[] = [];
  const required: Atoms[] = [];
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const { settle } = instrumentOfRow(state, row);
    const mark = markIn(state, row, assumed);
    const profit = unrealisedOfRowAt(state, row, mark);
    due[settle] = plus(due[settle] ?? ZERO_ATOMS, dueFundingOf(state, row));
    unrealised[settle] = plus(unrealised[settle] ?? ZERO_ATOMS, profit);
    const rowRequired = known?.row === row ? known.required : requiredMarginOf(state, row);
    required[settle] = plus(required[settle] ?? ZERO_ATOMS, rowRequired);
  }
  return { due, unrealised, required };
}

/** Collateral terms of a coin for a user; in a basic account only shared coins are collateral. */
export function collateralFor(state: State, user: User, currency: number): Collateral {
  const collateral = state.collaterals[currency] ?? NO_COLLATERAL;
  return isAdvanced(user.level) || collateral.isShared ? collateral : NO_COLLATERAL;
}

function lowerRate(a: RateE6, b: RateE6): RateE6 {
  return rateE6(Math.min(a, b));
}

/** The part of an amount that counts at a rate, rounded down. */
function countedAt(amount: Atoms, rate: RateE6): Atoms {
  return atoms((amount * BigInt(rate)) / 1_000_000n);
}

/** Dollars that an amount of a coin counts for: a debt in full, a balance by collateral tiers. */
function effectiveUsd(rate: UsdRate, collateral: Collateral, amount: bigint): UsdE8 {
  return usdDown(rate, amount <= 0n ? amount : countedOf(collateral, amount));
}

/**
 * Figures of a unified user's account, with an order that is checked. Values and profits are at the
 * assumed prices, the margin that positions and orders require is at the current mark prices.
 */
export function unifiedFiguresOf(
  state: State,
  user: User,
  purchase?: Purchase,
  assumed?: AssumedMark,
): UnifiedFigures {
  return figuresFrom(state, user, basisOf(state, user, purchase, assumed));
}

/** Inputs of the figures. */
type Basis = {
  readonly sums: RowSums;
  readonly holds: ReadonlyMap<number, MarginHold>;
  /** An order that is checked before it is in its user's list; its hold is in no account yet. */
  readonly purchase: Purchase | undefined;
  readonly assumed?: AssumedMark | undefined;
};

function basisOf(
  state: State,
  user: User,
  purchase: Purchase | undefined,
  assumed?: AssumedMark,
): Basis {
  const sums = rowSums(state, user, assumed);
  return { sums, holds: marginHolds(state, user, purchase), purchase, assumed };
}

/** Amount for new exposure, in dollars, if more margin of a coin were required. */
export function freeUsdAfter(
  state: State,
  user: User,
  more: MarginMore,
  known?: KnownRequirement,
): UsdE8 {
  const sums = rowSums(state, user, undefined, known);
  const basis = { sums, holds: marginHolds(state, user, undefined), purchase: undefined };
  const { required } = sums;
  required[more.currency] = plus(required[more.currency] ?? ZERO_ATOMS, more.amount);
  return figuresFrom(state, user, basis).freeUsd;
}

/** Balance, funding due and unrealised profit and loss of a coin. */
function equityIn(state: State, user: User, sums: RowSums, currency: number): Atoms {
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
  const settled = plus(state.ledger.balance(account), sums.due[currency] ?? ZERO_ATOMS);
  return plus(settled, sums.unrealised[currency] ?? ZERO_ATOMS);
}

/**
 * Share at which the hold of MARGIN orders in a coin will count after their purchase: the lowest
 * rate of the bought coins, each at the tier that it would reach.
 */
function purchaseShare(
  state: State,
  user: User,
  sums: RowSums,
  of: { readonly bought: ReadonlySet<number>; readonly valueUsd: bigint },
): RateE6 {
  const realm = indexIn(REALMS, user.realm);
  let share = WHOLE_SHARE;
  for (const bought of of.bought) {
    const rate = usdRateOf(state, realm, currencyAt(state, bought));
    const size = atomsFor(rate, of.valueUsd);
    const held = maxAtoms(equityIn(state, user, sums, bought), ZERO_ATOMS);
    const collateral = collateralFor(state, user, bought);
    const counts = size === undefined ? rateE6(0) : rateAt(collateral, held + size);
    if (counts < share) share = counts;
  }
  return share;
}

type WeighedCoin = {
  readonly currency: Currency;
  readonly equity: Atoms;
  readonly hold: Atoms;
  /** Amount about to leave. Rates stay those before, so a larger amount leaves less margin. */
  readonly leaving?: Atoms;
};

/** Dollars of a coin that cover new exposure, and dollars that the coin requires. */
function freeIn(
  state: State,
  user: User,
  basis: Basis,
  coin: WeighedCoin,
): { readonly ownedUsd: bigint; readonly needUsd: bigint } {
  const { currency, equity, hold, leaving = ZERO_ATOMS } = coin;
  const { index } = currency;
  const rate = usdRateIn(state, indexIn(REALMS, user.realm), currency, basis.assumed);
  const collateral = collateralFor(state, user, index);
  const required = basis.sums.required[index] ?? ZERO_ATOMS;
  const marginHold = basis.holds.get(index);
  const marginHeld = marginHold?.amount ?? ZERO_ATOMS;
  const isWeighed = basis.purchase?.paid === index;
  const held = minus(plus(hold, isWeighed ? basis.purchase.more : ZERO_ATOMS), marginHeld);
  const parts = debtPartsOf(minus(equity, leaving), held, marginHeld);
  const share =
    marginHold === undefined
      ? WHOLE_SHARE
      : purchaseShare(state, user, basis.sums, {
          bought: marginHold.bought,
          valueUsd: usdUp(rate, marginHeld),
        });
  const { covered, shortfall, spare } = parts;
  const own = rateAt(collateral, maxAtoms(minus(equity, held), ZERO_ATOMS));
  const kept = countedAt(covered, lowerRate(own, share));
  const ownedUsd =
    effectiveUsd(rate, collateral, spare) + usdDown(rate, kept) - usdUp(rate, shortfall);
  const terms = debtTermsOf(state, user, index);
  const need = terms === undefined ? ZERO_ATOMS : debtMarginOf(user, terms, parts, share);
  return { ownedUsd, needUsd: usdUp(rate, plus(required, need)) };
}

/** Maintenance margin of a debt, in atoms; nothing where the coin has no terms. */
function debtMaintenance(state: State, user: User, currency: number, debt: Atoms): Atoms {
  const terms = debtTermsOf(state, user, currency);
  return terms === undefined ? ZERO_ATOMS : feeRoundedUp(debt, tierOf(terms, debt).maintenanceRate);
}

function figuresFrom(state: State, user: User, basis: Basis): UnifiedFigures {
  const { currencies, ledger } = state;
  const { due, required, unrealised } = basis.sums;
  const realm = indexIn(REALMS, user.realm);
  let equityUsd = ZERO_USD as bigint;
  let wholeUsd = 0n;
  let unrealisedUsd = 0n;
  let requiredUsd = 0n;
  let freeUsd = 0n;
  let transferableUsd = 0n;
  let debtUsd = 0n;
  let debtMaintenanceUsd = 0n;
  for (const currency of currencies) {
    const { index } = currency;
    const account = ledger.find(user.index, WALLET_INDEX.unified, index);
    const hold = ledger.hold(account);
    const profit = unrealised[index] ?? ZERO_ATOMS;
    const balance = plus(ledger.balance(account), due[index] ?? ZERO_ATOMS);
    const isUnused = balance === 0n && profit === 0n && hold === 0n;
    const isIdle = (required[index] ?? 0n) === 0n && basis.purchase?.paid !== index;
    if (isUnused && isIdle) continue;
    const rate = usdRateIn(state, realm, currency, basis.assumed);
    const equity = plus(balance, profit);
    if (!currency.isPractice) equityUsd += usdDown(rate, equity);
    unrealisedUsd += usdDown(rate, profit);
    wholeUsd += effectiveUsd(rate, collateralFor(state, user, index), equity);
    const now = freeIn(state, user, basis, { currency, equity, hold });
    requiredUsd += now.needUsd;
    freeUsd += now.ownedUsd - now.needUsd;
    const withoutProfit = profit > 0n ? minus(equity, profit) : equity;
    const lasting =
      profit > 0n ? freeIn(state, user, basis, { currency, equity: withoutProfit, hold }) : now;
    transferableUsd += lasting.ownedUsd - lasting.needUsd;
    if (equity >= 0n) continue;
    const debt = atoms(-equity);
    debtUsd += usdUp(rate, debt);
    debtMaintenanceUsd += usdUp(rate, debtMaintenance(state, user, index, debt));
  }
  assert(requiredUsd >= 0n, "the required margin of an account is never negative");
  return {
    equityUsd: equityUsd as UsdE8,
    effectiveUsd: wholeUsd as UsdE8,
    unrealisedUsd: unrealisedUsd as UsdE8,
    requiredUsd: requiredUsd as UsdE8,
    freeUsd: freeUsd as UsdE8,
    transferableUsd: transferableUsd as UsdE8,
    debtUsd: debtUsd as UsdE8,
    debtMaintenanceUsd: debtMaintenanceUsd as UsdE8,
  };
}

/** Dollars in atoms of a coin, rounded towards zero; zero while the coin has no price. */
export function inCoin(state: State, user: User, currency: number, usd: bigint): Atoms {
  const coin = state.currencies[currency];
  if (coin === undefined || usd === 0n) return ZERO_ATOMS;
  const rate = usdRateOf(state, indexIn(REALMS, user.realm), coin);
  const size = atomsFor(rate, usd < 0n ? -usd : usd) ?? 0n;
  return atoms(usd < 0n ? -size : size);
}

/** Amount of a coin that must stay to count for `usd`; `undefined` if no amount does. */
function leastEquity(rate: UsdRate, collateral: Collateral, usd: bigint): bigint | undefined {
  if (usd <= 0n) return 0n;
  return amountCounting(collateral, (usd * rate.bottom + rate.top - 1n) / rate.top);
}

/** Balance, funding due and unrealised profit and loss of a coin; below zero it is a debt. */
export function unifiedEquity(state: State, user: User, currency: number): Atoms {
  return equityIn(state, user, rowSums(state, user), currency);
}

/** The unrealised loss in a coin, above zero where there is any. */
export function unifiedLoss(state: State, user: User, currency: number): Atoms {
  const profit = rowSums(state, user).unrealised[currency] ?? ZERO_ATOMS;
  return maxAtoms(negated(profit), ZERO_ATOMS);
}

/** Amount of a coin without hold and unrealised loss; unrealised profit does not count. */
export function unifiedUnheld(state: State, user: User, currency: number): Atoms {
  const { due, unrealised } = rowSums(state, user);
  const account = state.ledger.find(user.index, WALLET_INDEX.unified, currency);
  const available = state.ledger.available(account);
  const loss = minAtoms(unrealised[currency] ?? ZERO_ATOMS, ZERO_ATOMS);
  const lasting = plus(plus(available, due[currency] ?? ZERO_ATOMS), loss);
  return minAtoms(available, lasting);
}

/**
 * Returns a function from an amount of a coin that leaves the account to the transferable margin
 * that remains, in dollars. An amount beyond the balance becomes a debt. The function never
 * increases.
 */
export function transferableWithout(
  state: State,
  user: User,
  currency: Currency,
): (leaving: Atoms) => UsdE8 {
  const basis = basisOf(state, user, undefined);
  const { transferableUsd } = figuresFrom(state, user, basis);
  const { index } = currency;
  const profit = basis.sums.unrealised[index] ?? ZERO_ATOMS;
  const withProfit = equityIn(state, user, basis.sums, index);
  const equity = profit > 0n ? minus(withProfit, profit) : withProfit;
  const hold = state.ledger.hold(state.ledger.find(user.index, WALLET_INDEX.unified, index));
  const freeOf = (leaving: Atoms): bigint => {
    const { needUsd, ownedUsd } = freeIn(state, user, basis, { currency, equity, hold, leaving });
    return ownedUsd - needUsd;
  };
  const others = transferableUsd - freeOf(ZERO_ATOMS);
  return (leaving) => (others + freeOf(leaving)) as UsdE8;
}

/**
 * Amount of a coin that may be spent or moved out: the part without hold that the account does not
 * require as margin. The part that counts least as collateral is used first.
 */
export function unifiedSpendable(state: State, user: User, account: number): Atoms {
  if (state.ledger.available(account) <= 0n) return ZERO_ATOMS;
  const basis = basisOf(state, user, undefined);
  return spendableFrom(state, user, account, { basis, figures: figuresFrom(state, user, basis) });
}

/** Amount for new exposure, in dollars, and spendable amount of a coin, computed together. */
export function unifiedFunds(
  state: State,
  user: User,
  account: number,
): { readonly freeUsd: UsdE8; readonly spendable: Atoms } {
  const basis = basisOf(state, user, undefined);
  const figures = figuresFrom(state, user, basis);
  const spendable = spendableFrom(state, user, account, { basis, figures });
  return { freeUsd: figures.freeUsd, spendable };
}

function spendableFrom(
  state: State,
  user: User,
  account: number,
  { basis, figures }: { readonly basis: Basis; readonly figures: UnifiedFigures },
): Atoms {
  const { ledger } = state;
  assert(ledger.userOf(account) === user.index, "a user spends from an account of their own");
  const available = ledger.available(account);
  if (available <= 0n) return ZERO_ATOMS;
  const currency = currencyAt(state, ledger.currencyOf(account));
  const rate = usdRateOf(state, indexIn(REALMS, user.realm), currency);
  if (rate.top === 0n) return available;
  const { due, unrealised } = basis.sums;
  const { transferableUsd } = figures;
  if (transferableUsd < 0n) return ZERO_ATOMS;
  const collateral = collateralFor(state, user, currency.index);
  const profit = unrealised[currency.index] ?? ZERO_ATOMS;
  const settled = available + (due[currency.index] ?? ZERO_ATOMS);
  const equity = profit < 0n ? settled + profit : settled;
  const counted = effectiveUsd(rate, collateral, equity);
  if (equity <= 0n) return ZERO_ATOMS;
  const kept = leastEquity(rate, collateral, counted - transferableUsd);
  if (kept === undefined || kept >= equity) return ZERO_ATOMS;
  assert(kept >= 0n, "the amount that must stay is never negative");
  const spare = equity - kept;
  return atoms(spare > available ? available : spare);
}
