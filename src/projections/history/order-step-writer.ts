/** Writes the changes of orders and plans. A second change of one kind in one command replaces. */
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import { NO_PRICE, ZERO_LOTS } from "../../core/money/units.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { ORDER_STEPS, type OrderStepKind, type OrderStepRow } from "./order-step-table.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

type Event = Pick<CoreEvent, "seq" | "timeMs"> & { readonly user: number };
type Figures = Partial<
  Pick<
    OrderStepRow,
    "price" | "size" | "priceBefore" | "sizeBefore" | "triggerPrice" | "triggerPriceBefore"
  >
> & { readonly relatedId?: number };

export class OrderStepWriter {
  readonly #put: RowWriter<typeof ORDER_STEPS.fields>;

  constructor(store: SqlStore) {
    this.#put = rowInserter(store, ORDER_STEPS, true);
  }

  /** Writes the change of an order or plan; exits that an order was placed with are no change. */
  add(event: Event, kind: OrderStepKind, subject: number, figures: Figures = {}): void {
    const { seq, timeMs: createdAtMs, user } = event;
    const id = seq * IDS_PER_SEQ;
    if (kind === "exits_set" && subject >= id) return;
    this.#put({
      ...{ user, subject, id, kind, relatedId: 0, createdAtMs },
      ...{ price: NO_PRICE, size: ZERO_LOTS, priceBefore: NO_PRICE, sizeBefore: ZERO_LOTS },
      ...{ triggerPrice: NO_PRICE, triggerPriceBefore: NO_PRICE },
      ...figures,
    });
  }
}
