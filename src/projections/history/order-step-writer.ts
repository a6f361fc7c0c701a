/** Writes the changes of orders and plans. A second change of one kind in one command replaces. */
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { indexIn } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import { NO_PRICE, ZERO_LOTS } from "../../core/money/units.ts";
import type { SqlStore } from "../store/sql-store.ts";
import {
  ORDER_STEP_KINDS,
  ORDER_STEPS,
  type OrderStepKind,
  type OrderStepRow,
} from "./order-step-table.ts";
import { RowBatch } from "./row-batch.ts";
import { rowLayout } from "./row-words.ts";

type Event = Pick<CoreEvent, "seq" | "timeMs"> & { readonly user: number };
type Figures = Partial<
  Pick<
    OrderStepRow,
    "price" | "size" | "priceBefore" | "sizeBefore" | "triggerPrice" | "triggerPriceBefore"
  >
> & { readonly relatedId?: number };

const AMENDED = eventLayout("order_amended");
const AMENDED_KIND = indexIn(ORDER_STEP_KINDS, "amended");
const STEP = rowLayout(ORDER_STEPS);

export class OrderStepWriter {
  readonly #rows: RowBatch<typeof ORDER_STEPS.fields>;

  constructor(store: SqlStore) {
    this.#rows = new RowBatch(store, ORDER_STEPS, true);
  }

  /** Adds the change of an order or plan; exits that an order was placed with are no change. */
  add(event: Event, kind: OrderStepKind, subject: number, figures: Figures = {}): void {
    const { seq, timeMs: createdAtMs, user } = event;
    const id = seq * IDS_PER_SEQ;
    if (kind === "exits_set" && subject >= id) return;
    this.#rows.add({
      ...{ user, subject, id, kind, relatedId: 0, createdAtMs },
      ...{ price: NO_PRICE, size: ZERO_LOTS, priceBefore: NO_PRICE, sizeBefore: ZERO_LOTS },
      ...{ triggerPrice: NO_PRICE, triggerPriceBefore: NO_PRICE },
      ...figures,
    });
  }

  /** Reads `order_amended`, a frequent event, and adds its change. */
  amended(reader: EventReader, before: { readonly price: number; readonly size: number }): void {
    const row = this.#rows.open();
    const { numbers, width } = this.#rows.words;
    const at = row * width;
    numbers.fill(0, at, at + width);
    numbers[at + STEP.user] = reader.number(AMENDED.user);
    numbers[at + STEP.subject] = reader.number(AMENDED.orderId);
    numbers[at + STEP.id] = reader.seq * IDS_PER_SEQ;
    numbers[at + STEP.kind] = AMENDED_KIND;
    numbers[at + STEP.price] = reader.number(AMENDED.price);
    numbers[at + STEP.size] = reader.number(AMENDED.size);
    numbers[at + STEP.priceBefore] = before.price;
    numbers[at + STEP.sizeBefore] = before.size;
    numbers[at + STEP.createdAtMs] = reader.timeMs;
  }

  /** Writes the changes added so far. */
  flush(): void {
    this.#rows.flush();
  }

  /** Discards changes that were not written. */
  clear(): void {
    this.#rows.clear();
  }
}
