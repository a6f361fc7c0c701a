/** Writes closed positions. */
import type { EventReader } from "../../core/events/event-buffer.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { fieldCopier } from "./field-copier.ts";
import type { Progress } from "./progress.ts";
import { RowBatch } from "./row-batch.ts";
import { rowLayout } from "./row-words.ts";
import { CLOSED_POSITIONS } from "./tables.ts";

const CLOSED = rowLayout(CLOSED_POSITIONS);
const copyPosition = fieldCopier("position_changed", CLOSED_POSITIONS);

export class ClosedPositionWriter {
  readonly #rows: RowBatch<typeof CLOSED_POSITIONS.fields>;
  readonly #progress: Progress;

  constructor(store: SqlStore, progress: Progress) {
    this.#rows = new RowBatch(store, CLOSED_POSITIONS);
    this.#progress = progress;
  }

  /** Reads `position_changed` of a position whose size is 0. */
  close(reader: EventReader): void {
    const row = this.#rows.open();
    const { words } = this.#rows;
    copyPosition(reader, words, row);
    const place = row * words.width;
    words.numbers[place + CLOSED.id] = this.#progress.nextClosedPositionId();
    words.numbers[place + CLOSED.closedAtMs] = reader.timeMs;
  }

  /** Writes the positions added so far. */
  flush(): void {
    this.#rows.flush();
  }

  /** Discards positions that were not written. */
  clear(): void {
    this.#rows.clear();
  }
}
