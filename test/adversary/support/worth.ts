/**
 * What accounts are worth in dollars, with coins and positions at the world's prices and not at
 * those of the exchange. Every account that is liable for itself alone counts at zero or more: its
 * owner can abandon it. What an account is short of is therefore a loss of the exchange.
 */
import {
  FIRST_ROW,
  LONG_AND_SHORT,
  type LongOrShort,
  type PositionRow,
  positionAt,
} from "../../../src/core/base/position-handle.ts";
import { WALLET_INDEX } from "../../../src/core/ledger/ledger.ts";
import { owedOf } from "../../../src/core/lending/charge-loan-interest.ts";
import { unrealisedAt } from "../../../src/core/margin/margin.ts";
import { ticks } from "../../../src/core/money/units.ts";
import { backingAccount } from "../../../src/core/positions/backing.ts";
import { dueFundingAt } from "../../../src/core/positions/due-funding.ts";
import type { State } from "../../../src/core/state.ts";

const ATOMS_PER_COIN = 100_000_000;
const FIRST_USER = 2;

/** Dollars per coin, by code. */
export type Prices = (coin: string) => number;

/** What is liable together: all coins of a margin or unified account, else one coin of a wallet. */
function scopeOf(state: State, account: number): string {
  const { ledger } = state;
  const wallet = ledger.walletOf(account);
  const { crossed_margin, isolated_margin, unified } = WALLET_INDEX;
  const isWhole = [crossed_margin, isolated_margin, unified].includes(wallet);
  const coin = isWhole ? "all" : ledger.currencyOf(account);
  return `${ledger.userOf(account)} ${wallet} ${coin} ${ledger.instrumentOf(account)}`;
}

/** Profit and loss of a position at the world's price, in settle coins. */
function profitOf(state: State, row: PositionRow, side: LongOrShort, priceOf: Prices): number {
  const instrument = state.instruments[state.positions.instrument.get(row)];
  if (instrument === undefined) return 0;
  const { base, priceDecimals, tickStep } = instrument;
  const dollars = priceOf(state.currencies[base]?.code.replace(/^S(?=BTC|ETH)/, "") ?? "");
  const price = ticks(Math.round((dollars * 10 ** priceDecimals) / tickStep));
  const due = dueFundingAt(state, positionAt(row, side));
  return Number(unrealisedAt(state, row, side, price) + due) / ATOMS_PER_COIN;
}

/** Worth of each ordinary user, by index. */
export function worthOfAll(state: State, priceOf: Prices): Map<number, number> {
  const { currencies, instruments, ledger, lending, positions } = state;
  const scopes = new Map<string, { readonly user: number; dollars: number }>();
  const add = (account: number, coin: number, coins: number): void => {
    const user = ledger.userOf(account);
    if (user < FIRST_USER) return;
    const key = scopeOf(state, account);
    const scope = scopes.get(key) ?? { user, dollars: 0 };
    scope.dollars += coins * priceOf(currencies[coin]?.code ?? "");
    scopes.set(key, scope);
  };
  for (let account = 1; account < ledger.end; account++) {
    add(account, ledger.currencyOf(account), Number(ledger.balance(account)) / ATOMS_PER_COIN);
  }
  for (let row = lending.loans.first; row !== 0; row = lending.loans.next.get(row)) {
    const account = lending.loans.account.get(row);
    add(account, ledger.currencyOf(account), -Number(owedOf(state, row)) / ATOMS_PER_COIN);
  }
  for (let row = FIRST_ROW; row < positions.end; row++) {
    const instrument = instruments[positions.instrument.get(row)];
    if (instrument === undefined) continue;
    for (const side of LONG_AND_SHORT) {
      if (positions.size.get(positionAt(row, side)) === 0) continue;
      const account = backingAccount(state, row, side);
      add(account, instrument.settle, profitOf(state, row, side, priceOf));
    }
  }
  const worth = new Map<number, number>();
  for (const { dollars, user } of scopes.values()) {
    worth.set(user, (worth.get(user) ?? 0) + Math.max(0, dollars));
  }
  return worth;
}
