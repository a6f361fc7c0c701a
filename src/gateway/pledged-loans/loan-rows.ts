/** Texts of loans against a pledge, in the coins of a row. */
import type { Currency } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { wireId } from "../../wire/ids.ts";
import { coinText } from "../../wire/texts.ts";
import type { PrivateContext } from "../http/endpoint.ts";

const HOURS = 24n;
const DAYS = 365;
/** Decimals of hourly rates, which are a part of rates with eight decimals. */
const HOUR_DECIMALS = 12;
const HOUR_SCALE = 10_000n;
const E8_DECIMALS = 8;

/** Rate of an hour from a rate of a day in hundred-millionths, rounded down. */
export function hourRateText(dailyRateE8: number): string {
  return formatTrimmed((BigInt(dailyRateE8) * HOUR_SCALE) / HOURS, HOUR_DECIMALS);
}

/** Rate of a year from a rate of a day in hundred-millionths. */
export function yearRateText(dailyRateE8: number): string {
  return formatTrimmed(dailyRateE8 * DAYS, E8_DECIMALS);
}

type OfCoins = { readonly currency: number; readonly pledgeCurrency: number };

/** The coins of a loan, and functions that write amounts in them. */
export function coinsIn({ exchange }: PrivateContext, row: OfCoins) {
  const loan: Currency | undefined = exchange.accounts.currencyAt(row.currency);
  const pledge: Currency | undefined = exchange.accounts.currencyAt(row.pledgeCurrency);
  return {
    names: { loanCoin: loan?.code ?? "", pledgeCoin: pledge?.code ?? "" },
    loanText: (amount: bigint): string => coinText(loan, amount),
    pledgeText: (amount: bigint): string => coinText(pledge, amount),
  };
}

/** Members that every record of a loan has. */
export function recordNames(context: PrivateContext, row: OfCoins & { readonly loanId: number }) {
  return { orderId: wireId(row.loanId), ...coinsIn(context, row).names };
}

/**
 * Price at which a part of a pledge paid an amount of the borrowed coin, with eight decimals,
 * rounded down; `0` when nothing was paid.
 */
export function soldPriceText(
  { exchange }: PrivateContext,
  row: OfCoins & { readonly paid: bigint; readonly sold: bigint },
): string {
  const loanDecimals = exchange.accounts.currencyAt(row.currency)?.decimals ?? 0;
  const pledgeDecimals = exchange.accounts.currencyAt(row.pledgeCurrency)?.decimals ?? 0;
  if (row.sold === 0n) return "0";
  const top = row.paid * 10n ** BigInt(pledgeDecimals + E8_DECIMALS);
  return formatTrimmed(top / (row.sold * 10n ** BigInt(loanDecimals)), E8_DECIMALS);
}
