/** The history as the rest of the exchange sees it, whichever thread it lives on. */

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
  /** The last fault of the store while it lasts; what it did not take is tried again. */
  readonly fault: string | undefined;

  /** Resolves when the rows of all commands told so far are committed, with the last one's seq. */
  flush(): Promise<number>;
  /** Commits what is under way and closes the store. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A history that is given the events themselves. */
export interface PostedHistory extends History {
  /** What an instrument is; told before the first event that names it, repeats are harmless. */
  listInstruments(instruments: readonly InstrumentRow[]): void;
  /** From here on, rows of these users are not written. */
  addQuietUsers(users: readonly number[]): void;
  /**
   * The events of durable commands, in order and whole; those already applied are skipped. Every
   * post is committed when it returns. A gap in the seqs is a broken invariant.
   */
  post(words: Float64Array): void;
}

/** What the history needs to know of an instrument; `baseDecimals` are the base currency's. */
export function instrumentRow(instrument: Instrument, baseDecimals: number): InstrumentRow {
  const { index, symbol, category, base, quote, settle, isInverse } = instrument;
  const shift = baseDecimals - instrument.sizeDecimals;
  assert(instrument.isFutures || shift >= 0, "a lot of a spot instrument is whole base atoms");
  const scale = 10n ** BigInt(Math.max(shift, 0));
  const lot = instrument.isFutures ? 0n : BigInt(instrument.lotStep) * scale;
  const baseAtomsPerLot = atoms(lot);
  return { instrument: index, symbol, category, base, quote, settle, isInverse, baseAtomsPerLot };
}
