/** Writes conversions between coins, and their bills. */
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import type { BillWriter } from "./bill-writer.ts";
import { CONVERSIONS } from "./conversion-table.ts";
import { decoded } from "./decoded-event.ts";
import type { Progress } from "./progress.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

type Parts = {
  readonly progress: Progress;
  readonly bills: BillWriter;
  readonly isRecorded: (user: number) => boolean;
};

export class ConversionWriter {
  readonly #parts: Parts;
  readonly #insert: RowWriter<typeof CONVERSIONS.fields>;

  constructor(store: SqlStore, parts: Parts) {
    this.#parts = parts;
    this.#insert = rowInserter(store, CONVERSIONS);
  }

  handlers() {
    const { bills, isRecorded, progress } = this.#parts;
    return {
      conversion_executed: (reader) => {
        const event = decoded(reader, "conversion_executed");
        const { conversionId: id, fromAmount, fromCurrency, user } = event;
        const { priceDecimals, priceDigits, timeMs: createdAtMs, toAmount, toCurrency } = event;
        progress.sawId(id);
        if (!isRecorded(user)) return;
        this.#insert({
          ...{ user, id, fromCurrency, fromAmount, toCurrency, toAmount },
          ...{ priceDigits, priceDecimals, createdAtMs },
        });
        bills.addConversion(event);
      },
    } satisfies Partial<EventHandlers<"history">>;
  }
}
