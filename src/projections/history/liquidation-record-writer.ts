/** Writes the liquidations of recorded users, with their steps and payments. */
import { assert } from "../../core/base/assert.ts";
import type { EventOf } from "../../core/events/events.ts";
import { ZERO_ATOMS } from "../../core/money/units.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import {
  LIQUIDATION_PARTS,
  LIQUIDATION_PAYMENTS,
  LIQUIDATIONS,
  type LiquidationRow,
} from "./liquidation-record-tables.ts";
import { type RowWriter, rowFinder, rowInserter, rowUpdater } from "./table-sql.ts";

export class LiquidationRecordWriter {
  readonly #insert: RowWriter<typeof LIQUIDATIONS.fields>;
  readonly #update: RowWriter<typeof LIQUIDATIONS.fields>;
  readonly #find: (key: readonly SqlValue[]) => LiquidationRow | undefined;
  readonly #insertPart: RowWriter<typeof LIQUIDATION_PARTS.fields>;
  readonly #insertPayment: RowWriter<typeof LIQUIDATION_PAYMENTS.fields>;

  constructor(store: SqlStore) {
    this.#insert = rowInserter(store, LIQUIDATIONS);
    this.#find = rowFinder(store, LIQUIDATIONS);
    this.#update = rowUpdater(store, LIQUIDATIONS, [
      "state",
      "endEquity",
      "endMaintenance",
      "endedAtMs",
    ]);
    this.#insertPart = rowInserter(store, LIQUIDATION_PARTS);
    this.#insertPayment = rowInserter(store, LIQUIDATION_PAYMENTS);
  }

  started(event: EventOf<"liquidation_started">): void {
    const { currency, equity, instrument, liquidationId: id, maintenance, mark } = event;
    const { positionSide, scope, timeMs: createdAtMs, user, wallet } = event;
    this.#insert({
      ...{ user, id, scope, wallet, currency, instrument, positionSide, mark },
      ...{ equity, maintenance, state: "open", createdAtMs, endedAtMs: 0 },
      ...{ endEquity: ZERO_ATOMS, endMaintenance: ZERO_ATOMS },
    });
  }

  closed(event: EventOf<"position_liquidated">): void {
    const { instrument, liquidationId, mark, orderId: id, positionSide, price } = event;
    const { size, step, taker, timeMs: createdAtMs, user } = event;
    this.#insertPart({
      ...{ user, id, liquidationId, instrument, positionSide, step, taker, mark, price, size },
      createdAtMs,
    });
  }

  /** Adds a payment of a liquidation; other movements of a fund concern no liquidation. */
  paid(event: EventOf<"fund_moved">): void {
    const { amount, currency, isPaidIn, liquidationId, moveId: id, reason, user, wallet } = event;
    if (liquidationId === 0) return;
    const row = { user, id, liquidationId, reason, isPaidIn, wallet, currency, amount };
    this.#insertPayment({ ...row, createdAtMs: event.timeMs });
  }

  /** Index + 1 of the instrument of a liquidated isolated position, else 0. */
  instrumentOf({ liquidationId, user }: EventOf<"fund_moved">): number {
    return liquidationId === 0 ? 0 : (this.#find([user, liquidationId])?.instrument ?? 0);
  }

  ended(event: EventOf<"liquidation_ended">): void {
    const row = this.#find([event.user, event.liquidationId]);
    assert(row !== undefined, "a liquidation starts before it ends");
    const { equity: endEquity, maintenance: endMaintenance, outcome: state } = event;
    this.#update({ ...row, state, endEquity, endMaintenance, endedAtMs: event.timeMs });
  }
}
