/**
 * What may be read off the live state: users, balances, margin, positions. The state only ever
 * holds what is durable, so every answer here is. Nothing is changed and nothing is cached.
 */

import { type ApiKey, isHedge, type User } from "../accounts/user.ts";
import { LEVERAGE_DEFAULT } from "../base/limits.ts";
import {
  LONG,
  LONG_AND_SHORT,
  type LongOrShort,
  type PositionRow,
  positionAt,
  positionSideOf,
  SHORT,
} from "../base/position-handle.ts";
import {
  CATEGORIES,
  type Category,
  indexIn,
  MARGIN_MODES,
  type MarginMode,
  type PositionSide,
  WALLETS,
  type Wallet,
} from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import type { PositionTier } from "../instruments/position-tiers.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { breakEvenValue } from "../margin/break-even.ts";
import { accountMarginOf, spendable } from "../margin/coverage.ts";
import { liquidationPriceOf } from "../margin/liquidation-price.ts";
import {
  accountRisk,
  maintenanceOf,
  maintenanceRateOf,
  type Risk,
  riskOf,
} from "../margin/maintenance.ts";
import {
  initialMarginOf,
  type MarginFigures,
  positionMarginOf,
  requiredMarginOf,
  unrealisedOf,
} from "../margin/margin.ts";
import { liquidationPriceAfter } from "../margin/opening-outlook.ts";
import { type UnifiedFigures, unifiedFiguresOf } from "../margin/unified-margin.ts";
import { type UnifiedRisk, unifiedRiskOf } from "../margin/unified-risk.ts";
import { proportionRoundedDown } from "../money/arithmetic.ts";
import {
  type Atoms,
  type Lots,
  lots,
  NO_PRICE,
  type RateE6,
  type RateE8,
  type Ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import { type OpeningAhead, type WeighedOpening, weighOpening } from "../orders/weigh-opening.ts";
import { isolatedMarginOf } from "../positions/backing.ts";
import { fundingAt, instrumentAt, type State, userAt } from "../state.ts";

export type UserRead = Readonly<User>;
export type KeyRead = Readonly<ApiKey>;
export type MarginRead = MarginFigures;
export type RiskRead = Risk;
export type { PositionTier } from "../instruments/position-tiers.ts";
export type { OpeningAhead, WeighedOpening } from "../orders/weigh-opening.ts";

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
  const user = userAt(state, userIndex);
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
  return accountMarginOf(state, userAt(state, userIndex), account);
}

export type UnifiedRead = UnifiedFigures & {
  /** What counts, and the maintenance below which the account is liquidated. */
  readonly risk: UnifiedRisk;
};

/** All coins of a unified account as one margin, in US dollars. */
export function readUnified(state: State, userIndex: number): UnifiedRead {
  const user = userAt(state, userIndex);
  const figures = unifiedFiguresOf(state, user);
  return { ...figures, risk: unifiedRiskOf(state, user, figures) };
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
  /** Value at which closing brings back entry, fees and funding; the price is this per size. */
  readonly breakEven: Atoms;
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
  readonly marginMode: MarginMode;
  readonly isAutoMargin: boolean;
  /** Crossed: initial margin at its leverage; isolated: the margin that stands behind it. */
  readonly margin: Atoms;
  readonly maintenance: Atoms;
  /** Of its tier, in millionths, without the fee. */
  readonly maintenanceRate: RateE6;
  readonly openedAtMs: number;
};

/** The break-even value of an open position; closing a part takes its share of funding along. */
function breakEvenOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  const { positions } = state;
  const position = positionAt(row, side);
  const instrument = instrumentAt(state, positions.instrument.get(row));
  const whole = positions.openedSize.get(position);
  const funding = proportionRoundedDown(
    positions.funding.get(position),
    positions.size.get(position),
    whole,
  );
  const openValue = positions.openValue.get(position);
  return breakEvenValue(instrument, { isLong: side === 0, openValue, funding });
}

function readPosition(state: State, row: PositionRow, side: LongOrShort): PositionRead {
  const { positions } = state;
  const position = positionAt(row, side);
  const index = positions.instrument.get(row);
  const instrument = instrumentAt(state, index);
  const user = userAt(state, positions.user.get(row));
  const isIsolated = positions.isIsolated(row);
  const initial = initialMarginOf(state, row, side);
  return {
    positionId: positions.id.get(position),
    instrument,
    positionSide: positionSideOf(side),
    isHedge: isHedge(user, indexIn(CATEGORIES, instrument.category)),
    size: positions.size.get(position),
    closable: lots(positions.size.get(position) - positions.closingLots.get(position)),
    openValue: positions.openValue.get(position),
    breakEven: breakEvenOf(state, row, side),
    mark: state.prices[index]?.mark ?? NO_PRICE,
    unrealisedPnl: unrealisedOf(state, row, side),
    realisedPnl: positions.realisedPnl.get(position),
    funding: positions.funding.get(position),
    openFee: positions.openFee.get(position),
    closeFee: positions.closeFee.get(position),
    openedSize: positions.openedSize.get(position),
    closedSize: positions.closedSize.get(position),
    leverage: positions.leverage.get(position),
    marginMode: MARGIN_MODES[positions.marginMode.get(row)] ?? "crossed",
    isAutoMargin: positions.autoMargin.get(position) === 1,
    margin: isIsolated ? isolatedMarginOf(state, row, side) : initial,
    maintenance: maintenanceOf(state, row, side),
    maintenanceRate: maintenanceRateOf(state, row, side),
    openedAtMs: positions.openedAtMs.get(position),
  };
}

