/** Risk units in debt: what they have, what they owe, and what their users may not do. */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Side, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv } from "./naive-amounts.ts";
import { isPriced } from "./naive-debts.ts";
import { marginAccount, unrealisedOf } from "./naive-money.ts";
import type { NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf, floorDiv } from "./naive-unified.ts";

const E6 = 1_000_000n;
const HOUR_MS = 3_600_000;
const INDEX_AGE_MS = 30_000;

export type NaiveProduct = Omit<CommandOf<"set_loan_product">, "kind" | "seq" | "timeMs">;

export type NaiveUnitLoan = {
  readonly id: number;
  readonly currency: number;
  readonly dailyRateE8: number;
  principal: bigint;
  interest: bigint;
  /** The last hour of the clock that was charged. */
  hour: number;
};

export type NaiveUnit = {
  readonly account: number;
  product: number;
  readonly users: number[];
  isLiquidating: boolean;
  loans: NaiveUnitLoan[];
};

export class NaiveUnits {
  products: NaiveProduct[] = [];
  list: NaiveUnit[] = [];
  sweptAtMs = 0;
  /** Units that this round has not visited: those whose account has at least this index. */
  next: number | undefined;
}

/** Wallets that count for a unit. */
export const UNIT_WALLETS: readonly Wallet[] = [
  ...(["spot", "funding", "usdt_futures", "usdc_futures", "coin_futures"] as const),
  "unified",
];

export function unitOf(state: NaiveState, user: number): NaiveUnit | undefined {
  return state.units.list.find((unit) => unit.users.includes(user));
}

export function productOf(state: NaiveState, unit: NaiveUnit): NaiveProduct {
  const { realm } = state.userAt(unit.account);
  const found = state.units.products.find(
    (one) => one.realm === realm && one.product === unit.product,
  );
  if (found === undefined) throw new Error(`unit ${unit.account} has a product`);
  return found;
}

/** Interest of an hour. */
export function hourly(principal: bigint, rateE8: number): bigint {
  return ceilDiv(principal * BigInt(rateE8), 24n * 100_000_000n);
}

export function owedBy(state: NaiveState, loan: NaiveUnitLoan): bigint {
  const hours = Math.floor(state.timeMs / HOUR_MS) - loan.hour;
  return loan.principal + loan.interest + BigInt(hours) * hourly(loan.principal, loan.dailyRateE8);
}

type Change = {
  readonly currency: number;
  /** More of the coin, and more debt in it. */
  readonly more: bigint;
  readonly debt: bigint;
  readonly without: number | undefined;
};

const NOTHING: Change = { currency: 0, more: 0n, debt: 0n, without: undefined };

type Figures = { collateral: bigint; debt: bigint; isKnown: boolean };

/** What the positions of a user take from a coin, or add as margin of their own. */
function positionsIn(state: NaiveState, user: NaiveUser, currency: number): bigint {
  let sum = 0n;
  for (const position of state.positions) {
    const instrument = state.instrumentAt(position.instrument);
    if (position.user !== user.index || instrument.settle !== currency) continue;
    const gain = unrealisedOf(state, position);
    const loss = gain < 0n ? gain : 0n;
    if (!user.isolated.has(instrument.index)) {
      sum += loss;
      continue;
    }
    const rest = marginAccount(state, user, instrument, position.side).balance + loss;
    sum += rest > 0n ? rest : 0n;
  }
  return sum;
}

function amountOf(state: NaiveState, users: readonly NaiveUser[], currency: number): bigint {
  return users.reduce((sum, user) => {
    const accounts = state.accounts.filter(
      (one) =>
        one.user === user.index && one.currency === currency && UNIT_WALLETS.includes(one.wallet),
    );
    const balance = accounts.reduce((total, one) => total + one.balance, 0n);
    return sum + balance + positionsIn(state, user, currency);
  }, 0n);
}

