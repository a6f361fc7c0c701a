/**
 * Reads of the live state: users, balances, margin, positions. The state is built from durable
 * commands only, so every value read is durable. Reads change nothing and cache nothing.
 */

import type { SignIn } from "../accounts/sign-ins.ts";
import { type ApiKey, isHedge, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LEVERAGE_DEFAULT } from "../base/limits.ts";
import {
  LONG,
  LONG_AND_SHORT,
  type LongOrShort,
  longOf,
  NO_ROW,
  type PositionRow,
  positionAt,
  positionSideOf,
  SHORT,
  shortOf,
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
  wordAt,
} from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import type { PositionTier } from "../instruments/position-tiers.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { bankruptcyPriceOf } from "../margin/bankruptcy-price.ts";
import { breakEvenPrice } from "../margin/break-even.ts";
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
import { proportionRoundedDown, proportionRoundedUp } from "../money/arithmetic.ts";
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
import { openingCapacity, type SizelessOpening } from "../orders/opening-capacity.ts";
import { type OpeningAhead, type WeighedOpening, weighOpening } from "../orders/weigh-opening.ts";
import { isolatedMarginOf } from "../positions/backing.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { fundingAt, instrumentAt, instrumentOfRow, markAt, type State, userAt } from "../state.ts";

export type UserRead = Readonly<User>;
export type KeyRead = Readonly<ApiKey>;
export type SignInRead = Readonly<SignIn>;
export type MarginRead = MarginFigures;
export type RiskRead = Risk;
export type { PositionTier } from "../instruments/position-tiers.ts";
export type { SizelessOpening } from "../orders/opening-capacity.ts";
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
  /** May be spent on spot or moved out: neither held nor required as margin. */
  readonly available: Atoms;
};

/** Balance of one wallet in one currency; zeros when it was never used. */
export function readBalance(
  state: State,
  userIndex: number,
  wallet: Wallet,
  currency: Currency,
): BalanceRead {
  const { ledger } = state;
  const user = userAt(state, userIndex);
  const account = ledger.find(userIndex, WALLET_INDEX[wallet], currency.index);
  const hold = ledger.hold(account);
  assert(hold >= 0n, "a hold is never negative");
  return {
    wallet,
    currency,
    balance: ledger.balance(account),
    hold,
    available: spendable(state, user, account),
  };
}

/** Balances of a wallet in all currencies in which the user ever had funds, in listing order. */
export function readBalances(state: State, userIndex: number, wallet: Wallet): BalanceRead[] {
  const { currencies, ledger } = state;
  return currencies
    .filter(({ index }) => ledger.find(userIndex, WALLET_INDEX[wallet], index) !== 0)
    .map((currency) => readBalance(state, userIndex, wallet, currency));
}

/** Margin figures of a futures or unified wallet in one currency. */
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
  /** Equity that counts, and the maintenance margin below which the account is liquidated. */
  readonly risk: UnifiedRisk;
};

/** Figures of a unified account over all of its coins, in US dollars. */
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
  /** Size not yet reserved by resting closing orders. */
  readonly closable: Lots;
  /** Entry value in settle atoms; the average entry price is this per size. */
  readonly openNotional: Atoms;
  /** Lowest and highest entry price of an inverse contract, else 0; bounds of the average. */
  readonly openPriceMin: Ticks;
  readonly openPriceMax: Ticks;
  /** Tick at which closing recovers entry, fees and funding; 0 if there is none. */
  readonly breakEven: Ticks;
  readonly mark: Ticks;
  readonly unrealisedPnl: Atoms;
  /** Realised over the life of the position, without fees and funding. */
  readonly realisedPnl: Atoms;
  /** Funding received less funding paid; excludes funding that is due but not yet settled. */
  readonly funding: Atoms;
  readonly openFee: Atoms;
  readonly closeFee: Atoms;
  readonly openedSize: Lots;
  readonly closedSize: Lots;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly isAutoMargin: boolean;
  /** Crossed: initial margin at its leverage. Isolated: the margin in its account. */
  readonly margin: Atoms;
  readonly maintenance: Atoms;
  /** Maintenance rate of its tier, in millionths, without the fee. */
  readonly maintenanceRate: RateE6;
  readonly openedAtMs: number;
};

const SIDE_OF: Readonly<Record<PositionRead["positionSide"], LongOrShort>> = {
  long: LONG,
  short: SHORT,
};

/** Break-even price of an open position, with the fees and funding that its size bears. */
function breakEvenOf(state: State, row: PositionRow, side: LongOrShort): Ticks {
  const { positions } = state;
  const position = positionAt(row, side);
  const openedSize = positions.openedSize.get(position);
  assert(openedSize > 0, "an open position has been opened");
  const size = positions.size.get(position);
  return breakEvenPrice(instrumentOfRow(state, row), {
    isLong: side === LONG,
    size,
    openNotional: positions.openNotional.get(position),
    openFee: proportionRoundedUp(positions.openFee.get(position), size, openedSize),
    funding: proportionRoundedDown(positions.funding.get(position), size, openedSize),
  });
}

