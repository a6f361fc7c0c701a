/** Conversions at a quoted price (v2, for both kinds of account). */
import { get, post } from "../../../wire/rest.ts";

/** Time for which a quotation is valid, in ms (specification, Convert). */
export const QUOTE_VALID_MS = 8_000;

export type ConvertCoin = {
  readonly coin: string;
  readonly available: string;
  readonly minAmount: string;
  readonly maxAmount: string;
};

/** A quotation; the conversion repeats its members. */
export type Quote = {
  readonly fromCoin: string;
  readonly fromCoinSize: string;
  readonly toCoin: string;
  readonly toCoinSize: string;
  readonly cnvtPrice: string;
  readonly traceId: string;
};

export type Conversion = Omit<Quote, "traceId"> & { readonly id: string; readonly ts: string };

/** Span of the records, in ms. */
const SPAN_MS = 89 * 86_400_000;

export const loadConvertCoins = (): Promise<readonly ConvertCoin[]> => {
  return get("/api/v2/convert/currencies");
};

export const loadQuote = (fromCoin: string, toCoin: string, size: string): Promise<Quote> => {
  return get("/api/v2/convert/quoted-price", { fromCoin, toCoin, fromCoinSize: size });
};

/** Converts at the price of a quotation. Rejects with `WireFailure` once it has expired. */
export async function convert(quote: Quote): Promise<void> {
  const { cnvtPrice, fromCoin, fromCoinSize, toCoin, toCoinSize, traceId } = quote;
  const members = { cnvtPrice, fromCoin, fromCoinSize, toCoin, toCoinSize, traceId };
  await post("/api/v2/convert/trade", members);
}

/** Returns the latest conversions, newest first. */
export async function loadConversions(): Promise<readonly Conversion[]> {
  const endTime = Date.now() + 60_000;
  const query = { startTime: endTime - SPAN_MS, endTime, limit: 20 };
  const page = await get<{ readonly dataList: readonly Conversion[] }>(
    "/api/v2/convert/convert-record",
    query,
  );
  return page.dataList;
}
