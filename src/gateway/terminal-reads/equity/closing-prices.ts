/** Prices at the ends of days, from the daily candles of the history. */
import type { Realm } from "../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { DAY_MS } from "../../../projections/history/statement-tables.ts";
import type { PriceKind } from "../../../projections/history/tables.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

/** Days before a period in which the last price before it is looked for. */
const DAYS_BEFORE = 30;

export type Days = { readonly fromDay: number; readonly toDay: number };

/** Closing price by day, in ticks; the last one before for a day without a candle. */
type Closes = ReadonlyMap<number, number>;

/** Returns the closing prices of an instrument. Fails with a `HistoryFault`. */
export async function closesOf(
  { history }: ExchangeAccess,
  { index: instrument }: Instrument,
  { days, priceKind }: { readonly days: Days; readonly priceKind: PriceKind },
): Promise<Closes> {
  const { fromDay, toDay } = days;
  const firstDay = fromDay - DAYS_BEFORE;
  const { rows } = await history.candles({
    ...{ instrument, priceKind, base: "1Dutc" },
    fromMs: firstDay * DAY_MS,
    toMs: toDay * DAY_MS,
    limit: toDay - firstDay + 1,
  });
  const stored = new Map(rows.map(({ close, startMs }) => [Math.floor(startMs / DAY_MS), close]));
  const closes = new Map<number, number>();
  let last: number | undefined;
  for (let day = firstDay; day <= toDay; day++) {
    last = stored.get(day) ?? last;
    if (last !== undefined) closes.set(day, last);
  }
  return closes;
}

/** Decimals of the dollar values below: enough for any amount times any price. */
export const VALUE_DECIMALS = 20;

/** Returns the value of an amount of a coin at the end of a day; undefined without a price. */
export type DayValue = (amount: bigint, day: number) => bigint | undefined;

/**
 * Returns the instruments that price a coin in a dollar coin, by the rule of margin (`usdRateOf`):
 * spot before futures.
 */
function pricedBy({ accounts }: ExchangeAccess, realm: Realm, currency: number): Instrument[] {
  const dollars = accounts
    .collaterals()
    .filter(({ collateral }) => collateral.isDollar)
    .map((one) => one.currency.index);
  const instruments = accounts
    .instruments()
    .filter((one) => one.realm === realm && one.base === currency && dollars.includes(one.quote));
  return [false, true].flatMap((isFutures) =>
    instruments.filter((one) => one.isFutures === isFutures),
  );
}

/**
 * Returns the dollar values of a coin at the closing index prices of days, in 10^-20 dollars. A
 * dollar coin that nothing prices is one dollar. Fails with a `HistoryFault`.
 */
export async function coinValues(
  exchange: ExchangeAccess,
  coin: { readonly realm: Realm; readonly currency: number },
  days: Days,
): Promise<DayValue> {
  const { accounts } = exchange;
  const currency = accounts.currencyAt(coin.currency);
  if (currency === undefined) return () => undefined;
  // Practice coins are worth nothing.
  if (currency.isPractice) return () => 0n;
  const [instrument] = pricedBy(exchange, coin.realm, coin.currency);
  if (instrument === undefined) {
    const found = accounts.collaterals().find((one) => one.currency.index === coin.currency);
    const scale = 10n ** BigInt(VALUE_DECIMALS - currency.decimals);
    return (amount) => (found?.collateral.isDollar === true ? amount * scale : undefined);
  }
  const closes = await closesOf(exchange, instrument, { days, priceKind: "index" });
  const { priceDecimals, tickStep } = instrument;
  const scale = 10n ** BigInt(VALUE_DECIMALS - currency.decimals - priceDecimals);
  return (amount, day) => {
    const close = closes.get(day);
    return close === undefined ? undefined : amount * BigInt(close * tickStep) * scale;
  };
}
