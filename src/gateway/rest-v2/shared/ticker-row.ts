/** Present tickers of an instrument: one row, or none before its first price. */
import type { Instrument } from "../../../core/instruments/instrument.ts";
import {
  type MixTickerRow,
  mixTickerRow,
  type SpotTickerRow,
  spotTickerRow,
} from "../../../wire/v2/ticker-rows.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

export function spotTickerOf(exchange: ExchangeAccess, instrument: Instrument): SpotTickerRow[] {
  const ticker = exchange.live.ticker(instrument.index);
  return ticker === undefined ? [] : [spotTickerRow(exchange.accounts, instrument, ticker)];
}

export function mixTickerOf(exchange: ExchangeAccess, instrument: Instrument): MixTickerRow[] {
  const ticker = exchange.live.ticker(instrument.index);
  return ticker === undefined ? [] : [mixTickerRow(exchange.accounts, instrument, ticker)];
}
