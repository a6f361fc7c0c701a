/** Reads a past that was founded, from the tables of the history or from the state of the core. */
import { assert } from "../../core/base/assert.ts";
import type { State } from "../../core/state.ts";
import type { SqlStore } from "../store/sql-store.ts";
import type { FoundedPast } from "./computed-past.ts";
import { openGeneratedPast } from "./generated-past.ts";
import { instrumentRow } from "./history.ts";
import type { OpenPast, PastListing } from "./past-source.ts";
import { PAST_INSTRUMENTS, PAST_PATHS, PAST_TERMS } from "./past-tables.ts";
import { allRows } from "./table-sql.ts";
import { INSTRUMENTS } from "./tables.ts";

/** Returns the past that the tables describe; `undefined` without one. */
export function storedPast(store: SqlStore, open: OpenPast): FoundedPast | undefined {
  const [terms] = allRows(store, PAST_TERMS);
  if (terms === undefined) return undefined;
  const paths = allRows(store, PAST_PATHS).map(({ bytes, code, spanMs }) => {
    return { code, spanMs, bytes: Uint8Array.from(Buffer.from(bytes, "base64")) };
  });
  const rows = new Map(allRows(store, INSTRUMENTS).map((row) => [row.instrument, row]));
  const listings = new Map<number, PastListing>();
  for (const founded of allRows(store, PAST_INSTRUMENTS)) {
    const row = rows.get(founded.instrument);
    assert(row !== undefined, "an instrument is listed before its past is founded");
    listings.set(founded.instrument, { ...row, ...founded });
  }
  return { endMs: terms.endMs, source: open(terms, paths), listings };
}

/**
 * Returns the past that the state describes, for candles; `undefined` without one. Funding
 * intervals are the present ones.
 */
export function pastOfState(state: State): FoundedPast | undefined {
  const { paths, terms } = state.generatedMarket;
  if (terms === undefined) return undefined;
  const listings = state.instruments.slice(0, terms.instruments).map((instrument) => {
    const { deliveryAtMs, fundingIntervalHours, index, isFutures } = instrument;
    const isPerpetual = isFutures && deliveryAtMs === 0;
    const row = instrumentRow(instrument, state.currencies);
    const hours = isPerpetual ? fundingIntervalHours : 0;
    return [index, { ...row, fundingIntervalHours: hours, deliveryAtMs }] as const;
  });
  const source = openGeneratedPast({ one: 1, ...terms }, paths);
  return { endMs: terms.endMs, source, listings: new Map(listings) };
}
