/** Translates the terms of a listing from decimal texts to the units of the core. */
import { LEVERAGE_MAX } from "../../core/base/limits.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { type Currency, FUNDING_INTERVALS_HOURS } from "../../core/instruments/instrument.ts";
import { type Lots, lots, ZERO_ATOMS } from "../../core/money/units.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { NewInstrument } from "../../ops/listing-port.ts";
import { refuse } from "./admin-command.ts";
import { amountOf, incrementsOf, rateE6Of, type Step, stepOf } from "./decimal-units.ts";
import { settlesInBase } from "./listing-names.ts";

export type ListedCoins = { readonly base: Currency; readonly quote: Currency };
type Draft = DraftOf<"prepare_instrument">;
type Increments = Pick<Draft, "priceDecimals" | "tickStep" | "sizeDecimals" | "lotStep">;
type Sizes = Pick<Draft, "sizeLotsMin" | "sizeLotsMax" | "sizeLotsMarketMax" | "valueMin">;
type Rates = Pick<Draft, "makerRateE6" | "takerRateE6" | "buyLimitRatioE6" | "sellLimitRatioE6">;
type Leverage = Pick<Draft, "leverageMin" | "leverageMax" | "fundingIntervalHours">;

/** Index prices are composed of dollar prices with as many decimals. */
const PRICE_DECIMALS_MAX = 8;
const SIZE_DECIMALS_MAX = 8;
const E6 = 1_000_000;
/** Three times the reference price, which is what the core allows. */
const BUY_LIMIT_E6_MAX = 3 * E6;
const LEVERAGE_DEFAULT_MIN = 1;
const FUNDING_HOURS_DEFAULT = 8;
/** Sizes of spot pairs: one of base and quote, which classic accounts trade without leverage. */
const SPOT_LEVERAGE: Leverage = { leverageMin: 1, leverageMax: 1, fundingIntervalHours: 8 };

/** Whether a price step times a size step is a whole number of the settle coin's atoms. */
function isExact(price: Step, size: Step, settle: Currency, isInverse: boolean): boolean {
  const pow = (exponent: number): bigint => 10n ** BigInt(exponent);
  const [priceUnits, sizeUnits] = [BigInt(price.units), BigInt(size.units)];
  const [top, bottom] = isInverse
    ? [sizeUnits * pow(settle.decimals + price.decimals), priceUnits * pow(size.decimals)]
    : [priceUnits * sizeUnits * pow(settle.decimals), pow(price.decimals + size.decimals)];
  return top % bottom === 0n;
}

function incrementsOfListing(
  { category, priceStep, sizeStep }: NewInstrument,
  { base, quote }: ListedCoins,
): Increments | AdminRefusal {
  const { isFutures } = CATEGORY_TRAITS[category];
  const isInverse = settlesInBase(category);
  const price = stepOf(priceStep, PRICE_DECIMALS_MAX);
  const sizeDecimalsMax = isFutures ? SIZE_DECIMALS_MAX : base.decimals;
  const size = stepOf(sizeStep, sizeDecimalsMax);
  if (price === undefined) {
    return refuse(
      "invalid",
      `priceStep is above 0 with at most ${PRICE_DECIMALS_MAX} decimals and at most a million ` +
        `units of the last one, got ${priceStep}`,
    );
  }
  if (size === undefined) {
    return refuse(
      "invalid",
      `sizeStep is above 0 with at most ${sizeDecimalsMax} decimals and at most a million units ` +
        `of the last one, got ${sizeStep}`,
    );
  }
  if (!isFutures && (price.units !== 1 || size.units !== 1)) {
    const why = "clients learn only the number of decimals";
    return refuse("invalid", `steps of a spot pair are 1, 0.1, 0.01 and so on: ${why}`);
  }
  const settle = isInverse ? base : quote;
  if (!isExact(price, size, settle, isInverse)) {
    const product = isInverse
      ? "a size step divided by a price step"
      : "a price step × a size step";
    const unit = `the smallest unit of ${settle.code}, which has ${settle.decimals} decimals`;
    return refuse("invalid", `${product} must be a whole number of ${unit}`);
  }
  return {
    ...{ priceDecimals: price.decimals, tickStep: price.units },
    ...{ sizeDecimals: size.decimals, lotStep: size.units },
  };
}

