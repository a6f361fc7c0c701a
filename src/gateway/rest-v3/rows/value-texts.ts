/** Numbers of the core as the decimal texts of v3. */
import { valueCurrency } from "../../../channels/channel-instrument.ts";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";

const USD_DECIMALS = 8;

/** An amount in atoms of a currency. */
export function amountText(amount: bigint, currency: Currency | undefined): string {
  return formatTrimmed(amount, currency?.decimals ?? 0);
}

/** The currency that values of an instrument are counted in: settle when inverse, else quote. */
export function valueCurrencyOf(
  accounts: LiveAccounts,
  instrument: Instrument,
): Currency | undefined {
  return accounts.currencyAt(valueCurrency(instrument));
}

/** Hundred-millionths of a US dollar. */
export function usdE8Text(usd: bigint): string {
  return formatTrimmed(usd, USD_DECIMALS);
}