/** The fields of an open position. */
function readPosition(state: State, row: PositionRow, side: LongOrShort): PositionRead {
  const { positions } = state;
  const position = positionAt(row, side);
  const index = positions.instrument.get(row);
  const instrument = instrumentAt(state, index);
  const user = userAt(state, positions.user.get(row));
  const isIsolated = positions.isIsolated(row);
  const initial = initialMarginOf(state, row, side);
  const size = positions.size.get(position);
  const openedSize = positions.openedSize.get(position);
  const closedSize = positions.closedSize.get(position);
  const closable = lots(size - positions.closingLots.get(position));
  assert(openedSize - closedSize === size, "a position is its opened less its closed size");
  assert(closable >= 0, "closing orders reserve at most the position");
  return {
    positionId: positions.id.get(position),
    instrument,
    positionSide: positionSideOf(side),
    isHedge: isHedgeIn(user, instrument),
    size,
    closable,
    openNotional: positions.openNotional.get(position),
    openPriceMin: positions.openPrices.min.get(position),
    openPriceMax: positions.openPrices.max.get(position),
    breakEven: breakEvenOf(state, row, side),
    mark: markAt(state, index),
    unrealisedPnl: unrealisedOf(state, row, side),
    realisedPnl: positions.realisedPnl.get(position),
    funding: positions.funding.get(position),
    openFee: positions.openFee.get(position),
    closeFee: positions.closeFee.get(position),
    openedSize,
    closedSize,
    leverage: positions.leverage.get(position),
    marginMode: wordAt(MARGIN_MODES, positions.marginMode.get(row)),
    isAutoMargin: positions.autoMargin.get(position) === 1,
    margin: isIsolated ? isolatedMarginOf(state, row, side) : initial,
    maintenance: maintenanceOf(state, row, side),
    maintenanceRate: maintenanceRateOf(state, row, side),
    openedAtMs: positions.openedAtMs.get(position),
  };
}

/** Open positions of a user, in the order of instruments, long before short. */
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

/** Size of a position, its entry notional, and the part that closing orders do not reserve. */
export type HeldRead = Pick<PositionRead, "size" | "openNotional" | "closable">;

/** Position of a user in an instrument on one side; `undefined` if none is open. */
export function readHeld(
  state: State,
  userIndex: number,
  instrument: number,
  side: PositionRead["positionSide"],
): HeldRead | undefined {
  const { positions } = state;
  const row = positions.find(userIndex, instrument);
  if (row === NO_ROW) return undefined;
  const position = positionAt(row, SIDE_OF[side]);
  const size = positions.size.get(position);
  if (size === 0) return undefined;
  const closable = lots(size - positions.closingLots.get(position));
  return { size, closable, openNotional: positions.openNotional.get(position) };
}

/** Margin of one instrument: of its positions, and of its positions with its open orders. */
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

/** Settings of a user for an instrument, or the defaults. */
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
    instrument: instrumentOfRow(state, row),
    marginMode: wordAt(MARGIN_MODES, positions.marginMode.get(row)),
    longLeverage: positions.leverage.get(longOf(row)),
    shortLeverage: positions.leverage.get(shortOf(row)),
    isLongAutoMargin: positions.autoMargin.get(longOf(row)) === 1,
    isShortAutoMargin: positions.autoMargin.get(shortOf(row)) === 1,
  };
}

/** Margin mode, leverage and auto-margin of a user in an instrument. */
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

/** Leverage of a user in an instrument: that of the long side where the sides differ. */
export function readLeverage(state: State, userIndex: number, instrument: Instrument): number {
  return readSettings(state, userIndex, instrument).longLeverage;
}

/** Settings of all instruments in which the user changed settings or traded futures. */
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
 * Equity and maintenance margin of the crossed positions of a futures or unified wallet in one
 * currency. The account is liquidated when maintenance exceeds equity.
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

/** Risk and critical prices of a position; each value needs a walk over the account's positions. */
export type PositionOutlook = {
  /** Risk of the position when isolated, of its account when crossed. */
  readonly risk: Risk;
  /** Estimated, in ticks; 0 when no mark price liquidates it. */
  readonly liquidationPrice: Ticks;
  /** Worst allowed price of a closing order, in ticks; 0 when every price is allowed. */
  readonly bankruptcyPrice: Ticks;
};

/** Outlook of an open position. */
export function readOutlook(
  state: State,
  userIndex: number,
  position: PositionRead,
): PositionOutlook {
  const row = state.positions.find(userIndex, position.instrument.index);
  const side = SIDE_OF[position.positionSide];
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

/** Cost of an opening order at current prices, and whether it would be accepted. */
export function readOpening(
  state: State,
  userIndex: number,
  instrument: Instrument,
  order: OpeningAhead,
): WeighedOpening {
  return weighOpening(state, userAt(state, userIndex), instrument, order);
}

/** Largest size that placing would accept now for an order that opens; 0 if none. */
export function readOpeningCapacity(
  state: State,
  userIndex: number,
  instrument: Instrument,
  order: SizelessOpening,
): Lots {
  return openingCapacity(state, userAt(state, userIndex), instrument, order);
}

/** Liquidation price after an opening order, in ticks; 0 when no mark price liquidates. */
export function readLiquidationPriceAfter(
  state: State,
  userIndex: number,
  instrument: Instrument,
  opening: OpeningRead,
): Ticks {
  const user = state.users[userIndex];
  if (user === undefined) return NO_PRICE;
  const { longLeverage, shortLeverage } = readSettings(state, userIndex, instrument);
  const side = SIDE_OF[opening.positionSide];
  return liquidationPriceAfter(state, user, instrument, {
    side,
    size: opening.size,
    price: opening.price,
    leverage: side === LONG ? longLeverage : shortLeverage,
  });
}

/** Position tiers of an instrument, smallest positions first; empty for spot. */
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

/** Funding terms of an instrument, and its current interval. */
export function readFundingOf(state: State, instrument: Instrument): FundingRead {
  const funding = fundingAt(state, instrument.index);
  const { rate, rateMin, rateMax, nextAtMs } = funding;
  return { rate, rateMin, rateMax, nextAtMs, intervalHours: instrument.fundingIntervalHours };
}

/** Wallets of the exchange, which only operators see. */
export const EXCHANGE_WALLETS: readonly Wallet[] = WALLETS.filter(
  (wallet) => WALLET_TRAITS[wallet].owner === "exchange",
);
