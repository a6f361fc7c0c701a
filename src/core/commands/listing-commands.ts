/** Commands that list instruments. */
import { CATEGORIES, REALMS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

/**
 * Tick = tickStep × 10^-priceDecimals, lot = lotStep × 10^-sizeDecimals. Inverse contracts are
 * counted in quote units (US dollars) and settle in base. Ratios and rates are in millionths.
 * `sizeLotsMarketMax` and `sizeLotsMax` bound single orders, `valueMin` is in quote atoms.
 */
export const LISTING_FIELDS = {
  symbol: "text",
  category: CATEGORIES,
  realm: REALMS,
  base: "int",
  quote: "int",
  settle: "int",
  isInverse: "flag",
  priceDecimals: "int",
  tickStep: "int",
  sizeDecimals: "int",
  lotStep: "int",
  sizeLotsMin: "lots",
  sizeLotsMax: "lots",
  sizeLotsMarketMax: "lots",
  valueMin: "money",
  makerRateE6: "int",
  takerRateE6: "int",
  buyLimitRatioE6: "int",
  sellLimitRatioE6: "int",
  leverageMin: "int",
  leverageMax: "int",
  fundingIntervalHours: "int",
} as const satisfies GroupedFields;

export const LISTING_COMMANDS = {
  /** Lists an instrument that is offline until its status is set (decision 0095). */
  prepare_instrument: LISTING_FIELDS,
} as const satisfies Readonly<Record<string, GroupedFields>>;
