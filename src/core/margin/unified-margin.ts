/**
 * Margin of a unified account: all its coins together, in US dollars (trading-rules.md section 8).
 *
 *   equity     = Σ coins ( balance + funding due + unrealised profit and loss ) × price
 *   effective  = the same, where what is owned counts at the rates of its collateral tiers and what
 *                is owed counts in full
 *   free       = effective without what open spot orders hold − Σ coins required margin × price
 *
 * What spot orders hold still belongs to the account, but is promised to others: it covers no new
 * exposure. Values owned are rounded down and values needed up, coin by coin.
 */
import type { User } from "../accounts/user.ts";
import {
  amountCounting,
  type Collateral,
  countedOf,
  NO_COLLATERAL,
} from "../instruments/collateral.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
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
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { dueFundingOf } from "../positions/due-funding.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import type { State } from "../state.ts";
import { indexIn, REALMS } from "../vocabulary.ts";
import { requiredMarginOf, unrealisedOf } from "./margin.ts";

export type UnifiedFigures = {
  readonly equityUsd: UsdE8;
  readonly effectiveUsd: UsdE8;
  readonly unrealisedUsd: UsdE8;
  /** Initial margin of positions and open futures orders. */
  readonly requiredUsd: UsdE8;
  /** What new exposure may use; below zero when the account is short of margin. */
  readonly freeUsd: UsdE8;
  /** The same while unrealised profit does not count: what may leave the account. */
  readonly transferableUsd: UsdE8;
};

/** Per settlement coin: what the rows of the user's positions and futures orders come to. */
type RowSums = { readonly due: Atoms[]; readonly unrealised: Atoms[]; readonly required: Atoms[] };

function rowSums(state: State, user: User): RowSums {
  const { positions } = state;
  const due: Atoms[] = [];
  const unrealised: Atoms[] = [];
  const required: Atoms[] = [];
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const { settle } = state.instruments[positions.instrument.get(row)] as Instrument;
    const profit = plus(unrealisedOf(state, row, LONG), unrealisedOf(state, row, SHORT));
    due[settle] = plus(due[settle] ?? ZERO_ATOMS, dueFundingOf(state, row));
    unrealised[settle] = plus(unrealised[settle] ?? ZERO_ATOMS, profit);
    required[settle] = plus(required[settle] ?? ZERO_ATOMS, requiredMarginOf(state, row));
  }
  return { due, unrealised, required };
}

/** The collateral terms of a coin for a user: in a basic account only shared coins are any. */
function collateralFor(state: State, user: User, currency: number): Collateral {
  const collateral = state.collaterals[currency] ?? NO_COLLATERAL;
  return user.level === "advanced" || collateral.isShared ? collateral : NO_COLLATERAL;
}

/** The dollars that an amount of a coin counts for: a debt in full, else by the tiers. */
function effectiveUsd(rate: UsdRate, collateral: Collateral, amount: bigint): UsdE8 {
  return usdDown(rate, amount <= 0n ? amount : countedOf(collateral, amount));
}

/** The figures of a unified user's account, from what is now. */
export function unifiedFiguresOf(state: State, user: User): UnifiedFigures {
  return figuresFrom(state, user, rowSums(state, user));
}

