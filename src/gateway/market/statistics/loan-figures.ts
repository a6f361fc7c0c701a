import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { MarketSampleRow } from "../../../projections/history/statistics-tables.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { coin, enumeration } from "../../http/fields.ts";
import { DAY_MS, HOUR_MS } from "./sample-periods.ts";

/** Spans of loan statistics: a day by hours, a month by days. */
export const LOAN_SPANS = {
  "24h": { count: 24, periodMs: HOUR_MS },
  "30d": { count: 30, periodMs: DAY_MS },
} as const;
export type LoanSpan = keyof typeof LOAN_SPANS;

export const loanSpanField = () => enumeration(["24h", "30d"], { default: "24h" });
export const loanCoinField = () => Type.Optional(coin({ description: "Of the pair; its base" }));

/** Ends each description of a statistic of loans. */
export const OF_PAIR = "Of the loans of isolated margin on the pair; crossed loans have no pair.";

/** Returns the values of the loans of both coins, in one unit, at the last price of the period. */
export function loanValues(
  { atomsPerTickLot, baseAtomsPerLot }: Instrument,
  { baseLoan, price, quoteLoan }: MarketSampleRow,
): { readonly base: bigint; readonly quote: bigint } {
  return { base: baseLoan * BigInt(price) * atomsPerTickLot, quote: quoteLoan * baseAtomsPerLot };
}

/** Returns which loans of a pair a coin means; throws for a coin of another pair. */
export function loanField(
  context: EndpointContext,
  instrument: Instrument,
  code: unknown,
): "baseLoan" | "quoteLoan" {
  if (code === undefined) return "baseLoan";
  const currency = context.exchange.accounts.currency(String(code))?.index;
  if (currency === instrument.base) return "baseLoan";
  if (currency === instrument.quote) return "quoteLoan";
  throw context.errors.unknown("coin");
}
