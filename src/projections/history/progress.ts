/**
 * Progress of the history: the last command, its time and the highest ids. Committed together with
 * the rows, so that after a crash writing continues exactly after the last row.
 */
import { assert } from "../../core/base/assert.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { ID_MARKS, type IdMarkRow, PROGRESS, type ProgressRow } from "./progress-tables.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";

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
  readonly #writeMark: RowWriter<typeof ID_MARKS.fields>;
  /** Marks that are not written yet. */
  #marks: IdMarkRow[] = [];
  #row: ProgressRow = { ...BEGINNING };

  constructor(store: SqlStore) {
    const find = rowFinder(store, PROGRESS);
    this.#find = () => find([1]);
    this.#write = rowInserter(store, PROGRESS, true);
    this.#writeMark = rowInserter(store, ID_MARKS, true);
    this.load();
  }

  get appliedSeq(): number {
    return this.#row.appliedSeq;
  }

  get timeMs(): number {
    return this.#row.timeMs;
  }

  /** Reads the committed progress. */
  load(): void {
    this.#row = this.#find() ?? { ...BEGINNING };
    this.#marks = [];
  }

  save(): void {
    this.#write(this.#row);
  }

  /** Writes the marks of the minutes that have begun. */
  writeMarks(): void {
    for (const mark of this.#marks) this.#writeMark(mark);
    this.#marks = [];
  }

  /** Advances to the next command. Seqs have no gap and time does not decrease. */
  advance(seq: number, timeMs: number): void {
    const row = this.#row;
    assert(seq === row.appliedSeq + 1, "the history sees every command once, in order");
    assert(timeMs >= row.timeMs, "the time of commands never goes back");
    const minute = Math.floor(timeMs / MINUTE_MS);
    if (minute > Math.floor(row.timeMs / MINUTE_MS)) {
      const { coreId, billId, closedPositionId } = row;
      this.#marks.push({ minute, coreId, billId, closedPositionId });
    }
    row.appliedSeq = seq;
    row.timeMs = timeMs;
  }

  /** Records an id of the core. */
  sawId(id: number): void {
    if (id > this.#row.coreId) this.#row.coreId = id;
  }

  /** Returns the id of the next bill: at least twice the id of its cause, strictly increasing. */
  nextBillId(relatedId: number): number {
    const id = Math.max(this.#row.billId + 1, relatedId * 2);
    assert(Number.isSafeInteger(id), "ids stay below 2^53");
    this.#row.billId = id;
    return id;
  }

  /** Returns the id of the next closed position: the highest core id, strictly increasing. */
  nextClosedPositionId(): number {
    const id = Math.max(this.#row.closedPositionId + 1, this.#row.coreId);
    this.#row.closedPositionId = id;
    return id;
  }
}
