/** Prices, sizes and amounts of the core as the wire writes them. */
import { averagePriceText } from "../../../channels/average-price.ts";
import { priceText, valueCurrency } from "../../../channels/channel-instrument.ts";
import { amountText as amountOf, currencyCode as codeOf } from "../../../channels/order-words.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import type { Atoms, Lots, Ticks } from "../../../core/money/units.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

const RATE_E6_DECIMALS = 6;
const RATE_E8_DECIMALS = 8;

/** A price, or empty text when there is none yet. */
export function knownPriceText(instrument: Instrument, price: Ticks): string {
  return price === 0 ? "" : priceText(instrument, price);
}

export function currencyCode(exchange: ExchangeAccess, currency: number): string {
  return codeOf(exchange.accounts, currency);
}

export function amountText(exchange: ExchangeAccess, currency: number, amount: bigint): string {
  return amountOf(exchange.accounts, currency, amount);
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

export function valueText(exchange: ExchangeAccess, instrument: Instrument, value: Atoms): string {
  return amountText(exchange, valueCurrency(instrument), value);
}

/** The average price of a size with a value; empty for size 0. */
export function averageText(
  exchange: ExchangeAccess,
  instrument: Instrument,
  of: { readonly size: Lots; readonly value: Atoms },
): string {
  const { size, value } = of;
  return size === 0 ? "" : averagePriceText(exchange.accounts, instrument, value, size);
}

/** Size and value of what an order has filled. */
export function filledOf(order: { readonly filled: Lots; readonly filledValue: Atoms }) {
  return { size: order.filled, value: order.filledValue };
}
