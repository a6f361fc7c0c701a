/** Instruments and currencies. */

import { assert } from "../base/assert.ts";
import { LEVERAGE_MAX } from "../base/limits.ts";
import {
  CATEGORIES,
  type Category,
  type InstrumentStatus,
  indexIn,
  type Realm,
  WALLETS,
} from "../base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import {
  feeRoundedUp,
  inverseFeeRoundedUp,
  inverseNotional,
  notional,
} from "../money/arithmetic.ts";
import {
  ATOMS_MAX,
  type Atoms,
  type Lots,
  type RateE6,
  rateE6,
  TICKS_MAX,
  type Ticks,
  ticks,
} from "../money/units.ts";
import { type LossLimits, NO_LOSS_LIMITS } from "./loss-limits.ts";
import { DEFAULT_OPENING_LIMITS, type OpeningLimits } from "./opening-limits.ts";
import {
  areSoundLimits,
  type OrderLimits,
  orderLimitsOf,
  tickLotsRoundedUp,
} from "./order-limits.ts";
import { NO_PRICE_GUARDS, type PriceGuards } from "./price-guards.ts";

export type Currency = {
  readonly index: number;
  readonly code: string;
  /** Decimals of the smallest unit. */
  readonly decimals: number;
  /** A practice coin (SUSDT, SBTC …), which exists only for practice instruments. */
  readonly isPractice: boolean;
};

export type Instrument = {
  readonly index: number;
  readonly symbol: string;
  readonly category: Category;
  /** Index of the category in `CATEGORIES`. */
  readonly categoryIndex: number;
  readonly realm: Realm;
  readonly base: number;
  readonly quote: number;
  readonly settle: number;
  /** Index of the wallet that a classic user's orders draw on. */
  readonly classicWallet: number;
  readonly isFutures: boolean;
  readonly isInverse: boolean;
  readonly priceDecimals: number;
  /** Price increment in units of 10^-priceDecimals. */
  readonly tickStep: number;
  readonly sizeDecimals: number;
  /** Size increment in units of 10^-sizeDecimals. */
  readonly lotStep: number;
  /** Linear and spot: quote atoms of one tick times one lot. 0 for inverse. */
  readonly atomsPerTickLot: bigint;
  /** Spot: base atoms of one lot. 0 for futures. */
  readonly baseAtomsPerLot: bigint;
  /** Inverse: settle atoms of one lot at a price of one tick. 0 otherwise. */
  readonly atomTicksPerLot: bigint;
  /** `atomsPerTickLot`, or `atomTicksPerLot` of an inverse instrument, as the nearest double. */
  readonly scale: number;
  sizeLotsMin: Lots;
  sizeLotsMax: Lots;
  sizeLotsMarketMax: Lots;
  /**
   * Largest price at which the value of a largest order stays within 64 bits. It never changes,
   * because prices of orders and plans were checked with it.
   */
  readonly priceTicksMax: Ticks;
  valueMin: Atoms;
  /** `valueMin` in ticks times lots, rounded up, with which the notional of orders is compared. */
  valueTickLotsMin: number;
  /** Smallest size and notional of orders that can only close: those of the listing, or lower. */
  closingLotsMin: Lots;
  closingTickLotsMin: number;
  /** Largest size of an order that the instrument has ever allowed; orders and trades keep it. */
  sizeLotsMaxEver: Lots;
  /** Order limits with which the instrument was listed (decision 0096). */
  readonly listedLimits: OrderLimits;
  readonly makerRate: RateE6;
  readonly takerRate: RateE6;
  buyLimitRatio: RateE6;
  sellLimitRatio: RateE6;
  readonly leverageMin: number;
  readonly leverageMax: number;
  fundingIntervalHours: number;
  readonly listedAtMs: number;
  /** Delivery time of a dated contract; 0 for perpetuals and spot. */
  deliveryAtMs: number;
  /** Limits of futures; a spot instrument keeps the limits of its listing. */
  limits: OpeningLimits;
  lossLimits: LossLimits;
  guards: PriceGuards;
  status: InstrumentStatus;
};

export type Listing = DraftOf<"list_instrument"> | DraftOf<"prepare_instrument">;

/** Funding intervals that a contract may have, in hours; all are aligned to 00:00 UTC. */
export const FUNDING_INTERVALS_HOURS: readonly number[] = [1, 2, 4, 8];

const PRICE_SCALE_MAX = 12;

/** Returns atoms of quote (or settle) per tick times lot, or `undefined` if inexact. */
function scaleOf(listing: Listing, decimals: number): bigint | undefined {
  const step = BigInt(listing.tickStep) * BigInt(listing.lotStep);
  const shift = decimals - listing.priceDecimals - listing.sizeDecimals;
  if (shift >= 0) return step * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return step % divisor === 0n ? step / divisor : undefined;
}

/** Returns settle atoms of one lot at a price of one tick, or `undefined` if inexact. */
function inverseScaleOf(listing: Listing, decimals: number): bigint | undefined {
  const top = BigInt(listing.lotStep) * 10n ** BigInt(decimals + listing.priceDecimals);
  const bottom = BigInt(listing.tickStep) * 10n ** BigInt(listing.sizeDecimals);
  return top % bottom === 0n ? top / bottom : undefined;
}

/** Returns base atoms of one lot; `undefined` if inexact or the largest order exceeds 64 bits. */
function baseScaleOf(listing: Listing, decimals: number): bigint | undefined {
  const shift = decimals - listing.sizeDecimals;
  if (shift < 0) return undefined;
  const scale = BigInt(listing.lotStep) * 10n ** BigInt(shift);
  return scale * BigInt(listing.sizeLotsMax) <= ATOMS_MAX ? scale : undefined;
}

