/** Plans changed since the last write, as `OrderChanges` for orders. */
import { assert } from "../../core/base/assert.ts";
import type { CoreEvent, EventOf } from "../../core/events/events.ts";
import type { EventHandler, EventHandlers } from "../live/event-consumers.ts";
import { acceptedPlan, changedPlan } from "../live/live-plans.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import { decoded } from "./decoded-event.ts";
import { OrderStepWriter } from "./order-step-writer.ts";
import { type RowWriter, rowFinder, rowInserter, rowUpdater } from "./table-sql.ts";
import { PLANS, type PlanRow } from "./tables.ts";

/** Events of plans after their acceptance. */
type PlanChangeKind =
  | "plan_amended"
  | "plan_activated"
  | "plan_fired"
  | "plan_executed"
  | "plan_failed"
  | "plan_cancelled";
type PlanChange = Extract<CoreEvent, { kind: PlanChangeKind }>;

export class PlanChanges {
  readonly #changes = new Map<number, { readonly row: PlanRow; readonly isNew: boolean }>();
  readonly #find: (key: readonly SqlValue[]) => PlanRow | undefined;
  readonly #insert: RowWriter<typeof PLANS.fields>;
  readonly #update: RowWriter<typeof PLANS.fields>;
  readonly #steps: OrderStepWriter;

  constructor(store: SqlStore) {
    this.#find = rowFinder(store, PLANS);
    this.#insert = rowInserter(store, PLANS);
    this.#steps = new OrderStepWriter(store);
    this.#update = rowUpdater(store, PLANS, [
      "triggerBy",
      "triggerPrice",
      "callbackE4",
      "orderType",
      "price",
      "size",
      "quoteAmount",
      "profitTrigger",
      "profitBy",
      "profitPrice",
      "lossTrigger",
      "lossBy",
      "lossPrice",
      "status",
      "executeOrderId",
      "failReason",
      "cancelReason",
      "firedAtMs",
      "updatedAtMs",
    ]);
  }

  /** Handlers of the events of plans; `sawId` gets the ids of all, rows are of recorded users. */
  handlers(known: {
    readonly sawId: (id: number) => void;
    readonly isRecorded: (user: number) => boolean;
  }) {
    const change =
      (kind: PlanChangeKind): EventHandler =>
      (reader) => {
        const event = decoded(reader, kind);
        if (known.isRecorded(event.user)) this.#change(event);
      };
    return {
      plan_accepted: (reader) => {
        const event = decoded(reader, "plan_accepted");
        known.sawId(event.planId);
        if (known.isRecorded(event.user)) this.#accept(event);
      },
      plan_amended: change("plan_amended"),
      plan_activated: change("plan_activated"),
      plan_fired: change("plan_fired"),
      plan_executed: change("plan_executed"),
      plan_failed: change("plan_failed"),
      plan_cancelled: change("plan_cancelled"),
    } satisfies Partial<EventHandlers<"history">>;
  }

  #accept(event: EventOf<"plan_accepted">): void {
    const { planId: id, ...rest } = acceptedPlan(event);
    this.#changes.set(id, { row: { id, ...rest }, isNew: true });
  }

  #change(event: PlanChange): void {
    const change = changedPlan(event);
    assert(change !== undefined, "a change of a plan changes its row");
    const { planId: _, ...fields } = change;
    const row = this.#touched(event.user, event.planId);
    this.#addStep(event, row);
    Object.assign(row, fields);
  }

  /** Writes the step that an event is; why a plan ended is in its row. */
  #addStep(event: PlanChange, { price, size, triggerPrice }: PlanRow): void {
    switch (event.kind) {
      case "plan_amended": {
        const before = { priceBefore: price, sizeBefore: size, triggerPriceBefore: triggerPrice };
        const after = { price: event.price, size: event.size, triggerPrice: event.triggerPrice };
        return this.#steps.add(event, "amended", event.planId, { ...after, ...before });
      }
      case "plan_activated":
        return this.#steps.add(event, "activated", event.planId, { price: event.price });
      case "plan_fired":
        return this.#steps.add(event, "triggered", event.planId, { price: event.price });
      case "plan_executed": {
        const relatedId = event.planId;
        this.#steps.add(event, "placed_by_plan", event.orderId, { relatedId });
        return this.#steps.add(event, "ended", event.planId);
      }
      case "plan_failed":
      case "plan_cancelled":
        return this.#steps.add(event, "ended", event.planId);
    }
  }

  /** Writes the changed plans. */
  write(): void {
    this.#steps.flush();
    for (const { row, isNew } of this.#changes.values()) {
      if (isNew) this.#insert(row);
      else this.#update(row);
    }
    this.#changes.clear();
  }

  /** Discards changes that were not written. */
  clear(): void {
    this.#steps.clear();
    this.#changes.clear();
  }

  #touched(user: number, planId: number): PlanRow {
    const touched = this.#changes.get(planId);
    if (touched !== undefined) return touched.row;
    const row = this.#find([user, planId]);
    assert(row !== undefined, "a plan is accepted before anything else happens to it");
    this.#changes.set(planId, { row, isNew: false });
    return row;
  }
}
