/** Writes the terms of the computed past, the instruments that have one, and imported prices. */
import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import type { ComputedPast } from "./computed-past.ts";
import { decoded } from "./decoded-event.ts";
import { PAST_INSTRUMENTS, PAST_PATHS, PAST_TERMS } from "./past-tables.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

export class PastWriter {
  readonly #past: ComputedPast;
  readonly #insertTerms: RowWriter<typeof PAST_TERMS.fields>;
  readonly #insertInstrument: RowWriter<typeof PAST_INSTRUMENTS.fields>;
  readonly #insertPath: RowWriter<typeof PAST_PATHS.fields>;

  constructor(store: SqlStore, past: ComputedPast) {
    this.#past = past;
    this.#insertTerms = rowInserter(store, PAST_TERMS);
    this.#insertInstrument = rowInserter(store, PAST_INSTRUMENTS);
    this.#insertPath = rowInserter(store, PAST_PATHS, true);
  }

  /** Writes all parts imported so far, in order; they may be written again. */
  importPaths(paths: readonly PathPart[]): void {
    for (const [part, { bytes, code, spanMs }] of paths.entries()) {
      const text = Buffer.from(bytes).toString("base64");
      this.#insertPath({ part, code, spanMs, bytes: text });
    }
  }

  handlers() {
    return {
      market_founded: (reader) => {
        const { endMs, preset, seed, version } = decoded(reader, "market_founded");
        this.#insertTerms({ one: 1, seed, version, preset, endMs });
        this.#past.reset();
      },
      instrument_past_founded: (reader) => {
        const event = decoded(reader, "instrument_past_founded");
        const { deliveryAtMs, fundingIntervalHours, instrument } = event;
        this.#insertInstrument({ instrument, fundingIntervalHours, deliveryAtMs });
        this.#past.reset();
      },
    } satisfies Partial<EventHandlers<"history">>;
  }
}