function figuresFrom(state: State, user: User, sums: RowSums): UnifiedFigures {
  const { currencies, ledger } = state;
  const realm = indexIn(REALMS, user.realm);
  const { due, unrealised, required } = sums;
  let equityUsd = ZERO_USD as bigint;
  let wholeUsd = 0n;
  let unheldUsd = 0n;
  let unheldNoProfitUsd = 0n;
  let unrealisedUsd = 0n;
  let requiredUsd = 0n;
  for (const currency of currencies) {
    const { index } = currency;
    const account = ledger.find(user.index, WALLET_INDEX.unified, index);
    const profit = unrealised[index] ?? ZERO_ATOMS;
    const need = required[index] ?? ZERO_ATOMS;
    const balance = plus(ledger.balance(account), due[index] ?? ZERO_ATOMS);
    if (balance === 0n && profit === 0n && need === 0n) continue;
    const rate = usdRateOf(state, realm, currency);
    const equity = balance + profit;
    const unheld = equity - ledger.hold(account);
    const collateral = collateralFor(state, user, index);
    equityUsd += usdDown(rate, equity);
    unrealisedUsd += usdDown(rate, profit);
    wholeUsd += effectiveUsd(rate, collateral, equity);
    unheldUsd += effectiveUsd(rate, collateral, unheld);
    const withoutProfit = profit > 0n ? unheld - profit : unheld;
    unheldNoProfitUsd += effectiveUsd(rate, collateral, withoutProfit);
    requiredUsd += usdUp(rate, need);
  }
  return {
    equityUsd: equityUsd as UsdE8,
    effectiveUsd: wholeUsd as UsdE8,
    unrealisedUsd: unrealisedUsd as UsdE8,
    requiredUsd: requiredUsd as UsdE8,
    freeUsd: (unheldUsd - requiredUsd) as UsdE8,
    transferableUsd: (unheldNoProfitUsd - requiredUsd) as UsdE8,
  };
}

/** Dollars in atoms of a coin, rounded towards zero; zero while the coin has no price. */
export function inCoin(state: State, user: User, currency: number, usd: bigint): Atoms {
  const coin = state.currencies[currency];
  if (coin === undefined || usd === 0n) return ZERO_ATOMS;
  const rate = usdRateOf(state, indexIn(REALMS, user.realm), coin);
  const size = atomsFor(rate, usd < 0n ? -usd : usd) ?? 0n;
  return (usd < 0n ? -size : size) as Atoms;
}

/** What of a coin must stay so that it counts for `usd`; a debt, below zero, when `usd` is. */
function leastEquity(rate: UsdRate, collateral: Collateral, usd: bigint): bigint | undefined {
  if (usd <= 0n) return -((-usd * rate.bottom) / rate.top);
  return amountCounting(collateral, (usd * rate.bottom + rate.top - 1n) / rate.top);
}

/**
 * What may be spent of a coin or moved out: what is there unheld, as far as the account can miss
 * it. What is taken first is what counts least.
 */
export function unifiedSpendable(state: State, user: User, account: number): Atoms {
  if (state.ledger.available(account) <= 0n) return ZERO_ATOMS;
  const sums = rowSums(state, user);
  return spendableFrom(state, user, account, { sums, figures: figuresFrom(state, user, sums) });
}

/** What new exposure may use, in dollars, and what may be spent of a coin: both from one look. */
export function unifiedFunds(
  state: State,
  user: User,
  account: number,
): { readonly freeUsd: UsdE8; readonly spendable: Atoms } {
  const sums = rowSums(state, user);
  const figures = figuresFrom(state, user, sums);
  const spendable = spendableFrom(state, user, account, { sums, figures });
  return { freeUsd: figures.freeUsd, spendable };
}

function spendableFrom(
  state: State,
  user: User,
  account: number,
  { figures, sums }: { readonly sums: RowSums; readonly figures: UnifiedFigures },
): Atoms {
  const { ledger } = state;
  const available = ledger.available(account);
  if (available <= 0n) return ZERO_ATOMS;
  const currency = state.currencies[ledger.currencyOf(account)] as Currency;
  const rate = usdRateOf(state, indexIn(REALMS, user.realm), currency);
  if (rate.top === 0n) return available;
  const { due, unrealised } = sums;
  const { transferableUsd } = figures;
  const collateral = collateralFor(state, user, currency.index);
  const profit = unrealised[currency.index] ?? ZERO_ATOMS;
  const settled = available + (due[currency.index] ?? ZERO_ATOMS);
  const equity = profit < 0n ? settled + profit : settled;
  const counted = effectiveUsd(rate, collateral, equity);
  const kept = leastEquity(rate, collateral, counted - transferableUsd);
  if (kept === undefined || kept >= equity) return ZERO_ATOMS;
  const spare = equity - kept;
  return (spare > available ? available : spare) as Atoms;
}
