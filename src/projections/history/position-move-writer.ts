/** Writes the positions that moved between accounts of one owner. */
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { decoded } from "./decoded-event.ts";
import { POSITION_MOVES } from "./position-move-table.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

export class PositionMoveWriter {
  readonly #insert: RowWriter<typeof POSITION_MOVES.fields>;

  constructor(store: SqlStore) {
    this.#insert = rowInserter(store, POSITION_MOVES);
  }

  handlers(isRecorded: (user: number) => boolean) {
    return {
      position_moved: (reader) => {
        const event = decoded(reader, "position_moved");
        const { closingOrderId: id, parent: user, timeMs: createdAtMs } = event;
        if (!isRecorded(user)) return;
        const { closingFillId, fromUser, openingFillId, toUser } = event;
        const { instrument, positionSide, price, size } = event;
        this.#insert({
          ...{ user, id, closingFillId, openingFillId, fromUser, toUser },
          ...{ instrument, positionSide, price, size, createdAtMs },
        });
      },
    } satisfies Partial<EventHandlers<"history">>;
  }
}