function sizesOf(
  listing: NewInstrument,
  quote: Currency,
  { lotStep, sizeDecimals }: Increments,
): Sizes | AdminRefusal {
  const { category, marketSizeMax, sizeMax, sizeMin, notionalMin } = listing;
  const lotsOf = (text: string): Lots | undefined => {
    const count = incrementsOf(text, sizeDecimals, lotStep);
    return count === undefined ? undefined : lots(count);
  };
  const [least, most] = [lotsOf(sizeMin), lotsOf(sizeMax)];
  const marketMost = marketSizeMax === undefined ? most : lotsOf(marketSizeMax);
  if (least === undefined || most === undefined || marketMost === undefined) {
    return refuse(
      "invalid",
      "sizeMin, sizeMax and marketSizeMax are multiples of sizeStep in range",
    );
  }
  if (least === 0 || least > marketMost || marketMost > most) {
    const order = "0 < sizeMin ≤ marketSizeMax ≤ sizeMax";
    return refuse("invalid", `${order}, got ${sizeMin}, ${marketSizeMax ?? sizeMax}, ${sizeMax}`);
  }
  const value = amountOf(notionalMin, ZERO_ATOMS, quote.decimals);
  if (value === undefined) {
    return refuse(
      "invalid",
      `notionalMin is an amount of ${quote.code} with ${quote.decimals} decimals`,
    );
  }
  if (settlesInBase(category) && value !== 0n) {
    return refuse("invalid", "contracts that settle in their base coin have no notionalMin");
  }
  return {
    ...{ sizeLotsMin: least, sizeLotsMax: most, sizeLotsMarketMax: marketMost },
    valueMin: value,
  };
}

function ratesOf(listing: NewInstrument): Rates | AdminRefusal {
  const { buyBand, listedFees, sellBand } = listing;
  const [maker, taker] = [rateE6Of(listedFees.maker), rateE6Of(listedFees.taker)];
  if (maker === undefined || taker === undefined || maker > taker || taker >= E6) {
    return refuse("invalid", "listedFees: maker ≤ taker < 1 with at most 6 decimals");
  }
  const [buy, sell] = [rateE6Of(buyBand), rateE6Of(sellBand)];
  const isSound =
    buy !== undefined && sell !== undefined && buy > 0 && buy <= BUY_LIMIT_E6_MAX && sell > 0;
  if (!isSound || sell >= E6) {
    const bounds = "0 < buyBand ≤ 3 and 0 < sellBand < 1";
    return refuse("invalid", `${bounds} with at most 6 decimals`);
  }
  return {
    ...{ makerRateE6: maker, takerRateE6: taker },
    ...{ buyLimitRatioE6: buy, sellLimitRatioE6: sell },
  };
}

function leverageOf(listing: NewInstrument): Leverage | AdminRefusal {
  const { category, fundingIntervalHours: hours, leverageMax, leverageMin } = listing;
  if (!CATEGORY_TRAITS[category].isFutures) {
    const isGiven = [hours, leverageMax, leverageMin].some((value) => value !== undefined);
    if (!isGiven) return SPOT_LEVERAGE;
    return refuse("invalid", "a spot pair has no leverage and no funding");
  }
  const least = leverageMin ?? LEVERAGE_DEFAULT_MIN;
  if (leverageMax === undefined) return refuse("invalid", "a contract needs leverageMax");
  if (least < 1 || least > leverageMax || leverageMax > LEVERAGE_MAX) {
    return refuse("invalid", `1 ≤ leverageMin ≤ leverageMax ≤ ${LEVERAGE_MAX}`);
  }
  const interval = hours ?? FUNDING_HOURS_DEFAULT;
  if (!FUNDING_INTERVALS_HOURS.includes(interval)) {
    const words = FUNDING_INTERVALS_HOURS.join(", ");
    return refuse("invalid", `fundingIntervalHours is one of ${words}, got ${interval}`);
  }
  return { leverageMin: least, leverageMax, fundingIntervalHours: interval };
}

/** Returns the command that lists an instrument, or what is wrong with its terms. */
export function listingDraft(listing: NewInstrument, coins: ListedCoins): Draft | AdminRefusal {
  const increments = incrementsOfListing(listing, coins);
  if ("refused" in increments) return increments;
  const sizes = sizesOf(listing, coins.quote, increments);
  if ("refused" in sizes) return sizes;
  const rates = ratesOf(listing);
  if ("refused" in rates) return rates;
  const leverage = leverageOf(listing);
  if ("refused" in leverage) return leverage;
  const { category, realm, symbol } = listing;
  const isInverse = settlesInBase(category);
  return {
    kind: "prepare_instrument",
    ...{ symbol, category, realm, isInverse },
    ...{ base: coins.base.index, quote: coins.quote.index },
    settle: (isInverse ? coins.base : coins.quote).index,
    ...{ ...increments, ...sizes, ...rates, ...leverage },
  };
}