function isWithinBounds(listing: Listing): boolean {
  return (
    listing.priceDecimals <= PRICE_SCALE_MAX &&
    listing.sizeDecimals <= PRICE_SCALE_MAX &&
    listing.tickStep > 0 &&
    listing.lotStep > 0 &&
    areSoundLimits(listing) &&
    listing.takerRateE6 < 1_000_000 &&
    listing.makerRateE6 <= listing.takerRateE6
  );
}

/**
 * Whether the terms suit the category: spot is never inverse and settles in quote; futures have
 * leverage and a funding interval.
 */
function isSoundByCategory(listing: Listing): boolean {
  if (!CATEGORY_TRAITS[listing.category].isFutures)
    return !listing.isInverse && listing.settle === listing.quote;
  return (
    listing.leverageMin >= 1 &&
    listing.leverageMin <= listing.leverageMax &&
    listing.leverageMax <= LEVERAGE_MAX &&
    FUNDING_INTERVALS_HOURS.includes(listing.fundingIntervalHours)
  );
}

function priceTicksMaxOf(largestPerTick: bigint, isInverse: boolean): Ticks {
  const bound = isInverse ? BigInt(TICKS_MAX) : ATOMS_MAX / largestPerTick;
  return ticks(bound > BigInt(TICKS_MAX) ? TICKS_MAX : Number(bound));
}

/**
 * Returns a new instrument, or `undefined` when its largest order, price or notional would exceed
 * the ranges of the core, or when a tick times a lot is not a whole number of atoms.
 */
export function instrumentOf(
  listing: Listing,
  entry: { readonly index: number; readonly listedAtMs: number },
  coins: { base: Currency; settle: Currency },
): Instrument | undefined {
  const { settle } = coins;
  if (!isWithinBounds(listing) || !isSoundByCategory(listing)) return undefined;
  const { isFutures } = CATEGORY_TRAITS[listing.category];
  const baseAtomsPerLot = isFutures ? 0n : baseScaleOf(listing, coins.base.decimals);
  if (baseAtomsPerLot === undefined) return undefined;
  const scale = listing.isInverse
    ? inverseScaleOf(listing, settle.decimals)
    : scaleOf(listing, settle.decimals);
  if (scale === undefined || scale <= 0n) return undefined;
  const largest = BigInt(listing.sizeLotsMax) * scale;
  if (largest * (listing.isInverse ? 2n : 1n) > ATOMS_MAX) return undefined;
  const priceTicksMax = priceTicksMaxOf(largest, listing.isInverse);
  assert(priceTicksMax > 0, "a listed instrument can trade at a price");
  const { symbol, category, realm, base, quote, isInverse, priceDecimals, tickStep } = listing;
  const listedLimits = orderLimitsOf(listing);
  const valueTickLotsMin = tickLotsRoundedUp(listing.valueMin, isInverse ? 0n : scale);
  return {
    index: entry.index,
    symbol,
    category,
    categoryIndex: indexIn(CATEGORIES, category),
    realm,
    base,
    quote,
    settle: listing.settle,
    classicWallet: indexIn(WALLETS, CATEGORY_TRAITS[category].classicWallet),
    isFutures,
    isInverse,
    priceDecimals,
    tickStep,
    sizeDecimals: listing.sizeDecimals,
    lotStep: listing.lotStep,
    atomsPerTickLot: isInverse ? 0n : scale,
    baseAtomsPerLot,
    atomTicksPerLot: isInverse ? scale : 0n,
    scale: Number(scale),
    sizeLotsMin: listing.sizeLotsMin,
    sizeLotsMax: listing.sizeLotsMax,
    sizeLotsMarketMax: listing.sizeLotsMarketMax,
    priceTicksMax,
    valueMin: listing.valueMin,
    valueTickLotsMin,
    closingLotsMin: listing.sizeLotsMin,
    closingTickLotsMin: valueTickLotsMin,
    sizeLotsMaxEver: listing.sizeLotsMax,
    listedLimits,
    makerRate: rateE6(listing.makerRateE6),
    takerRate: rateE6(listing.takerRateE6),
    buyLimitRatio: listedLimits.buyLimitRatio,
    sellLimitRatio: listedLimits.sellLimitRatio,
    leverageMin: listing.leverageMin,
    leverageMax: listing.leverageMax,
    fundingIntervalHours: listing.fundingIntervalHours,
    listedAtMs: entry.listedAtMs,
    deliveryAtMs: 0,
    limits: DEFAULT_OPENING_LIMITS,
    lossLimits: NO_LOSS_LIMITS,
    guards: NO_PRICE_GUARDS,
    status: "online",
  };
}

/** Value of a quantity: quote atoms when linear or spot, settle atoms when inverse. */
export function notionalAt(instrument: Instrument, price: Ticks, size: Lots): Atoms {
  return instrument.isInverse
    ? inverseNotional(price, size, instrument.atomTicksPerLot)
    : notional(price, size, instrument.atomsPerTickLot);
}

/** Fee of trading a futures quantity, in settle atoms: notional × rate, rounded up once. */
export function tradingFeeAt(
  instrument: Instrument,
  price: Ticks,
  size: Lots,
  rate: RateE6,
): Atoms {
  return instrument.isInverse
    ? inverseFeeRoundedUp(price, size, instrument.atomTicksPerLot, rate)
    : feeRoundedUp(notional(price, size, instrument.atomsPerTickLot), rate);
}
