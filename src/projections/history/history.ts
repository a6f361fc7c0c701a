/** Interface of the history, on the caller's thread or on a thread of its own. */

import { assert } from "../../core/base/assert.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { atoms } from "../../core/money/units.ts";
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
  /** Current fault of the store; failed writes are retried. */
  readonly fault: string | undefined;

  /** Resolves with the last seq when the rows of all commands posted so far are committed. */
  flush(): Promise<number>;
  /** Commits pending writes and closes the store. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A history that receives events from its caller. */
export interface PostedHistory extends History {
  /** Adds instruments, before the first event that names them; ignores known ones. */
  listInstruments(instruments: readonly InstrumentRow[]): void;
  /** Stops writing rows of these users. */
  addQuietUsers(users: readonly number[]): void;
  /**
   * Writes the events of whole durable commands, in order; skips commands already applied. The rows
   * are committed when it returns. A gap in the seqs is a broken invariant.
   */
  post(words: Float64Array): void;
}

/** Returns the row of an instrument; `decimals` are those of its base and quote currencies. */
export function instrumentRow(
  instrument: Instrument,
  decimals: { readonly base: number; readonly quote: number },
): InstrumentRow {
  const { index, symbol, category, base, quote, settle, isInverse } = instrument;
  const shift = decimals.base - instrument.sizeDecimals;
  assert(instrument.isFutures || shift >= 0, "a lot of a spot instrument is whole base atoms");
  const scale = 10n ** BigInt(Math.max(shift, 0));
  const lot = instrument.isFutures ? 0n : BigInt(instrument.lotStep) * scale;
  const baseAtomsPerLot = atoms(lot);
  return {
    ...{ instrument: index, symbol, category, base, quote, settle, isInverse, baseAtomsPerLot },
    quoteDecimals: decimals.quote,
  };
}
