/** The history as the rest of the exchange sees it, whichever thread it lives on. */

import { assert } from "../../core/assert.ts";
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
  /** Seq of the last durable command: the store is never ahead of it. */
  readonly durableSeq: number;
};

export interface History extends HistoryReader, AsyncDisposable {
  /** Seq of the last command whose rows are committed. Main replays what follows it. */
  readonly appliedSeq: number;
  /** Words of events posted and not yet committed. */
  readonly backlogWords: number;
  /** The history lags too far behind: stop taking commands until it is false again. */
  readonly isOverloaded: boolean;
  /** The last fault of the store while it lasts; blocks are kept and tried again. */
  readonly fault: string | undefined;

  /** What an instrument is; told before the first event that names it, repeats are harmless. */
  listInstruments(instruments: readonly InstrumentRow[]): void;
  /** From here on, rows of these users are not written. */
  addQuietUsers(users: readonly number[]): void;
  /**
   * The events of durable commands, in order and whole; those already applied are skipped. Takes
   * the words over. A gap in the seqs is a broken invariant.
   */
  post(words: Float64Array): void;
  /** Resolves when everything posted is committed, with the seq of the last command. */
  flush(): Promise<number>;
  /** Commits what was posted and closes the store. */
  [Symbol.asyncDispose](): Promise<void>;
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
