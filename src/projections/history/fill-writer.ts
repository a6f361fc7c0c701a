/** Writes the fills of orders: with each, its bills and what it adds to candles and statistics. */
import { assert } from "../../core/base/assert.ts";
import { indexIn, ROLES } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import type { SqlStore } from "../store/sql-store.ts";
import type { BillWriter } from "./bill-writer.ts";
import type { CandleWriter } from "./candle-writer.ts";
import { decoded } from "./decoded-event.ts";
import { fieldCopier } from "./field-copier.ts";
import type { LiquidationWriter } from "./liquidation-writer.ts";
import { ORDER, type OrderChanges } from "./order-changes.ts";
import { RowBatch } from "./row-batch.ts";
import { rowLayout } from "./row-words.ts";
import type { StatisticsWriter } from "./statistics-writer.ts";
import { FILLS, type InstrumentRow } from "./tables.ts";

const FILLED = eventLayout("order_filled");
const TAKER = indexIn(ROLES, "taker");
const FILL = rowLayout(FILLS);
const copyFilled = fieldCopier("order_filled", FILLS);

type Parts = {
  readonly orders: OrderChanges;
  readonly bills: BillWriter;
  readonly candles: CandleWriter;
  readonly statistics: StatisticsWriter;
  readonly liquidations: LiquidationWriter;
  readonly instrumentAt: (instrument: number) => InstrumentRow | undefined;
  readonly isRecorded: (user: number) => boolean;
};

export class FillWriter {
  readonly #parts: Parts;
  readonly #rows: RowBatch<typeof FILLS.fields>;

  constructor(store: SqlStore, parts: Parts) {
    this.#parts = parts;
    this.#rows = new RowBatch(store, FILLS);
  }

  /** Reads `order_filled`. */
  filled(reader: EventReader): void {
    const { bills, candles, instrumentAt, isRecorded, liquidations, orders, statistics } =
      this.#parts;
    const instrument = reader.number(FILLED.instrument);
    const listed = instrumentAt(instrument);
    assert(listed !== undefined, "an instrument is listed before its first fill");
    statistics.filled(reader, listed);
    if (reader.number(FILLED.role) === TAKER) {
      candles.add({
        instrument,
        priceKind: "last",
        timeMs: reader.timeMs,
        price: reader.number(FILLED.price),
        volume: reader.number(FILLED.size),
        turnover: reader.money(FILLED.value),
      });
    }
    const user = reader.number(FILLED.user);
    // A fill of a user of the exchange changes the balance of an insurance fund.
    const { isFutures } = CATEGORY_TRAITS[listed.category];
    if (isFutures && realmOfExchange(user) !== undefined) {
      liquidations.fundFilled(decoded(reader, "order_filled"), listed);
    }
    if (!isRecorded(user)) return;
    const slot = orders.fill(reader);
    this.#addRow(reader, slot);
    const { numbers, width } = orders.words;
    bills.addFill(reader, listed, numbers[slot * width + ORDER.source] as number);
  }

  #addRow(reader: EventReader, slot: number): void {
    const row = this.#rows.open();
    const { words } = this.#rows;
    copyFilled(reader, words, row);
    const at = row * words.width;
    const order = this.#parts.orders.words;
    const orderAt = slot * order.width;
    const { numbers } = words;
    numbers[at + FILL.id] = reader.number(FILLED.fillId);
    numbers[at + FILL.orderType] = order.numbers[orderAt + ORDER.orderType] as number;
    numbers[at + FILL.source] = order.numbers[orderAt + ORDER.source] as number;
    numbers[at + FILL.createdAtMs] = reader.timeMs;
    words.setText(row, FILL.clientOrderId, order.text(slot, ORDER.clientOrderId));
  }

  /** Writes the fills added so far. */
  flush(): void {
    this.#rows.flush();
  }

  /** Discards fills that were not written. */
  clear(): void {
    this.#rows.clear();
  }
}
