/** Prices, sizes and amounts of the core as the wire writes them. */
import { priceText } from "../../../channels/channel-instrument.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { formatRatio, formatTrimmed } from "../../../core/money/decimals.ts";
import type { Atoms, Lots, Ticks } from "../../../core/money/units.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

/** Digits after the point of averages, beyond those of the instrument's prices. */
const AVERAGE_DIGITS = 8;
const RATE_E6_DECIMALS = 6;
const RATE_E8_DECIMALS = 8;

/** A price, or empty text when there is none yet. */
export function knownPriceText(instrument: Instrument, price: Ticks): string {
  return price === 0 ? "" : priceText(instrument, price);
}

export function currencyCode(exchange: ExchangeAccess, currency: number): string {
  return exchange.accounts.currencyAt(currency)?.code ?? "";
}

export function amountText(exchange: ExchangeAccess, currency: number, amount: bigint): string {
  return formatTrimmed(amount, exchange.accounts.currencyAt(currency)?.decimals ?? 0);
}

/** A fee as v2 writes it: negative when it was paid. */
export function feeText(exchange: ExchangeAccess, currency: number, fee: Atoms): string {
  return amountText(exchange, currency, -fee);
}

export function rateE6Text(rate: number): string {
  return formatTrimmed(rate, RATE_E6_DECIMALS);
}

export function rateE8Text(rate: number): string {
  return formatTrimmed(rate, RATE_E8_DECIMALS);
}

/** The currency in which values of an instrument are counted: quote, or base when inverse. */
export function valueCurrency(instrument: Instrument): number {
  return instrument.isInverse ? instrument.settle : instrument.quote;
}

export function valueText(exchange: ExchangeAccess, instrument: Instrument, value: Atoms): string {
  return amountText(exchange, valueCurrency(instrument), value);
}

/**
 * The average price of a size with a value, empty for size 0: value ÷ size, or size ÷ value of an
 * inverse instrument; rounded half up to 8 digits, or as many as its prices have.
 */
export function averagePriceText(instrument: Instrument, size: Lots, value: Atoms): string {
  if (size === 0 || value === 0n) return "";
  const scale = 10n ** BigInt(instrument.priceDecimals);
  const step = BigInt(instrument.tickStep);
  const digits = Math.max(AVERAGE_DIGITS, instrument.priceDecimals);
  return instrument.isInverse
    ? formatRatio(BigInt(size) * instrument.atomTicksPerLot * step, value * scale, digits)
    : formatRatio(value * step, BigInt(size) * instrument.atomsPerTickLot * scale, digits);
}
