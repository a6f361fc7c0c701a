/** Equity and margin of a unified account over all coins, for REST and pushes. */
import type { BalanceRead, MarginRead, PositionRead } from "../../core/reads/account-reads.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { decisivePositions, maintenanceMargin, positionValue } from "../maintenance.ts";
import type { UsdValues } from "../usd-values.ts";

/** One coin of the account; `equity` in its atoms, `usd` its value in 10^-20 dollars. */
export type UnifiedCoin = {
  readonly read: BalanceRead;
  readonly margin: MarginRead;
  readonly equity: bigint;
  readonly usd: bigint;
};

/** Sums in 10^-20 dollars at index prices. */
export type UnifiedTotals = {
  readonly coins: readonly UnifiedCoin[];
  readonly equity: bigint;
  /** Equity that is accepted as margin: coins at their collateral ratios, debts in full. */
  readonly effective: bigint;
  readonly unrealised: bigint;
  /** Initial margin of positions, open futures orders and debts; and of positions alone. */
  readonly initial: bigint;
  readonly positionInitial: bigint;
  /** Maintenance margin of positions, the larger of long and short, and of debts; without fees. */
  readonly maintenance: bigint;
  readonly positionValue: bigint;
  /** Maintenance margin of the liquidation check, with closing fees, in 10^-8 dollars. */
  readonly risk: { readonly equity: bigint; readonly maintenance: bigint };
};

/** From hundred-millionths of a dollar to the unit of these sums. */
const PER_USD_E8 = 10n ** 12n;

function sum<T>(items: readonly T[], amountOf: (item: T) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n);
}

export function unifiedTotals(accounts: LiveAccounts, usd: UsdValues, user: number): UnifiedTotals {
  const coins = accounts.balances(user, "unified").map((read): UnifiedCoin => {
    const margin = accounts.margin(user, "unified", read.currency);
    const equity = read.balance + margin.unrealisedPnl;
    // Practice coins are worth nothing.
    const value = read.currency.isPractice ? 0n : usd.of(equity, read.currency);
    return { read, margin, equity, usd: value };
  });
  const positions = accounts.positions(user);
  const positionSum = (
    rows: readonly PositionRead[],
    amountOf: (row: PositionRead) => bigint,
  ): bigint =>
    sum(rows, (row) => {
      const settle = accounts.currencyAt(row.instrument.settle);
      return settle === undefined ? 0n : usd.of(amountOf(row), settle);
    });
  const marginSum = (amountOf: (margin: MarginRead) => bigint): bigint =>
    sum(coins, ({ margin, read }) => usd.of(amountOf(margin), read.currency));
  const unified = accounts.unified(user);
  return {
    coins,
    equity: sum(coins, (coin) => coin.usd),
    effective: unified.effectiveUsd * PER_USD_E8,
    unrealised: marginSum((margin) => margin.unrealisedPnl),
    initial: unified.requiredUsd * PER_USD_E8,
    positionInitial: marginSum((margin) => margin.positionMargin),
    maintenance:
      unified.debtMaintenanceUsd * PER_USD_E8 +
      positionSum(decisivePositions(positions), maintenanceMargin),
    positionValue: positionSum(positions, positionValue),
    risk: unified.risk,
  };
}
