/** Interface of the history, on the caller's thread or on a thread of its own. */

import { assert } from "../../core/base/assert.ts";
import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import { atoms } from "../../core/money/units.ts";
import type { CurrencyRow } from "./currency-table.ts";
import type { Retention } from "./limits.ts";
import type { HistoryReader } from "./queries.ts";
import type { InstrumentRow } from "./tables.ts";

export type HistorySettings = {
  /** A file, or ":memory:". */
  readonly path: string;
  /** Users whose rows are not written; their public trades and candles are. */
  readonly quietUsers: readonly number[];
  readonly retention: Retention;
  /** Seq of the last durable command: a store ahead of it fails with `HistoryAhead`. */
  readonly durableSeq: number;
};

export interface History extends HistoryReader, AsyncDisposable {
  /** Seq of the last command whose rows are committed, and its time. */
  readonly appliedSeq: number;
  readonly appliedMs: number;
  /** Exchange time between the last command and the last one whose rows are committed, in ms. */
  readonly lagMs: number;
  /** Current fault of the store; failed writes are retried. */
  readonly fault: string | undefined;

  /** Resolves with the last seq when the rows of all commands posted so far are committed. */
  flush(): Promise<number>;
  /** Commits pending writes and closes the store. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A history that receives events from its caller. */
export interface PostedHistory extends History {
  /** Adds coins, or replaces known ones. */
  listCurrencies(currencies: readonly CurrencyRow[]): void;
  /** Adds instruments, before the first event that names them; ignores known ones. */
  listInstruments(instruments: readonly InstrumentRow[]): void;
  /** Writes all imported prices, before the event that founds the market. */
  importPaths(paths: readonly PathPart[]): void;
  /** Stops writing rows of these users. */
  addQuietUsers(users: readonly number[]): void;
  /**
   * Writes the events of whole durable commands, in order; skips commands already applied. The rows
   * are committed when it returns. A gap in the seqs is a broken invariant.
   */
  post(words: Float64Array): void;
}

/** Returns the row of an instrument; `currencies` are those of the exchange, by index. */
export function instrumentRow(
  instrument: Instrument,
  currencies: readonly Currency[],
): InstrumentRow {
  const { index, symbol, category, realm, base, quote, settle, isInverse } = instrument;
  const { priceDecimals, tickStep, sizeDecimals, lotStep } = instrument;
  const [baseCoin, quoteCoin] = [currencies[base], currencies[quote]];
  const settleCoin = currencies[settle];
  assert(baseCoin !== undefined, "an instrument has listed currencies");
  assert(
    quoteCoin !== undefined && settleCoin !== undefined,
    "an instrument has listed currencies",
  );
  const shift = baseCoin.decimals - sizeDecimals;
  assert(instrument.isFutures || shift >= 0, "a lot of a spot instrument is whole base atoms");
  const scale = 10n ** BigInt(Math.max(shift, 0));
  return {
    ...{ instrument: index, symbol, category, realm, base, quote, settle, isInverse },
    ...{ priceDecimals, tickStep, sizeDecimals, lotStep },
    baseAtomsPerLot: atoms(instrument.isFutures ? 0n : BigInt(lotStep) * scale),
    baseCode: baseCoin.code,
    quoteCode: quoteCoin.code,
    quoteDecimals: quoteCoin.decimals,
    settleDecimals: settleCoin.decimals,
  };
}
