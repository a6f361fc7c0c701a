/**
 * Orders changed since the last write. An order that is accepted, filled and closed within one
 * block costs one insert; an older one costs one read and one update.
 */
import { assert } from "../../core/base/assert.ts";
import { clientIdOf } from "../../core/base/id-text.ts";
import type { CommandKind } from "../../core/commands/commands.ts";
import type { EventOf } from "../../core/events/events.ts";
import { atoms, NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { exitsText } from "../live/order-exits.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import { OrderStepWriter } from "./order-step-writer.ts";
import { BulkInserter, type RowWriter, rowFinder, rowUpdater } from "./table-sql.ts";
import { ORDERS, type OrderRow } from "./tables.ts";

type Change = { readonly row: OrderRow; readonly isNew: boolean };

export class OrderChanges {
  readonly #changes = new Map<number, Change>();
  readonly #find: (key: readonly SqlValue[]) => OrderRow | undefined;
  readonly #added: BulkInserter<typeof ORDERS.fields>;
  readonly #update: RowWriter<typeof ORDERS.fields>;
  readonly #steps: OrderStepWriter;

  constructor(store: SqlStore) {
    this.#find = rowFinder(store, ORDERS);
    this.#added = new BulkInserter(store, ORDERS);
    this.#steps = new OrderStepWriter(store);
    this.#update = rowUpdater(store, ORDERS, [
      "price",
      "size",
      "status",
      "closeReason",
      "closedSeq",
      "closedBy",
      "filled",
      "filledNotional",
      "fillPriceMin",
      "fillPriceMax",
      "remaining",
      "feeTotal",
      "feeCurrency",
      "realisedPnl",
      "exits",
      "updatedAtMs",
    ]);
  }

  accept(event: EventOf<"order_accepted">): void {
    const { user, orderId, instrument, side, orderType, timeInForce, positionSide } = event;
    const { reduceOnly, stpMode, price, size, quoteAmount, leverage, source } = event;
    const { backing, loanType, sizingPriceE6 } = event;
    const row: OrderRow = {
      user,
      id: orderId,
      instrument,
      side,
      orderType,
      timeInForce,
      positionSide,
      reduceOnly,
      stpMode,
      price,
      size,
      quoteAmount,
      leverage,
      marginMode: event.marginMode,
      source,
      backing,
      loanType,
      sizingPriceE6,
      clientOrderId: clientIdOf(orderId, event.clientOrderId),
      status: "live",
      closeReason: "none",
      closedSeq: 0,
      closedBy: "none",
      filled: ZERO_LOTS,
      filledNotional: ZERO_ATOMS,
      fillPriceMin: NO_PRICE,
      fillPriceMax: NO_PRICE,
      remaining: size,
      feeTotal: ZERO_ATOMS,
      feeCurrency: 0,
      realisedPnl: ZERO_ATOMS,
      exits: "",
      createdAtMs: event.timeMs,
      updatedAtMs: event.timeMs,
    };
    this.#changes.set(orderId, { row, isNew: true });
  }

  /** Records exits of an open order. */
  setExits(event: EventOf<"order_exits_set">): void {
    const row = this.#open(event.user, event.orderId);
    this.#steps.add(event, "exits_set", row.id);
    row.exits = exitsText(event);
    row.updatedAtMs = event.timeMs;
  }

  amend(event: EventOf<"order_amended">): void {
    const row = this.#open(event.user, event.orderId);
    this.#steps.add(event, "amended", row.id, {
      ...{ price: event.price, size: event.size },
      ...{ priceBefore: row.price, sizeBefore: row.size },
    });
    row.price = event.price;
    row.size = event.size;
    row.remaining = event.remaining;
    row.updatedAtMs = event.timeMs;
  }

  /** Records a fill and returns the order after it. */
  fill(event: EventOf<"order_filled">): OrderRow {
    const row = this.#open(event.user, event.orderId);
    row.status = "partially_filled";
    row.filled = event.filled;
    row.filledNotional = event.filledNotional;
    row.fillPriceMin = event.fillPriceMin;
    row.fillPriceMax = event.fillPriceMax;
    row.remaining = event.remaining;
    row.feeTotal = event.feeTotal;
    row.feeCurrency = event.feeCurrency;
    row.realisedPnl = atoms(row.realisedPnl + event.realisedPnl);
    row.updatedAtMs = event.timeMs;
    return row;
  }

  /** Records the end of an order by a command. */
  close(event: EventOf<"order_closed">, command: CommandKind): void {
    const row = this.#open(event.user, event.orderId);
    row.status = event.outcome;
    row.closeReason = event.reason;
    row.closedSeq = event.seq;
    row.closedBy = command;
    row.remaining = event.remaining;
    row.updatedAtMs = event.timeMs;
  }

  /** Writes the changed orders. */
  write(): void {
    for (const { row, isNew } of this.#changes.values()) {
      if (isNew) this.#added.add(row);
      else this.#update(row);
    }
    this.#added.flush();
    this.#changes.clear();
  }

  /** Discards changes that were not written. */
  clear(): void {
    this.#added.clear();
    this.#changes.clear();
  }

  #open(user: number, orderId: number): OrderRow {
    const touched = this.#changes.get(orderId);
    if (touched !== undefined) return touched.row;
    const row = this.#find([user, orderId]);
    assert(row !== undefined, "an order is accepted before anything else happens to it");
    this.#changes.set(orderId, { row, isNew: false });
    return row;
  }
}
