/** Numbers of the core as decimal texts of the wire, without trailing zeros. */
import { formatRatio, formatTrimmed } from "../core/money/decimals.ts";
import {
  type ListedCurrency,
  type ListedInstrument,
  type Listings,
  valueCurrency,
} from "./listings.ts";
import { faceText } from "./sizes.ts";

const E4_PERCENT_DECIMALS = 2;
const E6_DECIMALS = 6;
const E8_DECIMALS = 8;
const RISK_RATE_DECIMALS = 8;

/** A price in ticks. */
export function priceText(instrument: ListedInstrument, price: number): string {
  return formatTrimmed(price * instrument.tickStep, instrument.priceDecimals);
}

/** A price in ticks; empty for 0, which means no price. */
export function knownPriceText(instrument: ListedInstrument, price: number): string {
  return price === 0 ? "" : priceText(instrument, price);
}

/** A time in Unix milliseconds; empty for 0, which means no time. */
export function knownTimeText(timeMs: number): string {
  return timeMs === 0 ? "" : String(timeMs);
}

/** An amount in atoms of a currency; empty for no currency. */
export function coinText(currency: ListedCurrency | undefined, amount: bigint): string {
  return currency === undefined ? "" : formatTrimmed(amount, currency.decimals);
}

/** An amount in atoms of the currency with this number; empty when there is no such currency. */
export function amountText(listings: Listings, currency: number, amount: bigint): string {
  return coinText(listings.currencyAt(currency), amount);
}

/** A notional in atoms of `valueCurrency` of the instrument. */
export function valueText(listings: Listings, instrument: ListedInstrument, value: bigint): string {
  return amountText(listings, valueCurrency(instrument), value);
}

/** Notional of `size` lots in quote coin; `value` in atoms of `valueCurrency`. */
export function quoteText(
  listings: Listings,
  instrument: ListedInstrument,
  size: number,
  value: bigint,
): string {
  return instrument.isInverse ? faceText(instrument, size) : valueText(listings, instrument, value);
}

/** A fee as v2 writes it: negative when it was paid. */
export function feeTextV2(listings: Listings, currency: number, fee: bigint): string {
  return amountText(listings, currency, -fee);
}

/** A rate in millionths. */
export function rateE6Text(rate: number): string {
  return formatTrimmed(rate, E6_DECIMALS);
}

/** A rate in hundred-millionths. */
export function rateE8Text(rate: number): string {
  return formatTrimmed(rate, E8_DECIMALS);
}

/** Hundred-millionths of a US dollar. */
export function usdE8Text(usd: bigint): string {
  return formatTrimmed(usd, E8_DECIMALS);
}

/** A callback ratio in percent: 150 ten-thousandths are `1.5`. */
export function callbackText(callbackE4: number): string {
  return formatTrimmed(callbackE4, E4_PERCENT_DECIMALS);
}

/**
 * Maintenance margin ÷ equity as a fraction (trading-rules.md section 4): 1 means that the equity
 * no longer covers the maintenance margin. `0` without positions, `1` when no equity is left.
 */
export function riskRateText(risk: {
  readonly equity: bigint;
  readonly maintenance: bigint;
}): string {
  const { equity, maintenance } = risk;
  if (maintenance === 0n) return "0";
  return equity <= 0n ? "1" : formatRatio(maintenance, equity, RISK_RATE_DECIMALS);
}
