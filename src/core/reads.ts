/**
 * What may be read off the live state: users, balances, margin, positions. The state only ever
 * holds what is durable, so every answer here is. Nothing is changed and nothing is cached.
 */
import { type ApiKey, isHedge, type User } from "./accounts/user.ts";
import type { Currency, Instrument } from "./instruments/instrument.ts";
import type { InstrumentFunding } from "./instruments/instrument-funding.ts";
import { WALLET_INDEX } from "./ledger/ledger.ts";
import { LEVERAGE_DEFAULT } from "./limits.ts";
import { accountMarginOf, spendable } from "./margin/coverage.ts";
import {
  type MarginFigures,
  positionMarginOf,
  requiredMarginOf,
  unrealisedOf,
} from "./margin/margin.ts";
import { type UnifiedFigures, unifiedFiguresOf } from "./margin/unified-margin.ts";
import type { Atoms, Lots, RateE8, Ticks } from "./money/units.ts";
import type { State } from "./state.ts";
import {
  CATEGORIES,
  type Category,
  indexIn,
  POSITION_SIDES,
  type PositionSide,
  WALLETS,
  type Wallet,
} from "./vocabulary.ts";

export type UserRead = Readonly<User>;
export type KeyRead = Readonly<ApiKey>;
export type MarginRead = MarginFigures;

/** A user by index, or `undefined`. */
export function readUser(state: State, user: number): UserRead | undefined {
  return state.users[user];
}

export type BalanceRead = {
  readonly wallet: Wallet;
  readonly currency: Currency;
  /** Whole balance, hold included. */
  readonly balance: Atoms;
  /** Reserved by open spot orders and withdrawals. */
  readonly hold: Atoms;
  /** May be spent on spot or moved out: nothing held, nothing that margin needs. */
  readonly available: Atoms;
};

/** The balance of one wallet in one currency; zeros when it was never used. */
export function readBalance(
  state: State,
  userIndex: number,
  wallet: Wallet,
  currency: Currency,
): BalanceRead {
  const { ledger } = state;
  const user = state.users[userIndex] as User;
  const account = ledger.find(userIndex, WALLET_INDEX[wallet], currency.index);
  return {
    wallet,
    currency,
    balance: ledger.balance(account),
    hold: ledger.hold(account),
    available: spendable(state, user, account),
  };
}

/** All currencies of a wallet in which the user ever had funds, in listing order. */
export function readBalances(state: State, userIndex: number, wallet: Wallet): BalanceRead[] {
  const { currencies, ledger } = state;
  return currencies
    .filter(({ index }) => ledger.find(userIndex, WALLET_INDEX[wallet], index) !== 0)
    .map((currency) => readBalance(state, userIndex, wallet, currency));
}

/** The margin figures of a futures or unified wallet in one currency. */
export function readMargin(
  state: State,
  userIndex: number,
  wallet: Wallet,
  currency: Currency,
): MarginRead {
  const { ledger } = state;
  const index = WALLET_INDEX[wallet];
  const account = ledger.find(userIndex, index, currency.index);
  return accountMarginOf(state, state.users[userIndex] as User, account);
}

/** All coins of a unified account as one margin, in US dollars. */
export function readUnified(state: State, userIndex: number): UnifiedFigures {
  return unifiedFiguresOf(state, state.users[userIndex] as User);
}

export type PositionRead = {
  readonly positionId: number;
  readonly instrument: Instrument;
  readonly positionSide: Exclude<PositionSide, "net">;
  readonly isHedge: boolean;
  readonly size: Lots;
  /** What resting closing orders leave free to close. */
  readonly closable: Lots;
  /** Entry value in settle atoms; the average entry price is this per size. */
  readonly openValue: Atoms;
  readonly mark: Ticks;
  readonly unrealisedPnl: Atoms;
  /** Realised over the life of the position, without fees and funding. */
  readonly realisedPnl: Atoms;
  /** Funding received less funding paid, without what is fixed and not yet realised. */
  readonly funding: Atoms;
  readonly openFee: Atoms;
  readonly closeFee: Atoms;
  readonly openedSize: Lots;
  readonly closedSize: Lots;
  readonly leverage: number;
  /** Initial margin of the row (both sides in hedge mode share the leverage). */
  readonly margin: Atoms;
  readonly openedAtMs: number;
};

