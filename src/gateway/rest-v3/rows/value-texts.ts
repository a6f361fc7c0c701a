/** Numbers of the core as the decimal texts of v3. */
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { formatRatio, formatTrimmed } from "../../../core/money/decimals.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";

/** Digits of an average price, if the instrument's prices have no more. */
const AVERAGE_DECIMALS = 8;

/** An amount in atoms of a currency. */
export function amountText(amount: bigint, currency: Currency | undefined): string {
  return formatTrimmed(amount, currency?.decimals ?? 0);
}

/** The currency that values of an instrument are counted in: settle when inverse, else quote. */
export function valueCurrencyOf(
  accounts: LiveAccounts,
  instrument: Instrument,
): Currency | undefined {
  return accounts.currencyAt(instrument.isInverse ? instrument.settle : instrument.quote);
}

/**
 * The average price of `size` lots worth `value` atoms: value ÷ size, or size ÷ value when inverse.
 * `0` when there is no size.
 */
export function averagePriceText(
  instrument: Instrument,
  value: bigint,
  size: number,
  valueDecimals: number,
): string {
  if (size === 0 || value === 0n) return "0";
  const quantity = BigInt(size) * BigInt(instrument.lotStep) * 10n ** BigInt(valueDecimals);
  const worth = value * 10n ** BigInt(instrument.sizeDecimals);
  const decimals = Math.max(AVERAGE_DECIMALS, instrument.priceDecimals);
  return instrument.isInverse
    ? formatRatio(quantity, worth, decimals)
    : formatRatio(worth, quantity, decimals);
}
