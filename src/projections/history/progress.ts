/**
 * How far the history has come: the last command, its time, and the highest ids. Committed with the
 * rows it speaks of, so that after a crash writing goes on exactly where the rows end.
 */
import { assert } from "../../core/base/assert.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";
import { ID_MARKS, PROGRESS, type ProgressRow } from "./tables.ts";

const MINUTE_MS = 60_000;
const BEGINNING: ProgressRow = {
  one: 1,
  appliedSeq: 0,
  timeMs: 0,
  coreId: 0,
  billId: 0,
  closedPositionId: 0,
};

export class Progress {
  readonly #find: () => ProgressRow | undefined;
  readonly #write: RowWriter<typeof PROGRESS.fields>;
  readonly #mark: RowWriter<typeof ID_MARKS.fields>;
  #row: ProgressRow = { ...BEGINNING };

  constructor(store: SqlStore) {
    const find = rowFinder(store, PROGRESS);
    this.#find = () => find([1]);
    this.#write = rowInserter(store, PROGRESS, true);
    this.#mark = rowInserter(store, ID_MARKS, true);
    this.load();
  }

  get appliedSeq(): number {
    return this.#row.appliedSeq;
  }

  get timeMs(): number {
    return this.#row.timeMs;
  }

  /** Back to what is committed. */
  load(): void {
    this.#row = this.#find() ?? { ...BEGINNING };
  }

  save(): void {
    this.#write(this.#row);
  }

  /** The next command. Seqs have no gap and time does not go back. */
  advance(seq: number, timeMs: number): void {
    const row = this.#row;
    assert(seq === row.appliedSeq + 1, "the history sees every command once, in order");
    assert(timeMs >= row.timeMs, "the time of commands never goes back");
    const minute = Math.floor(timeMs / MINUTE_MS);
    if (minute > Math.floor(row.timeMs / MINUTE_MS)) {
      const { coreId, billId, closedPositionId } = row;
      this.#mark({ minute, coreId, billId, closedPositionId });
    }
    row.appliedSeq = seq;
    row.timeMs = timeMs;
  }

  /** The core gave this id. */
  sawId(id: number): void {
    if (id > this.#row.coreId) this.#row.coreId = id;
  }

  /** A bill's id: two to each id of the core, in order, and strictly growing in any case. */
  nextBillId(relatedId: number): number {
    const id = Math.max(this.#row.billId + 1, relatedId * 2);
    assert(Number.isSafeInteger(id), "ids stay below 2^53");
    this.#row.billId = id;
    return id;
  }

  /** The id of a closed position: that of the last thing that happened, strictly growing. */
  nextClosedPositionId(): number {
    const id = Math.max(this.#row.closedPositionId + 1, this.#row.coreId);
    this.#row.closedPositionId = id;
    return id;
  }
}