function readPosition(state: State, row: number, side: number): PositionRead {
  const { positions } = state;
  const at = row * 2 + side;
  const index = positions.instrument.get(row);
  const instrument = state.instruments[index] as Instrument;
  const user = state.users[positions.user.get(row)] as User;
  const leverage = positions.leverage.get(row);
  const openValue = positions.openValue.get(at);
  return {
    positionId: positions.id.get(at),
    instrument,
    positionSide: POSITION_SIDES[side + 1] === "long" ? "long" : "short",
    isHedge: isHedge(user, indexIn(CATEGORIES, instrument.category)),
    size: positions.size.get(at),
    closable: (positions.size.get(at) - positions.closingLots.get(at)) as Lots,
    openValue,
    mark: state.prices[index]?.mark ?? (0 as Ticks),
    unrealisedPnl: unrealisedOf(state, row, side),
    realisedPnl: positions.realisedPnl.get(at),
    funding: positions.funding.get(at),
    openFee: positions.openFee.get(at),
    closeFee: positions.closeFee.get(at),
    openedSize: positions.openedSize.get(at),
    closedSize: positions.closedSize.get(at),
    leverage,
    margin: ((openValue + BigInt(leverage) - 1n) / BigInt(leverage)) as Atoms,
    openedAtMs: positions.openedAtMs.get(at),
  };
}

/** The open positions of a user, in the order of instruments, long before short. */
export function readPositions(state: State, userIndex: number): PositionRead[] {
  const { positions } = state;
  const user = state.users[userIndex];
  const reads: PositionRead[] = [];
  if (user === undefined) return reads;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    for (const side of [0, 1]) {
      if (positions.size.get(row * 2 + side) > 0) reads.push(readPosition(state, row, side));
    }
  }
  return reads;
}

/** Margin of one instrument: of its positions, and of these together with its open orders. */
export function readInstrumentMargin(
  state: State,
  userIndex: number,
  instrument: Instrument,
): { readonly positions: Atoms; readonly withOrders: Atoms } {
  const row = state.positions.find(userIndex, instrument.index);
  if (row === 0) return { positions: 0n as Atoms, withOrders: 0n as Atoms };
  return {
    positions: positionMarginOf(state, row),
    withOrders: requiredMarginOf(state, row),
  };
}

/** The leverage a user has set in an instrument, or the default. */
export function readLeverage(state: State, userIndex: number, instrument: Instrument): number {
  const row = state.positions.find(userIndex, instrument.index);
  if (row === 0) return Math.min(LEVERAGE_DEFAULT, instrument.leverageMax);
  return state.positions.leverage.get(row);
}

/** Instruments in which the user has set a leverage or ever traded futures. */
export function readLeverages(
  state: State,
  userIndex: number,
): { readonly instrument: Instrument; readonly leverage: number }[] {
  const { positions } = state;
  const list: { instrument: Instrument; leverage: number }[] = [];
  const user = state.users[userIndex];
  if (user === undefined) return list;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
    list.push({ instrument, leverage: positions.leverage.get(row) });
  }
  return list;
}

/** Whether a user's category is in hedge mode. */
export function readIsHedge(state: State, userIndex: number, category: Category): boolean {
  const user = state.users[userIndex];
  return user !== undefined && isHedge(user, indexIn(CATEGORIES, category));
}

/** Index, mark and last price of an instrument in ticks; 0 while unknown. */
export function readPrices(
  state: State,
  instrument: Instrument,
): { readonly index: Ticks; readonly mark: Ticks; readonly last: Ticks } {
  const prices = state.prices[instrument.index];
  const none = 0 as Ticks;
  return {
    index: prices?.index ?? none,
    mark: prices?.mark ?? none,
    last: prices?.last ?? none,
  };
}

export type FundingRead = {
  readonly rate: RateE8;
  readonly rateMin: RateE8;
  readonly rateMax: RateE8;
  readonly intervalHours: number;
  /** 0 where there is no funding. */
  readonly nextAtMs: number;
};

/** The running funding interval of an instrument, and its terms. */
export function readFundingOf(state: State, instrument: Instrument): FundingRead {
  const funding = state.funding[instrument.index] as InstrumentFunding;
  const { rate, rateMin, rateMax, nextAtMs } = funding;
  return { rate, rateMin, rateMax, nextAtMs, intervalHours: instrument.fundingIntervalHours };
}

/** The wallets of the exchange that users never see, for operators. */
export const EXCHANGE_WALLETS: readonly Wallet[] = WALLETS.slice(indexIn(WALLETS, "outside_world"));