/** The open positions of a user, in the order of instruments, long before short. */
export function readPositions(state: State, userIndex: number): PositionRead[] {
  const { positions } = state;
  const user = state.users[userIndex];
  const reads: PositionRead[] = [];
  if (user === undefined) return reads;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    for (const side of LONG_AND_SHORT) {
      if (positions.size.get(positionAt(row, side)) > 0) reads.push(readPosition(state, row, side));
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
  if (row === 0) return { positions: ZERO_ATOMS, withOrders: ZERO_ATOMS };
  return {
    positions: positionMarginOf(state, row),
    withOrders: requiredMarginOf(state, row),
  };
}

/** What a user has set for an instrument, or the defaults. */
export type FuturesSettings = {
  readonly instrument: Instrument;
  readonly marginMode: MarginMode;
  /** Equal unless isolated and hedged. */
  readonly longLeverage: number;
  readonly shortLeverage: number;
  readonly isLongAutoMargin: boolean;
  readonly isShortAutoMargin: boolean;
};

function settingsAt(state: State, row: PositionRow): FuturesSettings {
  const { positions } = state;
  return {
    instrument: instrumentAt(state, positions.instrument.get(row)),
    marginMode: MARGIN_MODES[positions.marginMode.get(row)] ?? "crossed",
    longLeverage: positions.leverage.get(positionAt(row, LONG)),
    shortLeverage: positions.leverage.get(positionAt(row, SHORT)),
    isLongAutoMargin: positions.autoMargin.get(positionAt(row, LONG)) === 1,
    isShortAutoMargin: positions.autoMargin.get(positionAt(row, SHORT)) === 1,
  };
}

/** The margin mode, leverage and auto-margin of a user in an instrument. */
export function readSettings(
  state: State,
  userIndex: number,
  instrument: Instrument,
): FuturesSettings {
  const row = state.positions.find(userIndex, instrument.index);
  if (row !== 0) return settingsAt(state, row);
  const leverage = Math.min(LEVERAGE_DEFAULT, instrument.leverageMax);
  return {
    instrument,
    marginMode: "crossed",
    longLeverage: leverage,
    shortLeverage: leverage,
    isLongAutoMargin: false,
    isShortAutoMargin: false,
  };
}

/** The leverage of a user in an instrument: that of the long side where the two differ. */
export function readLeverage(state: State, userIndex: number, instrument: Instrument): number {
  return readSettings(state, userIndex, instrument).longLeverage;
}

/** Instruments in which the user has settings or ever traded futures. */
export function readAllSettings(state: State, userIndex: number): FuturesSettings[] {
  const { positions } = state;
  const list: FuturesSettings[] = [];
  const user = state.users[userIndex];
  if (user === undefined) return list;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    list.push(settingsAt(state, row));
  }
  return list;
}

/**
 * Equity and maintenance margin of the crossed positions on a futures or unified wallet in one
 * currency; maintenance above equity is liquidation.
 */
export function readRisk(
  state: State,
  userIndex: number,
  wallet: Wallet,
  currency: Currency,
): Risk {
  const account = state.ledger.find(userIndex, WALLET_INDEX[wallet], currency.index);
  return accountRisk(state, userAt(state, userIndex), account);
}

/** What a position may come to, all in one: each walks over the account's positions. */
export type PositionOutlook = {
  /** Its own risk when isolated, its account's when crossed. */
  readonly risk: Risk;
  /** Estimated, in ticks; 0 when no mark price liquidates it. */
  readonly liquidationPrice: Ticks;
  /** The worst price a closing order may have, in ticks; 0 when every price is good. */
  readonly bankruptcyPrice: Ticks;
};

/** The outlook of an open position. */
export function readOutlook(
  state: State,
  userIndex: number,
  position: PositionRead,
): PositionOutlook {
  const row = state.positions.find(userIndex, position.instrument.index);
  const side = position.positionSide === "long" ? 0 : 1;
  return {
    risk: riskOf(state, row, side),
    liquidationPrice: liquidationPriceOf(state, row, side),
    bankruptcyPrice: bankruptcyPriceOf(state, row, side),
  };
}

/** An order that would open a position. */
export type OpeningRead = {
  readonly positionSide: Exclude<PositionSide, "net">;
  readonly size: Lots;
  readonly price: Ticks;
};

/** What an order that opens would cost now, and whether it would pass. */
export function readOpening(
  state: State,
  userIndex: number,
  instrument: Instrument,
  order: OpeningAhead,
): WeighedOpening {
  return weighOpening(state, userAt(state, userIndex), instrument, order);
}

/** Where a position would be liquidated if an order opened it; 0 when no mark price does it. */
export function readLiquidationPriceAfter(
  state: State,
  userIndex: number,
  instrument: Instrument,
  opening: OpeningRead,
): Ticks {
  const user = state.users[userIndex];
  if (user === undefined) return NO_PRICE;
  const { longLeverage, shortLeverage } = readSettings(state, userIndex, instrument);
  const isLong = opening.positionSide === "long";
  return liquidationPriceAfter(state, user, instrument, {
    side: isLong ? 0 : 1,
    size: opening.size,
    price: opening.price,
    leverage: isLong ? longLeverage : shortLeverage,
  });
}

/** The position tiers of an instrument, smallest positions first; empty for spot. */
export function readTiers(state: State, instrument: Instrument): readonly PositionTier[] {
  return state.tiers[instrument.index] ?? [];
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
  const none = NO_PRICE;
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
  const funding = fundingAt(state, instrument.index);
  const { rate, rateMin, rateMax, nextAtMs } = funding;
  return { rate, rateMin, rateMax, nextAtMs, intervalHours: instrument.fundingIntervalHours };
}

/** The wallets of the exchange that users never see, for operators. */
export const EXCHANGE_WALLETS: readonly Wallet[] = WALLETS.filter(
  (wallet) => WALLET_TRAITS[wallet].owner === "exchange",
);