export function figuresOf(state: NaiveState, unit: NaiveUnit, change = NOTHING): Figures {
  const product = productOf(state, unit);
  const owner = state.userAt(unit.account);
  const users = unit.users.filter((one) => one !== change.without).map((one) => state.userAt(one));
  const figures: Figures = { collateral: 0n, debt: 0n, isKnown: true };
  const isOld = state.positions.some((one) => {
    const { indexedAtMs, indexPrice } = state.instrumentAt(one.instrument);
    const isFresh = indexPrice !== 0 && state.timeMs - indexedAtMs <= INDEX_AGE_MS;
    return users.some(({ index }) => index === one.user) && !isFresh;
  });
  if (isOld) figures.isKnown = false;
  for (let coin = 0; coin < state.currencies.length; coin++) {
    const more = change.currency === coin ? change.more : 0n;
    const amount = amountOf(state, users, coin) + more;
    const at = product.currencies.indexOf(coin);
    if (amount === 0n || (amount > 0n && at === -1)) continue;
    if (!isPriced(state, owner, coin)) figures.isKnown = false;
    const [top, bottom] = dollarsOf(state, owner, coin);
    const value = floorDiv(amount * top, bottom);
    const most = BigInt(product.valuesMaxUsd[at] ?? 0) * 100_000_000n;
    const limited = value < most ? value : most;
    figures.collateral += amount < 0n ? value : (limited * BigInt(product.ratiosE6[at] ?? 0)) / E6;
  }
  const debts = unit.loans.map((loan) => [loan.currency, owedBy(state, loan)] as const);
  if (change.debt > 0n) debts.push([change.currency, change.debt]);
  for (const [coin, amount] of debts) {
    if (!isPriced(state, owner, coin)) figures.isKnown = false;
    const [top, bottom] = dollarsOf(state, owner, coin);
    figures.debt += ceilDiv(amount * top, bottom);
  }
  return figures;
}

/** Whether debt ÷ collateral is beyond a line. */
export function isBeyond({ collateral, debt }: Figures, lineE6: number): boolean {
  return debt * E6 - collateral * BigInt(lineE6) > 0n;
}

/** Debt ÷ collateral in millionths, at most a million. */
export function ratioOf({ collateral, debt }: Figures): number {
  if (debt === 0n) return 0;
  const most = 10n ** 12n;
  const ratio = collateral <= 0n ? most : ceilDiv(debt * E6, collateral);
  return Number(ratio < most ? ratio : most);
}

export function judgeLine(
  state: NaiveState,
  unit: NaiveUnit,
  lineE6: number,
  change: Partial<Change> = {},
): Rejection | undefined {
  if (unit.isLiquidating) return "unit_liquidating";
  const figures = figuresOf(state, unit, { ...NOTHING, ...change });
  if (!figures.isKnown) return "collateral_price_missing";
  return isBeyond(figures, lineE6) ? "unit_line_reached" : undefined;
}

/** Whether a user may give so much of a coin to another user, or into a wallet. */
export function judgeLeavingUnit(
  state: NaiveState,
  user: number,
  to: { readonly user: number; readonly wallet: Wallet } | undefined,
  moved: { readonly wallet: Wallet; readonly currency: number; readonly amount: bigint },
): Rejection | undefined {
  const unit = unitOf(state, user);
  if (unit === undefined || unit.loans.length === 0) return undefined;
  if (!UNIT_WALLETS.includes(moved.wallet)) return undefined;
  const isKept = to !== undefined && unit.users.includes(to.user);
  if (isKept && UNIT_WALLETS.includes(to.wallet)) return undefined;
  const { transferLineE6 } = productOf(state, unit);
  return judgeLine(state, unit, transferLineE6, { currency: moved.currency, more: -moved.amount });
}

/** Whether a user may buy a coin from the exchange. */
export function judgeUnitPurchase(
  state: NaiveState,
  user: number,
  currency: number,
): Rejection | undefined {
  const unit = unitOf(state, user);
  if (unit === undefined || unit.loans.length === 0) return undefined;
  const { buyLineE6, currencies } = productOf(state, unit);
  if (!currencies.includes(currency)) return "unit_coin_not_allowed";
  return judgeLine(state, unit, buyLineE6);
}

/** Whether a user may place an order that does not only close. */
export function judgeUnitOrder(
  state: NaiveState,
  user: number,
  instrument: NaiveInstrument,
  side: Side,
): Rejection | undefined {
  const unit = unitOf(state, user);
  if (unit === undefined || unit.loans.length === 0) return undefined;
  const { buyLineE6, instruments, openLineE6 } = productOf(state, unit);
  if (!instruments.includes(instrument.index)) return "unit_instrument_not_allowed";
  if (instrument.isFutures) return judgeLine(state, unit, openLineE6);
  if (side === "buy") return judgeLine(state, unit, buyLineE6);
  return unit.isLiquidating ? "unit_liquidating" : undefined;
}
